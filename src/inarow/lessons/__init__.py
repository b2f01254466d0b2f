"""Learning from one's own games: each mistake as a lesson, with every move that is accepted.

`find` makes `Lesson`s from a review, `judge` says whether a move tried is right and why not,
`hints` help, and `after` says on which day a lesson comes again. It is all pure: the day is an
argument, and whoever asks brings what searches.
"""

from inarow.lessons.answers import Answer, Verdict, hints, judge, why
from inarow.lessons.lesson import Basis, Kind, Lesson, find, happened, outlook, task
from inarow.lessons.repetition import Repetition, after
from inarow.lessons.text import dump, load, records

__all__ = [
    "Answer",
    "Basis",
    "Kind",
    "Lesson",
    "Repetition",
    "Verdict",
    "after",
    "dump",
    "find",
    "happened",
    "hints",
    "judge",
    "load",
    "outlook",
    "records",
    "task",
    "why",
]
