"""Exact moves within a time: how the engine, explanations and reviews ask book and solver."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic

from inarow.board.position import Position
from inarow.search.solver import Score, Solver, Stopped, can_solve, central_first

__all__ = ["Exact", "exact_moves", "is_within_reach"]

EMPTY_IN_A_SECOND = 39
"""With how many empty cells most positions are decided when a second is there for the move."""

GROWTH = 1.75
"""How much longer it takes with one empty cell more."""


@dataclass(slots=True)
class Exact:
    """The best moves, best first, with their scores and what follows; none if there was no time."""

    moves: list[tuple[Score, tuple[int, ...]]] = field(default_factory=list)
    nodes: int = 0


def is_within_reach(position: Position, seconds: float) -> bool:
    """Whether the solver is likely to decide *position* in a move of *seconds*."""
    empty = position.rules.cell_count - position.ply
    reach = EMPTY_IN_A_SECOND + math.log(seconds) / math.log(GROWTH)
    return can_solve(position.rules) and empty <= reach


def exact_moves(
    solver: Solver,
    position: Position,
    lines: int,
    deadline: float,
    order: Sequence[int] = (),
    most: int = 1,
) -> Exact:
    """The best *lines* moves as far as the solver can tell before *deadline*.

    First who wins, which decides most about a move, then how soon, then the lines of play. The
    moves in *order* are tried first: it is fast if the best come first. It is faster, too, if the
    position is known to be a draw at *most*, 0, or a loss, -1.
    """
    found = Exact()
    moves = [*order, *(move for move in central_first(position) if move not in order)]
    try:
        found.moves = _weak_moves(solver, position, moves, lines, deadline, most, found)
        if lines == 1:
            found.moves = [_best_move(solver, position, moves, deadline, found)]
        else:
            analysis = solver.analyze(position, timeout=_left(deadline), line=False)
            found.nodes += solver.nodes
            best_first = sorted(analysis.scores.items(), key=lambda item: -int(item[1]))
            found.moves = [(score, (move,)) for move, score in best_first[:lines]]
        for i, (score, (move,)) in enumerate(found.moves):
            found.moves[i] = (score, (move, *_best_play(solver, position.play(move), deadline)))
    except Stopped:
        pass
    return found


def _weak_moves(
    solver: Solver,
    position: Position,
    moves: list[int],
    lines: int,
    deadline: float,
    most: int,
    found: Exact,
) -> list[tuple[Score, tuple[int, ...]]]:
    """The first *lines* moves that win, then that draw, then the others."""
    known: list[tuple[Score, tuple[int, ...]]] = []
    rest = moves
    for value in range(most, -2, -1):
        left = []
        for move in rest:
            if len(known) == lines:
                return known
            if value < 0 or solver.keeps(position, move, value, timeout=_left(deadline)):
                known.append((Score(value, position.turn, None), (move,)))
            else:
                left.append(move)
            found.nodes += solver.nodes
        rest = left
    return known


def _best_move(
    solver: Solver, position: Position, moves: list[int], deadline: float, found: Exact
) -> tuple[Score, tuple[int]]:
    score = solver.solve(position, timeout=_left(deadline))
    found.nodes += solver.nodes
    for move in moves:
        if solver.keeps(position, move, int(score), timeout=_left(deadline)):
            return score, (move,)
    raise AssertionError(f"no move of {position.text()} keeps its score of {score}")


def _best_play(solver: Solver, position: Position, deadline: float) -> tuple[int, ...]:
    if position.outcome() is not None:
        return ()
    return solver.analyze(position, timeout=_left(deadline)).line


def _left(deadline: float) -> float:
    return max(0.0, deadline - monotonic())
