"""`inarow booklet`: build a booklet, prove it, follow it, print it."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from statistics import median_high
from typing import TYPE_CHECKING

from inarow.board import render
from inarow.board.notation import move_label
from inarow.board.rules import CONNECT_FOUR, Rules, Side
from inarow.commands.options import (
    Commands,
    Parser,
    add_command,
    add_json,
    add_position,
    add_rules,
    add_threads,
    add_time,
    read_position,
)
from inarow.commands.progress import StatusLine
from inarow.errors import BookletError, NotationError

if TYPE_CHECKING:
    from inarow.booklet.booklet import Booklet
    from inarow.booklet.follow import Place, Reply
    from inarow.search.booklet_builder import State


def add(commands: Commands) -> None:
    """Add the parsers."""
    parser = add_command(
        commands,
        "booklet",
        "follow, prove, print and build solutions that need no calculation",
        "inarow booklet verify 5x5x4.booklet\n"
        "inarow booklet show --booklet 5x5x4.booklet 32\n"
        "inarow booklet print --booklet 5x5x4.booklet sheets.html\n"
        "inarow booklet build --rules 5x5x4 --time 20",
    )
    kinds = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    show = add_command(
        kinds,
        "show",
        "show what to play in a position, and the rule that says so",
        "inarow booklet show --booklet 5x5x4.booklet 32\n"
        "inarow booklet show --booklet 5x5x4.booklet 3",
    )
    add_position(show)
    add_rules(show, "default: those of the booklet")
    _add_booklet(show)
    add_json(show)
    show.set_defaults(run=run_show)

    verify = add_command(
        kinds,
        "verify",
        "prove a booklet: play every game that the opponent can choose, to its end",
        "inarow booklet verify 5x5x4.booklet",
    )
    verify.add_argument(
        "booklet",
        nargs="?",
        type=Path,
        metavar="FILE",
        help=f"booklet file (default: the bundled booklet for {CONNECT_FOUR})",
    )
    add_json(verify)
    verify.set_defaults(run=run_verify)

    sheets = add_command(
        kinds,
        "print",
        "write a booklet as one HTML page to print: its opening, and its diagrams as pictures",
        "inarow booklet print --booklet 5x5x4.booklet sheets.html",
    )
    sheets.add_argument("output", type=Path, metavar="FILE", help="HTML file to write")
    _add_booklet(sheets)
    sheets.set_defaults(run=run_print)

    build = add_command(
        kinds,
        "build",
        "look for a booklet; the same command continues an earlier search and improves the booklet",
        "inarow booklet build --rules 5x5x4 --time 20\n"
        "inarow booklet build --rules 6x5x4 --side second --goal draw --output mine.booklet",
    )
    add_rules(build)
    build.add_argument(
        "--side",
        choices=("first", "second"),
        help="side that follows the booklet (default: the one that can win, or else first)",
    )
    build.add_argument(
        "--goal", choices=("win", "draw"), help="what it reaches (default: win if it can)"
    )
    add_time(build, 60, "time to search")
    add_threads(build)
    build.add_argument(
        "--table-mb",
        type=int,
        default=16,
        metavar="M",
        help="search memory of each thread in MiB (default: 16)",
    )
    build.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    build.add_argument(
        "--output", type=Path, metavar="FILE", help="booklet file (default: RULES.booklet)"
    )
    build.set_defaults(run=run_build)


def _add_booklet(parser: Parser) -> None:
    parser.add_argument(
        "--booklet", type=Path, metavar="FILE", help="booklet file (default: the bundled booklet)"
    )


def _open(path: Path | None, rules: Rules = CONNECT_FOUR) -> Booklet:
    from inarow.booklet import text
    from inarow.booklet.shipped import shipped

    if path:
        return text.read(path)
    booklet = shipped(rules)
    if booklet is None:
        raise BookletError(f"there is no bundled booklet for {rules}: build one and name its file")
    return booklet


def run_show(options: argparse.Namespace) -> int:
    """Run `show` and return its exit code."""
    from inarow.booklet import follow

    booklet = _open(options.booklet, options.rules or CONNECT_FOUR)
    position, _ = read_position(options.position, options.rules or booklet.rules)
    rules = position.rules
    if rules != booklet.rules:
        raise NotationError(f"expected a position of {booklet.rules}, got one of {rules}")
    if position.outcome():
        raise NotationError("expected an unfinished position, got one that is over")
    replies: dict[int | None, Reply] = {}
    if position.turn is booklet.side:
        if found := follow.said(booklet, position):
            replies[None] = found
    else:
        for move in position.legal_moves():
            after = position.play(move)
            if after.outcome() is None and (found := follow.said(booklet, after)):
                replies[move] = found
    if not replies:
        raise BookletError(f"the booklet does not lead to {position.text()}")
    if options.json:
        print(json.dumps([_as_data(theirs, said, rules) for theirs, said in replies.items()]))
        return 0
    print(render.text(position))
    us, them = booklet.side.symbol, booklet.side.other.symbol
    for theirs, said in replies.items():
        if theirs is None:
            print(f"\n{us} plays column {move_label(said.move, rules)}: {said.rule.sentence}.")
            print(_where(said.place))
        else:
            print(
                f"{them} {move_label(theirs, rules)}, {us} {move_label(said.move, rules)}: "
                f"{said.rule.sentence}"
            )
    return 0


def _as_data(theirs: int | None, said: Reply, rules: Rules) -> dict[str, object]:
    return {
        **({} if theirs is None else {"reply_to": move_label(theirs, rules)}),
        "move": move_label(said.move, rules),
        "rule": str(said.rule),
        "page": None if said.place.page is None else said.place.page + 1,
        "diagram": None if said.place.diagram is None else said.place.diagram + 1,
        "mirrored": said.place.mirrored,
    }


def _where(place: Place) -> str:
    mirror = ", mirrored" if place.mirrored else ""
    if place.page is not None:
        return f"The game is then at page {place.page + 1}{mirror}."
    if place.diagram is not None:
        return f"From here on, follow diagram {place.diagram + 1}{mirror}."
    return "The game is over."


def run_verify(options: argparse.Namespace) -> int:
    """Run `verify`; exit code 1 if the booklet fails."""
    from inarow.booklet.walk import walk

    booklet = _open(options.booklet)
    line = StatusLine()

    def progress(done: int, total: int) -> None:
        if line.due():
            line.show(f"{done} of {total} diagrams")

    try:
        walked = walk(booklet, progress)
    except BookletError as error:
        line.clear()
        print(error)
        return 1
    line.clear()
    arrows = [len(diagram.arrows) + len(diagram.crosses) for diagram in booklet.diagrams]
    lists = [len(diagram.order) for diagram in booklet.diagrams]
    found = asdict(walked) | {
        "arrows": median_high(arrows) if arrows else 0,
        "list": median_high(lists) if lists else 0,
    }
    if options.json:
        print(json.dumps(found))
        return 0
    promise = "does not lose" if booklet.is_draw_enough else "wins"
    print(f"{booklet.rules}: {booklet.side.symbol} {promise} against every defence\n")
    about = {
        "decisions": "positions in the opening with a move to know",
        "leaves": "pages that only name a diagram",
        "arrows": "and crosses of a diagram, median",
        "list": "cells in a diagram's list, median",
        "positions": "positions played through",
        "plies": "discs on the board where the last page ends",
    }
    for name, value in found.items():
        note = f"  {about[name]}" if name in about else ""
        print(f"{name:<10} {value:>12,}{note}")
    return 0


def run_print(options: argparse.Namespace) -> int:
    """Run `print` and return its exit code."""
    from inarow import files
    from inarow.booklet.sheets import page

    booklet = _open(options.booklet)
    files.write(options.output, page(booklet).encode(), BookletError)
    print(f"{options.output}: {len(booklet.pages)} pages, {len(booklet.diagrams)} diagrams")
    return 0


def run_build(options: argparse.Namespace) -> int:
    """Run `build`; exit code 1 if the time was too short."""
    from inarow.search.booklet_builder import BookletBuilder, build, goal_of

    rules = options.rules or CONNECT_FOUR
    output = options.output or Path(f"{rules}.booklet".replace("/", "-"))
    side = Side[options.side.upper()] if options.side else None
    goal = goal_of(rules, side, None if options.goal is None else options.goal == "draw")
    builder = BookletBuilder(
        rules, goal, threads=options.threads, table_mb=options.table_mb, seed=options.seed
    )
    line = StatusLine()

    def progress(state: State) -> None:
        if line.due():
            about = "" if state.closed else "about "
            line.show(f"{state.looked_at} positions looked at, {about}{state.pages:.0f} pages")

    try:
        booklet = build(output, builder, options.time, progress)
    except KeyboardInterrupt:
        print(f"\nstopped: the work is saved in {output}.part; run again to continue")
        raise
    finally:
        line.clear()
    if booklet is None:
        print(f"no booklet yet; the work is saved in {output}.part: run again to continue")
        return 1
    print(f"{output}: {len(booklet.pages)} pages, {len(booklet.diagrams)} diagrams, proved")
    return 0
