"""Lessons as text: JSON with their days, which is read back, and records for any board program."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from typing import Any

from inarow.errors import RecordError
from inarow.lessons.lesson import Lesson, happened, task
from inarow.lessons.repetition import INTERVALS, Repetition
from inarow.record.record import Node, Record, Variation

__all__ = ["dump", "load", "records"]

Scheduled = tuple[Lesson, Repetition]


def dump(scheduled: Iterable[Scheduled]) -> str:
    """Lessons with their days as text: a JSON list with one lesson a line."""
    lines = (
        json.dumps({"box": when.box, "due": when.due.isoformat(), "lesson": lesson.to_dict()})
        for lesson, when in scheduled
    )
    return "[\n" + ",\n".join(lines) + "\n]\n"


def load(text: str) -> list[Scheduled]:
    """What `dump` wrote."""
    try:
        found = json.loads(text)
        return [(Lesson.from_dict(each["lesson"]), _when(each)) for each in found]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RecordError(f"expected lessons as JSON: {error}") from None


def _when(data: dict[str, Any]) -> Repetition:
    box = data["box"]
    if type(box) is not int or not 0 <= box < len(INTERVALS):
        raise ValueError(f"expected a box from 0 to {len(INTERVALS) - 1}, got {box!r}")
    return Repetition(box, date.fromisoformat(data["due"]))


def records(scheduled: Iterable[Scheduled]) -> str:
    """Lessons as records: the game up to the mistake, and every better move as a variation."""
    return "\n".join(_record(lesson, when).text() for lesson, when in scheduled)


def _record(lesson: Lesson, when: Repetition) -> Record:
    nodes = [Node(move) for move in lesson.moves]
    others = [move for move in lesson.accepted if move != lesson.line[0]]
    better = [Variation([Node(move) for move in lesson.line])]
    better += [Variation([Node(move)]) for move in others]
    nodes.append(Node(lesson.played, comment=happened(lesson), variations=better))
    tags = {"Task": task(lesson), "Due": when.due.isoformat()}
    return Record(lesson.start, Variation(nodes), "*", tags)
