"""The command line: `inarow play | classic | detect | count`."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import inarow
from inarow import detectors, notation
from inarow.board import Board
from inarow.console import Console
from inarow.errors import InarowError, NotationError
from inarow.game import Game
from inarow.position import Position
from inarow.rules import CONNECT_FOUR, MAX_SIDE, Cell, Rules, Side

__all__ = ["main"]

POSITION_HELP = (
    "moves such as 4453 (see --rules), or a position text such as "
    "'7x6x4 7/7/7/7/3o3/3x3 x'; quotes are not needed"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 2 for bad input, 130 after Ctrl-C."""
    _tolerate_odd_characters(sys.stdin, sys.stdout, sys.stderr)
    try:
        options = _parser().parse_args(arguments)
        code = options.run(options)
        sys.stdout.flush()
        return int(code or 0)
    except InarowError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever read our output has left; keep Python from complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _complain(f"{name}{error.strerror}")
    except KeyboardInterrupt:
        print()
        return 130


def _complain(message: str) -> int:
    print(f"inarow: {message}", file=sys.stderr)
    return 2


def _tolerate_odd_characters(*streams: Any) -> None:
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _rules(text: str) -> Rules:
    try:
        return Rules.parse(text)
    except InarowError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _plies(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise argparse.ArgumentTypeError(f"expected a number of plies from 0 up, got {text!r}")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="inarow",
        description="Games of k in a row: Connect Four on any board, tic-tac-toe, gomoku.",
        epilog="Start with: inarow play",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"inarow {inarow.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_play(commands)
    _add_classic(commands)
    _add_detect(commands)
    _add_count(commands)
    return parser


def _command(
    commands: argparse._SubParsersAction[_Parser], name: str, summary: str, examples: str
) -> _Parser:
    return commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog="examples:\n" + "\n".join(f"  {line}" for line in examples.splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _add_rules(parser: _Parser, default: Rules | None) -> None:
    said = "asked for if not given" if default is None else f"{default} if not given"
    parser.add_argument(
        "--rules",
        type=_rules,
        default=default,
        metavar="RULES",
        help="width x height x how many in a row, such as 9x6x4, 3x3x3/free without gravity, or "
        f"connect-four, wide-four, tic-tac-toe, gomoku; sides up to {MAX_SIDE} ({said})",
    )


# -- play and classic -----------------------------------------------------------------------------


def _add_play(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "play",
        "play a game, against a person or a program",
        "inarow play\n"
        "inarow play --rules tic-tac-toe --x Ann --o Bob\n"
        "inarow play --rules 9x6x4 --x cautious --o Ann --seed 1\n"
        "inarow play --load game.txt",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="one line at a time, for pipes and screen readers; so far the only way there is",
    )
    _add_rules(parser, None)
    who = "a name, or one of random and cautious (asked for if not given)"
    parser.add_argument("--x", metavar="NAME", help=f"who plays x, the first side: {who}")
    parser.add_argument("--o", metavar="NAME", help=f"who plays o: {who}")
    parser.add_argument("--moves", default="", help="moves to begin with, such as 4453")
    parser.add_argument("--load", metavar="FILE", type=Path, help="go on with a saved game")
    parser.add_argument("--seed", type=int, help="make the programs play the same game again")
    parser.set_defaults(run=_play)


def _play(options: argparse.Namespace) -> int:
    from inarow import plain

    if options.load and (options.rules or options.moves):
        raise NotationError("expected --load without --rules and --moves: the file has both")
    console = Console()
    board = plain.load_board(options.load) if options.load else None
    if board is None and options.rules:
        board = Board(options.rules, options.moves)  # bad moves are told before any question
    try:
        board = board or Board(plain.ask_rules(console), options.moves)
        first, second = (
            plain.make_player(name, seed=options.seed)
            if name
            else plain.ask_player(console, side, default, seed=options.seed)
            for side, name, default in (
                (Side.FIRST, options.x, ""),
                (Side.SECOND, options.o, "cautious"),
            )
        )
    except EOFError:
        return 0
    game = plain.PlainGame(console, Game(board, (first, second)))
    try:
        game.run()
    except (plain.Leave, EOFError):
        pass
    except KeyboardInterrupt:
        console.say()
    how = game.how_to_go_on()
    if how:
        console.say(how)
    return 0


def _add_classic(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "classic",
        "Connect Four as a conversation in the terminal, for two people",
        "inarow classic\nprintf 'x\\nn\\n0\\n' | inarow classic",
    )
    parser.set_defaults(run=_classic)


def _classic(_: argparse.Namespace) -> int:
    from inarow import classic

    with suppress(EOFError):
        classic.run(Console())
    return 0


# -- detect ---------------------------------------------------------------------------------------


def _add_detect(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "detect",
        "find the winning lines of a position, and show how each algorithm found them",
        "inarow detect 4455667\n"
        "inarow detect 4455667 --detector views --trace\n"
        "inarow detect --rules tic-tac-toe b2 a1 c3 a2 a3 b1 c1 --detector all --trace\n"
        "inarow detect 7x6x4 7/7/1xxxx2/7/7/7 x --json",
    )
    parser.add_argument("position", nargs="+", metavar="POSITION", help=POSITION_HELP)
    _add_rules(parser, CONNECT_FOUR)
    parser.add_argument(
        "--detector",
        default="all",
        metavar="NAME",
        choices=("all", *detectors.NAMES),
        help=f"one of {', '.join(detectors.NAMES)}, or all (all if not given)",
    )
    parser.add_argument(
        "--side", choices=("x", "o"), help="whose lines (the winner's, or whoever moved last)"
    )
    parser.add_argument("--last", metavar="CELL", help="the disc played last, such as d3")
    parser.add_argument("--trace", action="store_true", help="show every step")
    parser.add_argument("--json", action="store_true", help="print data instead of text")
    parser.set_defaults(run=_detect)


def _read_position(words: list[str], rules: Rules) -> tuple[Position, Cell | None]:
    """A position and, if it was given by moves, its last disc."""
    text = " ".join(words)
    if "/" in text or re.match(r"\s*\d+x\d+x\d+", text):
        return Position.parse(text), None
    board = Board(rules, text)
    return board.position, board.last


def _detect(options: argparse.Namespace) -> int:
    from inarow.detectors import report

    position, last = _read_position(options.position, options.rules)
    outcome = position.outcome()
    side = outcome.winner if outcome and outcome.winner else position.turn.other
    if options.side:
        side = Side.FIRST if options.side == "x" else Side.SECOND
    if options.last:
        last = notation.parse_cell(options.last, position.rules)
    elif last is not None and position.at(*last) is not side:
        last = None
    names = detectors.NAMES if options.detector == "all" else (options.detector,)
    traces = [detectors.trace(position, side, detector=name, last=last) for name in names]
    problems = [problem.text for problem in position.problems()]
    if options.json:
        print(json.dumps(_as_dict(position, side, last, problems, traces, options.trace)))
        return 0
    print(f"{position.text()}\n\n{_picture(position, side)}\n")
    for problem in problems:
        print(f"odd: {problem}")
    if problems:
        print()
    print(f"lines of {side}" + (f", last disc {notation.cell_text(last)}" if last else ""))
    print(report.comparison(traces))
    for trace in traces if options.trace else ():
        print(f"\n{'-' * 79}\n{report.steps_text(trace, position)}")
    return 0


def _picture(position: Position, side: Side) -> str:
    from inarow import render

    lines = detectors.find(position, side)
    return render.text(position, lines=lines, cell_names=True)


def _as_dict(
    position: Position,
    side: Side,
    last: Cell | None,
    problems: list[str],
    traces: list[detectors.Trace],
    with_steps: bool,
) -> dict[str, Any]:
    found = [trace.as_dict() for trace in traces]
    if not with_steps:
        for trace in found:
            trace["steps"] = len(trace["steps"])
    return {
        "position": position.text(),
        "side": side.symbol,
        "last": notation.cell_text(last) if last else None,
        "problems": problems,
        "detectors": found,
    }


# -- count ----------------------------------------------------------------------------------------


def _add_count(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "count",
        "count move sequences or distinct positions, ply by ply",
        "inarow count --plies 8\n"
        "inarow count --rules tic-tac-toe --plies 9 --positions --symmetry\n"
        "inarow count 4453 --plies 6",
    )
    parser.add_argument("position", nargs="*", metavar="POSITION", help=POSITION_HELP)
    _add_rules(parser, CONNECT_FOUR)
    parser.add_argument("--plies", type=_plies, required=True, metavar="N", help="how far to count")
    parser.add_argument("--positions", action="store_true", help="distinct positions instead")
    parser.add_argument(
        "--symmetry", action="store_true", help="with --positions: mirrored and turned ones once"
    )
    parser.add_argument("--json", action="store_true", help="print data instead of text")
    parser.set_defaults(run=_count)


def _count(options: argparse.Namespace) -> int:
    from inarow import counting

    position, _ = _read_position(options.position, options.rules)
    if options.positions:
        if position.ply:
            raise NotationError("expected no position with --positions: it counts from the start")
        counts = counting.count_positions(
            position.rules, options.plies, up_to_symmetry=options.symmetry
        )
    else:
        if options.symmetry:
            raise NotationError("expected --symmetry only with --positions")
        counts = counting.perft(position, options.plies)
    if options.json:
        print(json.dumps([count._asdict() for count in counts]))
        return 0
    print(f"{'ply':>3}  {'positions' if options.positions else 'sequences':>15}  {'finished':>15}")
    for ply, count in enumerate(counts):
        print(f"{ply:>3}  {count.total:>15,}  {count.finished:>15,}")
    return 0
