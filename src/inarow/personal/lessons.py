"""`Schedule`: the mistakes that a person has missed, and on which day each comes again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from inarow.lessons import Lesson, Repetition, after
from inarow.personal.journal import Journal, user_folder

__all__ = ["Reply", "Schedule"]


@dataclass(frozen=True, slots=True)
class Reply:
    """A lesson that was answered on a day; right means at the first try and without help."""

    day: date
    lesson: Lesson
    right: bool

    @classmethod
    def read(cls, data: dict[str, Any]) -> Reply:
        """The reply that was written as plain data; what was added later is passed over."""
        day = date.fromisoformat(data["day"])
        return cls(day, Lesson.from_dict(data["lesson"]), data["right"] is True)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        day = self.day.isoformat()
        return {"day": day, "lesson": self.lesson.to_dict(), "right": self.right}


class Schedule:
    """The lessons of one person, in `lessons.jsonl` of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        path = (folder or user_folder()) / "lessons.jsonl"
        self.journal: Journal[Reply] = Journal(path, Reply.read, Reply.to_dict)

    def answer(self, reply: Reply) -> Repetition | None:
        """Note a reply, unless it changes nothing; where the lesson is then."""
        before = {lesson.name: when for lesson, when in self.scheduled()}.get(reply.lesson.name)
        then = after(before, reply.right, reply.day)
        if then != before:
            self.journal.add(reply)
        return then

    def scheduled(self) -> list[tuple[Lesson, Repetition]]:
        """The lessons that come again, the next ones first; `lessons.dump` writes them."""
        found: dict[str, tuple[Lesson, Repetition]] = {}
        for reply in self.journal.entries():
            name = reply.lesson.name
            before = found[name][1] if name in found else None
            then = after(before, reply.right, reply.day)
            if then is None:
                found.pop(name, None)
            else:
                found[name] = (reply.lesson, then)
        return sorted(found.values(), key=lambda each: (each[1].due, each[1].box, each[0].name))

    def due(self, day: date) -> list[Lesson]:
        """The lessons that are due on that day."""
        return [lesson for lesson, when in self.scheduled() if when.is_due(day)]
