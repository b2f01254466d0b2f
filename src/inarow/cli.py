"""The command line: `inarow play`, `solve`, `arena` and the other commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import inarow
from inarow.commands import (
    arena,
    bench,
    best,
    book,
    classic,
    completion,
    count,
    detect,
    engine,
    explain,
    play,
    review,
    solve,
)
from inarow.commands.options import Parser
from inarow.errors import InarowError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 2 for bad input, 130 after Ctrl-C."""
    _prepare_streams()
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
    except MemoryError:
        return _complain("not enough memory for this")
    except KeyboardInterrupt:
        print()
        return 130


def _complain(message: str) -> int:
    print(f"inarow: {' '.join(message.split())}", file=sys.stderr)
    return 2


def _prepare_streams() -> None:
    """Stand in for closed standard streams; show odd characters as best they can be."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  for good
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _parser() -> Parser:
    parser = Parser(
        prog="inarow",
        description="Games of k in a row: Connect Four on any board, tic-tac-toe, gomoku.",
        epilog="Start with: inarow play",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"inarow {inarow.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        play.add,
        classic.add,
        solve.add,
        solve.add_analyze,
        best.add,
        explain.add,
        review.add,
        detect.add,
        count.add,
        book.add,
        arena.add,
        engine.add,
        bench.add,
        completion.add,
    ):
        add(commands)
    parser.set_defaults(parser=parser)  # for the command that completes all others
    return parser
