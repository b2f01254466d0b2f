"""Document 000: filters multiplied with overlapping views."""

from collections.abc import Iterable

import numpy as np
import pytest

import inarow as ir
from inarow import detectors
from inarow.board.lines import Direction
from inarow.detectors import views

VERTICAL = """
1000 0100 0010 0001
1000 0100 0010 0001
1000 0100 0010 0001
1000 0100 0010 0001
"""
HORIZONTAL = """
1111 0000 0000 0000
0000 1111 0000 0000
0000 0000 1111 0000
0000 0000 0000 1111
"""
DIAGONAL = """
1000 0001
0100 0010
0010 0100
0001 1000
"""


def drawn(text: str) -> list[list[list[int]]]:
    """Matrices drawn side by side, as lists of rows, top row first."""
    rows = [row.split() for row in text.split("\n") if row]
    return [[[int(mark) for mark in row[i]] for row in rows] for i in range(len(rows[0]))]


def printed(filters: Iterable[views.Filter]) -> list[list[list[int]]]:
    return [used.matrix.tolist() for used in filters]


def test_there_are_ten_filters_for_four_in_a_row() -> None:
    assert len(views.filters(4)) == 10
    assert [len(views.filters(k)) for k in (1, 2, 3, 5, 8)] == [4, 6, 8, 12, 18]


def test_the_filters_are_the_drawn_ones() -> None:
    made = views.filters(4)
    assert printed(made) == drawn(VERTICAL) + drawn(HORIZONTAL) + drawn(DIAGONAL)
    assert [used.name for used in made] == [
        *("vertical 1", "vertical 2", "vertical 3", "vertical 4"),
        *("horizontal 1", "horizontal 2", "horizontal 3", "horizontal 4"),
        *("diagonal \\", "diagonal /"),
    ]


def test_the_filters_are_shown_as_they_are_drawn() -> None:
    """The pictures of a trace, in the terminal and on pages, begin with the last row of a panel."""
    steps = detectors.trace(ir.Position(ir.CONNECT_FOUR), ir.Side.FIRST, detector="views").steps
    panels = [step.panels[1] for step in steps[:10]]
    shown = [[list(row) for row in reversed(panel.rows)] for panel in panels]
    assert shown == drawn(VERTICAL) + drawn(HORIZONTAL) + drawn(DIAGONAL)
    assert [panel.title for panel in panels] == [f"filter {f.name}" for f in views.filters(4)]


def test_the_players_board_is_1_where_they_played() -> None:
    position = ir.Board(ir.Rules(4, 4, 4), "121").position
    assert views.views(position, ir.Side.FIRST)[0, 0].tolist() == [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [1, 0, 0, 0],
    ]
    assert views.views(position, ir.Side.SECOND)[0, 0, 3].tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize(("size", "expected"), [("7x6x4", (3, 4)), ("5x5x4", (2, 2))])
def test_the_number_of_overlapping_views(size: str, expected: tuple[int, int]) -> None:
    position = ir.Position(ir.Rules.parse(size))
    assert views.views(position, ir.Side.FIRST).shape[:2] == expected


def test_each_view_is_multiplied_with_each_filter_and_summed() -> None:
    position = ir.Board(ir.CONNECT_FOUR, "4455667").position
    seen = views.views(position, ir.Side.FIRST)
    totals = views.sums(seen, 4)
    for f, used in enumerate(views.filters(4)):
        for row, column in np.ndindex(3, 4):
            assert totals[f, row, column] == (seen[row, column] * used.matrix).sum()
    trace = detectors.trace(position, ir.Side.FIRST, detector="views")
    assert len(trace.steps) == 12 * 10


@pytest.mark.parametrize(
    ("moves", "direction"),
    [
        ("4455667", Direction.HORIZONTAL),
        ("4545454", Direction.VERTICAL),
        ("75764777566", Direction.RISING),
        ("13124111322", Direction.FALLING),
    ],
)
def test_a_sum_of_four_is_a_win_and_the_filter_names_the_direction(
    moves: str, direction: Direction
) -> None:
    board = ir.Board(ir.CONNECT_FOUR, moves)
    (line,) = detectors.find(board.position, ir.Side.FIRST, detector="views")
    assert line.direction is direction
    hits = [
        s for s in detectors.trace(board.position, ir.Side.FIRST, detector="views").steps if s.lines
    ]
    assert hits
    assert all(hit.value == 4 for hit in hits)
    assert all(hit.label.startswith(direction.configuration) for hit in hits)
    assert all(hit.panels[2].rows for hit in hits)


def test_a_full_board_that_the_mover_did_not_win_is_a_draw() -> None:
    board = ir.Board(ir.TIC_TAC_TOE, "b2 a1 a2 c2 b3 b1 c1 a3 c3")
    for side in ir.Side:
        assert detectors.find(board.position, side, detector="views") == ()
    assert board.outcome() == ir.Outcome(None)


@pytest.mark.parametrize("size", ["6x2x4", "2x6x4"])
def test_a_board_smaller_than_k_in_one_dimension_is_padded(size: str) -> None:
    rules = ir.Rules.parse(size)
    direction = Direction.HORIZONTAL if rules.width > rules.height else Direction.VERTICAL
    cells = direction.walk((1, 1), 4)
    position = ir.Position(rules, rules.bits(cells), 0, ir.Side.SECOND)
    (line,) = detectors.find(position, ir.Side.FIRST, detector="views")
    assert line == ir.Line(cells, direction)
