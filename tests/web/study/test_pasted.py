import pytest
from hypothesis import given

from inarow import CONNECT_FOUR, TIC_TAC_TOE, Board, InarowError, Position, Record, Rules, convert
from inarow.web.study import positions
from inarow.web.study.pasted import LONGEST, read
from support.strategies import boards


@pytest.mark.parametrize(
    ("text", "kind", "moves"),
    [
        ("4453", "moves", "4453"),
        (" 4, 4, 5\n3 ", "moves", "4453"),
        ("d1 d2 e1 c1", "moves", "4453"),
        ("7x6x4 4453", "moves", "4453"),
        ("7x6x4: 4453", "moves", "4453"),
        ("1. 4 4 2. 5 3", "record", "4453"),
        ('[Rules "7x6x4"]\n\n1. 4 4 2. 5 3 *', "record", "4453"),
        ("http://127.0.0.1:8000/analysis/7x6x4/4453", "link", "4453"),
        ("/embed/7x6x4/4453", "link", "4453"),
        ("/picture/7x6x4/4453.png", "link", "4453"),
        ("http://127.0.0.1/?pos=4453", "link", "4453"),
        ("?pos=4453", "link", "4453"),
        ("connect4.gamesolver.org/?pos=4453", "link", "4453"),
        ("https://connect4.gamesolver.org/en/?pos=4453", "link", "4453"),
        ("d d e c", "moves", "4453"),
        ("D, D, E, C", "moves", "4453"),
    ],
)
def test_moves_in_many_forms(text: str, kind: str, moves: str) -> None:
    pasted = read(text)
    assert pasted.kind == kind
    assert pasted.record.board().moves == Board(CONNECT_FOUR, moves).moves


@pytest.mark.parametrize(
    "drawing",
    [
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . o . . .\n. . o x x . .\n"
        "1 2 3 4 5 6 7",
        ".......\n.......\n.......\n.......\n...o...\n..oxx..\n",
        "|_|_|_|_|_|_|_|\n" * 4 + "|_|_|_|O|_|_|_|\n|_|_|O|X|X|_|_|",
        "0000000\n" * 4 + "0002000\n0021100",
        "⚪⚪⚪⚪⚪⚪⚪\n" * 4 + "⚪⚪⚪🟡⚪⚪⚪\n⚪⚪🟡🔴🔴⚪⚪",
        "[" + "0," * 28 + "0,0,0,2,0,0,0, 0,0,2,1,1,0,0]",
        '{"board": [' + "0," * 28 + '0,0,0,2,0,0,0, 0,0,2,1,1,0,0], "mark": 1}',
        "[" + "[0,0,0,0,0,0,0]," * 4 + "[0,0,0,2,0,0,0],[0,0,2,1,1,0,0]]",
        "7x6x4 7/7/7/7/3o3/2oxx2 x",
    ],
)
def test_boards_in_many_forms(drawing: str) -> None:
    assert read(drawing).record.start == Board(CONNECT_FOUR, "4453").position


def test_a_drawing_says_how_large_the_board_is() -> None:
    assert read("x..\n.o.\n..x").record.start.rules == TIC_TAC_TOE
    assert read("....\n....\n....\nxo..").record.rules == Rules(4, 4, 4)
    assert read("....\n.x..\n....\n....").record.rules == Rules(4, 4, 4, gravity=False)


def test_our_own_pictures_with_labels_are_read() -> None:
    board = Board(Rules(9, 9, 5, gravity=False), "e5 d4 e6")
    assert read(str(board), board.rules).record.start == board.position


@given(boards())
def test_what_other_programs_write_is_read(board: Board) -> None:
    rules = board.rules
    if min(rules.width, rules.height) < 2 or max(rules.width, rules.height) > positions.LARGEST:
        return
    if rules.k > positions.MOST_IN_A_ROW or board.position.problems():
        return
    drawn = read(convert.to_openspiel(board.position), rules).record.start
    assert (drawn.first, drawn.second) == (board.position.first, board.position.second)
    assert read(board.position.text()).record.start == board.position
    assert read(str(convert.to_kaggle(board.position)), rules).record.start.first == (
        board.position.first
    )


@given(boards())
def test_records_are_read(board: Board) -> None:
    if max(board.rules.width, board.rules.height) > positions.LARGEST:
        return
    if board.rules.k > positions.MOST_IN_A_ROW:
        return
    assert read(Record.of(board).text()).record.board().moves == board.moves


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing to read"),
        ("hello, how are you?", "got something else"),
        ("48", "expected a column from 1 to 7, got '8' at character 2"),
        ("4444444", "column 4 is full, in move 7"),
        ("d2", "a disc cannot land on d2, in move 1"),
        ("7x6x4 7/7/7/7/7/3z3 x", "expected x, o or a number of empty cells"),
        ("x..\n.o\n..x", "rows of the same length"),
        ("[1, 2", "list of numbers"),
        ("[[" * 5000, "list of numbers"),
        ('["x"]', "list of numbers"),
        ("[1, 2, 3]", "expected 42 cells for 7x6x4, got 3"),
        ("[]", "list of numbers"),
        ("https://example.org/", "a link with rules and moves"),
        ("https://[example.org]/7x6x4/4453", "a link with rules and moves"),
        ("x o x", "got something else"),
        ("a h", "got something else"),
        ("30x30x4 1", "at most 18 columns and rows"),
        ('[Rules "7x6x4"]\n\n1. 9 *', "expected a column"),
        ("4" * (LONGEST + 1), "expected at most"),
    ],
)
def test_what_cannot_be_read_gets_one_sentence(text: str, why: str) -> None:
    with pytest.raises(InarowError, match=why.replace("?", r"\?")):
        read(text)


def test_any_position_text_survives() -> None:
    text = "15x15x5/free " + "/".join(["15"] * 14) + "/x14 o"
    assert read(text).record.start == Position.parse(text)


@pytest.mark.parametrize(
    "text", ["3x3x3/free xxx/oo1/3 o", "xxx\noo.\n...", "[[1,1,1],[2,2,0],[0,0,0]]"]
)
def test_a_finished_position_has_its_result(text: str) -> None:
    record = read(text).record
    assert record.result == "1-0"
    assert Record.parse(record.text()) == record


def test_numbers_with_commas_are_columns_as_people_see_them() -> None:
    wide = Rules(18, 18, 5)
    assert read("12, 3, 18", wide).record.main.moves == [11, 2, 17]
    assert read("44, 53", wide).record.main.moves == [3, 3, 4, 2]  # there is no column 44
    assert read("4,4,5").record.main.moves == [3, 3, 4]
