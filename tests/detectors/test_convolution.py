import numpy as np
import pytest

import inarow as ir
from inarow.detectors import convolution


def test_kernels_are_shared_and_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        convolution.kernels(3)[ir.Direction.RISING][0, 0] = 7
    with pytest.raises(TypeError):
        convolution.kernels(3)[ir.Direction.RISING] = np.ones((1, 1))  # type: ignore[index]


def test_a_kernel_that_fits_nowhere_has_no_response() -> None:
    position = ir.Position.from_array([[1, 1, 1]], k=3)
    texts = {step.label: step.text for step in convolution.trace(position, ir.Side.FIRST).steps}
    assert texts["horizontal"] == "kernel horizontal: best response 3"
    assert texts["vertical"] == "kernel vertical: it fits nowhere"


def test_a_falling_line_starts_at_the_top_left() -> None:
    position = ir.Position.parse("3x3x3/free x2/1x1/2x o")
    (line,) = convolution.find(position, ir.Side.FIRST)
    assert line.cells == ((0, 2), (1, 1), (2, 0))
