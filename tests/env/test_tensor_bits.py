from random import Random

import pytest
import torch

from inarow.env.tensor_bits import (
    TensorSet,
    any_bit,
    bits_at,
    count_bits,
    mixed,
    placed,
    ranked_bit,
    shifted,
    shifted_right,
    signed,
)

WORD = 2**64 - 1
RANDOM = Random(1)
SETS = [0, 1, 2**62, 2**63, 2**64, WORD, 2**126] + [
    RANDOM.getrandbits(127) & RANDOM.getrandbits(127) for _ in range(50)
]
WORDS = [each & WORD for each in SETS]


def tensor(words: list[int]) -> torch.Tensor:
    return torch.tensor([signed(word) for word in words], dtype=torch.int64)


def split(sets: list[int], count: int) -> TensorSet:
    return tuple(tensor([each >> (64 * i) & WORD for each in sets]) for i in range(count))


def joined(words: TensorSet) -> list[int]:
    parts = [[number & WORD for number in word.tolist()] for word in words]
    return [sum(part << (64 * i) for i, part in enumerate(each)) for each in zip(*parts)]  # noqa: B905


def test_a_word_is_the_same_bits_signed() -> None:
    assert [signed(word) & WORD for word in WORDS] == WORDS
    assert signed(WORD) == -1
    assert signed(2**64 + 5) == 5


@pytest.mark.parametrize("distance", [1, 5, 32, 63, 64, 65, 100, 127, 128, 500, -1, -7, -63])
def test_sets_are_shifted_as_numbers_are(distance: int) -> None:
    for count in (1, 2):
        size = 64 * count
        sets = [each & (2 ** (size - 1) - 1) for each in SETS]  # the highest bit is never set
        moved = [each >> distance if distance > 0 else each << -distance for each in sets]
        assert joined(shifted(split(sets, count), distance)) == [m & (2**size - 1) for m in moved]


def test_a_word_is_shifted_without_its_sign() -> None:
    for distance in (1, 30, 63):
        assert joined((shifted_right(tensor(WORDS), distance),)) == [w >> distance for w in WORDS]


def test_bits_are_counted_and_found_by_rank() -> None:
    assert count_bits(tensor(WORDS)).tolist() == [word.bit_count() for word in WORDS]
    for word in WORDS:
        places = [place for place in range(64) if word >> place & 1]
        found = ranked_bit(tensor([word] * len(places)), torch.arange(len(places)))
        assert joined((found,)) == [1 << place for place in places]


def test_bits_are_looked_up() -> None:
    places = torch.arange(64)
    one = bits_at(split(SETS, 1), places)
    assert one.tolist() == [[each >> place & 1 for place in range(64)] for each in SETS]
    two = bits_at(split(SETS, 2), torch.arange(127))
    assert two.tolist() == [[each >> place & 1 for place in range(127)] for each in SETS]


def test_bits_are_put_into_their_place() -> None:
    for bits in (1, 0b1111111):
        assert joined(placed(bits, torch.arange(57), 1)) == [bits << i for i in range(57)]
        assert joined(placed(bits, torch.arange(120), 2)) == [bits << i for i in range(120)]


def test_empty_sets_are_known() -> None:
    assert any_bit(split(SETS, 2)).tolist() == [each != 0 for each in SETS]
    assert any_bit(split(SETS, 1)).tolist() == [word != 0 for word in WORDS]


def test_numbers_are_those_of_splitmix() -> None:
    """As published: the first outputs of the seed 1234567."""
    golden = 0x9E3779B97F4A7C15
    places = tensor([(1234567 + golden * i) & WORD for i in range(1, 6)])
    assert joined((mixed(places),)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
