"""What a view of the widget draws, as JSON, so that it needs no rules of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inarow.board.notation import moves_text
from inarow.board.rules import Side
from inarow.board.view import drawn
from inarow.errors import as_sentence
from inarow.explain import analysis
from inarow.explain.analysis import Finding
from inarow.players import Player
from inarow.widget import words
from inarow.widget.history import History

__all__ = ["Seen", "shown"]


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as it is looked at: *theirs* says that it is the opponent's turn."""

    history: History
    opponent: Player | None
    side: Side
    theirs: bool
    thinking: bool


def shown(seen: Seen, finding: Finding | None, sentences: Sequence[str]) -> dict[str, Any]:
    """Everything that is seen of the game, and what was found out about it."""
    history = seen.history
    view = drawn(history.board)
    problems = history.board.position.problems()
    return {
        "rules": view["rules"],
        "discs": view["discs"],
        "last": view["last"],
        "turn": view["turn"],
        "legal": [] if seen.theirs else view["legal"],
        "lines": view["lines"],
        "threats": view["threats"],
        "place": history.place,
        "moves": [moves_text([move], history.start.rules) for move in history.moves],
        "status": as_sentence(problems[0]) if problems else status(seen),
        "thinking": seen.thinking,
        "found": None if finding is None else analysis.shown(finding, history.board.position),
        "sentences": list(sentences),
    }


def status(seen: Seen) -> str:
    """Who won, or whose turn it is."""
    board, opponent = seen.history.board, seen.opponent
    outcome = board.outcome()
    side = words.SIGNS[board.turn.symbol]
    if outcome is None:
        if opponent is None:
            return words.TO_MOVE.format(side=side)
        if not seen.theirs:
            return words.YOUR_TURN.format(side=side)
        form = words.THINKING if seen.thinking else words.THEIR_TURN
        return as_sentence(form.format(name=opponent))
    if outcome.winner is None:
        return words.DRAW
    if opponent is None:
        return words.WINS.format(side=words.SIGNS[outcome.winner.symbol])
    if outcome.winner is seen.side:
        return words.YOU_WIN
    return as_sentence(words.THEY_WIN.format(name=opponent))
