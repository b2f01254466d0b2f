import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.commands import puzzles
from inarow.puzzles import Theme, daily, shipped, unpacked
from support.terminal import Terminal


def test_puzzles_are_printed_and_the_same_for_the_same_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["puzzles", "5x4x4=2", "4x4x3=1", "--seed", "7", "--json", "--workers", "1"]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert [each["rules"] for each in json.loads(printed)] == ["5x4x4", "5x4x4", "4x4x3"]
    main(arguments)
    assert capsys.readouterr().out == printed


def test_puzzles_are_written_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    assert main(["puzzles", "4x4x3=1", "--output", str(file), "--workers", "1"]) == 0
    assert len(json.loads(file.read_text())) == 1
    assert capsys.readouterr().out == f"wrote 1 puzzles to {file}\n"


@pytest.mark.parametrize("wanted", ["7x6x4", "7x6x4=many", "7x6=3"])
def test_what_is_no_count_of_some_rules(wanted: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", wanted]) == 2
    assert capsys.readouterr().err.startswith("inarow: expected rules")


@pytest.mark.parametrize("rules", ["18x18x4", "12x12x4", "10x10x5/free"])
def test_puzzles_are_for_boards_that_can_be_solved(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", f"{rules}=1"]) == 2
    assert "exact solving" in capsys.readouterr().err


def test_more_puzzles_than_there_are_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "2x2x2=9", "--json", "--workers", "1"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == []
    assert printed.err.startswith("inarow: found only 0 puzzles of 2x2x2, not 9")


def test_without_a_terminal_they_are_listed_without_answers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["puzzles", "--theme", "sacrifice"]) == 0
    printed = capsys.readouterr().out
    count = sum(puzzle.theme is Theme.SACRIFICE for puzzle in shipped())
    assert printed.count("to move: find the only") == count
    assert printed.count("Sacrifice of a column") == count


def test_the_themes_are_those_of_the_library() -> None:
    assert tuple(theme.word for theme in Theme) == puzzles.THEMES


def test_the_puzzle_of_the_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--daily", "--json"]) == 0
    (printed,) = json.loads(capsys.readouterr().out)
    today = datetime.now(UTC).date()
    assert printed["name"] in [daily(today).name, daily(today - timedelta(days=1)).name]


def test_the_rating_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert main(["puzzles", "--rating"]) == 0
    assert capsys.readouterr().out.startswith("Your puzzle rating: about 1500;")


def test_the_bundled_kind_of_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.z"
    assert main(["puzzles", "4x4x3=3", "--output", str(file), "--workers", "1"]) == 0
    assert len(list(unpacked(file.read_bytes()))) == 3


def test_in_a_terminal_they_are_played_and_remembered(tmp_path: Path) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    window = Terminal("puzzles", environment=environment)
    window.answer("hint")
    window.answer("solution")
    window.answer("quit")
    assert window.finish() == 0
    assert b"The solution: " in window.shown
    (line,) = (tmp_path / "inarow" / "puzzles.jsonl").read_text().splitlines()
    assert json.loads(line)["solved"] is False


def test_puzzles_that_were_made_have_names_of_their_own(tmp_path: Path) -> None:
    window = Terminal(
        "puzzles", "4x4x3=1", "--seed=5", "--workers=1", environment={"HOME": str(tmp_path)}
    )
    window.wait_for_prompt()
    assert b"(1-seed5) on 4x4x3" in window.shown
    window.type(b"\x03")
    assert window.finish() == 130


def test_after_the_puzzle_of_the_day_come_others(tmp_path: Path) -> None:
    window = Terminal("puzzles", "--daily", environment={"HOME": str(tmp_path)})
    window.answer("next")
    window.answer("quit")
    assert window.finish() == 0
    assert window.shown.count(b" on 7x6x4: rating ") >= 1
    assert window.shown.count(b": rating ") == 2
