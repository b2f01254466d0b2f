"""One win check by each detector, on boards of several sizes; every answer is asserted first.

The questions are the last positions of random games. Each figure is the best of several
repetitions, in time of the processor: what else the machine does has no part in it.
"""

from collections.abc import Callable
from random import Random
from time import thread_time

from inarow import Board, Rules, batch, detectors
from inarow.board.lines import has_line

SIZES = ("3x3x3/free", "7x6x4", "9x7x4", "15x15x5/free", "19x19x6/free")
GAMES = 100
REPETITIONS = 15


def best(action: Callable[[], object]) -> float:
    """Seconds of the fastest run."""
    times = []
    for _ in range(REPETITIONS):
        start = thread_time()
        action()
        times.append(thread_time() - start)
    return min(times)


def last_positions(rules: Rules, random: Random) -> list[Board]:
    """The ends of random games."""
    boards = []
    for _ in range(GAMES):
        board = Board(rules)
        while board.outcome() is None:
            board.play(random.choice(board.position.legal_moves()))
        boards.append(board)
    return boards


def checks(boards: list[Board]) -> dict[str, Callable[[], list[bool]]]:
    """The ways to ask whether the side that moved last has a line."""
    asked = [(board.position, board.turn.other, board.last) for board in boards]
    rules = boards[0].rules
    discs = [position.discs(side) for position, side, _ in asked]
    packed = batch.pack(discs, rules)

    def found_by(name: str) -> Callable[[], list[bool]]:
        find = detectors.get(name).find
        return lambda: [bool(find(*question)) for question in asked]

    return {
        **{name: found_by(name) for name in detectors.NAMES},
        "has_line": lambda: [has_line(of_side, rules) for of_side in discs],
        "C++ batch": lambda: batch.has_line(packed, rules).tolist(),
    }


def two_digits(microseconds: float) -> str:
    """A time with two digits that count."""
    return f"{microseconds:.0f}" if microseconds >= 10 else f"{microseconds:.2g}"


def main() -> None:
    columns = []
    for size in SIZES:
        boards = last_positions(Rules.parse(size), Random(1))
        outcomes = [board.outcome() for board in boards]
        expected = [outcome is not None and outcome.winner is not None for outcome in outcomes]
        times = {}
        for name, check in checks(boards).items():
            assert check() == expected, (size, name)
            times[name] = best(check) / GAMES * 1e6
        columns.append(times)
    print("| µs a check | " + " | ".join(SIZES) + " |")
    print("| --- |" + " ---: |" * len(SIZES))
    for name in columns[0]:
        print(f"| {name} | " + " | ".join(f"{two_digits(times[name])}" for times in columns) + " |")


if __name__ == "__main__":
    main()
