"""Which games have ratings, and which of them are of one kind."""

import pytest

from inarow.board.rules import Rules
from inarow.web.ladder.kinds import FAMILIES, KINDS, SPEEDS, family, kind_of, title


@pytest.mark.parametrize(
    ("rules", "played"),
    [
        ("7x6x4", "four"),
        ("9x7x4", "fall"),
        ("6x6x4", "fall"),
        ("18x18x6", "fall"),
        ("15x15x5/free", "free"),
        ("9x9x5/free", "free"),
        ("5x5x4", None),  # known by heart
        ("3x3x3/free", None),
        ("15x15x4/free", None),  # the first player wins at once
        ("12x4x5", None),  # nobody wins upright
        ("7x6x3", None),
    ],
)
def test_boards_have_families_unless_they_are_too_small(rules: str, played: str | None) -> None:
    kind = kind_of(Rules.parse(rules), None, None)
    assert kind == (None if played is None else f"{played}-slow")


@pytest.mark.parametrize(
    ("base", "increment", "speed"),
    [
        (None, None, "slow"),
        (60_000, 0, "fast"),
        (180_000, 2_000, "fast"),
        (180_000, 6_000, "rapid"),
        (300_000, 0, "rapid"),
        (299_999, None, "fast"),
        (10_800_000, 180_000, "rapid"),
    ],
)
def test_clocks_are_fast_or_rapid_by_what_they_allow_for_a_game(
    base: int | None, increment: int | None, speed: str
) -> None:
    assert kind_of(Rules.parse("7x6x4"), base, increment) == f"four-{speed}"


def test_every_kind_has_a_family_and_a_name() -> None:
    assert len(KINDS) == len(FAMILIES) * len(SPEEDS)
    assert len({title(kind) for kind in KINDS}) == len(KINDS)
    assert {family(kind) for kind in KINDS} == {*FAMILIES}
