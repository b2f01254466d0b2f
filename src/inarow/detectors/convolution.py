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
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from inarow.board.lines import Direction, Line, lines_from
from inarow.board.notation import line_name
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.detectors.idea import lines_of, ones_and_zeros, picture
from inarow.detectors.listing import Listing, listing
from inarow.detectors.tracing import Panel, Step, Trace, Value
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


class Place(NamedTuple):
    """A place of a kernel, counted from the top left, and the cells that it lies on."""

    row: int
    column: int
    under: Ints
    total: int
    is_line: bool


def slid(board: Ints, kernel: Ints, k: int) -> Iterator[Place]:
    """The kernel at one place after the other; `convolve` does all of that in one call."""
    height, width = kernel.shape
    for row in range(board.shape[0] - height + 1):
        for column in range(board.shape[1] - width + 1):
            under = board[row : row + height, column : column + width]
            total = int((under * kernel).sum())
            is_line = total == k
            yield Place(row, column, under, total, is_line)


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
    """One step for every place of every kernel."""
    steps = tuple(_steps(position, side))
    read = sum(response.size * kernel.size for _, kernel, response in responses(position, side))
    return Trace(
        "convolution",
        side,
        position.rules.k,
        steps,
        read,
        code=_code().lines,
        idea=_idea(position, side, steps) if steps else (),
        use=say(
            "It has four patterns and reads less than the views do, and every array library offers "
            "it. Use it for thousands of boards at once, also on a GPU."
        ),
    )


def _code() -> Listing:
    return listing(kernels, slid)


def _steps(position: Position, side: Side) -> Iterator[Step]:
    rules, k, lines = position.rules, position.rules.k, find(position, side)
    board = (position.array() == side).astype(np.int64)[::-1]
    for direction, kernel, response in responses(position, side):
        # Translators: of a convolution
        pattern = Panel.of(say("kernel"), kernel[::-1])
        # Translators: what a kernel of a convolution gives
        given = Panel.of(say("response"), response[::-1], needed=k)
        for place in slid(board, kernel, k):
            low = rules.height - place.row - kernel.shape[0]
            area = tuple(
                Cell(place.column + x, low + y)
                for y in range(kernel.shape[0])
                for x in range(kernel.shape[1])
            )
            ones = [
                cell for cell in area if kernel[::-1][cell.row - low, cell.column - place.column]
            ]
            name = line_name(sorted(ones), rules)
            found = (
                line
                for line in lines
                if line.direction is direction and set(ones) <= set(line.cells)
            )
            yield Step(
                group=say("kernel {direction}", direction=direction),
                label=name,
                text=say(
                    "kernel {direction} on {cells}: sum {total}",
                    direction=direction,
                    cells=name,
                    total=place.total,
                ),
                cells=tuple(ones),
                value=place.total,
                panels=(
                    pattern,
                    # Translators: the part of the board that a kernel of a convolution lies on
                    Panel.of(say("cells below"), place.under[::-1]),
                    replace(given, here=(place.column, len(response) - 1 - place.row)),
                ),
                lines=tuple(found) if place.is_line else (),
                area=area,
                code=_code().at("under =", "total =", "is_line ="),
                values=(
                    Value("kernel", str(direction), say("the pattern of ones that slides")),
                    Value("under", name, say("the cells that its ones lie on")),
                    Value("total", str(place.total), say("discs on them; a line needs {k}", k=k)),
                ),
            )


def _idea(position: Position, side: Side, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    rules, k = position.rules, position.rules.k
    best = max(steps, key=lambda step: step.value)
    kernel, under, response = best.panels
    found = lines_of(steps)
    given = (
        Panel.of(str(direction), numbers[::-1], needed=k)
        for direction, _, numbers in responses(position, side)
        if numbers.size
    )
    return (
        ones_and_zeros(position, side, ()),
        picture(
            say(
                "A kernel is a pattern of {k} ones in a row. Lay it on the board and add up the "
                "cells that its ones lie on. Here the sum is {total}.",
                k=k,
                total=best.value,
            ),
            replace(best, panels=(kernel, under)),
            _code().at("under =", "total ="),
        ),
        picture(
            say(
                "Slide it to every place where it fits, row by row. The sums make a small table of "
                "their own, the response."
            ),
            replace(best, panels=(kernel, replace(response, here=None)), lines=()),
            _code().at("for row in", "for column in"),
        ),
        picture(
            say(
                "There are four kernels, one for each direction. A {k} in a response is a line, "
                "and the kernel says in which direction it runs.",
                k=k,
            ),
            replace(
                best,
                cells=tuple(cell for line in found for cell in line.cells),
                area=rules.cells(rules.board),
                panels=tuple(given),
                lines=found,
            ),
            _code().at(
                "Direction.VERTICAL:",
                "Direction.HORIZONTAL:",
                "Direction.FALLING:",
                "Direction.RISING:",
            ),
        ),
    )
