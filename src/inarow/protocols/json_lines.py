"""A position as a question in JSON, and the move that is the answer: for programs and web servers.

A question is an object on one line::

    {"rules": "7x6x4", "width": 7, "height": 6, "k": 4, "gravity": true,
     "position": "7x6x4 7/7/7/7/7/3x3 o", "board": [[0, 0, 0, 1, 0, 0, 0], ...],
     "turn": 2, "ply": 1, "legal": [0, 1, 2, 3, 4, 5, 6], "seconds": 10.0}

Row 0 of the board is the bottom one; 0 is an empty cell, 1 and 2 are the sides. The answer is
`{"move": 3}` or just `3`: a number counts from 0; text, as in `{"move": "4"}`, from 1 as people do.
`{"error": "..."}` says that there will be no move, and why.
"""

from __future__ import annotations

import json
from operator import index
from typing import Any

from inarow.board.notation import move_text, parse_move
from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.errors import InarowError, PlayerError, printable, quoted
from inarow.protocols import Talk
from inarow.search.engine import Limit

__all__ = ["Client", "GreetedClient", "position_of", "question", "read_answer", "read_move"]

HELLO = "ready"
"""What a program says that is waited for before its first move."""


def question(position: Position, seconds: float | None = None) -> dict[str, Any]:
    """What is asked about *position*, as plain data; *seconds* is the time for the answer."""
    rules = position.rules
    return {
        "rules": str(rules),
        "width": rules.width,
        "height": rules.height,
        "k": rules.k,
        "gravity": rules.gravity,
        "position": position.text(),
        "board": position.array().tolist(),
        "turn": int(position.turn),
        "ply": position.ply,
        "legal": list(position.legal_moves()),
        "seconds": seconds,
    }


def position_of(asked: Any) -> Position:
    """The position that a question is about."""
    if not isinstance(asked, dict) or not isinstance(asked.get("position"), str):
        raise PlayerError(f"expected a question with a position, got {quoted(asked)}")
    return Position.parse(asked["position"])


def read_answer(text: str | bytes, position: Position) -> int:
    """The legal move that an answer in JSON gives."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        if isinstance(text, bytes):
            text = text.decode("utf-8", "replace")
        raise PlayerError(f"expected a move in JSON, got {quoted(text)}") from None
    if isinstance(answer, dict):
        if "error" in answer:
            raise PlayerError(printable(answer["error"])[:500] or "no reason was given")
        if "move" not in answer:
            raise PlayerError(f'expected {{"move": ...}}, got {quoted(answer)}')
        answer = answer["move"]
    return read_move(answer, position)


def read_move(answer: object, position: Position) -> int:
    """The legal move that *answer* is: a whole number, NumPy's too, or text."""
    try:
        if isinstance(answer, str):
            move = parse_move(answer, position.rules)
        elif isinstance(answer, bool):
            raise TypeError
        else:
            move = index(answer)  # type: ignore[arg-type]
    except (TypeError, InarowError):
        last = position.rules.move_count - 1
        raise PlayerError(f"expected a move from 0 to {last}, got {quoted(answer)}") from None
    if not position.is_legal(move):
        inside = 0 <= move < position.rules.move_count
        name = move_text(move, position.rules) if isinstance(answer, str) else str(move)
        what = f"{name} in {position.text()}" if inside else quoted(answer)
        raise PlayerError(f"expected a legal move, got {what}")
    return move


class Client:
    """Drives a program that answers each line with a line; see `inarow.players.external`."""

    farewell = ()
    """It ends when its input does."""

    def open(self) -> Talk[str]:
        """Nothing is said before the first question."""
        return ""
        yield []

    def begin(self, rules: Rules, limit: Limit) -> Talk[None]:  # noqa: ARG002
        """Nor between games: every question says all there is to know."""
        return
        yield []

    def move(self, position: Position, limit: Limit) -> Talk[int]:
        """The move that the program chooses."""
        line = yield [json.dumps(question(position, limit.seconds))]
        return read_answer(line, position)


class GreetedClient(Client):
    """The same for a program that says when it is ready: starting does not count as thinking."""

    def open(self) -> Talk[str]:
        """Wait for it."""
        line = yield []
        if line != HELLO:
            read_answer(line, Position(Rules(1, 1, 1)))  # says what went wrong
            raise PlayerError(f"expected {HELLO!r}, got {quoted(line)}")
        return ""
