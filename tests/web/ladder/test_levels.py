"""The levels on the ladder: they were measured, and do not move."""

from itertools import pairwise

import pytest

from inarow.arena.glicko2 import NEWCOMER
from inarow.arena.ratings import ANCHOR, LADDERS
from inarow.web.ladder.kinds import FAMILIES, Family
from inarow.web.ladder.levels import DEVIATION, levels, strength


@pytest.mark.parametrize("family", FAMILIES)
def test_levels_differ_as_they_were_measured(family: Family) -> None:
    found = levels(family)
    assert [*found] == [*(f"level {number}" for number in range(1, 11)), "perfect"]
    assert found[f"level {ANCHOR}"] == NEWCOMER.rating
    assert [*found.values()] == sorted(found.values())
    differences = [round(found[f"level {n + 1}"] - found[f"level {n}"]) for n in range(1, 10)]
    assert any(differences == [round(b - a) for a, b in pairwise(elo)] for elo in LADDERS.values())


def test_a_level_is_known_about_as_well_as_somebody_who_plays_often() -> None:
    assert strength("level 7", "four").deviation == DEVIATION < 110
