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

class Meter(solve.SolveMeter):
    def __call__(self, *known):
        super().__call__(*known)
        signal.raise_signal(signal.SIGINT)

solve.SolveMeter = Meter
signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored here
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


def test_solve_reads_lines_of_cells_with_or_without_spaces_and_scores() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "inarow", "solve", "--threads", "1", "--rules", "tic-tac-toe"],
        input="b2 b1\nb2b1 2\n\nb2 a1 0\nb2 b2\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "b2b1 2\nb2b1 2\n0\nb2a1 0\n"
    assert run.stderr == "inarow: line 5: cell b2 is taken, in move 2\n"
    assert run.returncode == 2


def test_boards_beyond_exact_solving_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--rules", "gomoku", "h8"]) == 2
    expected = "exact solving without gravity reaches 80 cells, got 15x15x5/free with 225"
    assert capsys.readouterr().err == f"inarow: {expected}\n"
