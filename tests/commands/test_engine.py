import os
import subprocess
import sys

from support.program import run
from support.terminal import Terminal


def test_a_conversation_by_ugi() -> None:
    heard = (
        b"ugi\nisready\nposition startpos moves 1 2 1 2 1 3\nquery p1turn\nnonsense\ngo depth 3\n"
    )
    ran = run("engine", "--threads", "1", "--table-mb", "1", answers=heard)
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("id name inarow ")
    assert "option name threads type spin default 1 min 1 max 256" in lines
    after = lines[lines.index("ugiok") + 1 :]
    assert after[:2] == ["readyok", "response true"]
    assert after[2].startswith("info string expected one of ugi, ")
    assert after[-1] == "bestmove 1"  # also when nothing more is heard
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_end_of_input_ends_an_endless_search() -> None:
    ran = run("engine", answers=b"setoption name rules value gomoku\ngo infinite\n")
    assert ran.stdout.splitlines()[-1].startswith("bestmove ")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_quit_is_obeyed_at_once() -> None:
    ran = run("engine", answers=b"setoption name rules value gomoku\ngo infinite\nquit\nugi\n")
    assert ran.returncode == 0
    assert "ugiok" not in ran.stdout


def test_a_conversation_by_gomocup() -> None:
    heard = b"INFO timeout_turn 0\r\nSTART 15\r\nBEGIN\r\nEND\r\n"
    ran = run("engine", "--protocol", "gomocup", "--threads", "1", "--table-mb", "1", answers=heard)
    assert ran.stdout.splitlines()[0] == "OK"
    assert (ran.returncode, ran.stderr) == (0, "")


def test_bytes_that_are_no_text_get_an_answer() -> None:
    ran = run("engine", answers=b"\xff\xfe\nisready\n", PYTHONUTF8="0")
    assert ran.stdout.splitlines()[-1] == "readyok"
    assert (ran.returncode, ran.stderr) == (0, "")


def test_bad_settings_are_refused() -> None:
    ran = run("engine", "--threads", "0")
    assert (ran.returncode, ran.stderr) == (2, "inarow: expected threads from 1 to 256, got 0\n")


def test_ctrl_c_ends_it_during_a_search() -> None:
    terminal = Terminal("engine")
    os.write(terminal.ours, b"setoption name rules value gomoku\ngo infinite\nisready\n")
    terminal.read_until(b"readyok")
    os.write(terminal.ours, b"\x03")
    assert terminal.finish() == 130
    assert "Traceback" not in terminal.text


def test_nobody_listens_any_more() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "inarow", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdout.close()
    program.stdin.write(b"isready\ngo depth 2\nisready\n")
    _, complaints = program.communicate(timeout=60)
    assert (program.returncode, complaints) == (0, b"")
