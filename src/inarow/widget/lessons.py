"""`LessonWidget`: learn from the mistakes of a game in a notebook."""

from __future__ import annotations

from typing import Any

from inarow.board.board import Board
from inarow.board.rules import Side
from inarow.errors import IllegalMoveError, InarowError
from inarow.explain.review import Review, review
from inarow.lessons import Answer, Lesson, Verdict, find, happened, hints, judge, outlook, task, why
from inarow.record.record import Record
from inarow.search.background import Tell
from inarow.search.engine import Limit
from inarow.search.stop import Stop
from inarow.widget import view
from inarow.widget.board import BoardWidget

__all__ = ["LessonWidget"]

SECONDS = 0.5
"""How long a position is looked at."""


class LessonWidget(BoardWidget):
    """The mistakes of a *game*, one after the other: find the better move by click or key.

    *game* is a `Board` with its moves, a `Record`, a `Review`, or moves as text; *side* whose
    mistakes are asked for, both if it is left out. `lessons` are those that were found, and
    `found` says how many were answered at the first try and without help.
    """

    def __init__(
        self, game: Board | Record | Review | str, *, side: Side | str | None = None
    ) -> None:
        record = game.record if isinstance(game, Review) else game
        record = record if isinstance(record, Record) else Record.of(record)
        self.lessons: tuple[Lesson, ...] = ()
        self.found = 0
        self._side = side
        self._at = -1
        self._over = True  # no move is asked for
        self._looked = False  # for mistakes, to the end of the game
        self._helped = False
        self._hints = 0
        self._said: tuple[str, ...] = (view.LOOKING,)
        super().__init__(Board(record.start), explain=True)
        if isinstance(game, Review):
            self._reviewed(game)
        else:
            self._decide.ask(lambda stop, tell: self._look(stop, tell, record))

    @property
    def lesson(self) -> Lesson | None:
        """The one that is asked, if any."""
        return self.lessons[self._at] if 0 <= self._at < len(self.lessons) else None

    # -- from Python ------------------------------------------------------------------------------

    def play(self, move: int) -> None:
        """Try *move*; whether it is right is told when it is known."""
        with self._lock:
            self._expect_open()
            lesson = self.lesson
            if lesson is None or self._over:
                raise IllegalMoveError(view.NO_LESSON)
            lesson.position.play(move)  # which says why, if it is not legal
            self._tell(view.CHECKING)
            self._decide.ask(lambda stop, tell: self._tried(stop, tell, lesson, move))
            self._publish()

    def hint(self) -> None:
        """Say what kind of move it is; once more, the move."""
        with self._lock:
            self._expect_open()
            if self.lesson is None or self._over:
                return
            self._helped = True
            self._hints = min(self._hints + 1, 2)
            self._tell(*hints(self.lesson)[: self._hints])
            self._publish()

    def show(self) -> None:
        """Show the better move, and why it is better."""
        with self._lock:
            self._expect_open()
            lesson = self.lesson
            if lesson is None or self._over:
                return
            self._helped = True
            self._end(lesson, lesson.line[0])
            self._decide.ask(lambda stop, tell: self._explain_why(stop, tell, lesson))
            self._publish()

    def next(self) -> None:
        """Go to the next mistake; one that was not found is skipped."""
        with self._lock:
            self._expect_open()
            self._decide.stop()
            self._next()

    # -- work -------------------------------------------------------------------------------------

    def _look(self, stop: Stop, tell: Tell, record: Record) -> None:
        searchers = self._deciding.until(stop)
        try:
            with searchers.patience(SECONDS):
                found = review(
                    record,
                    limit=Limit(seconds=SECONDS),
                    oracle=searchers.oracle,
                    engine=searchers.engine,
                    stop=stop,
                )
        except Exception as error:
            tell(self._failing(view.NO_LESSONS, error))
            return
        tell(self._reviewed, found)

    def _reviewed(self, found: Review) -> None:
        with self._lock:
            self._looked = True
            self.lessons = find(found, self._side)
            if self.lessons:
                self._next()
                return
            sides = list(Side) if self._side is None else [self._side]
            self._tell(*(outlook(found, side, ()) for side in sides))
            self._publish()

    def _tried(self, stop: Stop, tell: Tell, lesson: Lesson, move: int) -> None:
        searchers = self._deciding.until(stop)
        try:
            with searchers.patience(SECONDS):
                verdict = judge(lesson, move, searchers)
        except Exception as error:
            tell(self._failing(view.NO_EXPLANATION, error))
            return
        tell(self._judged, lesson, move, verdict)

    def _judged(self, lesson: Lesson, move: int, verdict: Verdict) -> None:
        if verdict.answer is Answer.RIGHT:
            self.found += not self._helped
            self._end(lesson, move, view.RIGHT, *verdict.sentences)
        else:
            wrong = verdict.answer is Answer.WRONG
            self._helped = self._helped or wrong
            self._tell(view.WRONG if wrong else view.UNCLEAR, *verdict.sentences)
        self._publish()

    def _explain_why(self, stop: Stop, tell: Tell, lesson: Lesson) -> None:
        searchers = self._deciding.until(stop)
        try:
            with searchers.patience(SECONDS):
                said = why(lesson, lesson.line[0], searchers)
        except Exception as error:
            tell(self._failing(view.NO_EXPLANATION, error))
            return

        def told() -> None:
            self._tell(*said)
            self._publish()

        tell(told)

    def _end(self, lesson: Lesson, move: int, *said: str) -> None:
        """Show a position with the better move played."""
        self._over = True
        board = lesson.board
        board.play(move)
        self.board = board
        self._tell(*said)

    def _next(self) -> None:
        self._at = min(self._at + 1, len(self.lessons))
        self._helped, self._hints = False, 0
        lesson = self.lesson
        self._over = lesson is None
        if lesson is None:
            self._tell(view.ALL_DONE.format(found=self.found, count=len(self.lessons)))
        else:
            self.board = lesson.board
            self._tell(happened(lesson))
        self._publish()

    def _tell(self, *said: str) -> None:
        self._said = said
        self._error = ""

    # -- views ------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Nothing is analysed here: that would give the answer away."""
        self._publish()

    def _more(self) -> dict[str, Any]:
        lesson = self.lesson
        asked = lesson is not None and not self._over
        more: dict[str, Any] = {
            "lesson": {"asked": asked, "next": lesson is not None},
            "sentences": list(self._said),
        }
        if lesson is not None:
            number = {"number": self._at + 1, "count": len(self.lessons)}
            more["status"] = f"{view.LESSON.format(**number)} {task(lesson)}"
        elif self.lessons:
            more["status"] = view.DONE
        elif self._looked:
            more["status"] = view.NONE
        return more if asked else more | {"legal": []}

    def _obey(self, content: Any) -> None:
        match content:
            case {"do": "hint" | "show" | "next" as name}:
                getattr(self, name)()
            case {"do": "undo" | "redo" | "go" | "new_game" | "set"}:
                raise InarowError(view.OUTDATED)
            case _:
                super()._obey(content)
