import json
from pathlib import Path

import pytest

from inarow.cli import main


def test_puzzles_are_printed_and_the_same_for_the_same_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["puzzles", "5x4x4=2", "4x4x3=1", "--seed", "7"]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert [each["rules"] for each in json.loads(printed)] == ["5x4x4", "5x4x4", "4x4x3"]
    main(arguments)
    assert capsys.readouterr().out == printed


def test_puzzles_are_written_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    assert main(["puzzles", "4x4x3=1", "--output", str(file)]) == 0
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
