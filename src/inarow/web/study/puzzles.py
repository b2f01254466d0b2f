"""Puzzles played out on the site: is a move right, what is the answer, why is it wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inarow.board.notation import moves_text
from inarow.explain import puzzles
from inarow.explain.puzzles import Puzzle
from inarow.search.background import Searchers
from inarow.web import words
from inarow.web.study import positions

__all__ = ["by_name", "judge", "solution", "view"]


def by_name(name: str) -> Puzzle | None:
    """The puzzle of this name, if there is one."""
    return next((puzzle for puzzle in puzzles.shipped() if puzzle.name == name), None)


def view(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a page has it, without its solution."""
    return {
        "name": puzzle.name,
        "rules": str(puzzle.rules),
        "rules_title": positions.rules_title(puzzle.rules),
        "goal": puzzle.goal.word,
        "grade": puzzle.grade,
        "side": puzzle.board.turn.symbol,
        "task": words.PUZZLE_TASKS[puzzle.goal.word].format(side=puzzle.board.turn),
        "view": positions.view(puzzle.board),
    }


def judge(searchers: Searchers, puzzle: Puzzle, moves: Sequence[int]) -> dict[str, Any]:
    """The verdict on the last of *moves*, which both sides played from the puzzle on."""
    verdict = puzzles.judge(searchers.oracle.solver, puzzle, moves, searchers.stop)
    board = puzzle.board
    for move in moves:
        board.play(move)
    shown: dict[str, Any] = {
        "right": verdict.right,
        "solved": verdict.solved,
        "answer": verdict.answer,
        "said": list(verdict.reasons),
    }
    if not verdict.right:
        shown["refutation"] = list(verdict.refutation)
        shown["refutation_text"] = moves_text(verdict.refutation, puzzle.rules)
    else:
        shown["played"] = positions.view(board)
        if verdict.answer is not None:
            board.play(verdict.answer)
    return shown | {"view": positions.view(board)}


def solution(searchers: Searchers, puzzle: Puzzle) -> dict[str, Any]:
    """Best play from the puzzle on, beginning with the right move."""
    line = puzzles.solution(searchers.oracle.solver, puzzle, searchers.stop)
    return {"line": list(line), "text": moves_text(line, puzzle.rules)}
