from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

import pytest

from inarow import Rules, Solver, SolverError
from inarow.commands.puzzles import SHIPPED, SHIPPED_SEED
from inarow.players.levels import LEVELS, level
from inarow.puzzles import Goal, find, numbered, right_moves, shipped
from inarow.puzzles.making import Solution, rating_of

J = TypeVar("J")
R = TypeVar("R")


def test_the_same_seed_finds_the_same() -> None:
    rules = Rules(5, 4, 4)
    first = list(islice(find(rules, 3), 4))
    assert first == list(islice(find(rules, 3), 4))
    assert first != list(islice(find(rules, 4), 4))


@pytest.mark.parametrize("wanted", [each for each in SHIPPED if each.startswith(("3x3", "4x4"))])
def test_the_shipped_puzzles_can_be_made_anew(wanted: str) -> None:
    rules, _, count = wanted.partition("=")
    own = [puzzle for puzzle in shipped() if str(puzzle.rules) == rules]
    made = list(islice(find(rules, SHIPPED_SEED), int(count)))
    assert {(p.moves, p.rating, p.theme, p.place) for p in made} == {
        (p.moves, p.rating, p.theme, p.place) for p in own
    }


def test_whoever_does_the_work_finds_the_same() -> None:
    def farm(work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]:
        """Batches come back in another order."""
        for job in jobs:
            yield work(job)

    assert list(islice(find("4x4x3", 1, run=farm), 5)) == list(islice(find("4x4x3", 1), 5))


def test_a_small_game_runs_out_of_puzzles() -> None:
    assert not list(find("2x2x2"))
    assert not list(find("1x1x1"))
    assert not list(find("4x1x5"))


def test_a_board_that_cannot_be_solved_has_none() -> None:
    with pytest.raises(SolverError):
        next(find("18x18x4"))


def test_what_is_found_has_one_right_move() -> None:
    solver = Solver(threads=1, table_mb=8)
    for puzzle in islice(find("5x5x4/free", 2), 3):
        assert right_moves(solver, puzzle.goal, puzzle.board.position) == [puzzle.move]
        assert (puzzle.score > 0) == (puzzle.goal is Goal.WIN)


def test_those_of_a_theme_are_numbered_the_easy_ones_first() -> None:
    found = numbered(list(islice(find("4x4x3", 5), 12)), "-seed5")
    assert len({puzzle.name for puzzle in found}) == 12
    for theme in {puzzle.theme for puzzle in found}:
        own = [puzzle for puzzle in found if puzzle.theme is theme]
        assert [puzzle.name for puzzle in own] == [
            f"{theme.word}-{number}-seed5" for number in range(1, len(own) + 1)
        ]
        assert [p.rating for p in own] == sorted(p.rating for p in own)


def test_what_every_level_finds_is_easier_than_what_few_find() -> None:
    judges = [level(number, seed=1) for number in range(1, len(LEVELS) + 1)]
    puzzle = next(p for p in find("5x4x4", 1) if p.wins_in == 1)
    position = puzzle.board.position
    every = tuple(position.legal_moves())
    easy = rating_of(position, Solution((puzzle.move,), (every,)), judges)
    seen = rating_of(position, Solution((puzzle.move,), ((puzzle.move,),)), judges)
    wrong = next(move for move in every if move != puzzle.move)
    hidden = rating_of(position, Solution((wrong,), ((wrong,),)), judges)
    assert easy <= seen < hidden
