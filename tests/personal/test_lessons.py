from datetime import date, timedelta
from pathlib import Path

import inarow as ir
from inarow.lessons import Repetition, find
from inarow.personal.lessons import Reply, Schedule
from support.learning import SMALL, reviewed

MONDAY = date(2026, 11, 16)
LESSONS = find(reviewed(ir.Board("4x4x3", SMALL)))


def test_what_was_missed_is_due_the_next_day(tmp_path: Path) -> None:
    first, second, *_ = LESSONS
    assert Schedule(tmp_path).due(MONDAY) == []
    Schedule(tmp_path).answer(Reply(MONDAY, first, right=False))
    Schedule(tmp_path).answer(Reply(MONDAY, second, right=True))
    assert Schedule(tmp_path).due(MONDAY) == []
    assert Schedule(tmp_path).due(MONDAY + timedelta(days=1)) == [first]


def test_right_answers_are_noted_until_it_is_learned(tmp_path: Path) -> None:
    schedule, day = Schedule(tmp_path), MONDAY
    then: Repetition | None = schedule.answer(Reply(day, LESSONS[0], right=False))
    boxes = []
    while then is not None:
        boxes.append(then.box)
        assert schedule.scheduled() == [(LESSONS[0], then)]
        day = then.due
        then = schedule.answer(Reply(day, LESSONS[0], right=True))
    assert boxes == [0, 1, 2, 3, 4]
    assert schedule.scheduled() == []


def test_what_changes_nothing_is_not_written(tmp_path: Path) -> None:
    schedule = Schedule(tmp_path)
    schedule.answer(Reply(MONDAY, LESSONS[0], right=True))
    assert not schedule.journal.path.exists()
    schedule.answer(Reply(MONDAY, LESSONS[0], right=False))
    schedule.answer(Reply(MONDAY, LESSONS[0], right=True))  # not due yet
    assert len(schedule.journal.entries()) == 1


def test_a_damaged_file_costs_only_its_bad_lines(tmp_path: Path) -> None:
    schedule = Schedule(tmp_path)
    schedule.answer(Reply(MONDAY, LESSONS[0], right=False))
    with schedule.journal.path.open("a") as file:
        file.write('rubbish\n{"day": "2026-11-16", "lesson": {"rules": "7x6x4"}, "right": true}\n')
    assert [lesson for lesson, _ in schedule.scheduled()] == [LESSONS[0]]
    assert schedule.journal.message.startswith("2 of 3 lines of")
