"""The solver beside BitBully, a peer from the package index, on the same positions in one run.

`python bench/solver.py` solves 200 random positions of 8 plies; `--empty` the empty board as well,
which takes the peer about four minutes; `--sizes [SIZE ...]` times empty boards of other sizes
instead, without a peer, at most ten minutes each.
"""

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

from bitbully import BitBully
from bitbully import Board as PeerBoard

import inarow as ir

TABLE_MB = 64
SIZES_TABLE_MB = 1024
LIMIT = 600
SIZES = {
    "7x5x4": "draw",
    "6x6x4": "o wins in 18 moves",
    "6x7x4": "x wins in 21 moves",
    "8x5x4": "x wins in 20 moves",
    "9x4x4": "o wins in 18 moves",
    "5x8x4": "draw",
    "5x9x4": "draw",
    "10x4x4": "o wins in 20 moves",
    "9x5x4": "x wins in 21 moves",
    "6x8x4": "o wins in 24 moves",
    "8x6x4": "o wins in 24 moves",
    "7x7x4": "draw",
    "6x9x4": "x wins in 27 moves",
    "11x4x4": "o wins in 22 moves",
}
"""Empty boards and their published values."""


def random_positions(count: int, plies: int) -> list[ir.Board]:
    """Positions in which nobody has won and the side to move cannot win at once."""
    random = Random(8)
    boards: list[ir.Board] = []
    while len(boards) < count:
        board = ir.Board(ir.CONNECT_FOUR)
        while board.outcome() is None and len(board.moves) < plies:
            board.play(random.choice(board.legal_moves()))
        if board.outcome() is None and not board.position.winning_moves(board.turn):
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


def sizes(names: list[str]) -> None:
    print(f"\nempty boards, 2 threads, {SIZES_TABLE_MB} MiB, at most {LIMIT} s each")
    for size in names or SIZES:
        solver = ir.Solver(table_mb=SIZES_TABLE_MB, threads=2)
        start = perf_counter()
        try:
            score = str(solver.solve(ir.Position(ir.Rules.parse(size)), timeout=LIMIT))
            assert score == SIZES[size]
        except ir.Stopped:
            score = "not finished"
        seconds = perf_counter() - start
        print(
            f"  {size:<7} {score:<20} {seconds:8.2f} s  {solver.nodes / 1e6:8.1f} million nodes",
            flush=True,
        )


def main() -> None:
    if "--sizes" in sys.argv:
        return sizes(sys.argv[2:])
    compare("200 random positions of 8 plies", random_positions(200, 8))
    if "--empty" in sys.argv:
        compare("the empty 7x6 board", [ir.Board(ir.CONNECT_FOUR)])
    return None


if __name__ == "__main__":
    main()
