"""Puzzles played out on the site: is a move right, what is the answer, why is it wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inarow.board.board import Board
from inarow.board.notation import moves_text
from inarow.explain import explain_move, of_score, puzzles
from inarow.explain.puzzles import Goal, Puzzle
from inarow.search.background import Searchers
from inarow.web import words
from inarow.web.study import positions

__all__ = ["by_name", "judge", "solution", "view"]

REFUTATION = 9
"""How many moves of a refutation are shown at most."""

BAD = {"does_not_stop", "gives_win", "allows_forced_win", "cannot_stop"}
"""What may be said of a wrong move without giving the right one away."""


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
    board, solver = puzzle.board, searchers.oracle.solver
    for move in moves[:-1]:
        board.play(move)
    position, move = board.position, moves[-1]
    board.play(move)
    if not puzzles.is_right(solver, puzzle.goal, position, move, searchers.stop):
        return _refuted(searchers, Board(position), move) | {"view": positions.view(board)}
    played = positions.view(board)
    answer = None
    if board.outcome() is None:
        answer = puzzles.best_defence(solver, puzzle.goal, board.position, searchers.stop)
        board.play(answer)
    return {
        "right": True,
        "solved": _is_solved(searchers, puzzle.goal, board),
        "answer": answer,
        "played": played,
        "view": positions.view(board),
        "said": [],
    }


def _is_solved(searchers: Searchers, goal: Goal, board: Board) -> bool:
    """A win has to be played out; a game is saved when there is more than one way again."""
    if board.outcome() is not None:
        return True
    if goal is Goal.WIN:
        return False
    right = puzzles.right_moves(searchers.oracle.solver, goal, board.position, searchers.stop)
    return len(right) > 1


def _refuted(searchers: Searchers, board: Board, move: int) -> dict[str, Any]:
    """Why *move* is wrong, and how play goes on."""
    position = board.position
    facts = [fact.text for fact in explain_move(position, move).facts if fact.kind in BAD]
    board.play(move)
    line: tuple[int, ...] = ()
    if board.outcome() is None:
        analysis = searchers.oracle.analyze(board.position, stop=searchers.stop)
        facts.append(of_score.of_position(board.position, analysis.score).text)
        line = analysis.line[:REFUTATION]
    else:
        facts.append(f"{positions.status(board.position)}.")
    return {
        "right": False,
        "solved": False,
        "answer": None,
        "said": facts,
        "refutation": list(line),
        "refutation_text": moves_text(line, board.rules),
    }


def solution(searchers: Searchers, puzzle: Puzzle) -> dict[str, Any]:
    """Best play from the puzzle on, beginning with the right move."""
    board = puzzle.board
    after = board.position.play(puzzle.move)
    line: tuple[int, ...] = (puzzle.move,)
    if after.outcome() is None:
        line += searchers.oracle.analyze(after, stop=searchers.stop).line
    return {"line": list(line), "text": moves_text(line, puzzle.rules)}
