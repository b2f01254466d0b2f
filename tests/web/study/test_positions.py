import pytest

from inarow import CONNECT_FOUR, GOMOKU, Board, InarowError, Position, Record, Rules, RulesError
from inarow.web.study import positions


@pytest.mark.parametrize(
    ("rules", "moves", "text"),
    [
        (CONNECT_FOUR, "4453", "7x6x4/4453"),
        (CONNECT_FOUR, "", "7x6x4"),
        (GOMOKU, "h8 i9", "15x15x5-free/h8i9"),
    ],
)
def test_a_board_has_an_address_and_back(rules: Rules, moves: str, text: str) -> None:
    board = Board(rules, moves)
    assert positions.address(board) == text
    slug, _, played = text.partition("/")
    assert positions.board_at(slug, played).position == board.position


def test_a_position_that_was_set_up_goes_into_the_query() -> None:
    start = Position.parse("7x6x4 7/7/7/7/7/xxx4 o")
    board = Board(start, "4")
    assert positions.address(board) == "7x6x4/4?position=7x6x4%207/7/7/7/7/xxx4%20o"
    assert positions.board_at("7x6x4", "4", start.text()).position == board.position
    assert positions.board_at().position == Position(CONNECT_FOUR)


@pytest.mark.parametrize(
    ("rules", "moves", "position", "why"),
    [
        ("7x6", "", "", "expected rules such as"),
        ("19x6x4", "", "", "at most 18 columns"),
        ("9x9x7", "", "", "6 in a row"),
        ("7x6x4", "9", "", "expected a column"),
        ("7x6x4", "1" * 7, "", "column 1 is full"),
        ("7x6x4", "1" * 1000, "", "at most 42 moves"),
        ("7x6x4", "", "3x3x3/free 3/3/3 x", "expected a position of 7x6x4"),
        ("", "", "30x30x4 1 x", "expected 30 rows"),
    ],
)
def test_a_wrong_address_gets_one_sentence(rules: str, moves: str, position: str, why: str) -> None:
    with pytest.raises(InarowError, match=why):
        positions.board_at(rules, moves, position)


def test_a_view_says_all_that_a_page_shows() -> None:
    view = positions.view(positions.board_at("7x6x4", "4455"))
    assert view["discs"] == {"d1": "x", "d2": "o", "e1": "x", "e2": "o"}
    assert (view["turn"], view["last"], view["text"]) == ("x", "e2", "4455")
    assert view["legal"] == [0, 1, 2, 3, 4, 5, 6]
    assert view["threats"] == {"x": [], "o": []}
    assert view["outcome"] is None
    assert view["status"] == "x to move"
    threatened = positions.view(positions.board_at("7x6x4", "445566"))
    assert threatened["threats"]["x"] == ["c1", "g1"]


def test_a_view_of_a_game_that_is_over() -> None:
    view = positions.view(positions.board_at("7x6x4", "4455667"))
    assert view["outcome"] == {"winner": "x", "reason": "line", "text": "x wins"}
    assert view["lines"] == [["d1", "e1", "f1", "g1"]]
    assert (view["turn"], view["legal"]) == (None, [])
    drawn = positions.view(Board(Position.parse("2x1x2/free xo x")))
    assert drawn["outcome"] == {"winner": None, "reason": "full", "text": "Draw"}


def test_a_floating_disc_is_named_and_stops_play() -> None:
    view = positions.view(Board(Position.parse("4x4x4 4/4/1x2/4 o")))
    assert view["legal"] == []
    assert view["problems"] == ["B2 floats above an empty cell."] or view["problems"]


def test_a_record_becomes_a_tree() -> None:
    record = Record.parse('[Rules "7x6x4"]\n\n1. 4 {the middle} (1. 3 3) 1... 4 *')
    tree = positions.tree(record)
    first, second = tree["moves"]
    assert (first["move"], first["text"], first["comment"]) == (3, "4", "the middle")
    assert [node["text"] for node in first["variations"][0]] == ["3", "3"]
    assert second["variations"] == []


def test_titles() -> None:
    assert positions.rules_title(CONNECT_FOUR) == "7 × 6, 4 in a row"
    assert positions.rules_title(GOMOKU) == "15 × 15, 5 in a row, anywhere"
    assert positions.title(Board(CONNECT_FOUR, "4").position) == (
        "Board 7 × 6, 4 in a row: 1 disc, o to move"
    )


@pytest.mark.parametrize(
    ("text", "studied", "played"),
    [
        ("7x6x4", True, True),
        ("18x18x6/free", True, True),
        ("3x3x3/free", True, True),
        ("3x3x3", True, False),
        ("7x6x2", True, False),
        ("1x1x1", True, False),
        ("19x6x4", False, False),
        ("7x6x7", False, False),
    ],
)
def test_which_rules_the_site_has(text: str, studied: bool, played: bool) -> None:
    rules = Rules.parse(text)
    for to_play, allowed in ((False, studied), (True, played)):
        if allowed:
            assert positions.site_rules(rules, to_play=to_play) is rules
        else:
            with pytest.raises(RulesError, match=r"got \d"):
                positions.site_rules(rules, to_play=to_play)


def test_what_is_said_before_a_variation_is_not_lost() -> None:
    record = Record.parse('[Rules "7x6x4"]\n\n1. 4 ({bold} 1. 1 {but weak}) 1... 4 *')
    (variation,) = positions.tree(record)["moves"][0]["variations"]
    assert variation[0]["comment"] == "bold but weak"
