"""Many boards at once, in C++ over NumPy arrays, without copying them.

A *packed* array holds one set of cells per board in the bit order of `rules.py`, as `uint64`:
shape (n,) when a board fits 64 bits, otherwise (n, words) with the lowest word first. Bits outside
the board must not be set; nobody checks. Rules may be text.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from inarow import _core
from inarow.board.rules import Rules
from inarow.errors import IllegalMoveError, PositionError, RulesError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Packed = NDArray[np.uint64]

__all__ = [
    "NO_SCORE",
    "end_scores",
    "expect",
    "has_line",
    "legal_moves",
    "pack",
    "pack_grids",
    "play",
    "threats",
    "unpack",
    "unpack_grids",
]


NO_SCORE: Final = _core.NO_SCORE
"""Stands for a score that is not there."""

MOST_CELLS: Final = 254
"""A win with the first disc of so many is worth 127."""


def pack(sets: Iterable[int], rules: Rules | str) -> Packed:
    """Sets of cells (Python ints) as a packed array."""
    rules = Rules.of(rules)
    count = rules.words
    data = bytearray()
    for number, discs in enumerate(sets):
        bits = index(discs)
        if bits & rules.board != bits:
            raise PositionError(f"expected cells of the {rules} board, got others in set {number}")
        data += bits.to_bytes(8 * count, "little")
    packed = np.frombuffer(data, dtype="<u8").astype(np.uint64)
    return packed if count == 1 else packed.reshape(-1, count)


def unpack(packed: Packed, rules: Rules | str) -> list[int]:
    """The Python ints of a packed array."""
    rules = Rules.of(rules)
    expect("boards", packed, rules)
    data = packed.astype("<u8").tobytes()
    size = 8 * rules.words
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


def pack_grids(grids: NDArray[np.bool_], rules: Rules | str) -> Packed:
    """Packed: the true cells of *grids*, shape (n, height, width) with row 0 at the bottom.

    From arrays of marks: `pack_grids(marks == 1, rules)`.
    """
    rules = Rules.of(rules)
    shape = (rules.height, rules.width)
    if not isinstance(grids, np.ndarray) or grids.dtype != np.bool_ or grids.shape[1:] != shape:
        got = f"{grids.dtype} of {grids.shape}" if isinstance(grids, np.ndarray) else type(grids)
        raise PositionError(
            f"expected a bool array of shape (n, {shape[0]}, {shape[1]}), got {got}"
        )
    bits = np.zeros((len(grids), rules.words * 64), dtype=np.bool_)
    columns = bits[:, : rules.width * rules.stride].reshape(-1, rules.width, rules.stride)
    columns[:, :, : rules.height] = grids.transpose(0, 2, 1)
    packed = np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    return packed[:, 0].copy() if rules.words == 1 else packed


def unpack_grids(packed: Packed, rules: Rules | str) -> NDArray[np.bool_]:
    """Shape (n, height, width), row 0 at the bottom: the cells of a packed array."""
    rules = Rules.of(rules)
    n = expect("boards", packed, rules)
    data = packed.astype("<u8").reshape(n, rules.words).view(np.uint8)
    bits = np.unpackbits(data, axis=1, bitorder="little", count=rules.width * rules.stride)
    columns = bits.reshape(n, rules.width, rules.stride)[:, :, : rules.height]
    return np.ascontiguousarray(columns.transpose(0, 2, 1)).astype(np.bool_)


def has_line(
    boards: Packed, rules: Rules | str, *, out: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Shape (n,): which of *boards* hold a line. *out* is written and returned if given."""
    rules = Rules.of(rules)
    n = expect("boards", boards, rules)
    if out is None:
        out = np.empty(n, dtype=np.bool_)
    elif not isinstance(out, np.ndarray) or out.dtype != np.bool_ or out.shape != (n,):
        raise PositionError(f"expected out as a bool array of shape ({n},)")
    elif not (out.flags.c_contiguous and out.flags.writeable):
        raise PositionError("expected out to be contiguous and writable")
    _core.has_line(rules, boards, out)
    return out


