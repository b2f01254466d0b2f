from random import Random

import pytest
from hypothesis import given

from inarow import GOMOKU, Board, Position, Rules, Side
from inarow.board.notation import parse_moves
from inarow.record.openings import NAMES, Continuation, Opening, mirrored, opening_name
from support.strategies import boards


def test_moves_and_results_are_counted() -> None:
    opening = Opening(Board("7x6x4", "44").position)
    for text, result in (("4453", "1-0"), ("445", "0-1"), ("4443", "1/2-1/2"), ("44", "*")):
        assert opening.add(Board("7x6x4", text).moves, result)
    assert not opening.add(Board("7x6x4", "4").moves, "1-0")
    assert not opening.add(Board("7x6x4", "45").moves, "1-0")
    assert not opening.add(Board("6x6x4", "44").moves, "1-0", start=Position(Rules(6, 6, 4)))
    assert opening.games == 4
    assert opening.moves == {
        2: Continuation(2, first=1, second=1),
        3: Continuation(1, draws=1),
    }


def test_other_orders_of_moves_and_mirror_images_lead_to_the_same_position() -> None:
    opening = Opening(Board("7x6x4", "1423").position)
    for text in ("14237", "24137", "74651", "23147"):
        assert opening.add(Board("7x6x4", text).moves, "1-0")
    assert not opening.add(Board("7x6x4", "41327").moves, "1-0")  # the other side's discs
    assert len(opening.orders) == 3
    assert opening.moves == {6: Continuation(4, first=4)}


def test_mirror_images_of_a_move_count_as_one_where_the_board_is_symmetric() -> None:
    opening = Opening(Position(Rules(7, 6, 4)))
    for text in ("3", "5", "4"):
        opening.add(Board("7x6x4", text).moves, "*")
    assert {move: each.games for move, each in opening.moves.items()} == {2: 2, 3: 1}
    assert opening.left(4) == 2


def test_only_the_sides_that_count_are_counted() -> None:
    opening = Opening(Board("7x6x4", "4").position)
    opening.add([3, 3], "1-0", counted=[Side.FIRST])
    assert (opening.games, opening.moves) == (1, {})
    opening.add([3, 3], "1-0", counted=[Side.SECOND])
    assert opening.moves[3].games == 1


def test_games_from_other_positions_count_from_there() -> None:
    start = Position.parse("7x6x4 7/7/7/7/7/3x3 o")
    opening = Opening(Board("7x6x4", "44").position)
    assert opening.add([3, 0], "1-0", start=start)
    assert opening.moves == {0: Continuation(1, first=1)}


@given(boards())
def test_every_game_comes_to_each_of_its_positions(board: Board) -> None:
    for ply in range(len(board.moves) + 1):
        position = Board(board.start, board.moves[:ply]).position
        for each in (position, position.mirror()):
            opening = Opening(each)
            assert opening.add(board.moves, "*", start=board.start)
            assert sum(one.games for one in opening.moves.values()) == (ply < len(board.moves))


@given(boards())
def test_a_mirrored_move_is_mirrored_back(board: Board) -> None:
    rules = board.rules
    for move in board.moves:
        assert mirrored(mirrored(move, rules), rules) == move


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("h8 h9 i9", "Kagetsu"),
        ("h8 i9 i7", "Hogetsu"),
        ("h8 h9 h10", "Kansei"),
        ("h8 i9 f6", "Suisei"),
        ("h8 h9 i8", "Ugetsu"),
        ("i9 h9 h8", "Kagetsu"),
        ("h8 h9 a1", None),
        ("h8 j8 h7", None),
        ("a1 h8 a2", None),
        ("h8 h9", None),
        ("h8 h9 i9 i8", None),
    ],
)
def test_the_openings_of_renju_have_names(moves: str, name: str | None) -> None:
    assert opening_name(Board(GOMOKU, moves)) == name


def test_there_are_26_names_however_the_board_is_turned() -> None:
    assert len({*NAMES.values()}) == len(NAMES) == 26
    found = {}
    random = Random("names")
    for (second, third), name in NAMES.items():
        flip, across, up = random.random() < 0.5, random.choice((1, -1)), random.choice((1, -1))
        cells = [(across * c, up * r) for c, r in (second, third)]
        cells = [(r, c) if flip else (c, r) for c, r in cells]
        moves = [GOMOKU.move_at(7 + c, 7 + r) for c, r in [(0, 0), *cells]]
        found[opening_name(Board(GOMOKU, moves))] = name
    assert found == {name: name for name in NAMES.values()}


def test_connect_four_has_no_names() -> None:
    assert opening_name("444") is None
    assert opening_name(Board("15x15x5", parse_moves("888", Rules(15, 15, 5)))) is None
