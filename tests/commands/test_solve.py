import json
import subprocess
import sys

import pytest

from inarow.cli import main
from support.program import run as program
from support.terminal import Terminal


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
        input="44444325\n9\n445566 99\n4455667\n445566\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "44444325 3\n445566 18\n445566 18\n"
    assert run.stderr.splitlines() == [
        "inarow: standard input, line 2: expected a column from 1 to 7, got '9' at character 1",
        "inarow: standard input, line 4: the game is over: x wins",
        "inarow: 2 of 5 lines skipped",
    ]
    assert run.returncode == 1


def test_rules_that_cannot_be_solved_are_refused_once() -> None:
    done = program("solve", "--rules", "gomoku", answers=b"h8\nh9\n")
    assert done.stderr.startswith("inarow: exact solving without gravity reaches 80 cells")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_byte_order_mark_is_no_move() -> None:
    done = program("solve", answers="\ufeff44444325\n".encode())
    assert (done.stdout, done.stderr, done.returncode) == ("44444325 3\n", "", 0)


def test_typed_rows_are_answered_one_by_one() -> None:
    terminal = Terminal("solve", "--threads", "1")
    terminal.read_until(b"Ctrl-D ends.\r\n")
    terminal.type(b"44444325\n")
    terminal.read_until(b"44444325 3\r\n")
    terminal.type(b"\n4455667\n")
    terminal.read_until(b"line 3: the game is over: x wins\r\n")
    terminal.type(b"\x04")
    assert terminal.finish() == 1


def test_solve_reads_lines_of_cells_with_or_without_spaces_and_scores() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "inarow", "solve", "--threads", "1", "--rules", "tic-tac-toe"],
        input="b2 b1\nb2b1 2\n\nb2 a1 0\nb2 b2\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "b2b1 2\nb2b1 2\nb2a1 0\n"
    assert run.stderr.startswith("inarow: standard input, line 5: cell b2 is taken, in move 2\n")
    assert run.returncode == 1


def test_empty_lines_are_no_positions_and_position_texts_are() -> None:
    lines = "\n44444325\n \n7x6x4 7/7/7/7/3oo2/3xxxo x 9\ntic-tac-toe b2 b1\n"
    done = program("solve", "--threads", "1", answers=lines.encode())
    assert done.stdout == "44444325 3\n7x6x4 7/7/7/7/3oo2/3xxxo x 18\ntic-tac-toe b2b1 2\n"
    assert (done.stderr, done.returncode) == ("", 0)


def test_the_position_may_begin_with_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "tic-tac-toe", "b2", "b1"]) == 0
    assert capsys.readouterr().out == "+2  x wins in 3 moves\n"
    assert main(["solve", "tic-tac-toe", "b2", "--rules", "4x4x3/free"]) == 2
    said = "inarow: expected a position of 4x4x3/free, got one of 3x3x3/free\n"
    assert capsys.readouterr().err == said


def test_boards_beyond_exact_solving_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--rules", "gomoku", "h8"]) == 2
    expected = "exact solving without gravity reaches 80 cells, got 15x15x5/free with 225"
    assert capsys.readouterr().err == f"inarow: {expected}\n"
