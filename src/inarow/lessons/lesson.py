"""`Lesson`: a position of a game in which a mistake was made, and the moves that are accepted.

A lesson is a move that certainly changed the result, an immediate win that was missed, or a threat
that could have been stopped and was not, even if all was lost anyway. Where exact scores are not to
be had it is a move that the review calls a mistake or a blunder, and says that it is an estimate.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from hashlib import blake2b
from typing import Any

from inarow.board.board import Board
from inarow.board.notation import move_name, move_text, moves_text, parse_move, read_side
from inarow.board.position import Position
from inarow.board.rules import Side
from inarow.errors import RecordError, quoted
from inarow.explain.grades import Grade
from inarow.explain.review import MoveReview, Review
from inarow.explain.review import review as review_of
from inarow.language import counted, say
from inarow.record.record import Record
from inarow.search.scores import Score

__all__ = ["Basis", "Kind", "Lesson", "find", "happened", "outlook", "task"]


class Kind(Enum):
    """What went wrong."""

    MISSED_WIN = "missed win"
    """The side could have won with this move."""
    MISSED_BLOCK = "missed block"
    """The opponent threatened to win, could have been stopped, and was not."""
    LOST_WIN = "lost win"
    """A win became a draw or a loss."""
    LOST_DRAW = "lost draw"
    """A draw became a loss."""
    WORSE = "worse"
    """Something else was better, as far as can be judged."""


class Basis(Enum):
    """How much is known of the moves of a lesson."""

    EXACT = "exact"
    """Everything: the moves that are accepted are right, all others are wrong."""
    PROVED = "proved"
    """The moves that are accepted are right, the one played was wrong, others may be right too."""
    ESTIMATED = "estimated"
    """An opinion of the engine."""


@dataclass(frozen=True)
class Lesson:
    """A mistake: *played* after *moves*; *accepted* are the moves that would have been right.

    *line* is what should have been played, and begins with one of them. *least* is the exact score
    that all that is accepted gets and nothing else does, `None` where the scores are not known.
    """

    start: Position
    moves: tuple[int, ...]
    played: int
    kind: Kind
    basis: Basis
    accepted: tuple[int, ...]
    line: tuple[int, ...]
    least: int | None = None

    @cached_property
    def position(self) -> Position:
        """The position in which a better move is asked for."""
        return self.board.position

    @property
    def board(self) -> Board:
        """The position, with the moves that led to it."""
        return Board(self.start, self.moves)

    @property
    def side(self) -> Side:
        """Whose mistake it was."""
        return self.position.turn

    @cached_property
    def name(self) -> str:
        """The same for the same position, whatever game it comes from; 32 letters and digits."""
        return blake2b(self.position.text().encode(), digest_size=16).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        rules = self.start.rules
        return {
            "rules": str(rules),
            "start": self.start.text() if self.start.ply else "",
            "moves": moves_text(self.moves, rules),
            "played": move_text(self.played, rules),
            "kind": self.kind.value,
            "basis": self.basis.value,
            "accepted": [move_text(move, rules) for move in self.accepted],
            "line": moves_text(self.line, rules),
            "least": self.least,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Lesson:
        """The lesson that `to_dict` wrote; an `InarowError` says what is wrong with other data."""
        try:
            board = Board(Position.parse(data["start"]) if data["start"] else data["rules"])
            start, rules = board.position, board.rules
            board = Board(start, data["moves"])
            played, accepted = (
                data["played"],
                [parse_move(each, rules) for each in data["accepted"]],
            )
            line = Board(board.position, data["line"]).moves
            lesson = cls(
                start,
                board.moves,
                parse_move(played, rules),
                Kind(data["kind"]),
                Basis(data["basis"]),
                tuple(accepted),
                line,
                data["least"],
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise RecordError(f"expected a lesson, got one without {quoted(str(error))}") from None
        except ValueError as error:
            raise RecordError(f"expected a lesson: {error}") from None
        return lesson._checked()

    def _checked(self) -> Lesson:
        legal = self.position.legal_moves()
        if self.least is not None and type(self.least) is not int:
            raise RecordError(f"expected a score, got {quoted(self.least)}")
        if not {self.played, *self.accepted} <= {*legal}:
            raise RecordError("expected legal moves in a lesson")
        if not self.accepted or self.played in self.accepted or self.line[:1] == ():
            raise RecordError("expected a lesson with a better move than the one played")
        if self.line[0] not in self.accepted:
            raise RecordError("expected a line that begins with a move that is accepted")
        return self


def find(game: Review | Record | Board | str, side: Side | str | None = None) -> tuple[Lesson, ...]:
    """The lessons of a game, in its order; of both sides unless one is given.

    What is no `Review` yet is reviewed first, with a second for each position.
    """
    side = None if side is None else read_side(side)
    review = game if isinstance(game, Review) else review_of(game)
    start = review.record.start
    moves = tuple(each.move for each in review.moves)
    found = (_Finding(each).lesson(start, moves[:ply]) for ply, each in enumerate(review.moves))
    return tuple(each for each in found if each and (side is None or each.side is side))


@dataclass(frozen=True, slots=True)
class _Finding:
    """What is to be learned from one move of a review."""

    move: MoveReview

    def lesson(self, start: Position, moves: tuple[int, ...]) -> Lesson | None:
        found = self._exact() if self.move.scores else self._inexact()
        if found is None:
            return None
        kind, basis, accepted, least = found
        line = self.move.line
        if line[:1] == () or line[0] not in accepted:
            best = self.move.better[:1]
            line = best if best and best[0] in accepted else accepted[:1]
        return Lesson(start, moves, self.move.move, kind, basis, accepted, line, least)

    def _exact(self) -> tuple[Kind, Basis, tuple[int, ...], int] | None:
        """From the exact scores of all moves."""
        scores = self.move.scores
        best, got = max(map(int, scores.values())), scores[self.move.move].value
        if self.move.misses_win:
            kind, least = Kind.MISSED_WIN, best
        elif self.move.misses_block and best > got:
            kind, least = Kind.MISSED_BLOCK, 1 if best > 0 else 0 if best == 0 else got + 1
        elif best > 0 >= got:
            kind, least = Kind.LOST_WIN, 1
        elif best == 0 > got:
            kind, least = Kind.LOST_DRAW, 0
        else:
            return None
        accepted = tuple(sorted(move for move, each in scores.items() if each.value >= least))
        return kind, Basis.EXACT, accepted, least

    def _inexact(self) -> tuple[Kind, Basis, tuple[int, ...], None] | None:
        """From the rules alone, what the engine has proved, or what it thinks."""
        position, better = self.move.position, self.move.better[:1]
        if self.move.misses_win:
            wins = position.winning_moves(position.turn)
            return Kind.MISSED_WIN, Basis.EXACT, tuple(sorted(wins)), None
        if self.move.misses_block:
            blocks = position.winning_moves(position.turn.other)
            return (Kind.MISSED_BLOCK, Basis.EXACT, blocks, None) if self._holds(blocks) else None
        if not better or self.move.graded.grade not in (Grade.MISTAKE, Grade.BLUNDER):
            return None
        if self.move.changes_result and isinstance(self.move.best, Score):
            kind = Kind.LOST_WIN if self.move.best.value > 0 else Kind.LOST_DRAW
            return kind, Basis.PROVED, better, None
        return Kind.WORSE, Basis.ESTIMATED, better, None

    def _holds(self, blocks: tuple[int, ...]) -> bool:
        """Whether the opponent cannot win at once after the block."""
        after = self.move.position.play(blocks[0])
        return not after.winning_moves(after.turn)


# -- in words -------------------------------------------------------------------------------------


def task(lesson: Lesson) -> str:
    """What is asked, as a sentence."""
    side, other = lesson.side, lesson.side.other
    if lesson.kind is Kind.MISSED_WIN:
        return say("{side} to move: win with this move.", side=side)
    if lesson.kind is Kind.MISSED_BLOCK:
        return say("{side} to move: {other} threatens to win. Stop it.", side=side, other=other)
    if lesson.kind is Kind.LOST_WIN:
        return say("{side} to move: find a move that keeps the win.", side=side)
    if lesson.kind is Kind.LOST_DRAW:
        return say("{side} to move: find a move that does not lose.", side=side)
    return say("{side} to move: find a better move.", side=side)


def happened(lesson: Lesson) -> str:
    """What was played in the game and why that was a mistake, without what was better."""
    side, other = lesson.side, lesson.side.other
    move = move_name(lesson.played, lesson.start.rules)
    if lesson.kind is Kind.MISSED_WIN:
        return say(
            "In the game {side} played {move} and missed an immediate win.", side=side, move=move
        )
    if lesson.kind is Kind.MISSED_BLOCK:
        return say(
            "In the game {side} played {move} and did not stop {other} from winning.",
            side=side,
            other=other,
            move=move,
        )
    if lesson.kind is Kind.LOST_WIN:
        return say("In the game {side} played {move} and threw away a win.", side=side, move=move)
    if lesson.kind is Kind.LOST_DRAW:
        return say("In the game {side} played {move}, which loses.", side=side, move=move)
    return say(
        "In the game {side} played {move}, a mistake by the engine's estimate.",
        side=side,
        move=move,
    )


def outlook(review: Review, side: Side | str, lessons: Iterable[Lesson]) -> str:
    """How many mistakes of *side* there are to learn from, and how far that can be judged."""
    side = read_side(side)
    found = [each for each in lessons if each.side is side]
    summary = review.summary(side)
    if not summary.moves:
        return say("{side} has not moved.", side=side)
    if found:
        said = counted(
            len(found),
            "{side} made one mistake to learn from.",
            "{side} made {number} mistakes to learn from.",
            side=side,
        )
    elif summary.exact == summary.moves:
        return say("{side} made no mistakes: every move kept the result.", side=side)
    else:
        said = say("No mistake of {side} was found.", side=side)
    if summary.exact == summary.moves:
        return said
    if not summary.exact:
        more = say("No move could be judged exactly here: these are estimates.")
        return f"{said} {more}"
    more = counted(
        summary.exact,
        "One of {moves} moves could be judged exactly, the others only by estimate.",
        "{number} of {moves} moves could be judged exactly, the others only by estimate.",
        moves=summary.moves,
    )
    return f"{said} {more}"
