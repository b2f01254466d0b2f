"""How long a look into the shipped book takes, from C++ and from Python; every answer is asserted.

`.venv/bin/python bench/book.py`
"""

from random import Random

from bench import best

import inarow as ir
from inarow import batch
from inarow.search.book import shipped

POSITIONS = 200_000
CALLS = 20_000


def random_positions(rules: ir.Rules, depth: int, count: int) -> list[ir.Position]:
    """Open positions of random play that the book has."""
    random, found = Random(1), list[ir.Position]()
    while len(found) < count:
        position = ir.Position(rules)
        for _ in range(random.randint(0, depth)):
            position = position.play(random.choice(position.legal_moves()))
            if position.outcome() is not None:
                break
        else:
            found.append(position)
    return found


def main() -> None:
    book = shipped(ir.CONNECT_FOUR)
    assert book
    rules = book.rules
    some = random_positions(rules, book.depth - 1, CALLS)
    many = [some[i % CALLS] for i in Random(2).sample(range(10 * CALLS), POSITIONS)]
    own = batch.pack([position.discs(position.turn) for position in many], rules)
    other = batch.pack([position.discs(position.turn.other) for position in many], rules)

    scores = [book.score(position) for position in some]
    values = {position: score.value for position, score in zip(some, scores, strict=True) if score}
    assert book.score_many(own, other).tolist() == [values[position] for position in many]
    for position, value in values.items():
        moves = book.scores(position)
        assert moves is not None
        assert max(score.value for score in moves.values()) == value

    figures = {
        "C++, score": best(lambda: book.score_many(own, other)) / POSITIONS,
        "Python, score": best(lambda: [book.score(position) for position in some]) / CALLS,
        "Python, all moves": best(lambda: [book.scores(position) for position in some]) / CALLS,
    }
    print(f"looks into {book.path.name}, {len(book):,} positions to ply {book.depth}, one core")
    for name, seconds in figures.items():
        print(f"  {name:<18} {seconds * 1e6:6.2f} microseconds")


if __name__ == "__main__":
    main()
