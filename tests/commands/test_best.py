import json

import pytest

from inarow.cli import main
from support.terminal import Terminal


def test_moves_come_with_what_they_are_worth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "445566", "--lines", "2", "--time", "0.05"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["3", "7"]
    assert all(line.endswith("x wins in 1 move") for line in lines)


def test_any_board_will_do(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--rules", "gomoku", "h8", "h9", "--time", "0.05", "--threads", "1"]
    assert main(["best", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (move,) = found["moves"]
    assert found["position"].startswith("15x15x5/free ")
    assert move["line"].split()[0] == move["move"]
    assert {"estimate", "text", "win_probability"} <= set(move)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["4455667"], "the game is over: x wins"),
        (["4", "--lines", "0"], "expected lines from 1 on, got 0"),
        (["4", "--threads", "0"], "expected threads from 1 to 256, got 0"),
        (["9"], "expected a column from 1 to 7"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["best", *arguments]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_ctrl_c_shows_the_best_so_far() -> None:
    terminal = Terminal("best", "--rules", "gomoku", "h8", "--time", "600", "--threads", "1")
    terminal.read_until(b"depth ")
    terminal.type(b"\x03")
    assert terminal.finish() == 130
    assert ", then " in terminal.text
    assert terminal.text.rstrip().endswith("seconds: the best so far")


def test_wide_boards_have_numbers_for_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "12x4x4", "12/11x/11x/11x", "x", "--time", "0.05"]) == 0
    assert capsys.readouterr().out == " 12  x wins in 1 move\n"
