import pytest

import inarow as ir
from inarow.detectors import views


def test_filters_are_shared_and_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        views.filters(4)[0].matrix[0, 0] = 7


@pytest.mark.parametrize("k", [1, 2, 5])
def test_every_filter_has_k_ones_from_its_start(k: int) -> None:
    for used in views.filters(k):
        ones = {(column, row) for row, column in zip(*used.matrix.nonzero(), strict=True)}
        assert ones == set(used.direction.walk(used.start, k))


def test_one_line_is_seen_in_several_views_and_found_once() -> None:
    position = ir.Position.parse("5x5x3 5/5/5/5/xxx2 o")
    trace = views.trace(position, ir.Side.FIRST)
    assert trace.tabular
    assert len(trace.lines) == 1
    padded = ir.Position.parse("2x4x3 2/x1/x1/x1 o")
    assert all(
        padded.rules.has(*c) for s in views.trace(padded, ir.Side.FIRST).steps for c in s.cells
    )
