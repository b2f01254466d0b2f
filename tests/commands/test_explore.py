import json
from pathlib import Path

import pytest

from inarow import Board, Record
from inarow.cli import main
from inarow.record.record import save_all

QUICK = ["--threads", "1", "--table-mb", "1"]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    played = [("4453", "1-0"), ("445", "0-1"), ("443", "1/2-1/2"), ("4421", "1-0"), ("12", "*")]
    save_all([Record.of(Board("7x6x4", text), result=end) for text, end in played], path)
    return path


def test_every_move_is_told_with_its_score_and_its_games(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explore", "44", "--games", str(games), *QUICK]) == 0
    assert capsys.readouterr().out == (
        "7x6x4, x to move\n"
        "4 games came here, by 1 order of moves\n"
        "\n"
        "move  score                   games  x wins  draw  o wins\n"
        "   4  +1, x wins in 20 moves\n"
        "3, 5  -2, o wins in 19 moves      3     33%   33%     33%\n"
        "2, 6  -3, o wins in 18 moves      1    100%    0%      0%\n"
        "1, 7  -3, o wins in 18 moves\n"
    )


def test_json_has_the_same(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "44", "--games", str(games), str(games), "--json", *QUICK]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["orders"], found["name"]) == (8, 1, None)
    assert found["moves"][1] == {
        "move": "3",
        "score": -2,
        "text": "o wins in 19 moves",
        "plies": 38,
        "games": 6,
        "first": 2,
        "second": 2,
        "draws": 2,
    }


def test_openings_of_gomoku_are_named_and_estimates_are_called_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explore", "--rules", "gomoku", "h8", "h9", "i9", "--time", "0.1", *QUICK]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("15x15x5/free, o to move: Kagetsu\n")
    assert "≈" in shown
    assert "Scores with ≈ are estimates" in shown


def test_a_file_that_is_no_record_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.txt"
    for data in (b"rubbish", b"\xff\xfe"):
        path.write_bytes(data)
        assert main(["explore", "44", "--games", str(path), *QUICK]) == 2
        error = capsys.readouterr().err
        assert str(path) in error
        assert error.count("\n") == 1


def test_a_finished_game_has_no_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "1213141", *QUICK]) == 2
    assert capsys.readouterr().err == "inarow: the game is over: x wins\n"
