"""What the solver promises beside its scores: memory, easy positions, and stopping at once.

`python bench/limits.py` measures the memory above the table, the time of 10,000 easy positions one
by one and in a batch, and how long a solve goes on after stop(), a timeout and Ctrl-C.
"""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from random import Random
from threading import Thread
from time import perf_counter, sleep

import numpy as np

import inarow as ir
from inarow import batch

HARD = ir.Position(ir.Rules(8, 8, 4))


def memory(table_mb: int) -> None:
    """In a process of its own: the most memory that solving the empty 7x6 board took."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    score = ir.Solver(table_mb=table_mb, threads=2).solve(ir.Position(ir.CONNECT_FOUR))
    assert score.value == 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"table of {table_mb:4} MiB: {peak - before:7.1f} MiB more than before the solver was made"
    )


def easy_positions(count: int) -> list[ir.Position]:
    """Half of them near the end, half in the middle with somebody about to win."""
    random, found = Random(5), list[ir.Position]()
    while len(found) < count:
        board = ir.Board(ir.CONNECT_FOUR)
        late = len(found) % 2 == 0
        plies = random.randint(28, 36) if late else random.randint(14, 26)
        while board.outcome() is None and len(board.moves) < plies:
            board.play(random.choice(board.legal_moves()))
        if board.outcome() is None and (late or board.position.winning_moves(board.turn)):
            found.append(board.position)
    return found


def easy() -> None:
    """One by one, and all at once."""
    positions = easy_positions(10_000)
    solver = ir.Solver(table_mb=64, threads=1)
    start = perf_counter()
    one_by_one = [int(solver.solve(position)) for position in positions]
    each = (perf_counter() - start) / len(positions)
    print(f"10,000 easy positions one by one: {each * 1e6:.1f} us each")
    sides = [(p.discs(p.turn), p.discs(p.turn.other)) for p in positions]
    own, other = (np.array(column, dtype=np.uint64) for column in zip(*sides, strict=True))
    solver = ir.Solver(table_mb=64, threads=1)
    start = perf_counter()
    at_once = solver.solve_many(own, other, ir.CONNECT_FOUR)
    each = (perf_counter() - start) / len(positions)
    assert at_once.tolist() == one_by_one
    print(f"the same in one call of solve_many: {each * 1e6:.2f} us each")
    won = [i for i, p in enumerate(positions) if p.winning_moves(p.turn)]
    assert batch.has_line(own[won], ir.CONNECT_FOUR).sum() == 0
    start = perf_counter()
    solver.solve_many(own[won], other[won], ir.CONNECT_FOUR)
    each = (perf_counter() - start) / len(won)
    print(f"{len(won)} positions that need no search, in one call: {each * 1e6:.2f} us each")


def until_stopped(end: Callable[[ir.Solver], float], **options: float) -> float:
    """Seconds from the moment that *end* gives until a long solve is over."""
    solver = ir.Solver(table_mb=64, threads=2)
    moment: list[float] = []
    Thread(target=lambda: moment.append(end(solver)), daemon=True).start()
    try:
        solver.solve(HARD, **options)  # type: ignore[arg-type]
    except (ir.Stopped, KeyboardInterrupt):
        over = perf_counter()
    while not moment:
        sleep(0.001)
    return over - moment[0]


def stopping() -> None:
    """The worst of 20 each."""

    def by_stop(solver: ir.Solver) -> float:
        sleep(0.2)
        solver.stop()
        return perf_counter()

    def by_signal(_: ir.Solver) -> float:
        sleep(0.2)
        signal.raise_signal(signal.SIGINT)
        return perf_counter()

    def by_timeout(_: ir.Solver) -> float:
        return perf_counter() + 0.2

    for name, end, options in (
        ("stop()", by_stop, {}),
        ("Ctrl-C", by_signal, {}),
        ("timeout=0.2", by_timeout, {"timeout": 0.2}),
    ):
        worst = max(until_stopped(end, **options) for _ in range(20))
        print(f"{name}: over within {worst * 1e3:.1f} ms, the longest of 20")


def main() -> None:
    """Measure everything."""
    if len(sys.argv) > 1:
        return memory(int(sys.argv[1]))
    for table_mb in (1, 64, 256):
        subprocess.run([sys.executable, __file__, str(table_mb)], check=True)
    easy()
    stopping()
    return None


if __name__ == "__main__":
    main()
