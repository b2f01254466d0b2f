"""Document 001: counting from the last disc. Red begins, so red is x and yellow o."""

import pytest

import inarow as ir
from inarow import detectors
from inarow.detectors import last_move

BEFORE = """
[0,5,nil][1,5,nil][2,5,nil][3,5,nil][4,5,nil][5,5,nil][6,5,nil]
[0,4,nil][1,4,nil][2,4,nil][3,4,nil][4,4,nil][5,4,nil][6,4,nil]
[0,3,nil][1,3,nil][2,3,nil][3,3,nil][4,3,nil][5,3,nil][6,3,nil]
[0,2,nil][1,2,nil][2,2,nil][3,2,"red"][4,2,nil][5,2,nil][6,2,nil]
[0,1,nil][1,1,nil][2,1,nil][3,1,"yellow"][4,1,nil][5,1,nil][6,1,nil]
[0,0,nil][1,0,"yellow"][2,0,nil][3,0,"red"][4,0,nil][5,0,nil][6,0,nil]
"""
# The document's winning example before the move and after it. The first shows [3,1] yellow, the
# second red; the counts it gives are those of the second.
CURRENT = """
[0,5,nil][1,5,nil][2,5,nil][3,5,nil][4,5,nil][5,5,nil][6,5,nil]
[0,4,nil][1,4,"red"][2,4,nil][3,4,nil][4,4,nil][5,4,nil][6,4,nil]
[0,3,nil][1,3,"red"][2,3,"red"][3,3,nil][4,3,nil][5,3,nil][6,3,nil]
[0,2,nil][1,2,"yellow"][2,2,"yellow"][3,2,nil][4,2,nil][5,2,nil][6,2,nil]
[0,1,nil][1,1,"yellow"][2,1,"red"][3,1,"yellow"][4,1,"red"][5,1,nil][6,1,nil]
[0,0,nil][1,0,"yellow"][2,0,"yellow"][3,0,"red"][4,0,"yellow"][5,0,nil][6,0,nil]
"""
AFTER = """
[0,5,nil][1,5,nil][2,5,nil][3,5,nil][4,5,nil][5,5,nil][6,5,nil]
[0,4,nil][1,4,"red"][2,4,nil][3,4,nil][4,4,nil][5,4,nil][6,4,nil]
[0,3,nil][1,3,"red"][2,3,"red"][3,3,nil][4,3,nil][5,3,nil][6,3,nil]
[0,2,nil][1,2,"yellow"][2,2,"yellow"][3,2,"red"][4,2,nil][5,2,nil][6,2,nil]
[0,1,nil][1,1,"yellow"][2,1,"red"][3,1,"red"][4,1,"red"][5,1,nil][6,1,nil]
[0,0,nil][1,0,"yellow"][2,0,"yellow"][3,0,"red"][4,0,"yellow"][5,0,nil][6,0,nil]
"""
RED, YELLOW = ir.Side.FIRST, ir.Side.SECOND
RED_BALLS = [[1, 3], [1, 4], [3, 0], [3, 1], [4, 1], [2, 1], [2, 3], [3, 2]]


def written(position: ir.Position) -> str:
    """A position as the document writes it: [column, row, colour], row 0 at the bottom."""
    names = {None: "nil", RED: '"red"', YELLOW: '"yellow"'}
    rows = []
    for row in reversed(range(6)):
        cells = (f"[{column},{row},{names[position.at(column, row)]}]" for column in range(7))
        rows.append("".join(cells))
    return "\n" + "\n".join(rows) + "\n"


def read(text: str, turn: ir.Side = YELLOW) -> ir.Position:
    """The position that the document draws."""
    values = {"nil": 0, '"red"': 1, '"yellow"': 2}
    rows = [row.strip("[]").split("][") for row in text.split()]
    grid = [[values[cell.split(",")[2]] for cell in row] for row in rows]
    return ir.Position.from_array(grid, top_down=True, turn=turn)


def test_a_new_board_is_empty() -> None:
    position = ir.Position(ir.CONNECT_FOUR)
    assert written(position).count("nil") == 42


