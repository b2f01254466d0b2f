"""Several instances on simulated time, by seed; bench/web_simulation.py runs more of them."""

import pytest

from support.simulation.mutants import MUTANTS, mutated
from support.simulation.simulation import simulate
from support.simulation.world import INVARIANTS

SEEDS = 200
CLUB_SEEDS = 56
SHARES = 8

REGRESSIONS = {
    463: "an outage hid from the others that an instance had gone, so nobody took up its games",
}
"""Seeds that found something, and what it was."""


@pytest.mark.parametrize("share", range(SHARES))
def test_nothing_goes_wrong_whatever_happens(share: int) -> None:
    for seed in range(share, SEEDS, SHARES):
        assert simulate(seed).wrong == "", seed


@pytest.mark.parametrize("share", range(SHARES))
def test_nothing_goes_wrong_with_pairing_ratings_and_tournaments(share: int) -> None:
    for seed in range(share, CLUB_SEEDS, SHARES):
        assert simulate(seed, club=True).wrong == "", seed


@pytest.mark.parametrize("seed", REGRESSIONS)
def test_what_was_wrong_once_stays_right(seed: int) -> None:
    assert simulate(seed).wrong == "", REGRESSIONS[seed]


def test_a_seed_replays_exactly() -> None:
    logs = list[str](), list[str]()
    for log in logs:
        simulate(3, log=log.append)
    assert logs[0] == logs[1]
    assert len(logs[0]) > 100


def test_there_is_a_deliberate_bug_for_everything_that_must_hold() -> None:
    assert {mutant.breaks for mutant in MUTANTS.values()} == INVARIANTS.keys()


PLAIN = (
    "acknowledges before the commit",
    "follows the clock on the wall",
    "forgets what it has carried out",
    "gives a seat twice",
    "knows commands by their id alone",
    "lists games that are not public",
    "refuses in silence",
    "shows private games to all",
    "shows who sat there at first",
    "skips a version",
    "stores a rematch in two parts",
    "takes an offer for an answer",
    "takes failed commits for good",
)
"""Bugs that the first seeds show; the bench looks for all of them."""

PLAIN_IN_THE_CLUB = (
    "counts games that hardly began",
    "counts games that have not ended",
    "has no patience",
    "leads people to a game without a seat",
    "pairs only near equals",
    "pairs those who play",
    "rates by other numbers",
    "stores a pairing without its games",
    "stores the verdict alone",
)
"""The same with pairing, ratings and tournaments."""


@pytest.mark.parametrize("name", PLAIN)
def test_a_deliberate_bug_is_seen(name: str) -> None:
    with mutated(name) as mutant:
        assert any(simulate(seed).broken == mutant.breaks for seed in range(30))


@pytest.mark.parametrize("name", PLAIN_IN_THE_CLUB)
def test_a_deliberate_bug_is_seen_in_the_club(name: str) -> None:
    with mutated(name) as mutant:
        assert any(simulate(seed, club=True).broken == mutant.breaks for seed in range(12))
