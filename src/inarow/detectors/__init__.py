"""Six ways to find a win, side by side: same question, same answer, different road::

    views        k×k filters multiplied with every k×k view of the board
    last_move    counting outwards from the last disc
    scan         the whole board, row by row, column by column, diagonal by diagonal
    convolution  four kernels slid over the board
    line_count   a counter along the four lines through the last disc
    bitboard     the board shifted and ANDed with itself; the one the library uses

`last_move` and `line_count` find the lines through the last disc, the others all lines. Each is a
short module written to be read (`detectors.views`); `find` gives the lines, `trace` every step on
the way.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from inarow.board.notation import cell_name, read_side
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Cell, Side
from inarow.detectors.tracing import Detector, Panel, Step, Trace, Value
from inarow.errors import DetectorError, quoted

if TYPE_CHECKING:
    from inarow.board.lines import Line
    from inarow.detectors import bitboard, convolution, last_move, line_count, scan, views

__all__ = [
    "NAMES",
    "Detector",
    "Panel",
    "Step",
    "Trace",
    "Value",
    "WinCondition",
    "bitboard",
    "convolution",
    "find",
    "get",
    "last_move",
    "line_count",
    "names",
    "register",
    "scan",
    "trace",
    "views",
    "win_condition",
]

NAMES = ("views", "last_move", "scan", "convolution", "line_count", "bitboard")
"""The detectors that come with the library."""

_registered: dict[str, Detector] = {}


def __getattr__(name: str) -> ModuleType:
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"inarow.detectors.{name}")


def names() -> tuple[str, ...]:
    """The names of all detectors: our own, and those that were registered."""
    return (*NAMES, *_registered)


def register(name: str, detector: Detector) -> None:
    """Make *detector* known under a new name."""
    if name in names():
        raise DetectorError(f"expected a new name, got {name!r}, which is taken")
    if not (
        callable(getattr(detector, "find", None)) and callable(getattr(detector, "trace", None))
    ):
        raise DetectorError(f"expected a detector with find and trace, got {quoted(detector)}")
    _registered[name] = detector


def get(name: str) -> Detector:
    """The detector with this name. Its module is imported now, and NumPy only if it needs it."""
    if name in _registered:
        return _registered[name]
    if name not in NAMES:
        raise DetectorError(f"expected one of {', '.join(names())}, got {quoted(name)}")
    return import_module(f"inarow.detectors.{name}")


def find(
    position: AnyPosition,
    side: Side | str,
    *,
    detector: str = "bitboard",
    last: tuple[int, int] | None = None,
) -> tuple[Line, ...]:
    """The lines of *side*, found by *detector*.

    *last* is the cell played last, for `last_move` and `line_count`; without it they take each disc
    of the side in turn and so find all lines.
    """
    return get(detector).find(*_checked(position, side, last))


def trace(
    position: AnyPosition,
    side: Side | str,
    *,
    detector: str = "bitboard",
    last: tuple[int, int] | None = None,
) -> Trace:
    """Every step by which *detector* finds the lines of *side*."""
    return get(detector).trace(*_checked(position, side, last))


class WinCondition(NamedTuple):
    """Whether a side has won, and the configuration of its line: see `Direction`."""

    configuration: str
    won: bool


def win_condition(
    position: AnyPosition, side: Side | str, *, detector: str = "convolution"
) -> WinCondition:
    """`("horizontal", True)`, vertical or diagonal, or `("", False)` without a line.

    Of several lines it is the first that `find` finds.
    """
    for line in find(position, side, detector=detector):
        return WinCondition(line.direction.configuration, True)
    return WinCondition("", False)


def _checked(
    board: AnyPosition, side: Side | str, last: tuple[int, int] | None
) -> tuple[Position, Side, Cell | None]:
    """What a detector is asked, or one clear sentence why that cannot be."""
    position, side = Position.of(board), read_side(side)
    if last is None:
        return position, side, None
    try:
        cell = Cell(*last)
        inside = position.rules.has(*cell)
    except TypeError:
        raise DetectorError(f"expected a last disc as (column, row), got {quoted(last)}") from None
    if not inside or position.at(*cell) is not side:
        there = (position.at(*cell) or "nothing") if inside else "outside the board"
        name = cell_name(cell, position.rules) if inside else str(tuple(cell))
        raise DetectorError(f"expected the last disc of {side}, got {name}: {there}")
    return position, side, cell
