"""`inarow play`: a game, in full screen or line by line."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, Rules, Side
from inarow.commands.options import Commands, add_command, add_rules
from inarow.errors import InarowError, NotationError, as_sentence, printable
from inarow.players import Player
from inarow.players.by_text import is_program_of_others, meant, player_by_name
from inarow.players.clock import Clock
from inarow.players.game import Game
from inarow.record.record import Record
from inarow.terminal.console import Console


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "play",
        "play a game against a person or a program",
        "inarow play\n"
        "inarow play --rules tic-tac-toe --x Ann --o Bob\n"
        "inarow play --rules 9x6x4 --x 'level 5' --o Ann --seed 1\n"
        "inarow play --x Ann --o bot.py\n"
        "inarow play --position '7x6x4 7/7/7/7/3o3/3x3 x'\n"
        "inarow play --load game.txt",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="line by line instead of full screen, for pipes and screen readers",
    )
    parser.add_argument(
        "--no-animation", action="store_true", help="place discs at once instead of dropping them"
    )
    add_rules(parser, "default: ask")
    who = (
        "a name (or person:NAME), level 1 to level 10, perfect, cautious, random, engine:2s (time "
        "per move), or a bot's file such as bot.py (default: ask)"
    )
    parser.add_argument("--x", metavar="NAME", help=f"player for x, which moves first: {who}")
    parser.add_argument("--o", metavar="NAME", help=f"player for o: {who}")
    parser.add_argument("--position", metavar="TEXT", help="position text to start from")
    parser.add_argument("--moves", default="", help="moves to start with, such as 4453")
    parser.add_argument("--load", metavar="FILE", type=Path, help="saved game to continue")
    parser.add_argument(
        "--clock",
        metavar="MIN+SEC",
        help="minutes for each side, and seconds added per move, such as 5+3; full screen only "
        "(default: no clock)",
    )
    parser.add_argument(
        "--seed", type=int, help="random seed of the programs, to repeat a game (default: random)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    options.x, options.o = (name and meant(name) for name in (options.x, options.o))
    record = _given(options)
    if options.clock:
        Clock.parse(options.clock)
    console = Console()
    if not options.plain:
        why_not = _why_no_screen()
        if not why_not:
            return _run_screen(options, record)
        console.say(why_not)
    if options.clock:
        raise NotationError("expected --clock in the full screen only: the plain game has no clock")
    return _run_plain(options, record, console)


def _why_no_screen() -> str:
    """Why the full-screen game cannot run; empty if it can."""
    from inarow.tui import words

    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not terminal or os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return words.NO_TERMINAL
    return "" if find_spec("textual") else words.NO_TEXTUAL


def _run_screen(options: argparse.Namespace, record: Record | None) -> int:
    """The full-screen game; its start screen asks for what the options leave open."""
    from inarow.tui import words
    from inarow.tui.app import InarowApp
    from inarow.tui.session import Session

    no_color = os.environ.get("NO_COLOR")
    if no_color == "":  # which means nothing, but not to Textual
        del os.environ["NO_COLOR"]
    animate = not options.no_animation and not no_color
    session = Session(animate=animate, seed=options.seed, clock=options.clock or "")
    match = None
    if record is not None or options.x or options.o:
        record = record or _start(options, CONNECT_FOUR)
        defaults = {"First": words.NAMELESS[0], "Second": "level 3"}
        given = {"First": options.x, "Second": options.o}
        given = {tag: name for tag, name in given.items() if name}
        record.tags = defaults | record.tags | given
        for name in given.values():
            session.player(name, record.rules)  # an unknown one is refused here, not in the game
        match = session.match(record, confirmed=given)
    app = InarowApp(session, match)
    app.run()
    if app.return_code:
        print(words.CRASHED if session.autosave.is_saved else "", file=sys.stderr)
        return 1
    if session.autosave.is_saved:
        print(words.GO_ON)
    return 0


def _run_plain(options: argparse.Namespace, record: Record | None, console: Console) -> int:
    """The game line by line; it asks for what the options leave open."""
    from inarow.terminal import plain

    for name in filter(None, (options.x, options.o)):
        player_by_name(name).close()  # an unknown one is refused before anything is asked
    try:
        record = record or _start(options, plain.ask_rules(console))
        first = _player(options, console, record, Side.FIRST)
        second = _player(options, console, record, Side.SECOND)
    except (EOFError, plain.Leave):
        return 0
    game = Game(record.board(), (first, second))
    frontend = plain.PlainGame(console, game, record=record, command=_invocation("play --plain"))
    code = 0
    try:
        frontend.run()
    except (EOFError, plain.Leave):
        pass
    except KeyboardInterrupt:
        console.say()
        code = 130
    how = frontend.how_to_resume()
    if how:
        console.say(how)
    return code


def _player(options: argparse.Namespace, console: Console, record: Record, side: Side) -> Player:
    """Who plays *side*: as the options say, or the saved game, or else as one is told."""
    from inarow.terminal import plain

    name, tag, default = {
        Side.FIRST: (options.x, "First", ""),
        Side.SECOND: (options.o, "Second", "level 3"),
    }[side]
    if name:
        return plain.player(name, record.rules, options.seed)
    if saved := record.tags.get(tag):
        try:
            player = plain.player(saved, record.rules, options.seed)
        except InarowError as error:  # such as a file that is gone
            console.say(as_sentence(error))
        else:
            if not is_program_of_others(saved):
                return player
            # Whoever wrote the file may want anything to be run.
            console.say(plain.NAMED_BY_FILE.format(side=side, name=printable(saved)))
            default = saved
    return plain.ask_player(console, side, default, record.rules, seed=options.seed)


def _given(options: argparse.Namespace) -> Record | None:
    """The game that the options describe; `None` if they leave the rules open.

    Moves alone are those of Connect Four, as everywhere.
    Bad options are reported before anything is shown or asked.
    """
    given = [name for name in ("load", "position", "rules") if getattr(options, name)]
    if len(given) > 1:
        raise NotationError(f"expected one of --{' and --'.join(given)}, got {len(given)}")
    if options.load and options.moves:
        raise NotationError("expected --load without --moves: the file has its own moves")
    if options.load:
        return Record.load(options.load)
    if options.position:
        return _start(options, Position.parse(options.position))
    if options.rules or options.moves:
        return _start(options, options.rules or CONNECT_FOUR)
    return None


def _start(options: argparse.Namespace, start: Rules | Position) -> Record:
    return Record.of(Board(start, options.moves))


def _invocation(arguments: str) -> str:
    """How a person would start this program again."""
    started = Path(sys.argv[0])
    if started.name != "inarow":
        return f"{Path(sys.executable).name} -m inarow {arguments}"
    found = shutil.which("inarow")
    on_path = found is not None and Path(found).resolve() == started.resolve()
    return f"{'inarow' if on_path else shlex.quote(str(started))} {arguments}"
