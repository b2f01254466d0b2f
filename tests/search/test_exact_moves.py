from collections.abc import Sequence
from random import Random

import inarow as ir
from inarow.search.exact_moves import ExactMoves
from inarow.search.solver import time_left
from support.strategies import play_random


def searched(
    solver: ir.Solver,
    position: ir.Position,
    lines: int,
    seconds: float = 600.0,
    order: Sequence[int] = (),
    most: int = 1,
) -> ExactMoves:
    found = ExactMoves(solver, position, time_left(seconds), ir.Stop())
    found.search(lines, order, most)
    return found


def test_with_time_the_moves_are_exact_and_have_lines() -> None:
    position = ir.Board(ir.Rules(5, 4, 4), "3344").position
    found = searched(ir.Solver(table_mb=1, threads=1), position, 2)
    exact = ir.Solver(table_mb=1, threads=1).analyze(position)
    assert [score for score, _ in found.moves[:2]] == sorted(
        exact.scores.values(), key=int, reverse=True
    )[:2]
    for score, line in found.moves[:2]:
        assert len(line) == score.plies
        assert exact.scores[line[0]] == score
    assert found.nodes > 0


def test_without_time_there_are_no_moves() -> None:
    position = ir.Position(ir.Rules(8, 8, 4))
    found = searched(ir.Solver(table_mb=1, threads=1), position, 1, 0.0)
    assert found.moves == []


def test_moves_that_are_named_are_tried_first() -> None:
    position = ir.Position(ir.TIC_TAC_TOE)  # where every move draws
    for first in (0, 5):
        solver = ir.Solver(table_mb=1, threads=1)
        found = searched(solver, position, 1, order=[first])
        assert found.moves[0][1][0] == first


class Listening(ir.Solver):
    """Remembers what it was asked to keep."""

    asked: set[int]

    def keeps(
        self,
        position: ir.AnyPosition,
        move: int | str,
        value: int,
        *,
        timeout: float | None = None,
        stop: ir.Stop | None = None,
    ) -> bool:
        self.asked.add(value)
        return super().keeps(position, move, value, timeout=timeout, stop=stop)


def test_what_is_known_at_most_is_not_asked() -> None:
    for most in (1, 0):
        solver = Listening(table_mb=4, threads=1)
        solver.asked = set()
        position = ir.Position(ir.Rules(5, 5, 4))  # a draw
        found = searched(solver, position, 1, most=most)
        assert int(found.moves[0][0]) == 0
        assert solver.asked == {0, most}


class Slow(ir.Solver):
    """A solver that has no time for more than who wins."""

    def solve(self, *args: object, **options: object) -> ir.Score:
        raise ir.Stopped("no time")


def test_who_wins_is_better_than_nothing() -> None:
    random = Random(3)
    solver = ir.Solver(table_mb=1, threads=1)
    for lines in (1, 3):
        for _ in range(10):
            board = play_random(ir.Rules(6, 5, 4), random, 14)
            if board.outcome() is not None:
                continue
            exact = solver.analyze(board.position, line=False)
            found = searched(Slow(table_mb=1, threads=1), board.position, lines)
            best = max(min(max(int(score), -1), 1) for score in exact.scores.values())
            score, line = found.moves[0]
            assert (int(score), score.plies) == (best, None)
            for score, line in found.moves:
                assert int(score) == min(max(int(exact.scores[line[0]]), -1), 1)
