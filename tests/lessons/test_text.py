from datetime import date

import pytest

import inarow as ir
from inarow.errors import RecordError
from inarow.lessons import Repetition, dump, find, load, records
from support.learning import BLUNDERS, reviewed

SCHEDULED = [
    (lesson, Repetition(number % 5, date(2026, 11, 20 + number)))
    for number, lesson in enumerate(find(reviewed(BLUNDERS))[:4])
]


def test_lessons_are_written_and_read_back() -> None:
    assert load(dump(SCHEDULED)) == SCHEDULED
    assert load(dump([])) == []


def test_records_have_the_game_up_to_the_mistake_and_what_was_better() -> None:
    written = ir.Record.parse_all(records(SCHEDULED))
    assert len(written) == len(SCHEDULED)
    for record, (lesson, when) in zip(written, SCHEDULED, strict=True):
        assert record.main.moves == [*lesson.moves, lesson.played]
        better = [line.moves for line in record.main.nodes[-1].variations]
        assert better[0] == [*lesson.line]
        assert {line[0] for line in better} == {*lesson.accepted}
        assert record.tags["Due"] == when.due.isoformat()
        assert record.tags["Task"].endswith(".")


@pytest.mark.parametrize(
    "text",
    ["", "rubbish", "{}1", "[1]", '[{"box": 9}]', "[" * 100_000]
    + [dump(SCHEDULED[:1]).replace('"box": 0', f'"box": {box}') for box in ("5", "-1", "true")]
    + [dump(SCHEDULED[:1]).replace("2026-11-20", "some day")],
)
def test_what_is_no_list_of_lessons_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(RecordError, match="expected lessons as JSON"):
        load(text)
