"""`Grade`: how good a move was, from exact scores or, marked as such, from estimates.

From exact scores:

- *best*: nothing scores more
- *good*: the result stays what it was, and the end comes at most `SLOWER` moves later (of a win) or
  sooner (of a loss); also where only the result is known, not how soon it comes
- *inaccuracy*: the result stays, the end comes more than `SLOWER` moves later or sooner; or an
  immediate win was missed, or allowed where the loss could have been put off
- *mistake*: a win becomes a draw, or a draw a loss
- *blunder*: a win becomes a loss; or the result changes because an immediate win was missed,
  or because the opponent can now win immediately

From estimates, by how much of the point the side gives away: `DROPS`. A grade that does not follow
from exact scores alone is an opinion, and is marked as one.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from inarow.language import say
from inarow.search.scores import Estimate, Score

__all__ = ["Grade", "Graded", "grade", "points_lost"]

SLOWER = 2
"""A win may come this many moves later, or a loss sooner, before it is an inaccuracy."""

HOPE = 0.3
"""A move is a blunder if its side expected this share of the point or more and is proved lost."""


class Grade(Enum):
    """How good a move was, with the sign that stands for it in records."""

    BEST = ("best", "")
    GOOD = ("good", "")
    INACCURACY = ("inaccuracy", "?!")
    MISTAKE = ("mistake", "?")
    BLUNDER = ("blunder", "??")

    def __init__(self, word: str, sign: str) -> None:
        self.word = word
        self.sign = sign

    @property
    def is_bad(self) -> bool:
        """Whether something better should be shown."""
        return bool(self.sign)

    def __str__(self) -> str:
        return {
            "best": say("best", "grade"),
            "good": say("good", "grade"),
            "inaccuracy": say("inaccuracy", "grade"),
            "mistake": say("mistake", "grade"),
            "blunder": say("blunder", "grade"),
        }[self.word]


DROPS = ((0.35, Grade.BLUNDER), (0.2, Grade.MISTAKE), (0.1, Grade.INACCURACY))
"""The share of the point that estimates say was given away, and what that is called."""


class Graded(NamedTuple):
    """A grade, `None` if nothing is known, and whether exact scores alone decide it."""

    grade: Grade | None
    exact: bool


def grade(best: Score | Estimate, got: Score | Estimate, *, is_best: bool) -> Graded:
    """Grade a move that got *got* where *best* was to be had, both for the side that played it.

    *is_best* says that it is the move that *best* belongs to. A score and an estimate are never
    compared by number; what one alone implies about the other still counts.
    """
    if isinstance(best, Score) and isinstance(got, Score):
        return Graded(_exact(best, got, is_best), True)
    if isinstance(got, Score) and got.value > 0:
        return Graded(Grade.GOOD, True)  # whatever else there was: it wins
    if isinstance(best, Score) and best.value < 0:
        return Graded(Grade.GOOD, True)  # whatever was played: it was lost
    if is_best:
        return Graded(Grade.BEST, False)
    if isinstance(best, Estimate) and isinstance(got, Estimate):
        return Graded(_estimated(best, got), False)
    if isinstance(best, Estimate):
        lost = isinstance(got, Score) and got.value < 0
        return Graded(Grade.BLUNDER if lost and best.win_probability >= HOPE else None, False)
    # Something better is proved, and whether this is as good is not known.
    return Graded(Grade.INACCURACY if best.value > 0 else None, False)


def _exact(best: Score, got: Score, is_best: bool) -> Grade:
    if _sign(best) != _sign(got):
        at_once = best.wins_in == 1 or got.loses_in == 1
        return Grade.BLUNDER if at_once or best.value > 0 > got.value else Grade.MISTAKE
    if best.plies is None or got.plies is None:
        return Grade.BEST if is_best else Grade.GOOD
    if best.value == got.value:
        return Grade.BEST
    at_once = best.wins_in == 1 or got.loses_in == 1
    later = abs(best.plies - got.plies) // 2
    return Grade.GOOD if later <= SLOWER and not at_once else Grade.INACCURACY


def points_lost(best: Score, got: Score) -> float:
    """How much of the point a move gave away: 0, 0.5 (a win drawn, a draw lost) or 1."""
    return (_sign(best) - _sign(got)) / 2


def _sign(score: Score) -> int:
    return (score.value > 0) - (score.value < 0)


def _estimated(best: Estimate, got: Estimate) -> Grade:
    drop = best.win_probability - got.win_probability
    return next((grade for least, grade in DROPS if drop >= least), Grade.GOOD)
