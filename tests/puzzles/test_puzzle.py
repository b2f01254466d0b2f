from collections import Counter

import pytest

from inarow.errors import RecordError
from inarow.puzzles import Goal, Place, Puzzle, Theme, by_name, shipped
from inarow.puzzles.puzzle import GRADES

DATA = {
    "name": "double-threat-17",
    "rules": "7x6x4",
    "moves": "4455",
    "goal": "win",
    "move": "3",
    "score": 18,
    "theme": "double-threat",
    "place": "m",
    "rating": 1432,
    "grade": 2,
}


def test_a_puzzle_from_plain_data() -> None:
    puzzle = Puzzle.from_dict(DATA)
    assert puzzle.to_dict() == DATA
    assert (puzzle.goal, puzzle.wins_in, puzzle.empty) == (Goal.WIN, 2, 38)


def test_names_say_what_a_puzzle_is_about() -> None:
    puzzle = Puzzle.from_dict(DATA)
    assert puzzle.title == "Double threat in the middle, 2 moves (17)"
    held = Puzzle.from_dict(DATA | {"name": "defence-3", "theme": "defence", "score": 0})
    assert held.title == "Defence, 38 cells left (3)"
    other = Puzzle.from_dict(DATA | {"name": "double-threat-17-seed3", "place": "l"})
    assert other.title == "Double threat on the left, 2 moves (17-seed3)"


def test_every_shipped_puzzle_has_a_name_of_its_own() -> None:
    names = {puzzle.name for puzzle in shipped()}
    titles = {puzzle.title for puzzle in shipped()}
    assert len(shipped()) == len(names) == len(titles) >= 3000
    assert all(puzzle.name.startswith(f"{puzzle.theme.word}-") for puzzle in shipped())


def test_the_shipped_puzzles_are_different_and_of_every_kind() -> None:
    keys = {
        (p.rules, min(position.key, position.mirror().key))
        for p in shipped()[::7]
        for position in [p.board.position]
    }
    assert len(keys) == len(shipped()[::7])
    boards = {str(p.rules) for p in shipped()}
    assert boards >= {"7x6x4", "6x5x4", "8x7x4", "9x6x4", "9x7x4", "7x6x5", "3x3x3/free"}
    assert {p.goal for p in shipped()} == set(Goal)
    themes = Counter(p.theme for p in shipped())
    assert themes.keys() == set(Theme)
    assert min(themes.values()) >= 50
    assert {p.grade for p in shipped()} == {1, 2, 3, 4, 5}


def test_the_harder_the_higher_the_grade() -> None:
    for rating, grade in ((0, 1), (GRADES[0], 2), (GRADES[3] - 1, 4), (GRADES[3], 5)):
        assert Puzzle.from_dict(DATA | {"rating": rating}).grade == grade


def test_a_puzzle_is_found_by_its_name() -> None:
    assert by_name(shipped()[3].name) == shipped()[3]
    assert by_name("nothing") is None


def test_a_theme_that_there_is_not() -> None:
    assert Theme.named("sacrifice") is Theme.SACRIFICE
    with pytest.raises(RecordError, match=r"expected a theme \(win-now, .*\), got 'fork'"):
        Theme.named("fork")


def test_only_a_win_has_a_place() -> None:
    for puzzle in shipped()[::9]:
        assert (puzzle.place is Place.NOWHERE) == (puzzle.goal is Goal.DRAW)
