"""Many boards at once, in C++ over NumPy arrays, without copying them.

A *packed* array holds one set of cells per board in the bit order of `rules.py`, as `uint64`:
shape (n,) when a board fits 64 bits, otherwise (n, words) with the lowest word first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from inarow import _core
from inarow.errors import IllegalMoveError, PositionError
from inarow.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Packed = NDArray[np.uint64]

__all__ = ["has_line", "legal_moves", "pack", "play", "threats", "unpack"]


def pack(sets: Iterable[int], rules: Rules) -> Packed:
    """Sets of cells (Python ints) as a packed array."""
    count = rules.words
    data = bytearray()
    for index, bits in enumerate(sets):
        if bits & rules.board != bits:
            raise PositionError(f"expected cells of the {rules} board, got others in set {index}")
        data += bits.to_bytes(8 * count, "little")
    packed = np.frombuffer(data, dtype="<u8").astype(np.uint64)
    return packed if count == 1 else packed.reshape(-1, count)


def unpack(packed: Packed, rules: Rules) -> list[int]:
    """The Python ints of a packed array."""
    _expect("boards", packed, rules)
    data = packed.astype("<u8").tobytes()
    size = 8 * rules.words
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


def has_line(
    boards: Packed, rules: Rules, *, out: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Shape (n,): which of *boards* hold a line. *out* is written and returned if given."""
    n = _expect("boards", boards, rules)
    if out is None:
        out = np.empty(n, dtype=np.bool_)
    elif out.dtype != np.bool_ or out.shape != (n,) or not out.flags.c_contiguous:
        raise PositionError(f"expected out to be a contiguous bool array of shape ({n},)")
    _core.has_line(rules.width, rules.height, rules.k, boards, out)
    return out


def threats(discs: Packed, occupied: Packed, rules: Rules) -> Packed:
    """Packed: the empty cells that would complete a line of *discs*, for each board."""
    n = _expect("discs", discs, rules)
    _expect("occupied", occupied, rules, n)
    out = np.empty_like(discs)
    _core.threats(rules.width, rules.height, rules.k, discs, occupied, out)
    return out


def legal_moves(own: Packed, other: Packed, rules: Rules) -> NDArray[np.bool_]:
    """Shape (n, move_count): what the owner of *own* may play. With gravity no disc may float."""
    n = _expect("own", own, rules)
    _expect("other", other, rules, n)
    out = np.empty((n, rules.move_count), dtype=np.bool_)
    _core.legal_moves(rules.width, rules.height, rules.k, rules.gravity, own, other, out)
    return out


def play(own: Packed, other: Packed, moves: NDArray[np.int32], rules: Rules) -> None:
    """Play `moves[i]` (shape (n,), int32) on board i in place.

    The sides are swapped, so that *own* is again the side to move. If one move is illegal, nothing
    changes and the error names it.
    """
    n = _expect("own", own, rules)
    _expect("other", other, rules, n)
    if moves.dtype != np.int32 or moves.shape != (n,) or not moves.flags.c_contiguous:
        raise PositionError(
            f"expected moves to be a contiguous int32 array of shape ({n},), "
            f"got {moves.dtype} of shape {moves.shape}"
        )
    if not (own.flags.writeable and other.flags.writeable):
        raise PositionError("expected arrays that may be written, got read-only ones")
    illegal = _core.play(rules.width, rules.height, rules.k, rules.gravity, own, other, moves)
    if illegal != n:
        raise IllegalMoveError(f"move {moves[illegal]} is not legal on board {illegal}")


def _expect(name: str, packed: Any, rules: Rules, n: int | None = None) -> int:
    """Check a packed array and return its number of boards."""
    count = rules.words
    tail = () if count == 1 else (count,)
    wanted = f"({'n' if n is None else n},{''.join(f' {size}' for size in tail)})"
    if not isinstance(packed, np.ndarray) or packed.dtype != np.uint64:
        got = packed.dtype if isinstance(packed, np.ndarray) else type(packed).__name__
        raise PositionError(f"expected {name} as a uint64 array of shape {wanted}, got {got}")
    if packed.ndim != 1 + len(tail) or packed.shape[1:] != tail or n not in (None, len(packed)):
        raise PositionError(f"expected {name} of shape {wanted}, got {packed.shape}")
    if not packed.flags.c_contiguous:
        raise PositionError(f"expected {name} to be contiguous, got a strided view")
    return len(packed)
