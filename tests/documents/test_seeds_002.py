"""Document 002: the terminal conversation, character for character, and the full scan."""

import io
import subprocess
import sys

import pytest

import inarow as ir
from inarow import detectors
from inarow.board.lines import Direction
from inarow.detectors import scan
from inarow.terminal import classic
from inarow.terminal.console import Console
from support.paths import DATA
from support.terminal import Terminal

CLASSIC = DATA / "classic"
TRANSCRIPTS = sorted(path.stem for path in CLASSIC.glob("*.in"))


def talk(*answers: str) -> str:
    """The whole conversation, as a terminal shows it, up to the end of the answers."""
    output = io.StringIO()
    console = Console(io.StringIO("".join(f"{answer}\n" for answer in answers)), output)
    with pytest.raises(EOFError):
        classic.run(console)
    return output.getvalue()


# -- what the document shows, as it shows it ------------------------------------------------------


def test_the_beginning() -> None:
    assert talk() == "Connect Four. Copyright kxrn0, 1966.\n\nWho should go first (x / o)? > \n"


def test_an_invalid_choice_is_asked_again() -> None:
    expected = """\
Connect Four. Copyright kxrn0, 1966.

Who should go first (x / o)? > me

Invalid input! please enter a valid choice!

Who should go first (x / o)? > \n"""
    assert talk("me") == expected


def test_the_size_question() -> None:
    assert talk("x").endswith(
        "\n\nBoard size: 9 by 6. Do you wish to change it (y / n)? > \n",
    )


def test_another_size() -> None:
    expected = """
Board size: 9 by 6. Do you wish to change it (y / n)? > y

Enter width (min: 6, max: 18) > 5

Invalid input! width has to be in [6, 18]! try again!

Enter width (min: 6, max: 18) > 7

Enter height (min: 6, max: 18) > \n"""
    assert talk("x", "y", "5", "7").endswith(expected)


def test_the_first_board() -> None:
    expected = """\
Who should go first (x / o)? > o

Board size: 9 by 6. Do you wish to change it (y / n)? > n

 _____ _____ _____ _____ _____ _____ _____ _____ _____
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|  0  |  1  |  2  |  3  |  4  |  5  |  6  |  7  |  8  |

It's o's turn! enter a column to insert the stone [0, 8] > \n"""
    assert talk("o", "n").endswith(expected)


def test_a_move() -> None:
    expected = """
It's o's turn! enter a column to insert the stone [0, 8] > 3

 _____ _____ _____ _____ _____ _____ _____ _____ _____
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  o  |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|  0  |  1  |  2  |  3  |  4  |  5  |  6  |  7  |  8  |


It's x's turn! enter a column to insert the stone [0, 8] > \n"""
    assert talk("o", "n", "3").endswith(expected)


def test_a_full_column() -> None:
    # o o o x o in column 3 and x x x o x o in column 4, as the document draws them
    said = talk("o", "n", "3", "4", "3", "4", "3", "4", "4", "3", "3", "4", "4", "4")
    expected = """
 _____ _____ _____ _____ _____ _____ _____ _____ _____
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |  o  |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  o  |  x  |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  x  |  o  |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  o  |  x  |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  o  |  x  |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  o  |  x  |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|  0  |  1  |  2  |  3  |  4  |  5  |  6  |  7  |  8  |


It's x's turn! enter a column to insert the stone [0, 8] > 4

That column is unavailable! please choose a different one!

It's x's turn! enter a column to insert the stone [0, 8] > \n"""
    assert said.endswith(expected)


def test_a_win_and_the_end() -> None:
    expected = """

It's o's turn! enter a column to insert the stone [0, 8] > 3

 _____ _____ _____ _____ _____ _____ _____ _____ _____
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |     |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  o  |     |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  o  |  x  |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  o  |  x  |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|     |     |     |  o  |  x  |     |     |     |     |
|_____|_____|_____|_____|_____|_____|_____|_____|_____|
|     |     |     |     |     |     |     |     |     |
|  0  |  1  |  2  |  3  |  4  |  5  |  6  |  7  |  8  |

Game Over! o is the winner!

Do you wish to play again (y / n)? > \n"""
    assert talk("o", "n", "3", "4", "3", "4", "3", "4", "3").endswith(expected)


def test_playing_again() -> None:
    said = talk("o", "n", "3", "4", "3", "4", "3", "4", "3", "y")
    assert said.endswith(
        "\nDo you wish to play again (y / n)? > y\n\nWho should go first (x / o)? > \n"
    )


