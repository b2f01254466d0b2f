"""Why a move is good or bad, in sentences made from exact facts.

`explain_move` says what a move does on the board (wins, blocks, threatens, forces, gives away) and
what it does to the score; `explain_position` says what a position is worth, what is threatened and
forced, and, where one side has a plan that needs no search (see zugzwang.py), what that plan is.
Nothing here guesses: every sentence follows from the rules, an exact score or a proved plan.
docs/explanation/explain.md lists them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from inarow.board.notation import cell_text, read_move
from inarow.board.position import AnyPosition, Outcome, Position
from inarow.explain import of_move, of_position, of_score, phrases, zugzwang
from inarow.explain.callable_module import CallableModule
from inarow.explain.fact import Explanation, Fact
from inarow.explain.plan import Certificate
from inarow.search.scores import Score

__all__ = ["explain", "explain_move", "explain_position", "explain_step"]


def explain_move(
    position: AnyPosition, move: int | str, scores: Mapping[int, Score] | None = None
) -> Explanation:
    """What *move* does; with the *scores* of all legal moves also what it is worth.

    The sentences are about the side to move; the most important comes first.
    """
    position = Position.of(position)
    move = read_move(move, position.rules)
    side, after = position.turn, position.play(move)
    outcome = after.outcome()
    if outcome is not None and outcome.winner is side:
        return Explanation(position, move, (_ended("wins", f"{side} wins", outcome),))
    facts = [*of_move.win_missed_or_stopped(position, move), *of_move.wins_allowed(position, after)]
    if outcome is None and not after.winning_moves(side.other):
        facts += of_move.threats_made(position, after)
    facts += of_move.forced_win_missed(position, move, facts, scores)
    if not facts and outcome is None and scores is None:
        facts.append(
            Fact("quiet", f"{phrases.move_of(position, move)} makes no threat and stops none.")
        )
    if scores is not None:
        facts.append(of_score.of_move(position, move, scores))
    if outcome is not None:
        facts.append(Fact("full", "The board is full: the game is a draw."))
    certificates = _follows(after, scores[move] if scores else None)
    return Explanation(position, move, tuple(facts), certificates)


def _ended(kind: str, text: str, outcome: Outcome) -> Fact:
    cells = outcome.lines[0].cells if outcome.lines else ()
    how = f": {' '.join(map(cell_text, cells))}" if cells else ""
    return Fact(kind, f"{text}{how}.", outcome.winner, cells)


def _follows(after: Position, score: Score | None) -> tuple[Certificate, ...]:
    """The plan of the side that has just moved, unless it promises less than the *score*."""
    plan = zugzwang.find(after)
    if plan is None or (score is not None and score.value > 0 and not plan.score):
        return ()
    return (Certificate(after, plan),)


def explain_step(
    before: Position | None,
    move: int | None,
    after: Position,
    scores: Mapping[int, Score] | None = None,
    score: Score | None = None,
) -> list[str]:
    """What to say when *move* has led to *after*: about it, then about what is there now.

    *scores* are those of the moves *before*, *score* is that of *after*. Nothing is said twice.
    """
    sentences: list[str] = []
    if before is not None and move is not None:
        sentences += explain_move(before, move, scores).sentences
    if after.outcome() is None or not sentences:
        for text in explain_position(after, score).sentences:
            if text not in sentences and f"Now {text}" not in sentences:
                sentences.append(text)
    return sentences


DECIDED = {"wins_now", "cannot_stop", "forced_win", "stacked_loss"}
"""Kinds of facts that settle the game: nothing needs to be added."""


def explain_position(
    position: AnyPosition, score: Score | None = None, *, line: Sequence[int] = ()
) -> Explanation:
    """What a position shows and, with its *score*, what it is worth; *line* is best play."""
    position = Position.of(position)
    outcome = position.outcome()
    if outcome is not None:
        how = "It is a draw" if outcome.is_draw else str(outcome)
        over = _ended("over", f"The game is over. {how}", outcome)
        return Explanation(position, None, (over,))
    facts = [of_score.of_position(position, score)] if score is not None else []
    facts += of_position.tactics(position)
    kinds = {fact.kind for fact in facts}
    certificates: tuple[Certificate, ...] = ()
    if not kinds & DECIDED and position.is_playable:
        facts += of_position.poisoned_moves(position)
        facts += of_position.waiting_threats(position)
        certificates = _plans(position, score)
        if "must_stop" not in kinds and not any(shown.plan.score for shown in certificates):
            facts += of_position.last_to_fill(position)
    if not facts:
        facts.append(Fact("quiet", "Neither side can win on the next move."))
    if line:
        facts.append(of_position.best_line(position, line))
    return Explanation(position, None, tuple(facts), certificates)


def _plans(position: Position, score: Score | None) -> tuple[Certificate, ...]:
    """The most useful plans: one that wins, or else those that avoid a loss."""
    theirs = zugzwang.find(position)
    if theirs is not None and theirs.score:
        return (Certificate(position, theirs),)
    own = None
    for move in position.legal_moves():
        after = position.play(move)
        plan = zugzwang.find(after)
        if plan is not None and (own is None or plan.score > own.plan.score):
            own = Certificate(after, plan, move)
    if own is not None and own.plan.score:
        return (own,)
    holding = [] if theirs is None else [Certificate(position, theirs)]
    if own is not None and (score is None or score.value == 0):
        holding.append(own)
    return tuple(holding)


def explain(
    board: AnyPosition, move: int | str | None = None, *, seconds: float = 1.0
) -> Explanation:
    """What there is to say about a position or, if one is given, about a *move* in it.

    What they are worth is said, too, if the exact scores are likely to be found in *seconds*. The
    module itself can be called like this function: `ir.explain("4455")`.
    """
    from inarow.search.oracle import Oracle  # loads the C++ core, which the others do not need

    position = Position.of(board)
    scores = Oracle(patience=seconds).scores(position)
    if move is not None:
        return explain_move(position, move, scores)
    return explain_position(position, max(scores.values(), key=int) if scores else None)


sys.modules[__name__].__class__ = CallableModule
