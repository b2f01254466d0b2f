from datetime import date, timedelta
from pathlib import Path

from inarow.arena.glicko2 import NEWCOMER
from inarow.personal.progress import Attempt, Progress
from inarow.puzzles import daily, shipped

WHEN = "2026-11-16T18:30:00+01:00"


def test_puzzles_are_remembered_with_dates(tmp_path: Path) -> None:
    first, second, *_ = shipped()
    Progress(tmp_path).add(Attempt(WHEN, first.name, True, wrong=2, hints=1))
    Progress(tmp_path).add(Attempt(WHEN, second.name, False))
    progress = Progress(tmp_path)
    assert progress.solved() == {first.name}
    assert [(each.puzzle, each.wrong, each.when) for each in progress.journal.entries()] == [
        (first.name, 2, WHEN),
        (second.name, 0, WHEN),
    ]


def test_the_next_puzzle_fits_the_rating_and_was_not_seen(tmp_path: Path) -> None:
    some = sorted(shipped()[::50], key=lambda puzzle: abs(puzzle.rating - 1500))
    progress = Progress(tmp_path)
    assert progress.next(some) == some[0]
    assert progress.next(some, after=some[0]) == some[1]
    progress.add(Attempt(WHEN, some[0].name, True))
    assert progress.next(some) == some[1]
    for each in some:
        progress.add(Attempt(WHEN, each.name, True))
    assert progress.next(some) in some  # all were seen


def test_only_the_first_attempt_at_a_puzzle_is_rated(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    assert progress.strength() == NEWCOMER
    progress.add(Attempt(WHEN, "one", True, rating=1600))
    after = progress.strength()
    assert after.rating > 1500
    progress.add(Attempt(WHEN, "one", False, rating=1600))
    progress.add(Attempt(WHEN, "old", True))  # noted before puzzles had ratings
    assert progress.strength() == after
    for number, tried in enumerate(((True, 1, 0), (True, 0, 1), (False, 0, 0))):
        before = progress.strength().rating
        progress.add(Attempt(WHEN, f"new {number}", *tried, rating=1500))
        assert progress.strength().rating < before


def test_days_in_a_row_are_counted_until_one_is_missed(tmp_path: Path) -> None:
    progress, today = Progress(tmp_path), date(2026, 11, 16)
    assert progress.streak(today) == 0
    for ago in (1, 2, 4):
        day = today - timedelta(days=ago)
        progress.add(Attempt(f"{day}T12:00:00+00:00", daily(day).name, True, wrong=1))
    assert progress.streak(today) == 2
    progress.add(Attempt(f"{today}T23:30:00-01:00", daily(today).name, True))  # tomorrow, in UTC
    assert progress.streak(today) == 2
    progress.add(Attempt(f"{today}T00:30:00+00:00", daily(today).name, True))
    assert progress.streak(today) == 3
    progress.add(Attempt("some day", daily(today).name, True))
    assert progress.streak(today + timedelta(days=2)) == 0


def test_a_damaged_file_costs_only_its_bad_lines(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    progress.add(Attempt(WHEN, "one", True))
    progress.journal.path.write_text(progress.journal.path.read_text() + "rubbish\n")
    assert progress.solved() == {"one"}
    assert progress.journal.message.startswith("1 of 2 lines of")
