import json
import subprocess
import sys

import pytest

from inarow.cli import main


def test_ctrl_c_ends_it_with_what_is_known() -> None:
    program = """
import signal, sys, threading
from inarow.cli import main
from inarow.commands import solve

class Meter(solve._Meter):
    def __call__(self, *known):
        super().__call__(*known)
        signal.raise_signal(signal.SIGINT)

solve._Meter = Meter
sys.exit(main(["solve", "--rules", "8x8x4", "4"]))
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert run.returncode == 130
    assert "stopped: the score lies between -" in run.stdout
    assert run.stderr == ""


def test_solve_prints_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "44444325", "--table-mb", "4"]) == 0
    assert capsys.readouterr().out == "+3  x wins in 15 moves\n"
    main(["solve", "44444325", "--json", "--weak", "--threads", "1"])
    found = json.loads(capsys.readouterr().out)
    assert (found["score"], found["text"], found["plies"]) == (1, "x wins", None)


def test_solve_reads_lines_and_answers_each() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "inarow", "solve", "--threads", "1"],
        input="44444325\n445566 99\n9\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "44444325 3\n445566 18\n"
    assert run.stderr == "inarow: line 3: expected a column from 1 to 7, got '9' at character 1\n"
    assert run.returncode == 2


def test_analyze_draws_the_scores(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", "44444325"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[6:] == [
        " 1  2  3  4  5  6  7",
        "-4 +3 +3 -3 +1 -2 -3",
        "",
        "x to move: x wins in 15 moves",
        "best: 2 3",
        lines[11],
    ]
    assert lines[11].startswith("line: 3")
    main(["analyze", "44444325", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["best"] == ["2", "3"]
    assert found["moves"]["1"]["score"] == -4
    assert len(found["line"]) == found["plies"]
