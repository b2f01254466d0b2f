"""The player `booklet` as x on 7x6, who never loses and never searches.

    .venv/bin/python bench/booklet.py [--random 100000] [--levels 20]

It plays against random moves, against each level and against Perfect. While it chooses, to search
is an error. What it does against every defence is proved by `inarow booklet verify`.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter
from unittest.mock import patch

import inarow as ir
from inarow.players.by_booklet import BookletPlayer
from inarow.players.levels import LEVELS


@contextmanager
def no_search() -> Iterator[None]:
    """Whoever searches here, or looks into a book of openings, is found out."""
    error = AssertionError("the booklet has searched")
    doors = [(ir.Engine, "search"), (ir.Solver, "solve"), (ir.Solver, "analyze")]
    doors += [(ir.Oracle, "best"), (ir.Oracle, "scores"), (ir.Oracle, "analyze")]
    patches = [patch.object(owner, name, side_effect=error) for owner, name in doors]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


def play(booklet: BookletPlayer, opponent: ir.Player) -> int:
    """One game, which x wins; after how many moves."""
    position = ir.Position(ir.CONNECT_FOUR)
    plies = 0
    while (outcome := position.outcome()) is None:
        if position.turn is ir.Side.FIRST:
            with no_search():
                move = booklet.choose(position)
        else:
            move = opponent.choose(position)
        position = position.play(move)
        plies += 1
    assert outcome.winner is ir.Side.FIRST, position.text()
    return plies


def play_at_random(booklet: BookletPlayer, games: int) -> Counter[int]:
    """Games against random moves; how many ended after how many moves."""
    random = Random(1)
    lengths: Counter[int] = Counter()
    said: dict[int, int] = {}  # openings come again and again
    with no_search():
        for _ in range(games):
            position = ir.Position(ir.CONNECT_FOUR)
            while position.outcome() is None:
                if position.turn is ir.Side.FIRST:
                    if position.key not in said:
                        said[position.key] = booklet.choose(position)
                    move = said[position.key]
                else:
                    move = random.choice(position.legal_moves())
                position = position.play(move)
            outcome = position.outcome()
            assert outcome
            assert outcome.winner is ir.Side.FIRST, position.text()
            lengths[position.occupied.bit_count()] += 1
    return lengths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--random", type=int, default=100_000)
    parser.add_argument("--levels", type=int, default=20)
    options = parser.parse_args()
    booklet = BookletPlayer()
    start = perf_counter()
    lengths = play_at_random(booklet, options.random)
    seconds = perf_counter() - start
    print(f"random moves  {lengths.total():,} games won, the longest with {max(lengths)} discs")
    print(f"              {seconds:.0f} s, no search")
    opponents: list[tuple[str, ir.Player, int]] = [
        (f"level {number}", ir.level(number, seed=number), options.levels)
        for number in range(1, len(LEVELS) + 1)
    ]
    opponents.append(("perfect", ir.Perfect(seed=1, oracle=ir.Oracle(threads=1)), 4))
    for name, opponent, games in opponents:
        plies = [play(booklet, opponent) for _ in range(games)]
        print(f"{name:12}  {games} games won, with {min(plies)} to {max(plies)} discs")


if __name__ == "__main__":
    main()
