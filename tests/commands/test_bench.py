import json
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.commands import bench


def test_the_fixed_set_has_its_signature(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["nodes"] == found["signature"] == bench.SIGNATURE
    assert (found["positions"], found["wrong"]) == (29, 0)


def test_another_signature_is_noticed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "SIGNATURE", 5)
    monkeypatch.setattr(bench, "SET", "\n7x6x4 445566 18\n")
    assert main(["bench"]) == 1
    assert "expected 5: the search differs from the one of this version" in capsys.readouterr().out


def test_a_file_of_moves_and_scores_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "set.txt"
    path.write_text("445566 18\n\n44444325 3\n")
    assert main(["bench", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: 2 positions, 0 wrong")
    path.write_text("445566 17\n")
    assert main(["bench", str(path)]) == 1
    assert capsys.readouterr().err == "445566: expected 17, got 18\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("445566 18\n99 3\n", "line 2: expected a column from 1 to 7, got '9' at character 1"),
        ("445566 x\n", "line 1: expected moves and a score, got '445566 x'"),
        ("4455667 0\n", "line 1: the game is over: x wins"),
        ("445566 18\n4453\n", "line 2: expected moves and a score, got '4453'"),
        ("445566 99999999999\n", "line 1: expected moves and a score, got '445566 9999"),
    ],
)
def test_bad_files_get_one_sentence(
    tmp_path: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "set.txt"
    path.write_text(text)
    assert main(["bench", str(path)]) == 2
    assert says in capsys.readouterr().err
    assert main(["bench", "--rules", "6x5x4"]) == 2
