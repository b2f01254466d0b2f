"""Measure, with every answer asserted first: run by `make bench`.

Each figure is the best of several repetitions; what counts is the ratio to a peer in the same run.
"""

import platform
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from peers.hand_loop import has_won
from scipy.signal import convolve2d

import inarow as ir
from inarow import batch, detectors
from inarow.board.lines import has_line
from inarow.detectors import convolution

BOARDS = 4_000_000
REPETITIONS = 7


def best(action: Callable[[], object], repetitions: int = REPETITIONS) -> float:
    """Seconds of the fastest run."""
    times = []
    for _ in range(repetitions):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times)


def random_boards(count: int, rules: ir.Rules) -> NDArray[np.uint64]:
    """Boards with a random quarter of their cells taken, packed."""
    random = np.random.default_rng(1)
    shape = (count,) if rules.words == 1 else (count, rules.words)
    bits = random.integers(0, 2**64, shape, dtype=np.uint64)
    bits &= random.integers(0, 2**64, shape, dtype=np.uint64)
    return np.ascontiguousarray(bits & batch.pack([rules.board], rules))


def numpy_has_line(boards: NDArray[np.uint64], rules: ir.Rules) -> NDArray[np.bool_]:
    """The vectorised bitboard expression for k = 4, as one writes it in NumPy."""
    stride = rules.stride
    found = np.zeros_like(boards)
    for step in (1, stride - 1, stride, stride + 1):
        pairs = boards & (boards >> np.uint64(step))
        found |= pairs & (pairs >> np.uint64(2 * step))
    result: NDArray[np.bool_] = found != 0
    return result


def bench_batch() -> None:
    print("\nbatch win detection, one core")
    for size in ("7x6x4", "9x7x4", "18x18x4"):
        rules = ir.Rules.parse(size)
        boards = random_boards(BOARDS // rules.words, rules)
        out = np.empty(len(boards), dtype=np.bool_)
        batch.has_line(boards, rules, out=out)
        sample = slice(0, 20_000)
        assert out[sample].tolist() == [
            has_line(discs, rules) for discs in batch.unpack(boards[sample], rules)
        ]
        ours = best(lambda: batch.has_line(boards, rules, out=out))  # noqa: B023
        print(f"  {size:<8} C++    {len(boards) / ours / 1e6:8.0f} million boards/s", end="")
        print(f"   ({len(boards):,} boards, {out.mean():.0%} with a line)")
        if rules.words == 1:
            assert (numpy_has_line(boards, rules) == out).all()
            numpy = best(lambda: numpy_has_line(boards, rules))  # noqa: B023
            print(f"  {size:<8} NumPy  {len(boards) / numpy / 1e6:8.0f} million boards/s", end="")
            print(f"   C++ is {numpy / ours:.1f} times as fast")
            pieces = np.array_split(boards, len(boards) // 16_384)
            numpy = best(lambda: [numpy_has_line(piece, rules) for piece in pieces])  # noqa: B023
            print(
                f"  {'':<8} and in pieces that fit the cache {len(boards) / numpy / 1e6:.0f}",
                end="",
            )
            print(f" million boards/s, C++ {numpy / ours:.1f} times as fast")


def scipy_has_line(board: NDArray[np.int64], kernels: list[NDArray[np.int64]], k: int) -> bool:
    return any((convolve2d(board, kernel, mode="valid") == k).any() for kernel in kernels)


def bench_detectors() -> None:
    count = 300
    random = Random(1)
    boards = []
    for _ in range(count):
        board = ir.Board(ir.CONNECT_FOUR)
        while board.outcome() is None:
            board.play(random.choice(board.position.legal_moves()))
        boards.append(board)
    asked = [(board.position, board.turn.other, board.last) for board in boards]
    expected = [
        (outcome := board.outcome()) is not None and outcome.winner is not None for board in boards
    ]
    print(f"\none win check on the last positions of {count} random 7x6x4 games")
    grids = [(position.array().tolist(), int(side)) for position, side, _ in asked]
    arrays = [(position.array() == side).astype(np.int64) for position, side, _ in asked]
    kernels = list(convolution.kernels(4).values())
    peers: dict[str, Callable[[], list[bool]]] = {
        "hand loop": lambda: [has_won(grid, mark) for grid, mark in grids],
        "scipy convolve2d": lambda: [scipy_has_line(array, kernels, 4) for array in arrays],
    }

    def ours(name: str) -> Callable[[], list[bool]]:
        detector = detectors.get(name)
        return lambda: [bool(detector.find(*question)) for question in asked]

    checks = {**peers, **{name: ours(name) for name in detectors.NAMES}}
    checks["lines.has_line"] = lambda: [
        has_line(position.discs(side), position.rules) for position, side, _ in asked
    ]
    times = {}
    for name, check in checks.items():
        assert check() == expected, name
        times[name] = best(check) / count
    for name, seconds in times.items():
        ratio = times["scipy convolve2d"] / seconds
        print(f"  {name:<17} {seconds * 1e6:8.1f} µs   {ratio:6.1f} times scipy's speed")
    packed = batch.pack([position.discs(side) for position, side, _ in asked], ir.CONNECT_FOUR)
    assert batch.has_line(packed, ir.CONNECT_FOUR).tolist() == expected
    seconds = best(lambda: batch.has_line(packed, ir.CONNECT_FOUR), 1000) / count
    ratio = times["scipy convolve2d"] / seconds
    print(f"  {'C++ batch':<17} {seconds * 1e6:8.4f} µs   {ratio:6.0f} times scipy's speed")


def bench_import() -> None:
    def median(program: str) -> float:
        times = []
        for _ in range(21):
            start = perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            times.append(perf_counter() - start)
        return statistics.median(times)

    bare, light = median("pass"), median("import inarow")
    median("import sys, inarow; assert 'numpy' not in sys.modules")
    print(f"\nimport inarow: {(light - bare) * 1e3:.0f} ms more than the bare interpreter")
    print(f"  ({light * 1e3:.0f} ms against {bare * 1e3:.0f} ms, medians of 21), NumPy not loaded")


def processor() -> str:
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def main() -> None:
    print(f"inarow {ir.__version__}, Python {platform.python_version()}, NumPy {np.__version__}")
    print(f"{processor()}, {platform.system()}")
    bench_batch()
    bench_detectors()
    bench_import()


if __name__ == "__main__":
    main()
