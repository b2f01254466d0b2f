"""What the plain game says when it is asked: a hint, why, scores and a review, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inarow.board.board import Board
from inarow.board.notation import move_label, move_name
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.explain import analysis, phrases
from inarow.explain.analysis import Worths
from inarow.explain.review import MoveReview, review
from inarow.record.record import Record
from inarow.search.background import Searchers
from inarow.search.engine import Limit, beyond
from inarow.search.scores import Score, Worth, share

__all__ = ["hint", "review_of", "scores", "why"]

WORTH: Final = "{moves}: {worth}."
ESTIMATED: Final = "{worth}, {share:.0%} for {side}, as far as the engine can tell"
REVIEWED: Final = "Move {number}, {name} plays {move}. {comment}"
NO_BAD_MOVES: Final = "No bad moves were found."
TURNING_POINT: Final = "Turning point: move {number}, {name} plays {move}."

PATIENCE: Final = 2.0
"""How many seconds the exact score of a position may take."""


def searchers() -> Searchers:
    """What the answers are searched with."""
    return Searchers(patience=PATIENCE)


def hint(search: Searchers, position: Position, known: Worths) -> Iterator[str]:
    """A good move of a position that is not over."""
    yield analysis.hint(position, analysis.judged(search, position, known))


def why(search: Searchers, board: Board, known: Worths) -> list[str]:
    """The last move and the position, explained."""
    position = board.position
    if position.outcome() is None and not beyond(position.rules):
        analysis.judged(search, position, known)
    sentences: list[str] = analysis.explain(search, board, known.get)["sentences"]
    return sentences


def scores(search: Searchers, position: Position, known: Worths) -> Iterator[str]:
    """What the moves of a position that is not over are worth, the best first."""
    if not analysis.is_settled(search, position, known.get(position, {})):
        known[position] = analysis.analyze(search, position, lambda _: None).scores
    worths = known[position]
    alike: dict[str, list[int]] = {}  # moves of which the same is said
    for move in sorted(worths, key=lambda move: share(worths[move]), reverse=True):
        alike.setdefault(_worth(worths[move]), []).append(move)
    for worth, moves in alike.items():
        yield WORTH.format(moves=_names(sorted(moves), position.rules), worth=worth)


def review_of(search: Searchers, record: Record, names: dict[Side, str]) -> Iterator[str]:
    """The bad moves of a game with what was better, and where it turned."""
    limit = search.limit or Limit(seconds=1)
    found = review(record, limit=limit, oracle=search.oracle, engine=search.engine)

    def sentence(form: str, index: int, move: MoveReview) -> str:
        number = (index + (record.start.turn is Side.SECOND)) // 2 + 1
        played = move_name(move.move, record.rules)
        comment = move.comment()
        return form.format(number=number, name=names[move.side], move=played, comment=comment)

    bad = [
        (index, move)
        for index, move in enumerate(found.moves)
        if move.graded.grade is not None and move.graded.grade.is_bad
    ]
    for index, move in bad:
        yield sentence(REVIEWED, index, move)
    if not bad:
        yield NO_BAD_MOVES
    if found.turning_point is not None:
        index = found.turning_point - 1
        yield sentence(TURNING_POINT, index, found.moves[index])


def _names(moves: Sequence[int], rules: Rules) -> str:
    labels = phrases.listed(move_label(move, rules) for move in moves)
    noun = f"Column{'s' if len(moves) > 1 else ''} " if rules.gravity else ""
    return f"{noun}{labels}"


def _worth(worth: Worth) -> str:
    if isinstance(worth, Score):
        return phrases.result(worth)
    return ESTIMATED.format(worth=worth, share=worth.win_probability, side=worth.side)
