"""Games with mistakes, and what is made of them: every lesson is judged anew by exact scores.

    .venv/bin/python bench/lessons.py [--games 20]

Levels play each other on 7x6. Each lesson must begin at a move that is worse than the best by exact
score, and accept exactly the moves that keep what could be kept.
"""

import argparse
from collections import Counter

import inarow as ir
from inarow.lessons.answers import Answer, judge
from inarow.lessons.lesson import Basis, find


def game(number: int) -> ir.Board:
    """A game of two levels that make mistakes."""
    pair = 1 + number % 6, 1 + (number * 5 + 2) % 7
    players = [ir.level(level, seed=number) for level in pair]
    board = ir.Board(ir.CONNECT_FOUR)
    while board.outcome() is None:
        board.play(players[board.turn is ir.Side.SECOND].choose(board.position))
    return board


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    oracle = ir.Oracle(patience=600)
    kinds: Counter[str] = Counter()
    bases: Counter[str] = Counter()
    accepted = refused = moves = 0
    for number in range(options.games):
        board = game(number)
        moves += len(board.moves)
        for lesson in find(board):
            scores = oracle.scores(lesson.position)
            assert scores
            right = {move for move in scores if judge(lesson, move).answer is Answer.RIGHT}
            assert right == set(lesson.accepted), lesson
            worst = min(int(scores[move]) for move in right)
            others = [int(score) for move, score in scores.items() if move not in right]
            assert int(scores[lesson.played]) < worst, (lesson, scores)
            if lesson.basis is Basis.EXACT:
                assert lesson.least is not None
                assert max(others) < lesson.least <= worst, lesson
            kinds[lesson.kind.value] += 1
            bases[lesson.basis.value] += 1
            accepted += len(right)
            refused += len(others)
    print(f"{options.games} games, {moves} moves: {kinds.total()} lessons, all of them mistakes")
    for counts in (kinds, bases):
        print("  " + ", ".join(f"{name}: {count}" for name, count in counts.most_common()))
    print(f"  {accepted} accepted moves keep what could be kept, {refused} refused ones do not")


if __name__ == "__main__":
    main()
