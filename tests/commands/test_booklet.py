"""`inarow booklet`."""

import json
from pathlib import Path

import pytest

from inarow.cli import main
from support.paths import DATA

SMALL = str(DATA / "booklets" / "5x5x4.booklet")


def test_verify_proves_a_booklet_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["booklet", "verify", SMALL]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("5x5x4: x does not lose against every defence\n")
    main(["booklet", "verify", SMALL, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["pages"], found["diagrams"]) == (9, 5)
    assert f"{found['positions']:,}" in shown


def test_a_booklet_that_fails_is_named_with_the_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.booklet"
    source = Path(SMALL).read_text("utf-8")
    broken.write_text(source.replace("goal draw", "goal win"), "utf-8")
    assert main(["booklet", "verify", str(broken)]) == 1
    assert "the booklet fails at 5x5x4 " in capsys.readouterr().out


def test_show_names_the_move_and_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["booklet", "show", "--booklet", SMALL]) == 0
    shown = capsys.readouterr().out
    assert "x plays column 3: the opening says so.\nThe game is then at page 1.\n" in shown
    main(["booklet", "show", "--booklet", SMALL, "35", "--json"])
    (said,) = json.loads(capsys.readouterr().out)
    assert said == {
        "move": "3",
        "rule": "page",
        "page": 2,
        "diagram": None,
        "mirrored": True,
    }


def test_show_answers_every_move_of_the_opponent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["booklet", "show", "--booklet", SMALL, "3"]) == 0
    assert "o 4, x 4: the opening says so\n" in capsys.readouterr().out
    main(["booklet", "show", "--booklet", SMALL, "3", "--json"])
    assert [each["reply_to"] for each in json.loads(capsys.readouterr().out)] == [*"12345"]


def test_print_writes_a_page_that_needs_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "sheets.html"
    assert main(["booklet", "print", "--booklet", SMALL, str(target)]) == 0
    page = target.read_text("utf-8")
    assert page.count("<svg") == 5
    assert page.count('<li id="page-') == 9
    assert "column 3, row 5 &rarr; column 5, row 1 or else column 1, row 1" in page
    assert "$" not in page
    assert "src=" not in page


def test_build_finds_a_booklet_and_continues_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "small.booklet"
    command = ["booklet", "build", "--rules", "4x4x4", "--goal", "draw", "--threads", "1"]
    command += ["--output", str(target), "--time"]
    for _ in range(60):  # a busy machine may need several
        if main([*command, "0.5"]) == 0:
            break
        assert "run again to continue" in capsys.readouterr().out
    assert capsys.readouterr().out.endswith("diagrams, proved\n")
    assert (tmp_path / "small.booklet.part").read_text().startswith("inarow booklet work 1\n4 4 4")
    assert main(["booklet", "verify", str(target)]) == 0
    assert "x does not lose" in capsys.readouterr().out
    assert main([*command, "0.1"]) == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["verify", "no-such.booklet"], "no-such.booklet: No such file or directory"),
        (["verify", str(DATA / "public_names.txt")], "expected a booklet, which begins with"),
        (["verify", "BINARY"], "binary.booklet: expected text"),
        (["show", "--rules", "9x6x4"], "there is no bundled booklet for 9x6x4"),
        (["show", "--booklet", SMALL, "--rules", "7x6x4"], "expected a position of 5x5x4"),
        (["show", "--booklet", SMALL, "11"], "the booklet does not lead to 5x5x4"),
        (["show", "--booklet", SMALL, "1212121"], "expected an unfinished position"),
        (["build", "--rules", "3x3x3/free"], "expected rules with gravity and a board of at most"),
        (["build", "--rules", "4x4x4", "--threads", "0"], "expected threads from 1 to 256, got 0"),
        (["build", "--rules", "4x4x4", "--output", "OTHER"], "remove it, or choose another name"),
        (["build", "--rules", "4x4x4", "--goal", "win"], "expected a start that keeps the goal"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "binary.booklet").write_bytes(b"\xff\xfe\0")
    (tmp_path / "other.booklet.part").write_text("something else")
    names = {"BINARY": "binary.booklet", "OTHER": "other.booklet"}
    assert main(["booklet", *(names.get(word, word) for word in arguments)]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
