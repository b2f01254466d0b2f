"""Try every command of an installed inarow as a user would: `python release/smoke.py [EXTRA ...]`.

Run it with the Python that inarow is installed for; nothing else is needed. The extras are those
that are installed with it: a command that needs another one must say so in one sentence. The list
of commands comes from `inarow --help`, so that one without a trial here is a failure.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Collection
from importlib.metadata import version
from pathlib import Path
from typing import Final

LIMIT: Final = 300
"""Seconds that a command may take; far too many, but not for ever."""

PROGRAM: Final = Path(sysconfig.get_path("scripts")) / (
    "inarow.exe" if os.name == "nt" else "inarow"
)


BOT: Final = """def agent(seen, settings):
    return next(column for column in range(settings.columns) if not seen.board[column])
"""


class SmokeError(Exception):
    """A command did not do what it should."""


class Program:
    """The installed program, run in a folder of its own, with only *extras* beside it."""

    def __init__(self, folder: Path, extras: Collection[str] = (), path: Path = PROGRAM) -> None:
        self.folder = folder
        self.extras = extras
        self.path = path
        ours = {"PYTHONUTF8": "1", "INAROW_DATA": str(folder / "data"), "TERM": "dumb"}
        self.environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | ours

    def run(self, *arguments: str, answers: str = "", code: int = 0) -> str:
        """What the command prints; its complaint where another exit code than 0 is expected."""
        done = subprocess.run(
            [str(self.path), *arguments],
            input=answers,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            cwd=self.folder,
            env=self.environment,
            timeout=LIMIT,
        )
        if done.returncode != code:
            raise SmokeError(
                f"expected exit code {code}, got {done.returncode}: {done.stdout}{done.stderr}"
            )
        return done.stderr if code else done.stdout

    def needs(self, extra: str, *arguments: str) -> None:
        """The command must say in one sentence that it needs an extra."""
        said = self.run(*arguments, code=2)
        expect(f"inarow[{extra}]" in said and said.count("\n") == 1, said)


def expect(right: bool, shown: object) -> None:
    """A `SmokeError` with what was shown if it is not right."""
    if not right:
        raise SmokeError(f"not expected: {str(shown)[:2000]}")


def commands_of(help_text: str) -> list[str]:
    """The commands that `inarow --help` lists."""
    _, _, rest = help_text.partition("\n  COMMAND\n")
    return re.findall(r"^    (\w+)", rest, re.MULTILINE)


# -- one trial for each command -------------------------------------------------------------------


def classic(program: Program) -> None:
    shown = program.run("classic", answers="x\nn\n0\n")
    expect("It's o's turn!" in shown, shown)


def play(program: Program) -> None:
    game = ("play", "--plain", "--rules", "7x6x4", "--x", "Ann", "--o", "random")
    shown = program.run(*game, "--moves", "112233", answers="4\nsave game.txt\nquit\n")
    expect("Ann (x) wins: columns 1 to 4 of row 1." in shown, shown)
    expect('[First "Ann"]' in (program.folder / "game.txt").read_text("utf-8"), shown)
    if os.name == "posix":
        from screen import full_screen

        full_screen(program, has_textual="tui" in program.extras)


def solve(program: Program) -> None:
    shown = program.run("solve", "44444325")
    expect(shown == "+3  x wins in 15 moves\n", shown)
    shown = program.run("solve", "--rules", "3x3x3/free", "")
    expect(shown.startswith(" 0 ") or "draw" in shown, shown)


def analyze(program: Program) -> None:
    shown = program.run("analyze", "44444325")
    expect("\nbest: 2 3\n" in shown and "-4 +3 +3 -3 +1 -2 -3\n" in shown, shown)
    (program.folder / "many.txt").write_text("44444325\n112233\n", "utf-8")
    lines = program.run("analyze", "--input", "many.txt", "--workers", "2").splitlines()
    expect([json.loads(line)["score"] for line in lines] == [3, 18], lines)
    if "farm" not in program.extras:
        scheduler = ("--scheduler", "tcp://127.0.0.1:8786")
        program.needs("farm", "analyze", "--input", "many.txt", *scheduler)


def best(program: Program) -> None:
    shown = json.loads(program.run("best", "112233", "--time", "1", "--json"))
    expect(shown["moves"][0]["move"] == "4", shown)
    shown = json.loads(program.run("best", "--rules", "gomoku", "h8", "--time", "0.2", "--json"))
    expect(re.fullmatch(r"[a-o]\d+", shown["moves"][0]["move"]) is not None, shown)


def explain(program: Program) -> None:
    shown = program.run("explain", "112233", "--svg", "plan.svg")
    expect("x can win immediately at d1." in shown, shown)
    expect("<svg" in (program.folder / "plan.svg").read_text("utf-8"), "no picture")


def review(program: Program) -> None:
    record = '[First "Ann"]\n[Rules "7x6x4"]\n[Result "1-0"]\n\n1. 1 1 2. 2 2 3. 3 3 4. 4 1-0\n'
    (program.folder / "record.txt").write_text(record, "utf-8")
    shown = program.run("review", "record.txt", "--save", "reviewed.txt")
    expect("4. x 4      best" in shown, shown)
    expect("{" in (program.folder / "reviewed.txt").read_text("utf-8"), "no comments")


def explore(program: Program) -> None:
    shown = program.run("explore", "44")
    expect("+1, x wins in 20 moves" in shown, shown)


def detect(program: Program) -> None:
    shown = program.run("detect", "4455667")
    names = ("views", "last_move", "scan", "convolution", "line_count", "bitboard")
    expect(all(name in shown for name in names), shown)


def count(program: Program) -> None:
    shown = program.run("count", "--plies", "4")
    expect("\n  4            2,401                0\n" in shown, shown)


def puzzles(program: Program) -> None:
    (puzzle,) = json.loads(program.run("puzzles", "4x4x3=1"))
    expect(puzzle["rules"] == "4x4x3", puzzle)


def book(program: Program) -> None:
    program.run("book", "build", "--rules", "5x4x4", "--depth", "3")
    shown = program.run("book", "verify", "5x4x4.book")
    expect("5x4x4" in program.run("book", "info", "5x4x4.book"), shown)
    shown = program.run("book", "lookup", "4453")  # in the one that comes with the package
    expect(shown.startswith("-2  o wins in 18 moves\n"), shown)


def booklet(program: Program) -> None:
    made = ("--rules", "4x4x3", "--time", "2")
    shown = program.run("booklet", "build", *made)
    expect("diagrams, proved" in shown, shown)
    shown = program.run("booklet", "verify", "4x4x3.booklet")
    expect("x wins against every defence" in shown, shown)
    program.run("booklet", "print", "--booklet", "4x4x3.booklet", "sheets.html")
    expect("<svg" in (program.folder / "sheets.html").read_text("utf-8"), "no pictures")
    shown = program.run("booklet", "show", "--booklet", "4x4x3.booklet")
    expect("x plays column" in shown, shown)


def arena(program: Program) -> None:
    match = ("random", "cautious", "--games", "2", "--rules", "4x4x3")
    shown = json.loads(program.run("arena", *match, "--json"))
    expect(shown["games"] == 2 and not shown["forfeits"], shown)


def judge(program: Program) -> None:
    (program.folder / "bot.py").write_text(BOT, "utf-8")
    few = ("--games", "2", "--questions", "4", "--rules", "4x4x3")
    shown = json.loads(
        program.run("judge", "random", "bot.py", *few, "--json", "--report", "a.html")
    )
    expect([agent["name"] for agent in shown["agents"]] == ["random", "bot.py"], shown)
    expect("<svg" in (program.folder / "a.html").read_text("utf-8"), "no plots")


def engine(program: Program) -> None:
    talk = "ugi\nposition startpos moves 1 2 1 2 1 2\ngo movetime 500\nquit\n"
    shown = program.run("engine", answers=talk)
    expect(f"id name inarow {version('inarow')}\n" in shown and "bestmove 1\n" in shown, shown)


def serve(program: Program) -> None:
    if "web" in program.extras:
        from site_visit import visit

        visit(program)
    else:
        program.needs("web", "serve", "--port", "0")


def bench(program: Program) -> None:
    shown = program.run("bench")
    expect(" 0 wrong" in shown and "as expected" in shown, shown)


def completion(program: Program) -> None:
    for shell in ("bash", "zsh", "tcsh"):
        shown = program.run("completion", shell)
        expect("arena" in shown, shown)


TRIALS: Final[dict[str, Callable[[Program], None]]] = {
    trial.__name__: trial
    for trial in (
        *(play, classic, solve, analyze, best, explain, review, explore, detect, count, puzzles),
        *(book, booklet, arena, judge, engine, serve, bench, completion),
    )
}


# -- all of them ----------------------------------------------------------------------------------


def environments(program: Program) -> None:
    """Not a command, but the extra that has none."""
    code = (
        "import gymnasium, inarow.env; e = gymnasium.make('inarow/ConnectFour-v0'); "
        "e.reset(seed=1); e.step(3); from inarow.env import pettingzoo"
    )
    subprocess.run([sys.executable, "-c", code], cwd=program.folder, check=True, timeout=LIMIT)


def notebook(program: Program) -> None:
    """The widget can be made: it finds the files of the site, and plays."""
    code = (
        "import inarow as ir; w = ir.widget.BoardWidget('7x6x4'); w.play(3); "
        "assert w.board.moves == (3,) and 'BoardElement' in w._esm; w.close()"
    )
    subprocess.run([sys.executable, "-c", code], cwd=program.folder, check=True, timeout=LIMIT)


def try_all(program: Program) -> list[str]:
    """The commands that were tried, all of them; a `SmokeError` if one fails."""
    shown = program.run("--version")
    expect(shown == f"inarow {version('inarow')}\n", shown)
    commands = commands_of(program.run("--help"))
    expect(sorted(commands) == sorted(TRIALS), f"commands {commands}, trials {list(TRIALS)}")
    for command in commands:
        try:
            TRIALS[command](program)
        except Exception as error:
            raise SmokeError(f"inarow {command}: {error}") from error
    if "env" in program.extras:
        environments(program)
    if "notebook" in program.extras:
        notebook(program)
    return commands


def main(extras: list[str]) -> int:
    """Try all commands; the exit code."""
    with tempfile.TemporaryDirectory(prefix="inarow-smoke-", ignore_cleanup_errors=True) as folder:
        try:
            commands = try_all(Program(Path(folder), extras))
        except SmokeError as error:
            print(f"smoke: {error}", file=sys.stderr)
            return 1
    print(f"  {len(commands)} commands do what they should, with {' '.join(extras) or 'no extras'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
