"""Several instances on simulated time, by seed; bench/web_simulation.py runs more of them."""

import pytest

from support.simulation.mutants import MUTANTS, mutated
from support.simulation.simulation import simulate

SEEDS = 200
SHARES = 8

REGRESSIONS = {
    22: "nobody waits any more for a game that could not be read",
    38: "a move that is stored was refused as stale by an instance that had not heard of it",
    49: "an event from before an outage was heard after it, and its clock was charged",
    156: "the only instance of a site with a bus charged the time in which it was frozen",
    187: "an instance that was slow to begin made an outage longer than it was",
    196: "a database that failed at the start left games that nobody took up",
    229: "time in which an instance was frozen in a heartbeat was charged",
    254: "a game without sockets was never looked after when a message was lost",
    316: "an outage was forgotten by a crash just after it was noted",
    562: "time in which an instance was frozen while it began was charged",
    1779: "a flag for which an outage left time never fell",
}
"""Seeds that found something, and what it was."""


@pytest.mark.parametrize("share", range(SHARES))
def test_nothing_goes_wrong_whatever_happens(share: int) -> None:
    for seed in range(share, SEEDS, SHARES):
        assert simulate(seed).wrong == "", seed


@pytest.mark.parametrize("seed", REGRESSIONS)
def test_what_was_wrong_once_stays_right(seed: int) -> None:
    assert simulate(seed).wrong == "", REGRESSIONS[seed]


def test_a_seed_replays_exactly() -> None:
    logs = list[str](), list[str]()
    for log in logs:
        simulate(3, log=log.append)
    assert logs[0] == logs[1]
    assert len(logs[0]) > 100


SLOW = {
    "refuses without looking",
    "never looks whether messages were lost",
    "lets no flag fall",
    "lets flags fall late",
    "tries once to let a flag fall",
    "tries once to store the move of a program",
    "lets people claim against those who are there",
    "has no news for those who come back",
    "stores a rematch in two parts",
}
"""Bugs that some hundred seeds may be needed for: the bench looks for those."""


@pytest.mark.parametrize("name", sorted(MUTANTS.keys() - SLOW))
def test_a_deliberate_bug_is_caught(name: str) -> None:
    with mutated(name):
        assert any(simulate(seed).wrong for seed in range(60))
