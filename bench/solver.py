"""The solver beside BitBully, a peer from the package index, on the same positions in one run.

`python bench/solver.py` solves 200 random positions of 8 plies; `--empty` the empty board as well,
which takes the peer about five minutes; `--sizes` times empty boards of other sizes without a peer.
"""

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

from bitbully import BitBully
from bitbully import Board as PeerBoard

import inarow as ir
from inarow.players import winning_moves

TABLE_MB = 64
SIZES = ("7x5x4", "6x6x4", "6x7x4", "9x4x4", "5x8x4", "10x4x4", "8x5x4")


def random_positions(count: int, plies: int) -> list[ir.Board]:
    """Positions in which nobody has won and the side to move cannot win at once."""
    random = Random(8)
    boards: list[ir.Board] = []
    while len(boards) < count:
        board = ir.Board(ir.CONNECT_FOUR)
        while board.outcome() is None and len(board.moves) < plies:
            board.play(random.choice(board.legal_moves()))
        if board.outcome() is None and not winning_moves(board.position, board.turn):
            boards.append(board)
    return boards


def timed(solve: Callable[[ir.Board], int], boards: list[ir.Board]) -> tuple[list[int], float]:
    start = perf_counter()
    return [solve(board) for board in boards], perf_counter() - start


def compare(name: str, boards: list[ir.Board]) -> None:
    print(f"\n{name}, exact scores, no book, tables empty at the start")
    peer = BitBully(opening_book=None)
    expected, theirs = timed(lambda board: peer.mtdf(PeerBoard(list(board.moves))), boards)
    print(f"  BitBully mtdf, 1 thread   {theirs:8.2f} s")
    for threads in (1, 2):
        solver = ir.Solver(table_mb=TABLE_MB, threads=threads)
        nodes = 0

        def solve(board: ir.Board, solver: ir.Solver = solver) -> int:
            nonlocal nodes
            score = int(solver.solve(board.position))
            nodes += solver.nodes
            return score

        scores, ours = timed(solve, boards)
        assert scores == expected
        print(
            f"  inarow, {threads} thread{'s' if threads > 1 else ' '}         {ours:8.2f} s", end=""
        )
        print(f"   {theirs / ours:6.1f} times as fast, {nodes / 1e6:.1f} million nodes")


def sizes() -> None:
    print(f"\nempty boards, 2 threads, {TABLE_MB} MiB")
    for size in SIZES:
        solver = ir.Solver(table_mb=TABLE_MB, threads=2)
        start = perf_counter()
        score = solver.solve(ir.Position(ir.Rules.parse(size)))
        seconds = perf_counter() - start
        print(
            f"  {size:<7} {score!s:<20} {seconds:8.2f} s  {solver.nodes / 1e6:8.1f} million nodes",
            flush=True,
        )


def main() -> None:
    compare("200 random positions of 8 plies", random_positions(200, 8))
    if "--empty" in sys.argv:
        compare("the empty 7x6 board", [ir.Board(ir.CONNECT_FOUR)])
    if "--sizes" in sys.argv:
        sizes()


if __name__ == "__main__":
    main()
