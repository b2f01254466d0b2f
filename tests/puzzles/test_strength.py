from inarow.arena.glicko2 import NEWCOMER
from inarow.puzzles import after
from inarow.puzzles.strength import LEAST


def test_a_solved_puzzle_lifts_the_rating_and_a_missed_one_lowers_it() -> None:
    assert (
        after(NEWCOMER, 1500, solved=True).rating
        > 1500
        > after(NEWCOMER, 1500, solved=False).rating
    )
    hard, easy = (after(NEWCOMER, rating, solved=True).rating for rating in (2000, 1000))
    assert hard > easy > 1500


def test_whoever_solves_half_of_the_puzzles_of_a_rating_gets_it() -> None:
    strength = NEWCOMER
    for number in range(200):
        strength = after(strength, 1800, solved=number % 2 == 0)
    assert abs(strength.rating - 1800) < 40
    assert strength.deviation == LEAST


def test_whoever_knows_all_or_nothing_stays_finite() -> None:
    best = worst = NEWCOMER
    for _ in range(500):
        best, worst = after(best, 2700, solved=True), after(worst, 900, solved=False)
    assert 2700 < best.rating < 5000
    assert -1500 < worst.rating < 900
