"""Command lines by chance: odd arguments, files and streams, and what every one of them promises.

    cd tests && python -m support.command_lines 2000

runs the command lines 0 to 1999 and prints those that break a promise.
"""

import argparse
import io
import os
import random
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final
from unittest.mock import patch

from inarow.cli import COMMANDS, main, parser

SECONDS: Final = 60
"""After how long a command line counts as one that hangs."""

ONE: Final = {"solve", "analyze", "bench", "verify"}
"""The commands that may exit with 1."""

JUNK: Final = (
    *("", " ", "-", "--", "-x", "--nope", "--rules=", "\u0664\u0664", "日本", "\udcff", "a\nb"),
    *("4" * 5000, "'", "\x1b[31m", "%s", "{}", "../..", "None", "-1", "1e999", "9" * 40),
)
HUGE: Final = "9" * 40
RULES: Final = (
    *("4x4x3", "3x3x3/free", "tic-tac-toe", "5x4x4", "1x1x1", "2x7x2", "4x4x4"),
    *("chess", "0x0x0", "7x6x99", "16x16x16", "35x35x5/free", "12x3x3", ""),
)
POSITIONS: Final = (
    *("", "44444325", "4455667", "1", "2323", "b2", "b2 a1", "9", "hello", "4 4", "a1 b9"),
    *("4x4x3 4/4/4/2x1 o", "3x3x3/free 3/1x1/2o x", "4x4x3 4/x3/4/4 o", "4x4x3 xx/4 x", "/"),
    "12x2x2 12/11x o",
)
PLAYERS: Final = (
    *("random", "cautious", "level 1", "engine:d1", "engine:50n", "LEVEL 2", "perfect"),
    *("level 99", "engine:0n", "perfekt", "json:false", "ugi:true", "http://127.0.0.1:1/", "Ann"),
    *("bad.py", "good.py", "broken.py", "gone.py", "good.py:nothing", "os:getcwd", "person:Ann"),
)
VALUES: Final[Mapping[str, Sequence[str]]] = {
    "rules": RULES,
    "x": PLAYERS,
    "o": PLAYERS,
    "players": PLAYERS,
    "agents": PLAYERS,
    "position": POSITIONS,
    "moves": POSITIONS,
    "game": (*POSITIONS, "game.txt", "cut.txt", "two.txt", "folder", "gone.txt", "noise"),
    "move": ("1", "4", "b2", "", "99", "x"),
    "last": ("d1", "a1", "", "z9", "4"),
    "time": ("0.01", "0.02", "0", "inf", "nan", "-1", "soon", "1e999"),
    "plies": ("0", "1", "3", "-1", "x", HUGE),
    "depth": ("0", "1", "2", "-1", "x", HUGE),
    "games": ("2", "0", "3", "x", HUGE),
    "questions": ("0", "1", "x", HUGE),
    "sample": ("0", "1", "x", HUGE),
    "lines": ("1", "3", "0", "x", "99"),
    "threads": ("1", "2", "0", "-1", "257", "x", HUGE),
    "table_mb": ("1", "2", "0", "-5", "x", HUGE),
    "workers": ("1", "0", "-1", "x", HUGE),
    "seed": ("0", "7", "-5", "x", HUGE),
    "scheduler": ("nope", ""),
    "sprt": ("0", "5", "nan", "inf", "x"),
    "detector": ("all", "views", "scan", "magic"),
    "wanted": ("4x4x3=1", "3x3x3/free=1", "=", "4x4x3=", "4x4x3=-1", "chess=1", "4x4x3=0"),
    "port": ("x", "-1", "99999", HUGE),
    "host": ("no.such.host.invalid", ""),
    "shell": ("bash", "fish", "cmd"),
}
FILES: Final[Mapping[str, bytes]] = {
    "empty": b"",
    "games": b"44444325\n9\n4455667\n\n445566 18\n",
    "marked": b"\xef\xbb\xbf44444325 3\n",
    "wide": "44444325 3\n".encode("utf-16"),
    "noise": bytes(range(256)) * 64,
    "nulls": b"\0" * 3000,
    "endless": b"4" * 1_200_000,
    "set": b"445566 18\n44444325 3\n",
    "scoreless": b"445566 18\n4453\n",
    "game.txt": b'[Rules "4x4x3"]\n[First "Ann"]\n[Second "gone.py"]\n1. 1 2 2. 3 *\n',
    "cut.txt": b'[Rules "7x6x4"]\n1. 4 4',
    "two.txt": b'[Rules "4x4x3"]\n1. 1 *\n[Rules "4x4x3"]\n1. 2 *\n',
    "cut.book": b"inarow book\0\x01",
    "with space": b"1\n",
    "-dash": b"1\n",
    "bad.py": b'def agent(board):\n    raise ValueError("oops")\n',
    "good.py": b"def agent(position):\n    return position.legal_moves()[0]\n",
    "broken.py": b"def agent(:\n",
}
PATHS: Final = (
    *FILES,
    *("folder", "gone", "gone/x.svg", "circle", "/dev/null", "/dev/full", "/dev/zero", ""),
    *("new.svg", "new.html", "new.txt", "new.book", "folder/new", "x" * 300, "-"),
)
ANSWERS: Final = (
    *("1", "2", "3", "4", "b2", "a1", "hint", "why", "scores", "review", "undo", "moves", "board"),
    *("help", "new", "save new.txt", "yes", "load game.txt", "load gone", "save", "again", "quit"),
    *("", "x", "o", "y", "n", "7", "0", "99", "try again", "take over", "\ufeff1", "é", "4" * 300),
    *("ugi", "isready", "go movetime 5", "position startpos moves 4 4", "START 5", "BEGIN", "END"),
)
ENVIRONMENTS: Final[Sequence[Mapping[str, str]]] = (
    {},
    {"NO_COLOR": "1"},
    {"COLUMNS": "1"},
    {"COLUMNS": "x", "TERM": "xterm"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1", "NO_COLOR": ""},
    {"LC_ALL": "C", "PYTHONUTF8": "0"},
    {"PYTHONUNBUFFERED": "1", "HOME": "/nowhere"},
)
STREAMS: Final = (
    *("", "", "> /dev/full", ">&-", "2> /dev/full", "2>&-", "<&-", "| true", "| head -c 1"),
    *("< /dev/zero", "> /dev/full 2>&1", "<&- >&- 2>&-"),
)


@dataclass(frozen=True)
class CommandLine:
    """What is typed, what is on standard input, and in what surroundings."""

    words: tuple[str, ...]
    answers: bytes = b""
    output: str = "whole"
    """In this process: whole, full or closed."""
    environment: Mapping[str, str] = field(default_factory=dict)
    redirection: str = ""


def command_line(seed: int) -> CommandLine:
    """The command line of that number."""
    chance = random.Random(f"command line {seed}")
    words = [*_words(chance)]
    if chance.random() < 0.1:
        words.insert(chance.randint(0, len(words)), chance.choice(JUNK))
    return CommandLine(
        tuple(words),
        _answers(chance),
        chance.choices(("whole", "full", "closed"), (8, 1, 1))[0],
        chance.choice(ENVIRONMENTS),
        chance.choice(STREAMS),
    )


def _words(chance: random.Random) -> Iterator[str]:
    name = chance.choice(COMMANDS)
    yield name
    if chance.random() < 0.02:
        yield "--help"
    command = _subcommands(parser(name))[name]
    while below := _subcommands(command):
        if name == "serve" and chance.random() < 0.5:  # without a task it must not begin to serve
            yield from ("--port", chance.choice(VALUES["port"]))
            break
        word = chance.choice([*below])
        yield word
        command = below[word]
    for action in command._actions:
        yield from _argument(action, chance)
    if name == "play":
        yield "--plain"


def _subcommands(command: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


ALWAYS: Final = {"rules", "time", "plies", "depth", "games", "questions", "sample", "wanted"}
"""What is never left out: the usual value may take long."""


def _argument(action: argparse.Action, chance: random.Random) -> Iterator[str]:
    if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):
        return
    if action.dest == "counts":  # it takes minutes
        return
    if action.option_strings:
        if chance.random() > 0.25 and action.dest not in ALWAYS:
            return
        yield action.option_strings[0]
    for _ in range(_count(action, chance)):
        yield chance.choice(VALUES.get(action.dest, PATHS))


def _count(action: argparse.Action, chance: random.Random) -> int:
    if isinstance(action.nargs, int):
        return action.nargs
    if action.nargs in ("*", "+"):
        least = 1 if action.dest in (*ALWAYS, "players", "agents", "position") else 0
        return chance.choice((least, 1, 1, 2))
    return chance.choice((0, 1)) if action.nargs == "?" else 1


def _answers(chance: random.Random) -> bytes:
    if chance.random() < 0.3:
        return chance.choice([*FILES.values()])
    lines = chance.choices(ANSWERS, k=chance.randint(0, 12))
    return chance.choice(("\n", "\r\n")).join(lines).encode()


# -- running them ---------------------------------------------------------------------------------


@contextmanager
def odd_folder() -> Iterator[Path]:
    """A folder with odd files, as the current one."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in FILES.items():
            (folder / file).write_bytes(content)
        (folder / "folder").mkdir()
        (folder / "circle").symlink_to("circle")
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(before)


class _Output(io.RawIOBase):
    """Takes what is written, or fails as a full disk or a closed pipe does."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.written = b""

    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        if self.kind == "full":
            raise OSError(28, "No space left on device")
        if self.kind == "closed":
            raise BrokenPipeError(32, "Broken pipe")
        self.written += bytes(data)  # type: ignore[call-overload]
        return len(bytes(data))  # type: ignore[call-overload]


class Hangs(BaseException):
    """It takes too long."""


def _alarm(_: int, __: FrameType | None) -> None:
    raise Hangs


def broken_here(line: CommandLine) -> str:
    """Run it in this process; how it breaks a promise, empty if it does not."""
    raw, errors = _Output(line.output), io.StringIO()
    output = io.TextIOWrapper(io.BufferedWriter(raw), "utf-8")
    answers = io.TextIOWrapper(io.BytesIO(line.answers), "utf-8")
    before = signal.signal(signal.SIGALRM, _alarm)
    signal.alarm(SECONDS)
    try:
        with (
            patch.multiple(sys, stdin=answers, stdout=output, stderr=errors),
            patch.dict(os.environ, line.environment),
        ):
            try:
                code: object = main(line.words)
            except SystemExit as leaving:
                code = leaving.code
    except Hangs:
        return f"hangs\n{traceback.format_exc()}"
    except Exception:
        return traceback.format_exc()
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        with suppress(OSError):
            output.detach().detach()
    return _broken(line.words, code, raw.written.decode("utf-8", "replace"), errors.getvalue())


def broken_outside(line: CommandLine) -> str:
    """Run it as a program of its own; how it breaks a promise, empty if it does not."""
    command = [sys.executable, "-m", "inarow", *line.words]
    try:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", f'"$@" {line.redirection}', "inarow", *command],
            input=line.answers,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            env={**os.environ, **line.environment},
        )
    except subprocess.TimeoutExpired:
        return "hangs"
    shown, errors = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
    if "2>" in line.redirection and done.returncode == 2:
        errors = "inarow: (cannot be seen)"
    return _broken(line.words, done.returncode, shown, errors)


def _broken(words: Sequence[str], code: object, shown: str, errors: str) -> str:
    if "Traceback" in shown + errors or "Exception ignored" in errors:
        return f"a traceback\n{shown}\n{errors}"
    if code not in (0, 1, 2) or (code == 1 and not ONE & {*words}):
        return f"exit code {code}\n{shown}\n{errors}"
    if code == 2 and not errors.splitlines()[-1:][0].startswith("inarow"):
        return f"no sentence for exit code 2\n{shown}\n{errors}"
    return ""


def failures(
    seeds: Sequence[int], broken: Callable[[CommandLine], str]
) -> Iterator[tuple[int, CommandLine, str]]:
    """The command lines that break a promise, and how."""
    for seed in seeds:
        line = command_line(seed)
        with odd_folder():
            why = broken(line)
        if why:
            yield seed, line, why


if __name__ == "__main__":
    kind = broken_outside if "outside" in sys.argv else broken_here
    count = 0
    for seed, line, why in failures(range(*map(int, sys.argv[1].split(":"))), kind):
        count += 1
        print(f"== {seed} {line}\n{why[-3000:]}\n", flush=True)
    print(f"{count} command lines broke a promise")