def threats(discs: Packed, occupied: Packed, rules: Rules | str) -> Packed:
    """Packed: the empty cells that would complete a line of *discs*, for each board."""
    rules = Rules.of(rules)
    n = expect("discs", discs, rules)
    expect("occupied", occupied, rules, n)
    out = np.empty_like(discs)
    _core.threats(rules, discs, occupied, out)
    return out


def legal_moves(own: Packed, other: Packed, rules: Rules | str) -> NDArray[np.bool_]:
    """Shape (n, move_count): what the owner of *own* may play. With gravity no disc may float."""
    rules = Rules.of(rules)
    n = expect("own", own, rules)
    expect("other", other, rules, n)
    out = np.empty((n, rules.move_count), dtype=np.bool_)
    _core.legal_moves(rules, own, other, out)
    return out


def end_scores(own: Packed, other: Packed, rules: Rules | str) -> NDArray[np.int8]:
    """Shape (n,): what finished games are worth to the owner of *own*, `NO_SCORE` for open ones.

    As `Position.end_score`; should both sides have lines, the other one's counts. The board may
    have up to 254 cells: scores of larger ones do not fit.
    """
    rules = Rules.of(rules)
    if rules.cell_count > MOST_CELLS:
        raise RulesError(f"expected a board of up to {MOST_CELLS} cells, got {rules}")
    n = expect("own", own, rules)
    expect("other", other, rules, n)
    filled = (own | other).view(np.uint8).reshape(n, 8 * rules.words)
    discs = np.unpackbits(filled, axis=1).sum(axis=1, dtype=np.int64)
    out = np.full(n, NO_SCORE, dtype=np.int8)
    out[discs == rules.cell_count] = 0
    worth = (rules.cell_count + 2 - discs) // 2  # as Rules.score_of_win
    for boards, sign in ((own, 1), (other, -1)):
        won = has_line(boards, rules)
        out[won] = sign * worth[won]
    return out


def play(own: Packed, other: Packed, moves: NDArray[np.integer[Any]], rules: Rules | str) -> None:
    """Play `moves[i]` (shape (n,), any integers) on board i in place.

    The sides are swapped, so that *own* is again the side to move. If one move is illegal, nothing
    changes and the error names it. With gravity no disc may float.
    """
    rules = Rules.of(rules)
    n = expect("own", own, rules)
    expect("other", other, rules, n)
    if not isinstance(moves, np.ndarray) or moves.dtype.kind not in "iu" or moves.shape != (n,):
        got = f"{moves.dtype} of {moves.shape}" if isinstance(moves, np.ndarray) else type(moves)
        raise PositionError(f"expected moves as an integer array of shape ({n},), got {got}")
    if not (own.flags.writeable and other.flags.writeable):
        raise PositionError("expected arrays that may be written, got read-only ones")
    if np.may_share_memory(own, other):
        raise PositionError("expected two arrays, got the same memory twice")
    inside: NDArray[np.int32] = moves.clip(-1, rules.move_count).astype(np.int32)
    illegal = _core.play(rules, own, other, inside)
    if illegal != n:
        raise IllegalMoveError(f"move {moves[illegal]} is not legal on board {illegal}")


def expect(name: str, packed: Any, rules: Rules, n: int | None = None) -> int:
    """Check a packed array and return its number of boards."""
    count = rules.words
    tail = () if count == 1 else (count,)
    wanted = f"({'n' if n is None else n},{''.join(f' {size}' for size in tail)})"
    if not isinstance(packed, np.ndarray) or packed.dtype != np.uint64:
        got = packed.dtype if isinstance(packed, np.ndarray) else type(packed).__name__
        raise PositionError(f"expected {name} as a uint64 array of shape {wanted}, got {got}")
    if packed.ndim != 1 + len(tail) or packed.shape[1:] != tail or n not in (None, len(packed)):
        raise PositionError(f"expected {name} of shape {wanted}, got {packed.shape}")
    if not (packed.flags.c_contiguous and packed.flags.aligned):
        raise PositionError(f"expected {name} contiguous and aligned, got a view that is not")
    return len(packed)
