"""The command line: `inarow play`, `solve`, `arena` and the other commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final, TextIO

import inarow
from inarow.commands.options import Parser
from inarow.errors import InarowError, quoted, reason

__all__ = ["COMMANDS", "main", "parser"]

COMMANDS: Final = (
    *("play", "classic", "solve", "analyze", "best", "explain", "review", "explore", "detect"),
    *(
        "count",
        "puzzles",
        "book",
        "booklet",
        "arena",
        "judge",
        "engine",
        "serve",
        "bench",
        "completion",
    ),
)
"""The commands in the order of --help; each is a module of `inarow.commands` with `add`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code, 2 for bad input, 130 after Ctrl-C."""
    _prepare_streams()
    try:
        return _run((sys.argv[1:] if arguments is None else list(arguments)) or ["--help"])
    except InarowError as error:
        return _complain(str(error))
    except BrokenPipeError:  # the reader of our output is gone
        _discard(sys.stdout)
        return 0
    except OSError as error:
        if error.filename is None:
            _discard(sys.stdout)  # it may be our output that cannot be written
        name = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
        return _complain(f"{name}{reason(error)}")
    except MemoryError:
        return _complain("not enough memory")
    except KeyboardInterrupt:
        with suppress(OSError):
            print(flush=True)
        return 130


def _run(words: list[str]) -> int:
    _check_command(words[0])
    try:
        options, unknown = parser(words[0]).parse_known_args(words)
        if unknown:
            options.command.error(f"unrecognized arguments: {' '.join(unknown)}")
        code = options.run(options)
    except SystemExit:  # the parser has printed help or a complaint
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return int(code or 0)


def _check_command(word: str) -> None:
    """Refuse an unknown command, and suggest the one that may be meant."""
    if word in COMMANDS or word.startswith("-"):
        return
    from difflib import get_close_matches

    close = get_close_matches(word, COMMANDS, n=1)
    hint = f"did you mean {close[0]}? See" if close else "see"
    raise InarowError(f"there is no command {quoted(word)}; {hint} inarow --help")


def _complain(message: str) -> int:
    try:
        print(f"inarow: {' '.join(message.split())}", file=sys.stderr, flush=True)
    except OSError:  # the exit code says it, too
        _discard(sys.stderr)
    return 2


def _discard(stream: TextIO) -> None:
    """Keep Python from complaining when it flushes at its end what nobody can read."""
    with suppress(OSError, ValueError):  # a stream that is no file has nothing to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _prepare_streams() -> None:
    """Replace closed standard streams; replace characters that the terminal cannot show."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  for good
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def parser(command: str = "") -> Parser:
    """The parser for one command, to avoid loading the others; for all if it is unknown."""
    top = Parser(
        prog="inarow",
        description="Games of k in a row: Connect Four on any board, tic-tac-toe, gomoku.",
        epilog="Start with: inarow play",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"inarow {inarow.__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    wanted = [command] if command in COMMANDS and command != "completion" else list(COMMANDS)
    for name in wanted:
        import_module(f"inarow.commands.{name}").add(commands)
    top.set_defaults(parser=top)  # for the command that completes all others
    return top