def test_ending_the_game_ends_the_conversation() -> None:
    output = io.StringIO()
    answers = "o\nn\n3\n4\n3\n4\n3\n4\n3\nn\nnobody asks for this\n"
    classic.run(Console(io.StringIO(answers), output))
    assert output.getvalue().endswith("\nDo you wish to play again (y / n)? > n\n")


# -- what was decided beyond it -------------------------------------------------------------------


def test_the_next_round_starts_from_the_default_size_again() -> None:
    said = talk("x", "y", "6", "6", *"0101010", "y", "x")
    assert said.count("Board size: 9 by 6.") == 2


@pytest.mark.parametrize("size", [6, 18])
def test_the_smallest_and_the_largest_size(size: int) -> None:
    said = talk("x", "y", str(size), str(size), "0")
    assert f"[0, {size - 1}] > 0\n" in said


@pytest.mark.parametrize("size", [5, 19])
def test_sizes_just_outside_are_invalid(size: int) -> None:
    assert "Invalid input! width has to be in [6, 18]! try again!" in talk("x", "y", str(size))
    assert "Invalid input! height has to be in [6, 18]! try again!" in talk(
        "x", "y", "6", str(size)
    )


def test_the_chosen_marker_starts_and_they_take_turns() -> None:
    for starter, other in ("xo", "ox"):
        said = talk(starter, "n", "0", "1")
        turns = [line[5] for line in said.splitlines() if line.startswith("It's")]
        assert turns == [starter, other, starter]


def test_a_draw_on_a_full_board() -> None:
    drawn = (CLASSIC / "draw.out").read_text()
    assert drawn.count("|  x  ") + drawn.count("|  o  ") > 36
    assert drawn.endswith("\n\nGame Over! It's a draw!\n\nDo you wish to play again (y / n)? > n\n")


# -- the real program -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_the_program_prints_the_golden_transcript(name: str) -> None:
    with (CLASSIC / f"{name}.in").open("rb") as answers:
        run = subprocess.run(
            [sys.executable, "-m", "inarow", "classic"],
            stdin=answers,
            capture_output=True,
            check=True,
        )
    assert run.stdout.decode() == (CLASSIC / f"{name}.out").read_text()
    assert run.stderr == b""


@pytest.mark.parametrize("name", ["document", "invalid_everywhere"])
def test_a_terminal_shows_the_same(name: str) -> None:
    terminal = Terminal("classic")
    for answer in (CLASSIC / f"{name}.in").read_text().splitlines():
        terminal.answer(answer)
    assert terminal.finish() == 0
    assert terminal.text == (CLASSIC / f"{name}.out").read_text()


@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_a_terminal_is_polite(key: bytes, code: int) -> None:
    terminal = Terminal("classic")
    terminal.answer("x")
    terminal.press(key)
    assert terminal.finish() == code
    assert "Traceback" not in terminal.text
    assert terminal.text.endswith("\n")


# -- the scan -------------------------------------------------------------------------------------


def discs_of_x(position: ir.Position) -> frozenset[ir.Cell]:
    return frozenset(position.rules.cells(position.first))


def test_rows_then_columns_then_diagonals() -> None:
    position = ir.Board(ir.CONNECT_FOUR, "4455667").position
    kinds = [walk.kind for walk in scan.walks(position, ir.Side.FIRST)]
    assert kinds == ["rows"] * 6 + ["columns"] * 7 + ["diagonals"] * 2 * 4


def test_equal_neighbours_are_counted_and_every_change_starts_again() -> None:
    position = ir.Position.from_array([[1, 1, 2, 1, 1, 1, 1]])
    cells = Direction.HORIZONTAL.walk((0, 0), 7)
    counts, starts = scan.check_axis(discs_of_x(position), cells, 4)
    assert counts == (1, 2, 0, 1, 2, 3, 4)
    assert starts == ((3, 0),)


def test_empty_cells_are_nobodys_run() -> None:
    position = ir.Position(ir.CONNECT_FOUR)
    for side in ir.Side:
        assert detectors.find(position, side, detector="scan") == ()


def test_a_diagonal_that_leaves_the_board_is_no_win() -> None:
    # taken literally, the document's bounds would accept these two as four
    position = ir.Position.parse("7x6x4 7/7/7/7/5x1/6x o")
    walk = scan.check_diagonal(discs_of_x(position), ir.Cell(5, 1), 1, 4)
    assert walk.counts == (1, 2)
    assert walk.starts == ()


def test_a_diagonal_is_a_line_and_not_a_square() -> None:
    # the nested loops of the document would ask for all 16 cells
    position = ir.Position.parse("4x4x4/free x3/1x2/2x1/3x o")
    (line,) = detectors.find(position, ir.Side.FIRST, detector="scan")
    assert line.direction is Direction.FALLING
