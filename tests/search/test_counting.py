import pytest

import inarow as ir
from inarow.search.counting import Count, count_positions, perft

# OEIS A212693 and A013582, Connect Four positions by ply; the finished ones are published, too.
POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683]
FINISHED = [0, 0, 0, 0, 0, 0, 0, 728, 1892, 19412, 44225, 273261]
UP_TO_MIRROR = [1, 4, 25, 121, 568, 2144, 8231, 27473, 92244]
SEQUENCES = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def test_connect_four_positions_to_ply_11() -> None:
    counts = count_positions(ir.CONNECT_FOUR, 11)
    assert [count.total for count in counts] == POSITIONS
    assert [count.finished for count in counts] == FINISHED


def test_connect_four_positions_up_to_mirror() -> None:
    counts = count_positions(ir.CONNECT_FOUR, 8, up_to_symmetry=True)
    assert [count.total for count in counts] == UP_TO_MIRROR


def test_connect_four_sequences() -> None:
    counts = perft(ir.Position(ir.CONNECT_FOUR), 8)
    assert [count.total for count in counts] == SEQUENCES


@pytest.mark.parametrize(
    ("size", "total"), [("4x4x4", 161029), ("4x5x4", 1706255), ("5x4x4", 3945711)]
)
def test_all_positions_of_small_boards(size: str, total: int) -> None:
    counts = count_positions(ir.Rules.parse(size), 25)
    assert sum(count.total for count in counts) == total


def test_tic_tac_toe() -> None:
    rules = ir.TIC_TAC_TOE
    assert sum(count.total for count in count_positions(rules, 9)) == 5478
    assert sum(count.total for count in count_positions(rules, 9, up_to_symmetry=True)) == 765
    assert sum(count.finished for count in perft(ir.Position(rules), 9)) == 255168


def slow_perft(position: ir.Position, plies: int) -> list[Count]:
    level, counts = [position], []
    for _ in range(plies + 1):
        finished = sum(p.outcome() is not None for p in level)
        counts.append(Count(len(level), finished))
        level = [p.play(move) for p in level for move in p.legal_moves()]
    return counts


@pytest.mark.parametrize(
    "text",
    [
        "1x1x1 1 x",
        "1x4x2 1/1/1/1 x",
        "4x1x2/free 4 x",
        "3x3x1 3/3/3 x",
        "3x2x5 3/3 x",
        "9x7x3 9/9/9/9/9/9/3oxo3 o",
        "18x18x2/free " + "/".join(["18"] * 18) + " x",
        "7x6x4 7/7/7/7/3ooo1/3xxxx o",
    ],
)
def test_python_counts_the_same(text: str) -> None:
    position = ir.Position.parse(text)
    plies = 1 if position.rules.cell_count > 100 else min(3, position.rules.cell_count)
    assert perft(position, plies) == slow_perft(position, plies)


def test_a_finished_start_has_no_moves() -> None:
    won = ir.Board(ir.CONNECT_FOUR, "4455667").position
    assert perft(won, 2) == [(1, 1), (0, 0), (0, 0)]


@pytest.mark.parametrize("plies", [-1, 1.5, "3", None])
def test_bad_depths_are_refused(plies: object) -> None:
    with pytest.raises(ir.PositionError, match="expected plies from 0 up, got"):
        count_positions(ir.CONNECT_FOUR, plies)  # type: ignore[arg-type]


def test_a_floating_disc_is_refused() -> None:
    with pytest.raises(ir.PositionError, match="expected no floating disc"):
        perft(ir.Position.parse("3x2x3 x2/3 o"), 2)
