from pathlib import Path

from inarow.explain.puzzles import shipped
from inarow.personal.progress import Attempt, Progress

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


def test_the_next_puzzle_is_one_that_was_never_solved(tmp_path: Path) -> None:
    some = shipped()[:3]
    progress = Progress(tmp_path)
    assert progress.next_unsolved(some) == some[0]
    assert progress.next_unsolved(some, after=some[0]) == some[1]
    assert progress.next_unsolved(some, after=some[2]) == some[0]
    for each in some[:2]:
        progress.add(Attempt(WHEN, each.name, True))
    assert progress.next_unsolved(some, after=some[2]) == some[2]
    progress.add(Attempt(WHEN, some[2].name, True))
    assert progress.next_unsolved(some, after=some[0]) == some[1]  # all are solved


def test_a_damaged_file_costs_only_its_bad_lines(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    progress.add(Attempt(WHEN, "one", True))
    progress.journal.path.write_text(progress.journal.path.read_text() + "rubbish\n")
    assert progress.solved() == {"one"}
    assert progress.journal.message.startswith("1 of 2 lines of")
