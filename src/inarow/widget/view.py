"""What a view of the widget shows, as JSON and in words, so that it needs no rules of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inarow.board.rules import Side
from inarow.board.view import drawn
from inarow.errors import as_sentence, reason
from inarow.explain import analysis
from inarow.explain.analysis import Finding
from inarow.players import Player
from inarow.record.tree import MoveTree, Place

__all__ = ["Seen", "as_json", "failure", "main_line", "status"]

SIGNS = {"x": "×", "o": "○"}

TO_MOVE = "{side} to move."
YOUR_TURN = "Your turn: you play {side}."
THEIR_TURN = "{name} to move."
THINKING = "{name} is thinking …"
WINS = "{side} wins."
YOU_WIN = "You win."
THEY_WIN = "{name} wins."
DRAW = "The board is full: a draw."

STALE = "The position has changed. Choose again."
NOT_YOURS = "It is {name}'s turn."
OUTDATED = "This view is out of date. Run the cell again."
NO_MOVE = "{name} failed to choose a move: {reason}."
ILLEGAL_MOVE = "{name} chose an illegal move: {reason}."
NO_SCORES = "The analysis failed: {reason}."
NO_EXPLANATION = "The explanation failed: {reason}."
LOOKING = "Looking for mistakes …"
LESSON = "Mistake {number} of {count}:"
CHECKING = "Checking …"
RIGHT = "Right."
WRONG = "Not that one."
UNCLEAR = "Perhaps."
DONE = "That was the last one."
NONE = "No mistakes to learn from."
ALL_DONE = "Found at the first try: {found} of {count}."
NO_LESSON = "no move is asked for now"
NO_LESSONS = "The review failed: {reason}."
COST = "Here: steps {steps}, cells read {cells}, time {time} µs."
CLOSED = "the widget is closed: create a new one"


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as it is looked at: *theirs* says that it is the opponent's turn."""

    tree: MoveTree
    opponent: Player | None
    side: Side
    theirs: bool
    thinking: bool


def main_line(tree: MoveTree) -> list[Place]:
    """The places of the game, without the one before the first move."""
    return list(tree.root.line())[1:]


def as_json(seen: Seen, finding: Finding | None, sentences: Sequence[str]) -> dict[str, Any]:
    """Everything that is seen of the game, and what was found out about it."""
    board = seen.tree.board
    view = drawn(board)
    moves = [place.move for place in main_line(seen.tree) if place.move is not None]
    problems = board.position.problems()
    return view | {
        "legal": [] if seen.theirs else view["legal"],
        "place": len(board.moves),
        "moves": moves,
        "status": as_sentence(problems[0]) if problems else status(seen),
        "thinking": seen.thinking,
        "waiting": seen.theirs
        and not seen.thinking
        and seen.tree.is_at_end
        and bool(view["legal"]),
        "found": None if finding is None else analysis.as_json(finding, board.position),
        "sentences": list(sentences),
    }


def status(seen: Seen) -> str:
    """Who won, or whose turn it is."""
    board, opponent = seen.tree.board, seen.opponent
    outcome = board.outcome()
    side = SIGNS[board.turn.symbol]
    if outcome is None:
        if opponent is None:
            return TO_MOVE.format(side=side)
        if not seen.theirs:
            return YOUR_TURN.format(side=side)
        form = THINKING if seen.thinking else THEIR_TURN
        return as_sentence(form.format(name=opponent))
    if outcome.winner is None:
        return DRAW
    if opponent is None:
        return WINS.format(side=SIGNS[outcome.winner.symbol])
    if outcome.winner is seen.side:
        return YOU_WIN
    return as_sentence(THEY_WIN.format(name=opponent))


def failure(form: str, error: BaseException, opponent: Player | None = None) -> str:
    """What went wrong, as a sentence."""
    why = reason(error) if isinstance(error, Exception) else type(error).__name__
    return as_sentence(form.format(name=opponent, reason=why))