def test_the_worked_moves_give_the_worked_board() -> None:
    board = ir.Board(ir.CONNECT_FOUR)
    for column, colour in ((3, RED), (3, YELLOW), (3, RED), (1, YELLOW)):
        assert board.turn is colour
        board.play(column)
    assert written(board.position) == BEFORE


def test_each_players_discs_are_remembered_in_order() -> None:
    board = ir.Board(ir.CONNECT_FOUR)
    for column in (3, 3, 3, 1):
        board.play(column)
    assert board.cells(RED) == ((3, 0), (3, 2))
    assert board.cells(YELLOW) == ((3, 1), (1, 0))


def test_the_worked_example_is_a_set_up_position_and_accepted() -> None:
    position = read(AFTER)
    assert written(position) == AFTER
    # eight red and six yellow discs: no game leads here, and it is examined all the same
    assert [problem.name for problem in position.problems()] == ["wrong_counts"]
    assert sorted(map(list, position.rules.cells(position.first))) == sorted(RED_BALLS)


def test_the_worked_move_gives_the_worked_board() -> None:
    before, after = read(CURRENT, RED), read(AFTER)
    (odd,) = before.rules.cells(before.second & after.first)
    assert odd == (3, 1)  # the one disc that changes colour between the pictures
    bit = before.rules.bit(*odd)
    corrected = ir.Position(before.rules, before.first | bit, before.second & ~bit, RED)
    board = ir.Board(corrected)
    board.play(3)
    assert written(board.position) == AFTER
    assert board.last == (3, 2)
    # from the picture as it is, the disc comes to rest in the same cell
    assert before.play(3).at(3, 2) is RED


def test_the_worked_counts() -> None:
    trace = detectors.trace(read(AFTER), RED, detector="last_move", last=(3, 2))
    assert trace.needed == 3
    assert [step.text for step in trace.steps] == [
        "horizontal from column 4, row 3: 0 to the left + 0 to the right = 0",
        "vertical from column 4, row 3: 0 to the top + 2 to the bottom = 2",
        "diagonal / from column 4, row 3: 0 to the top-right + 1 to the bottom-left = 1",
        "diagonal \\ from column 4, row 3: 2 to the top-left + 1 to the bottom-right = 3",
    ]
    (line,) = trace.lines
    assert line.cells == ((1, 4), (2, 3), (3, 2), (4, 1))


def test_every_detector_finds_the_worked_win() -> None:
    for name in detectors.NAMES:
        (line,) = detectors.find(read(AFTER), RED, detector=name, last=(3, 2))
        assert line.cells == ((1, 4), (2, 3), (3, 2), (4, 1))


def test_checking_starts_with_the_kth_disc_of_a_player() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "45454")
    assert list(last_move.arms(board.position, RED, board.last)) == []
    board = ir.Board(ir.CONNECT_FOUR, "4545454")
    assert len(list(last_move.arms(board.position, RED, board.last))) == 4


@pytest.mark.parametrize("stop", ["nil", "yellow"])
def test_counting_stops_at_the_first_other_cell(stop: str) -> None:
    # r . r r: what lies beyond a gap or the other colour does not count
    gap = 2 if stop == "yellow" else 0
    position = ir.Position.from_array([[1, gap, 1, 1, 0, 0, 1]])
    steps = detectors.trace(position, RED, detector="last_move", last=(3, 0)).steps
    assert steps[0].text == ("horizontal from column 4, row 1: 1 to the left + 0 to the right = 1")
    discs = frozenset(position.rules.cells(position.discs(RED)))
    assert last_move.arm(discs, ir.Cell(3, 0), -1, 0) == ((2, 0),)
    assert last_move.arm(discs, ir.Cell(3, 0), 1, 0) == ()


def test_five_in_a_row_win_as_well() -> None:
    # the document says "is 3"; filling the middle of . r r X r r makes the sum 4
    position = ir.Position.from_array([[0, 1, 1, 1, 1, 1, 0]])
    (line,) = detectors.find(position, RED, detector="last_move", last=(3, 0))
    assert len(line) == 5
