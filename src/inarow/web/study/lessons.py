"""Lessons from games as pages have them: found, judged, and written down for download."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Final

from inarow.board.rules import Side
from inarow.explain.review import review
from inarow.lessons import (
    Answer,
    Lesson,
    Repetition,
    find,
    happened,
    hints,
    outlook,
    records,
    task,
)
from inarow.lessons import judge as judge_move
from inarow.record.record import Record
from inarow.search.background import Searchers
from inarow.search.engine import Limit
from inarow.web.study import positions

__all__ = ["judge", "of_game", "read", "stored", "view", "views", "written"]

SECONDS: Final = 0.5
"""How long one position of a game is looked at."""


def read(data: dict[str, Any]) -> Lesson:
    """The lesson that a page was given; an `InarowError` says what is wrong with it."""
    lesson = Lesson.from_dict(data)
    positions.site_rules(lesson.start.rules)
    return lesson


def view(lesson: Lesson) -> dict[str, Any]:
    """A lesson as a page has it, with its answers: nobody else is to be beaten."""
    return {
        "name": lesson.name,
        "lesson": lesson.to_dict(),
        "side": lesson.side.symbol,
        "number": len(lesson.moves) // 2 + 1,
        "task": task(lesson),
        "happened": happened(lesson),
        "hints": list(hints(lesson)),
        "accepted": list(lesson.accepted),
        "line": list(lesson.line),
        "view": positions.view(lesson.board),
    }


def views(_searchers: object, contents: Sequence[str]) -> list[dict[str, Any]]:
    """Stored lessons as a page has them."""
    return [view(Lesson.from_dict(json.loads(content))) for content in contents]


def stored(_searchers: object, data: dict[str, Any]) -> tuple[str, str]:
    """The name of a lesson, and what is stored of it."""
    lesson = read(data)
    return lesson.name, json.dumps(lesson.to_dict(), separators=(",", ":"))


def written(_searchers: object, rows: Sequence[tuple[str, int, str]]) -> str:
    """Stored lessons as records: what is stored, box and day of each."""
    return records(
        (Lesson.from_dict(json.loads(content)), Repetition(box, date.fromisoformat(due)))
        for content, box, due in rows
    )


def of_game(
    searchers: Searchers, record: Record, side: Side | None, tell: Callable[[int, int], None]
) -> dict[str, Any]:
    """The lessons of a game for one side or both, and what was found out about them."""
    with searchers.patience(SECONDS):
        found = review(
            record,
            limit=Limit(seconds=SECONDS),
            oracle=searchers.oracle,
            engine=searchers.engine,
            progress=tell,
            stop=searchers.stop,
        )
    lessons = find(found, side)
    sides = list(Side) if side is None else [side]
    return {
        "lessons": [view(each) for each in lessons],
        "said": [outlook(found, each, lessons) for each in sides],
    }


def judge(searchers: Searchers, lesson: Lesson, move: int) -> dict[str, Any]:
    """The verdict on a move that was tried."""
    with searchers.patience(SECONDS):
        verdict = judge_move(lesson, move, searchers)
    after = lesson.board
    after.play(move)
    return {
        "answer": verdict.answer.value,
        "right": verdict.answer is Answer.RIGHT,
        "said": list(verdict.sentences),
        "refutation": list(verdict.refutation),
        "view": positions.view(after),
    }
