"""Puzzles played out on the site: is a move right, what is the answer, why is it wrong."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from inarow import puzzles
from inarow.board.notation import moves_text
from inarow.puzzles import Puzzle
from inarow.search.background import Searchers
from inarow.web import words
from inarow.web.study import positions

__all__ = ["STOCK", "chosen", "entry", "judge", "near", "rush", "solution", "some", "view"]

STOCK = 24
"""How many puzzles a device takes along for when there is no network."""


def entry(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a list has it."""
    return {
        "name": puzzle.name,
        "rules": str(puzzle.rules),
        "goal": puzzle.goal.word,
        "theme": puzzle.theme.word,
        "rating": puzzle.rating,
        "grade": puzzle.grade,
    }


def view(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a page has it, without its solution."""
    return entry(puzzle) | {
        "title": puzzle.title,
        "rules_title": positions.rules_title(puzzle.rules),
        "side": puzzle.turn.symbol,
        "task": words.PUZZLE_TASKS[puzzle.goal.word].format(side=puzzle.turn),
        "view": positions.view(puzzle.board),
    }


def some(rules: str = "", theme: str = "", grade: int | None = None) -> list[Puzzle]:
    """The puzzles of some rules, theme and difficulty; of any, where that is empty."""
    return [
        puzzle
        for puzzle in puzzles.shipped()
        if rules in ("", str(puzzle.rules), positions.rules_slug(puzzle.rules))
        and theme in ("", puzzle.theme.word)
        and grade in (None, puzzle.grade)
    ]


def near(rating: float, rules: str, theme: str, seen: Sequence[str]) -> dict[str, Any] | None:
    """A puzzle about as hard as *rating*, as a page has it; `None` if there are none of these."""
    found = some(rules, theme)
    return view(puzzles.near(rating, found, seen, Random())) if found else None


def chosen(rating: float, rules: str, first: Puzzle | None = None) -> list[dict[str, Any]]:
    """Puzzles to take along, with their right moves: about as hard as *rating*, *first* one."""
    found = sorted(some(rules), key=lambda puzzle: abs(puzzle.rating - rating))[: 10 * STOCK]
    picked = Random().sample(found, min(STOCK, len(found)))
    if first is not None:
        picked = [first, *(each for each in picked if each != first)][:STOCK]
    return [view(each) | {"move": each.move} for each in picked]


def rush(rules: str) -> list[dict[str, Any]]:
    """Puzzles that get harder and harder, with their right moves."""
    return [view(each) | {"move": each.move} for each in puzzles.rush(some(rules), Random())]


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
