from random import Random
from time import monotonic

import inarow as ir
from inarow.search.exact_moves import exact_moves, is_within_reach
from support.strategies import play_random


def test_more_time_reaches_further() -> None:
    def reach(seconds: float, rules: ir.Rules = ir.CONNECT_FOUR) -> int:
        """The most empty cells from which the solver is asked, -1 if never."""
        boards = [play_random(rules, Random(2), plies) for plies in range(rules.cell_count + 1)]
        within = [b for b in boards if is_within_reach(b.position, seconds)]
        return max((rules.cell_count - len(b.moves) for b in within), default=-1)

    assert reach(0.01) < reach(0.1) < reach(1) < reach(60) == 42
    assert reach(0.01, ir.TIC_TAC_TOE) == 9
    assert reach(60, ir.Rules(18, 18, 4)) == -1  # beyond the solver
    assert reach(60, ir.Rules(9, 9, 5, gravity=False)) == -1


def test_with_time_the_moves_are_exact_and_have_lines() -> None:
    position = ir.Board(ir.Rules(5, 4, 4), "3344").position
    found = exact_moves(ir.Solver(table_mb=1, threads=1), position, 2, monotonic() + 60)
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
    found = exact_moves(ir.Solver(table_mb=1, threads=1), position, 1, monotonic())
    assert found.moves == []


def test_moves_that_are_named_are_tried_first() -> None:
    position = ir.Position(ir.TIC_TAC_TOE)  # where every move draws
    for first in (0, 5):
        solver = ir.Solver(table_mb=1, threads=1)
        found = exact_moves(solver, position, 1, monotonic() + 60, [first])
        assert found.moves[0][1][0] == first


class Listening(ir.Solver):
    """Remembers what it was asked to keep."""

    asked: set[int]

    def keeps(
        self, position: ir.Position, move: int, value: int, *, timeout: float | None = None
    ) -> bool:
        self.asked.add(value)
        return super().keeps(position, move, value, timeout=timeout)


def test_what_is_known_at_most_is_not_asked() -> None:
    for most in (1, 0):
        solver = Listening(table_mb=4, threads=1)
        solver.asked = set()
        position = ir.Position(ir.Rules(5, 5, 4))  # a draw
        found = exact_moves(solver, position, 1, monotonic() + 600, most=most)
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
            found = exact_moves(
                Slow(table_mb=1, threads=1), board.position, lines, monotonic() + 60
            )
            best = max(min(max(int(score), -1), 1) for score in exact.scores.values())
            score, line = found.moves[0]
            assert (int(score), score.plies) == (best, None)
            for score, line in found.moves:
                assert int(score) == min(max(int(exact.scores[line[0]]), -1), 1)
