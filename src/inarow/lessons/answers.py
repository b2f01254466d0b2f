"""What is said to somebody who tries moves in a lesson: right or wrong and why, and hints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from inarow.board.notation import move_name, read_move
from inarow.board.position import Position
from inarow.explain import explain_move, explain_position, of_score
from inarow.explain.grades import DROPS, Grade
from inarow.language import say
from inarow.lessons.lesson import Basis, Kind, Lesson
from inarow.search.background import Searchers
from inarow.search.engine import Limit
from inarow.search.scores import Estimate, Score, Worth, share
from inarow.search.solver import Stopped

__all__ = ["Answer", "Verdict", "hints", "judge", "why"]

SECONDS: Final = 0.5
"""How long a move is looked at where the oracle cannot tell."""

REFUTATION: Final = 9
"""How many moves of a refutation are shown at most."""

BAD: Final = {"does_not_stop", "gives_win", "allows_forced_win", "cannot_stop"}
"""What may be said of a wrong move without giving the right one away."""

TOLERATED: Final = next(drop for drop, grade in DROPS if grade is Grade.MISTAKE)
"""What the engine prefers to a move by less than this share of the point is no mistake."""


class Answer(Enum):
    """What a move tried is."""

    RIGHT = "right"
    WRONG = "wrong"
    UNCLEAR = "unclear"
    """It is not the one that is known to be right, and nobody can say that it is wrong."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move is, *sentences* that say why, and how play would go on after a wrong one.

    The sentences about a wrong move say what it allows, not what was better.
    """

    answer: Answer
    sentences: tuple[str, ...] = ()
    refutation: tuple[int, ...] = ()


def judge(lesson: Lesson, move: int | str, searchers: Searchers | None = None) -> Verdict:
    """The verdict on *move*; `Stopped` is raised when the searchers are stopped."""
    move = read_move(move, lesson.start.rules)
    lesson.position.play(move)  # which says why, if it is not legal
    searchers = searchers or Searchers()
    if move in lesson.accepted:
        return Verdict(Answer.RIGHT, why(lesson, move, searchers))
    if lesson.basis is Basis.EXACT or move == lesson.played:
        return _wrong(lesson, move, searchers)
    return _opinion(lesson, move, searchers)


def _opinion(lesson: Lesson, move: int, searchers: Searchers) -> Verdict:
    """The verdict on a move that may be right, too."""
    got = _worth(lesson.position, move, searchers)
    if lesson.basis is Basis.PROVED:
        least = 1 if lesson.kind is Kind.LOST_WIN else 0
        if isinstance(got, Score):
            right = got.value >= least
        else:
            name = move_name(move, lesson.start.rules)
            said = say("{move} may be right, too: nobody can prove it either way here.", move=name)
            return Verdict(Answer.UNCLEAR, (_sentence(said),))
    else:
        best = _worth(lesson.position, lesson.line[0], searchers)
        right = share(best)[0] - share(got)[0] < TOLERATED
    if right and isinstance(got, Estimate):
        return Verdict(Answer.RIGHT, (*why(lesson, move, searchers), _estimated(got)))
    if right:
        return Verdict(Answer.RIGHT, why(lesson, move, searchers))
    return _wrong(lesson, move, searchers)


def _worth(position: Position, move: int, searchers: Searchers) -> Worth:
    """What *move* is worth to the side that plays it."""
    after = position.play(move)
    if (end := after.end_score) is not None:
        return Score.of(-end, position)
    found = searchers.engine.search(after, _limit(searchers), stop=searchers.stop).score
    if isinstance(found, Estimate):
        return Estimate(-found.value, position.turn)
    return Score(-found.value, position.turn, None if found.plies is None else found.plies + 1)


def _limit(searchers: Searchers) -> Limit:
    return searchers.limit or Limit(seconds=SECONDS)


def _wrong(lesson: Lesson, move: int, searchers: Searchers) -> Verdict:
    """Why *move* is wrong, and how play goes on."""
    position = lesson.position
    said = [fact.text for fact in explain_move(position, move).facts if fact.kind in BAD]
    after = position.play(move)
    if after.outcome() is not None:
        return Verdict(Answer.WRONG, (*said, *explain_position(after).sentences))
    worth, line = _best_play(after, searchers)
    if isinstance(worth, Score) and not (lesson.kind is Kind.MISSED_WIN and worth.value < 0):
        said.append(of_score.of_position(after, worth).text)
    elif isinstance(worth, Score):
        text = say(
            "{side} can still win after this move, but another one wins at once.",
            side=position.turn,
        )
        said.append(text)
    elif lesson.kind is Kind.MISSED_WIN:
        said.append(say("{side} does not win with this move.", side=position.turn))
    else:
        said.append(_estimated(worth))
    return Verdict(Answer.WRONG, tuple(said), line[:REFUTATION])


def _estimated(worth: Worth) -> str:
    return say("The engine's estimate after this move: {estimate}.", estimate=worth)


def _best_play(position: Position, searchers: Searchers) -> tuple[Worth, tuple[int, ...]]:
    """What a position is worth, and best play: exactly, or as the engine thinks."""
    oracle = searchers.oracle
    if oracle.scores(position, stop=searchers.stop) is not None:
        try:
            found = oracle.analyze(position, timeout=oracle.patience, stop=searchers.stop)
            return found.score, found.line
        except Stopped:
            if searchers.stop.is_set():
                raise
    result = searchers.engine.search(position, _limit(searchers), stop=searchers.stop)
    return result.score, result.line


def why(lesson: Lesson, move: int, searchers: Searchers | None = None) -> tuple[str, ...]:
    """What a right move does, in sentences."""
    searchers = searchers or Searchers()
    scores: Mapping[int, Score] | None = None
    if not lesson.position.winning_moves(lesson.side):
        scores = searchers.oracle.scores(lesson.position, stop=searchers.stop)
    return tuple(explain_move(lesson.position, move, scores).sentences)


# -- hints ----------------------------------------------------------------------------------------


def hints(lesson: Lesson) -> tuple[str, str]:
    """What kind of move it is, and then the move."""
    move = lesson.line[0]
    name = move_name(move, lesson.start.rules)
    return _kind_of_move(lesson, move), say("Play {move}.", move=name)


def _kind_of_move(lesson: Lesson, move: int) -> str:
    side, other = lesson.side, lesson.side.other
    kinds = {fact.kind for fact in explain_move(lesson.position, move).facts}
    if "wins" in kinds:
        return say("Look for a line of {side} that one disc completes.", side=side)
    if kinds & {"blocks", "cannot_stop"}:
        return say("Look at what {other} threatens: the move is a block.", other=other)
    if "double_threat" in kinds:
        return say("Look for a double threat: {other} can block only one.", other=other)
    if "stacked_threat" in kinds:
        return say("Look for two threats of {side}, one right above the other.", side=side)
    if "forces_win" in kinds:
        return say(
            "Look for a threat that {other} has to answer, and for what follows.", other=other
        )
    if "threat" in kinds:
        return say("Look for a threat that {other} has to answer.", other=other)
    if "prepares_win" in kinds:
        return say("Look for a quiet move that prepares a win by force.")
    if "later_threat" in kinds:
        return say("Look for a quiet move that gains a threat for later.")
    if any(_allows_win(lesson.position, each) for each in lesson.position.legal_moves()):
        return say(
            "Look for a quiet move, and beware of what {other} can play on top.", other=other
        )
    return say("Look for a quiet move: it makes no threat.")


def _allows_win(position: Position, move: int) -> bool:
    after = position.play(move)
    return bool(after.outcome() is None and after.winning_moves(after.turn))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
