"""How to win at Connect Four, as the page has it: chapters, and what to say to every move."""

from __future__ import annotations

from typing import Any, Final

from inarow import language
from inarow.board.board import Board
from inarow.board.notation import parse_moves
from inarow.board.rules import CONNECT_FOUR
from inarow.board.view import drawn
from inarow.lessons.chapters import Chapter, Task, chapters, why_wrong
from inarow.search.background import Searchers
from inarow.web.study import positions

__all__ = ["views"]

_known: Final[dict[str, list[dict[str, Any]]]] = {}  # by language: they are always the same


def views(searchers: Searchers) -> list[dict[str, Any]]:
    """All chapters with every answer, so that nothing more has to be asked for."""
    code = language.code()
    if code not in _known:
        _known[code] = [_view(chapter, searchers) for chapter in chapters()]
    return _known[code]


def _view(chapter: Chapter, searchers: Searchers) -> dict[str, Any]:
    return {
        "name": chapter.name,
        "title": chapter.title,
        "texts": chapter.texts,
        "tasks": [_task(task, searchers) for task in chapter.tasks],
    }


def _task(task: Task, searchers: Searchers) -> dict[str, Any]:
    board = task.board
    return {
        "moves": list(board.moves),
        "address": positions.address(board),
        "side": board.turn.symbol,
        "line": list(parse_moves(task.line, CONNECT_FOUR)),
        "asked": task.asked,
        "learned": task.learned,
        "steps": [_step(task, number, searchers) for number in range(len(task.accepted))],
        "end": _signs(Board(CONNECT_FOUR, task.moves + task.line)),
    }


def _step(task: Task, number: int, searchers: Searchers) -> dict[str, Any]:
    """What every move leads to: a right one to signs on the board, a wrong one to the reason."""
    board, right = task.board_at(number), task.right(number)
    position = board.position
    wrong = [move for move in position.legal_moves() if move not in right]
    scores = searchers.oracle.analyze(position, stop=searchers.stop, line=False).scores
    return {
        "right": {move: _signs(Board(CONNECT_FOUR, (*board.moves, move))) for move in right},
        "wrong": {move: why_wrong(position, move, scores) for move in wrong},
    }


def _signs(board: Board) -> dict[str, Any]:
    """The line that won, or else what is threatened."""
    shown = drawn(board)
    return {name: shown[name] for name in (("lines",) if shown["lines"] else ("threats",))}
