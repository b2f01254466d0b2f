from itertools import pairwise

import pytest

from inarow.tui.fall import Fall


@pytest.mark.parametrize("cells", [1.0, 2.0, 6.0, 18.0])
def test_a_disc_falls_faster_and_faster_and_comes_to_rest(cells: float) -> None:
    fall = Fall(cells)
    heights = [fall.above(fall.seconds * share / 10) for share in range(10)]
    assert heights[0] == cells
    steps = [a - b for a, b in pairwise(heights) if a and b]
    assert steps == sorted(steps)
    assert fall.above(10.0) is None


def test_the_time_grows_with_the_root_of_the_height() -> None:
    assert Fall(16).seconds == pytest.approx(2 * Fall(4).seconds)


def test_there_is_one_small_bounce() -> None:
    fall = Fall(6)
    bounce = fall.above(fall.seconds + 0.03)
    assert bounce is not None
    assert 0 < bounce < 0.5
    assert Fall(1).above(Fall(1).seconds) is None
