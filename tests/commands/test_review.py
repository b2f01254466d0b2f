import json
import subprocess
import sys
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.record.record import Record

GAME = """[Rules "3x3x3/free"]
[First "Ann"]
1. b2 a2 2. c2 c1 3. a1 c3 4. b1 b3 5. a3 1/2-1/2
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    return str(path)


def test_every_move_has_its_grade_and_bad_ones_their_reasons(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", game, "--threads", "1", "--table-mb", "1"]) == 0
    assert (
        capsys.readouterr().out
        == """\
  1. x b2     best
  1. o a2?    mistake
       o's a2 turns a draw into a loss: now x wins in 3 moves. a1, c1, a3 and
       c3 were better. o lets x win by force: x plays a1, o must answer with
       c3, x plays b1 and threatens to win with b3 or c1; o can block only one
       of them.
  2. x c2?    mistake
       x's c2 throws away a win in 3 moves: now the game is a draw. There were
       6 better moves, such as a1. x misses a forced win: x plays a1, o must
       answer with c3, x plays b1 and threatens to win with b3 or c1; o can
       block only one of them.
  2. o c1     best
  3. x a1     best
  3. o c3     best
  4. x b1     best
  4. o b3     best
  5. x a3     best

     best  good  inaccuracy  mistake  blunder  moves
x       4     0           0        1        0      5
o       3     0           0        1        0      4
both    7     0           0        2        0      9

x (Ann): 4 of 5 moves judged exactly kept the result; 1 mistake.
o: 3 of 4 moves judged exactly kept the result; 1 mistake.
Turning point: move 2, x c2.
"""
    )


def test_of_a_side_that_has_not_moved_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "4", "--threads", "1", "--table-mb", "1"]) == 0
    said = capsys.readouterr().out
    assert said.endswith("\nx: the one move judged exactly kept the result; no mistakes.\n")


def test_good_moves_are_explained_on_demand(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["review", game, "--all", "--threads", "1", "--table-mb", "1"])
    assert "o's c3 stops x from winning there." in capsys.readouterr().out


def test_the_review_is_saved_and_can_be_read(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "reviewed.txt"
    assert main(["review", game, "--save", str(saved), "--json", "--threads", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["turning_point"] == 3
    node = Record.load(saved).main.nodes[2]
    assert node.comment.startswith("Mistake. x's c2 throws away a win in 3 moves: ")
    assert node.variations[0].moves == [0, 8, 1, 7, 2]
    assert Path(game).read_text() == GAME


def test_names_in_a_file_cannot_harm_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME.replace("Ann", "A\x1b[2Jnn\x9b"), encoding="utf-8")
    assert main(["review", str(path), "--threads", "1", "--table-mb", "1"]) == 0
    said = capsys.readouterr().out
    assert "x (A[2Jnn): " in said
    assert said.replace("\n", "").isprintable()


def test_moves_are_a_game_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    few = ["--threads", "1", "--table-mb", "1"]
    moves = ["b2", "a2", "c2", "c1", "a1", "c3", "b1", "b3", "a3"]
    assert main(["review", "--rules", "tic-tac-toe", *moves, *few]) == 0
    assert "Turning point: move 2, x c2." in capsys.readouterr().out
    assert main(["review", "4141414", *few]) == 0
    assert "3. o 1" in capsys.readouterr().out
    (tmp_path / "1212").write_text(GAME)  # a file by this name is meant before the moves
    assert main(["review", "1212", *few]) == 0
    assert "x (Ann)" in capsys.readouterr().out
    assert main(["review", "1212", "--rules", "4x4x3", *few]) == 2
    assert "a saved game has its own" in capsys.readouterr().err
    assert main(["review", "12" * 200, *few]) == 2
    assert "the game is over" in capsys.readouterr().err
    assert main(["review", "49", *few]) == 2
    assert "expected a column from 1 to 7, got '9'" in capsys.readouterr().err


def test_what_cannot_be_read_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.txt"
    path.write_text('[Rules "7x6x4"] 1. 4 4 2. 9 *')
    assert main(["review", str(path)]) == 2
    assert "expected a column from 1 to 7, got '9' at line 1" in capsys.readouterr().err
    assert main(["review", str(tmp_path / "missing.txt")]) == 2
    assert "No such file" in capsys.readouterr().err
    assert main(["review", ""]) == 2
    assert capsys.readouterr().err == (
        "inarow: expected a saved game or moves such as 4453, got nothing\n"
    )


def test_every_row_and_column_of_the_table_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    main(["review", "--rules", "9x9x5/free", "e5", "a1", "f5", "a9", "--threads", "1"])
    text = capsys.readouterr().out
    rows = [line.split() for line in text.splitlines() if line.startswith(("x  ", "o  ", "both"))]
    numbers = [[int(number) for number in row[1:]] for row in rows]
    assert [sum(row[:-1]) for row in numbers] == [row[-1] for row in numbers]
    assert [x + o for x, o in zip(*numbers[:2], strict=True)] == numbers[2]
    assert numbers[2][-1] == 4


def test_ctrl_c_ends_it_without_a_traceback(game: str) -> None:
    program = f"""
import signal, sys
from inarow.cli import main
from inarow.commands.progress import StatusLine

signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored here
StatusLine.show = lambda self, text: signal.raise_signal(signal.SIGINT)
sys.exit(main(["review", {game!r}]))
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert run.returncode == 130
    assert run.stderr == ""
