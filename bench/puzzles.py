"""Puzzles: proved again, and solved by the levels, which are rated like people.

    python bench/puzzles.py                  (some minutes)
    python bench/puzzles.py --proofs 100 --tries 20

The first table counts the bundled puzzles. Then some of them, at random, are proved again: a fresh
solver scores every move, and exactly one may keep what the position is worth. In the end each level
starts with the rating of a newcomer, gets one puzzle after the other that is about as hard as it is
strong, as people do, and plays it out against best defence; a wrong move is a loss.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from time import process_time

from inarow.arena.glicko2 import NEWCOMER
from inarow.arena.ratings import level_ratings
from inarow.board.rules import CONNECT_FOUR
from inarow.players.levels import LEVELS, Level, level
from inarow.puzzles import Puzzle, Theme, after, judge, near, shipped
from inarow.search.solver import Solver


def count() -> None:
    """Print how many puzzles there are by theme and difficulty."""
    counts = Counter((puzzle.theme, puzzle.grade) for puzzle in shipped())
    print("| theme | very easy | easy | medium | hard | very hard | all |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for theme in Theme:
        row = [counts[theme, grade] for grade in range(1, 6)]
        print(f"| {theme.title} | {' | '.join(map(str, row))} | {sum(row)} |")
    row = [sum(counts[theme, grade] for theme in Theme) for grade in range(1, 6)]
    print(f"| all | {' | '.join(map(str, row))} | {sum(row)} |")
    print(dict(Counter(str(puzzle.rules) for puzzle in shipped())))


def prove(number: int) -> None:
    """Prove some puzzles again."""
    solver = Solver(threads=1, table_mb=64)
    start = process_time()
    for puzzle in Random(f"proofs {number}").sample(shipped(), number):
        scores = solver.analyze(puzzle.board.position, line=False).scores
        good = [move for move, score in scores.items() if score.value >= puzzle.goal.least]
        assert good == [puzzle.move], puzzle.name
        assert max(score.value for score in scores.values()) == puzzle.score, puzzle.name
    seconds = process_time() - start
    print(
        f"{number} puzzles have exactly one good move and their score ({seconds:.0f} s)", flush=True
    )


def solves(player: Level, puzzle: Puzzle, solver: Solver) -> bool:
    """Whether a level plays a puzzle out without a wrong move."""
    moves: list[int] = []
    while True:
        board = puzzle.board
        for move in moves:
            board.play(move)
        moves.append(player.choose(board.position))
        verdict = judge(solver, puzzle, moves)
        if not verdict.right or verdict.solved:
            return verdict.right
        assert verdict.answer is not None
        moves.append(verdict.answer)


def rate(tries: int) -> None:
    """Have every level solve puzzles, and print what rating that gives it."""
    solver = Solver(threads=1, table_mb=64)
    some = [puzzle for puzzle in shipped() if puzzle.rules == CONNECT_FOUR]
    print(f"| level | its rating in games | its rating after {tries} puzzles | solved |")
    print("| ---: | ---: | ---: | ---: |")
    found = []
    for number, in_games in enumerate(level_ratings(CONNECT_FOUR), start=1):
        player, random = level(number, seed=number), Random(number)
        strength, seen, solved = NEWCOMER, list[str](), 0
        for _ in range(tries):
            puzzle = near(strength.rating, some, seen, random)
            seen.append(puzzle.name)
            won = solves(player, puzzle, solver)
            solved += won
            strength = after(strength, puzzle.rating, solved=won)
        found.append(strength.rating)
        spread = round(strength.deviation)
        print(
            f"| {number} | {in_games} | {strength.rating:.0f} ± {spread} | {solved} |", flush=True
        )
    assert len(found) == len(LEVELS)
    print("in order:", found == sorted(found))


def main() -> None:
    """Count, prove and rate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--proofs", type=int, default=1000)
    parser.add_argument("--tries", type=int, default=150)
    options = parser.parse_args()
    count()
    prove(options.proofs)
    rate(options.tries)


if __name__ == "__main__":
    main()
