"""Sets of cells as int64 words of PyTorch, one or two of them, and what is done with their bits.

Words are signed there: a right shift brings in copies of the highest bit, so it has to be cut off.
The highest bit of a set is never a cell (see the spare bits in `rules.py`), that of the lower word
of two may be one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from inarow.errors import missing_package

try:
    import torch
    from torch import Tensor
except ModuleNotFoundError as error:
    raise missing_package(error) from None

__all__ = [
    "TensorSet",
    "any_bit",
    "bits_at",
    "count_bits",
    "has_line",
    "mixed",
    "placed",
    "ranked_bit",
    "shifted",
    "shifted_right",
    "signed",
]

TensorSet: TypeAlias = tuple[Tensor, ...]
"""One word or two of the same shape, the lowest first."""

_PAIRS: Final = 0x5555555555555555
_FOURS: Final = 0x3333333333333333
_BYTES: Final = 0x0F0F0F0F0F0F0F0F


def signed(word: int) -> int:
    """The lowest 64 bits of *word* as the number that int64 takes them for."""
    return ((word + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def shifted_right(word: Tensor, distance: int) -> Tensor:
    """Zeros come in from the left; *distance* is from 1 to 63."""
    return (word >> distance) & ((1 << (64 - distance)) - 1)


def shifted(words: TensorSet, distance: int) -> TensorSet:
    """All bits moved *distance* down, or up if it is negative; any distance but 0."""
    if len(words) == 1:
        if abs(distance) > 63:
            return (torch.zeros_like(words[0]),)
        return (words[0] >> distance if distance > 0 else words[0] << -distance,)
    low, high = words
    if distance >= 64:
        moved = torch.zeros_like(high) if distance > 127 else high >> (distance - 64)
        return moved, torch.zeros_like(high)
    if distance > 0:
        return shifted_right(low, distance) | (high << (64 - distance)), high >> distance
    assert distance > -64
    return low << -distance, (high << -distance) | shifted_right(low, 64 + distance)


def any_bit(words: TensorSet) -> Tensor:
    """Where a set is not empty."""
    return words[0] != 0 if len(words) == 1 else (words[0] | words[1]) != 0


def has_line(words: TensorSet, shifts: Iterable[Iterable[int]]) -> Tensor:
    """Where sets hold k cells in a row; *shifts* are those of `board.lines.line_shifts`."""
    found = []
    for each in shifts:
        starts = words
        for shift in each:
            starts = tuple(a & b for a, b in zip(starts, shifted(starts, shift), strict=True))
        found.append(any_bit(starts))
    return found[0] | found[1] | found[2] | found[3]


def bits_at(words: TensorSet, places: Tensor) -> Tensor:
    """Shape (..., m): the bits of sets at m places, 0 or 1."""
    if len(words) == 1:
        return (words[0][..., None] >> places) & 1
    low = words[0][..., None] >> places.clamp(max=63)
    high = words[1][..., None] >> (places - 64).clamp(min=0)
    return torch.where(places < 64, low, high) & 1


def placed(bits: int, places: Tensor, count: int) -> TensorSet:
    """Sets of *count* words: *bits*, not negative, moved up to each place."""
    if count == 1:
        return (bits << places,)
    in_low = places < 64
    low = places.clamp(max=63)
    cut = (bits >> 1) >> (63 - low)  # what is moved out of the lower word
    return (
        torch.where(in_low, bits << low, 0),
        torch.where(in_low, cut, bits << (places - 64).clamp(min=0)),
    )


def count_bits(word: Tensor) -> Tensor:
    """How many bits are set."""
    *_, halves = _counts(word)
    return (halves + shifted_right(halves, 32)) & 0x7F


def ranked_bit(word: Tensor, rank: Tensor) -> Tensor:
    """The bit of *word* that has *rank* others below it; any if there are not so many."""
    twos, fours, bytes_, sixteens, halves = _counts(word)
    place = torch.zeros_like(rank)
    for counts, width in (
        (halves, 32),
        (sixteens, 16),
        (bytes_, 8),
        (fours, 4),
        (twos, 2),
        (word, 1),
    ):
        below = (counts >> place) & (2 * width - 1)
        above = rank >= below
        rank = torch.where(above, rank - below, rank)
        place = torch.where(above, place + width, place)
    return torch.ones_like(place) << place


def _counts(word: Tensor) -> TensorSet:
    """How many bits are set in every 2, 4, 8, 16 and 32 of them, each in the lowest of these."""
    twos = word - (shifted_right(word, 1) & _PAIRS)
    fours = (twos & _FOURS) + (shifted_right(twos, 2) & _FOURS)
    bytes_ = (fours + shifted_right(fours, 4)) & _BYTES
    sixteens = bytes_ + shifted_right(bytes_, 8)
    return twos, fours, bytes_, sixteens, sixteens + shifted_right(sixteens, 16)


def mixed(word: Tensor) -> Tensor:
    """A word in which every bit depends on all bits of *word*: the output of SplitMix64."""
    word = (word ^ shifted_right(word, 30)) * signed(0xBF58476D1CE4E5B9)
    word = (word ^ shifted_right(word, 27)) * signed(0x94D049BB133111EB)
    return word ^ shifted_right(word, 31)
