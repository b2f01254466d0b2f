import json
from pathlib import Path

import pytest

import inarow as ir
from inarow.cli import main
from support.program import run
from support.terminal import Terminal


def test_analyze_draws_the_scores_in_the_cells(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", "--rules", "tic-tac-toe", "b2", "b1", "--table-mb", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:7] == [
        "3 | +2  0 +2",
        "2 | +2  x +2",
        "1 | +2  o +2",
        "     a  b  c",
        "",
        "x to move: x wins in 3 moves",
        "best: a1 c1 a2 c2 a3 c3",
    ]
    assert len(lines[7].split()) == 1 + 5
    main(["analyze", "--rules", "4x4x4/free", "b2", "--table-mb", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "2 | 0 x 0 0"
    assert lines[7] == "best: every move"
    main(["analyze", "--rules", "3x10x9/free", "--table-mb", "1", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["moves"]["c10"] == {"score": 0, "text": "draw", "plies": 30}


def test_analyze_draws_the_scores(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", "44444325"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[6:] == [
        " 1  2  3  4  5  6  7",
        "-4 +3 +3 -3 +1 -2 -3",
        "",
        "x to move: x wins in 15 moves",
        "best: 2 3",
        lines[11],
    ]
    assert lines[11].startswith("line: 3")
    main(["analyze", "44444325", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["best"] == ["2", "3"]
    assert found["moves"]["1"]["score"] == -4
    assert len(found["line"]) == found["plies"]


def test_every_line_gets_its_scores_in_order(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("33 -1\n\n 3212\n")
    output = tmp_path / "scores.jsonl"
    files = ["--input", str(tmp_path / "games.txt"), "--output", str(output)]
    assert main(["analyze", "--rules", "5x4x4", *files, "--workers", "2"]) == 0
    solver = ir.Solver(table_mb=1)
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert [line["input"] for line in lines] == ["33", "3212"]
    for line in lines:
        position = ir.Board(ir.Rules(5, 4, 4), line["input"]).position
        analysis = solver.analyze(position, line=False)
        assert line["position"] == position.text()
        assert line["score"] == analysis.score.value
        values = {move: each["score"] for move, each in line["moves"].items()}
        assert values == {str(m + 1): score.value for m, score in analysis.scores.items()}
        assert line["best"] == [str(move + 1) for move in analysis.best]


def test_position_texts_of_any_game_can_be_piped() -> None:
    texts = ["5x4x4 5/5/2o2/2x2 x", "3x3x3/free 3/1x1/2o x"]
    done = run("analyze", "--input", "-", "--workers", "1", answers="\n".join(texts).encode())
    assert [json.loads(line)["position"] for line in done.stdout.splitlines()] == texts
    assert done.stderr == ""


def test_moves_without_gravity_may_be_followed_by_a_score() -> None:
    command = ("analyze", "--rules", "tic-tac-toe", "--input", "-", "--workers", "1")
    done = run(*command, answers=b"b2 a1 +0\n")
    assert json.loads(done.stdout)["input"] == "b2a1"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("33\n\n39\n", "line 3: expected a column from 1 to 5, got '9' at character 2"),
        ("33\n1212121\n", "line 2: the game is over: x wins"),
        ("6x4x4 6/6/6/2x3 o\n", "line 1: expected a position of 5x4x4, got one of 6x4x4"),
        ("33\n33333\n", "line 2: column 3 is full, in move 5"),
    ],
)
def test_a_line_without_an_answer_is_named_and_the_others_are_answered(
    tmp_path: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    games, output = tmp_path / "games.txt", tmp_path / "out"
    games.write_text(f"{text}3212\n", encoding="utf-8-sig")
    files = ["--input", str(games), "--output", str(output)]
    assert main(["analyze", "--rules", "5x4x4", *files, "--workers", "1"]) == 1
    reported, counted = capsys.readouterr().err.splitlines()
    assert reported.startswith(f"inarow: {games}, {says}")
    answered = [json.loads(line)["input"] for line in output.read_text().splitlines()]
    assert answered == [row for row in text.split("\n") if row == "33"] + ["3212"]
    assert counted == f"inarow: 1 of {len(answered) + 1} lines skipped"


def test_a_file_in_utf_16_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games.txt"
    games.write_text("33\n3212\n", encoding="utf-16")
    assert main(["analyze", "--rules", "5x4x4", "--input", str(games), "--workers", "1"]) == 0
    answers = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["input"] for line in answers] == ["33", "3212"]


def test_typed_rows_are_answered_one_by_one() -> None:
    terminal = Terminal("analyze", "--rules", "4x4x3", "--input", "-")
    terminal.read_until(b"Ctrl-D ends.\r\n")
    for row in (b"2", b"23"):
        terminal.type(row + b"\n")
        terminal.read_until(b'{"input": "' + row + b'", ')
    terminal.type(b"\x04")
    assert terminal.finish() == 0


def test_wide_boards_have_numbers_for_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", "12x2x2", "12/11x", "x", "--table-mb", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == ["best: 11 12", "line: 11"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--workers", "2", "33"], "expected --workers only with --input"),
        (["--output", "x", "33"], "expected --output only with --input"),
        (["--scheduler", "x", "33"], "expected --scheduler only with --input"),
        (["--input", "GAMES", "33"], "expected a position or --input, not both"),
        (["--input", "GAMES", "--threads", "2"], "expected --workers, not --threads, with --input"),
        (["--input", "GAMES", "--workers", "0"], "expected at least one worker, got 0"),
        (["--input", "GAMES", "--output", "GAMES"], "expected another file for --output than"),
        (["--input", "GAMES", "--scheduler", "x"], "expected a scheduler's address such as tcp:"),
        (
            ["--input", "GAMES", "--scheduler", "tcp://127.0.0.1:1", "--workers", "2"],
            "expected --workers or --scheduler, not both",
        ),
        (["--input", "no-such-file"], "no-such-file: No such file or directory"),
    ],
)
def test_what_makes_no_sense_together_is_told(
    tmp_path: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games.txt"
    games.write_text("4444445\n")
    words = [str(games) if word == "GAMES" else word for word in arguments]
    assert main(["analyze", *words]) == 2
    assert capsys.readouterr().err.startswith(f"inarow: {says}")
    assert games.read_text() == "4444445\n"
