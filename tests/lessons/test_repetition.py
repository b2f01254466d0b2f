from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from inarow.lessons import Repetition, after
from inarow.lessons.repetition import INTERVALS

TODAY = date(2026, 11, 19)
days = st.dates(max_value=date(9990, 1, 1))
boxes = st.integers(0, len(INTERVALS) - 1)


def test_what_was_missed_comes_again_tomorrow() -> None:
    missed = after(None, False, TODAY)
    assert missed == Repetition(0, date(2026, 11, 20))
    assert not missed.is_due(TODAY)
    assert missed.is_due(date(2026, 11, 20))
    assert missed.is_due(date(2027, 1, 1))


def test_what_was_found_at_once_needs_no_repetition() -> None:
    assert after(None, True, TODAY) is None


def test_right_answers_make_it_rarer_until_it_is_learned() -> None:
    when, waits = after(None, False, TODAY), []
    day = TODAY
    while when is not None:
        waits.append((when.due - day).days)
        day = when.due
        when = after(when, True, day)
    assert waits == [1, 3, 7, 16, 35]


def test_a_wrong_answer_begins_again() -> None:
    assert after(Repetition(3, TODAY), False, TODAY) == Repetition(0, TODAY + timedelta(days=1))


def test_practice_before_the_day_does_not_count() -> None:
    early = Repetition(2, TODAY + timedelta(days=3))
    assert after(early, True, TODAY) == early
    assert after(early, False, TODAY) == Repetition(0, TODAY + timedelta(days=1))


@given(boxes, days, st.booleans(), st.integers(0, 400))
def test_an_answer_never_makes_it_due_on_the_same_day(
    box: int, due: date, right: bool, late: int
) -> None:
    day = due + timedelta(days=late)
    then = after(Repetition(box, due), right, day)
    assert then is None or not then.is_due(day)
    assert (then is None) == (right and box == len(INTERVALS) - 1)


def test_the_end_of_the_calendar_breaks_nothing() -> None:
    assert after(None, False, date.max) == Repetition(0, date.max)
