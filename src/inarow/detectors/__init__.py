"""Six ways to find a win, side by side: same question, same answer, different road::

    views        k×k filters multiplied with every k×k view of the board
    last_move    counting outwards from the last disc
    scan         the whole board, row by row, column by column, diagonal by diagonal
    convolution  four kernels slid over the board
    line_count   a counter along the four lines through the last disc
    bitboard     the board shifted and ANDed with itself; the one the library uses

`last_move` and `line_count` find the lines through the last disc, the others all lines. Each is a
short module written to be read; `find` gives the lines, `trace` every step on the way.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from inarow.detectors.tracing import Detector, Panel, Step, Trace
from inarow.errors import DetectorError, quoted
from inarow.notation import cell_text
from inarow.rules import Cell, Side

if TYPE_CHECKING:
    from inarow.lines import Line
    from inarow.position import Position

__all__ = [
    "NAMES",
    "Detector",
    "Panel",
    "Step",
    "Trace",
    "find",
    "get",
    "names",
    "register",
    "trace",
]

NAMES = ("views", "last_move", "scan", "convolution", "line_count", "bitboard")
"""The detectors that come with the library."""

_registered: dict[str, Detector] = {}


def names() -> tuple[str, ...]:
    """The names of all detectors: the six, and those that were registered."""
    return (*NAMES, *_registered)


def register(name: str, detector: Detector) -> None:
    """Make *detector* known under a new name."""
    if name in names():
        raise DetectorError(f"expected a new name, got {name!r}, which is taken")
    _registered[name] = detector


def get(name: str) -> Detector:
    """The detector with this name. Its module is imported now, and NumPy only if it needs it."""
    if name in _registered:
        return _registered[name]
    if name not in NAMES:
        raise DetectorError(f"expected one of {', '.join(names())}, got {quoted(name)}")
    return import_module(f"inarow.detectors.{name}")


def find(
    position: Position,
    side: Side,
    *,
    detector: str = "bitboard",
    last: tuple[int, int] | None = None,
) -> tuple[Line, ...]:
    """The lines of *side*, found by *detector*.

    *last* is the cell played last, for `last_move` and `line_count`; without it they take each disc
    of the side in turn and so find all lines.
    """
    return get(detector).find(position, side, _checked(position, side, last))


def trace(
    position: Position,
    side: Side,
    *,
    detector: str = "bitboard",
    last: tuple[int, int] | None = None,
) -> Trace:
    """Every step by which *detector* finds the lines of *side*."""
    return get(detector).trace(position, side, _checked(position, side, last))


def _checked(position: Position, side: Side, last: tuple[int, int] | None) -> Cell | None:
    if last is None:
        return None
    if not position.rules.has(*last) or position.at(*last) is not side:
        raise DetectorError(f"expected the last disc of {side}, got {_named(last)}, which has none")
    return Cell(*last)


def _named(cell: tuple[int, int]) -> str:
    return cell_text(cell) if min(cell) >= 0 else str(tuple(cell))
