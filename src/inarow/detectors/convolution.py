"""Detector `convolution`: four kernels slid over the board.

The side's board of zeros and ones is convolved with four kernels of length k::

    1    1 1 1    1 0 0    0 0 1
    1             0 1 0    0 1 0
    1             0 0 1    1 0 0

that is, at every place where the kernel fits, the cells under its ones are added up. A response of
k marks a line; the kernel names the configuration: vertical, horizontal or diagonal. (A convolution
turns the kernel round first; these four look the same when turned.) All matrices have the top row
first, as the document draws them; `find` and `trace` turn that round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from inarow.board.lines import Direction, Line, lines_from
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.detectors.tracing import Panel, Step, Trace
from inarow.language import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@lru_cache(maxsize=64)
def kernels(k: int) -> Mapping[Direction, Ints]:
    """The four kernels, as drawn."""
    made = {
        Direction.VERTICAL: np.ones((k, 1), dtype=np.int64),
        Direction.HORIZONTAL: np.ones((1, k), dtype=np.int64),
        Direction.FALLING: np.eye(k, dtype=np.int64),
        Direction.RISING: np.eye(k, dtype=np.int64)[::-1],
    }
    for kernel in made.values():
        kernel.flags.writeable = False  # they are shared by all who ask
    return MappingProxyType(made)


def convolve(board: Ints, kernel: Ints) -> Ints:
    """The kernel's response wherever it fits; empty where it fits nowhere."""
    if any(size < needed for size, needed in zip(board.shape, kernel.shape, strict=True)):
        return np.zeros((0, 0), dtype=np.int64)
    views = sliding_window_view(board, kernel.shape)
    response: Ints = np.einsum("rcij,ij->rc", views, kernel)
    return response


def responses(position: Position, side: Side) -> Iterator[tuple[Direction, Ints, Ints]]:
    """Direction, kernel and response for each of the four."""
    board = (position.array() == side).astype(np.int64)[::-1]
    for direction, kernel in kernels(position.rules.k).items():
        yield direction, kernel, convolve(board, kernel)


def _starts(response: Ints, direction: Direction, rules: Rules) -> list[Cell]:
    """Where lines begin: a response stands at the top left of its kernel."""
    down = rules.k - 1 if direction in (Direction.VERTICAL, Direction.RISING) else 0
    first = rules.height - 1 - down
    found = np.argwhere(response == rules.k).tolist()
    return [Cell(column, first - row) for row, column in found]


def find(position: Position, side: Side, last: Cell | None = None) -> tuple[Line, ...]:  # noqa: ARG001
    """Every line of *side*."""
    rules = position.rules
    return lines_from(
        {
            direction: rules.bits(_starts(response, direction, rules))
            for direction, _, response in responses(position, side)
        },
        rules,
    )


def trace(position: Position, side: Side, last: Cell | None = None) -> Trace:  # noqa: ARG001
    """One step for every kernel."""
    lines = find(position, side)
    steps = []
    read = 0
    for direction, kernel, response in responses(position, side):
        best = int(response.max(initial=0))
        found = tuple(line for line in lines if line.direction is direction)
        read += response.size * kernel.size
        text = say("kernel {direction}: it fits nowhere", direction=direction)
        if response.size:
            text = say("kernel {direction}: best response {best}", direction=direction, best=best)
        steps.append(
            Step(
                group=say("kernels"),
                label=str(direction),
                text=text,
                cells=tuple(cell for line in found for cell in line.cells),
                value=best,
                panels=(
                    # Translators: of a convolution
                    Panel.of(say("kernel"), kernel[::-1]),
                    # Translators: what a kernel of a convolution gives
                    Panel.of(say("response"), response[::-1]),
                ),
                lines=found,
            )
        )
    return Trace("convolution", side, position.rules.k, tuple(steps), read)
