from pathlib import Path
from random import Random

import pytest

import inarow as ir
from inarow.jobs import here
from inarow.search.oracle import analyze_many
from support.chores import killing
from support.strategies import play_random


@pytest.mark.parametrize("size", ["5x4x4", "3x3x3/free", "9x7x10"])
def test_analyses_come_in_order_though_a_worker_is_killed(tmp_path: Path, size: str) -> None:
    rules, random = ir.Rules.parse(size), Random(2)
    plies = rules.cell_count // 3 if size != "9x7x10" else 62
    boards = [play_random(rules, random, random.randint(plies - 2, plies)) for _ in range(20)]
    positions = [board.position for board in boards if board.outcome() is None]
    solver = ir.Solver(table_mb=1)
    found = list(analyze_many(positions, killing(tmp_path, here(2)), table_mb=1))
    assert found == [solver.analyze(position, line=False) for position in positions]
    assert (tmp_path / "killed").exists()


def test_the_shipped_book_is_looked_into() -> None:
    """The first plies would take minutes to solve."""
    (analysis,) = analyze_many([ir.Position(ir.CONNECT_FOUR)], here(1))
    assert [int(score) for score in analysis.scores.values()] == [-2, -1, 0, 1, 0, -1, -2]
    assert analysis.best == (3,)


def test_what_cannot_be_solved_is_an_error() -> None:
    over = ir.Board(ir.CONNECT_FOUR, "4455667").position
    with pytest.raises(ir.SolverError, match="the game is over: x wins"):
        list(analyze_many([over], here(1)))
