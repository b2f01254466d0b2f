import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from inarow.cli import main
from support.terminal import Terminal

QUICK = ["--threads", "1", "--table-mb", "1"]


def test_sentences_come_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "4455", "--move", "3", *QUICK]) == 0
    assert capsys.readouterr().out == (
        "x's column 3 keeps the win: x wins in 2 moves, this one included.\n"
        "x threatens to win with column 2 or 6, and o can block only one of them.\n"
        "Best play: o 2, x 6, and x wins: columns 3 to 6 of row 1.\n"
    )


def test_json_has_the_facts_and_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "4455", "--json", *QUICK]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["score"] == {"score": 18, "plies": 3, "text": "x wins in 2 moves"}
    assert [fact["kind"] for fact in found["facts"]] == ["score", "forced_win"]
    assert [each["heading"] for each in found["passages"]] == [
        "Last move: o, column 5",
        "Now: x to move",
    ]
    main(["explain", "--rules", "gomoku", "h8", "--json"])
    assert json.loads(capsys.readouterr().out)["score"] is None


def test_the_picture_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plan.svg"
    assert main(["explain", "--rules", "2x4x3", "--svg", str(path), *QUICK]) == 0
    texts = [element.text for element in ElementTree.parse(path).getroot()]
    assert texts.count("+") == texts.count("-") == 4
    assert main(["explain", "44", "--svg", str(tmp_path)]) == 2
    assert "expected an ordinary file to write to" in capsys.readouterr().err


def test_no_time_for_a_score_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--rules", "8x8x4", "4", "--time", "0.01", *QUICK]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "The exact score was not found within 0.01 seconds; allow more with --time."
    )
    main(["explain", "--rules", "18x18x4", "4"])
    assert "The board is too large for an exact score." in capsys.readouterr().out


@pytest.mark.parametrize("rules", ["18x18x4", "9x9x4"])
def test_a_move_that_ends_the_game_lacks_no_score(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "131313", "--move", "1", "--rules", rules, "--time=0.1", *QUICK]) == 0
    assert capsys.readouterr().out == "x wins: rows 1 to 4 of column 1.\n"


def test_the_score_is_found_where_those_of_all_moves_take_too_long(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "--rules", "9x6x4", "5566", "--json", *QUICK]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["score"] == {"score": 24, "plies": 3, "text": "x wins in 2 moves"}
    main(["explain", "--rules", "9x6x4", "5566", *QUICK])
    said = capsys.readouterr().out
    assert "Play column 4 and win by force" in said
    assert "The exact score was not found" not in said


def test_one_second_is_not_said_in_the_plural(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.search.oracle.Oracle.best", lambda *_, **__: None)
    main(["explain", "--rules", "8x8x4", "4", "--time", "1", *QUICK])
    assert "was not found within 1 second; allow more" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["44", "--move", "9"], "expected a column from 1 to 7, got '9'"),
        (["444444", "--move", "4"], "column 4 is full"),
        (["4455667", "--move", "1"], "the game is over, column 1 cannot be played"),
        (["44", "--time", "soon"], "expected seconds above 0, got 'soon'"),
        (["44", "--time", "nan"], "expected seconds above 0, got 'nan'"),
        (["7x6x4 7/7/7/7/x6/7 o"], "nothing lies under the disc in column 1, row 2"),
    ],
)
def test_bad_input_gets_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["explain", *arguments])
    except SystemExit as left:
        code = int(left.code or 0)
    shown = capsys.readouterr()
    assert code == 2
    assert complaint in shown.err
    assert shown.err.count("\n") == 1


def test_a_colour_terminal_gets_colours() -> None:
    arguments = ["explain", "--rules", "tic-tac-toe", "b2", "a2", "--picture"]
    terminal = Terminal(*arguments, environment={"TERM": "xterm", "NO_COLOR": ""})
    assert terminal.finish() == 0
    assert "\x1b[38;5;166m1\x1b[0m" in terminal.text  # the first move of the forced line
    assert "x wins by force" in terminal.text
