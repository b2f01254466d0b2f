"""Lessons: the board stops at each mistake of a game, and a better move is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import ClassVar

from textual.binding import BindingType

from inarow.board.board import Board
from inarow.board.notation import move_name
from inarow.board.rules import CONNECT_FOUR, Side
from inarow.errors import IllegalMoveError, as_sentence
from inarow.explain.review import Review, review
from inarow.lessons import (
    Answer,
    Lesson,
    Verdict,
    find,
    happened,
    hints,
    judge,
    outlook,
    task,
    why,
)
from inarow.personal.lessons import Reply
from inarow.puzzles import line_text
from inarow.record.record import Record
from inarow.search.background import Searchers, Tell
from inarow.search.engine import Limit
from inarow.search.solver import Stopped
from inarow.search.stop import Stop
from inarow.tui import words
from inarow.tui.keys import key
from inarow.tui.pointer import Pointer
from inarow.tui.session import Session
from inarow.tui.study_screen import TrialScreen
from inarow.tui.widgets import Piece, Row, Rows, paragraphs

__all__ = ["LessonScreen"]

SECONDS = 0.5
"""How long a position is looked at."""


class LessonScreen(TrialScreen):
    """The mistakes of a *game*, of one *side* or both; without one, the lessons of today."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("left", "point(-1, 0)", *words.KEY_LEFT),
        key("right", "point(1, 0)", *words.KEY_RIGHT),
        key("up", "point(0, 1)", *words.KEY_CELL_UP),
        key("down", "point(0, -1)", *words.KEY_CELL_DOWN),
        key("enter,space", "drop", *words.KEY_TRY, show=True),
        key("t", "hint", *words.KEY_LESSON_HINT, show=True),
        key("v", "reveal", *words.KEY_SHOW, show=True),
        key("n", "next", *words.KEY_SKIP, show=True),
        key("escape", "back", *words.KEY_BACK, show=True),
    ]

    def __init__(
        self, session: Session, game: Record | Review | None = None, side: Side | None = None
    ) -> None:
        self.head = Rows(id="lesson-head")
        self.notes = Rows(id="lesson-notes")
        self.session = session
        self.game = game
        self.side = side
        self.lessons: Sequence[Lesson] = ()
        self.at = -1
        self.found = self.later = 0
        self.heading = ""
        self.texts: list[str] = []
        self.is_over = True
        self._noted = False
        self._hinted = 0
        start = game.record.start if isinstance(game, Review) else game.start if game else None
        self.board = Board(start or CONNECT_FOUR)
        self.pointer = Pointer(self.board.rules)
        self._searchers: Searchers = session.searchers()
        super().__init__(self._scene(), self.head, self.notes)

    def begin(self) -> None:
        """Look for mistakes, or take the lessons of today."""
        if self.game is None:
            self._begin(self.session.schedule.due(self.session.today().date()))
        elif isinstance(self.game, Review):
            self._reviewed(self.game)
        else:
            self._look_for_mistakes(self.game)
        self.draw()

    def _look_for_mistakes(self, record: Record) -> None:
        searchers = self._searchers
        limit = searchers.limit or Limit(seconds=SECONDS)

        def work(stop: Stop, tell: Tell) -> None:
            with suppress(Stopped), self._patience():
                found = review(
                    record,
                    limit=limit,
                    oracle=searchers.oracle,
                    engine=searchers.engine,
                    progress=partial(tell, self._progressed),
                    stop=stop,
                )
                tell(self._reviewed, found)

        self._work.ask(work)

    def _patience(self) -> AbstractContextManager[None]:
        """For how long the oracle tries; where there is a limit, as long as it was told."""
        searchers = self._searchers
        return nullcontext() if searchers.limit else searchers.patience(SECONDS)

    def _progressed(self, done: int, count: int) -> None:
        self.heading = words.LESSONS_LOOKING.format(done=done, count=count)
        self.draw()

    def _reviewed(self, found: Review) -> None:
        lessons = find(found, self.side)
        sides = [self.side] if self.side else list(Side)
        said = [outlook(found, side, lessons) for side in sides]
        self._begin(lessons, said)

    def _begin(self, lessons: Sequence[Lesson], said: Sequence[str] = ()) -> None:
        self.lessons = lessons
        self.at = -1
        if lessons:
            self._next()
            self.texts += said
        elif self.game is None:
            self.heading = words.LESSONS_NONE_DUE
            known = self.session.schedule.scheduled()
            self.texts = [words.LESSONS_NEXT_DAY.format(day=known[0][1].due)] if known else []
            self.texts.append(words.LESSONS_HOW)
            self._say(self.session.schedule.journal.message or words.LESSONS_BACK)
        else:
            self.heading = words.LESSONS_NONE
            self.texts = list(said)
            self._say(words.LESSONS_BACK)
        self.draw()

    # -- what is shown ------------------------------------------------------------------------

    @property
    def lesson(self) -> Lesson | None:
        """The one that is asked, if any."""
        return self.lessons[self.at] if 0 <= self.at < len(self.lessons) else None

    def works_now(self, action: str) -> bool:
        """Whether a key has something to do."""
        if action in ("drop", "hint", "reveal"):
            return self.lesson is not None and not self.is_over
        return action != "next" or self.lesson is not None

    def draw(self) -> None:
        """Show the board, the task and what has been said."""
        self.view.show(self._scene())
        rows: list[Row] = [(Piece(self.heading, "accent bold"),)]
        if self.lesson is not None:
            width = self.head.size.width - 1
            rows += paragraphs([happened(self.lesson)], width, "label")
            rows += [(), *paragraphs([task(self.lesson)], width, "bold")]
        self.head.styles.height = len(rows) + 1
        self.head.put(rows)
        self.notes.put(paragraphs(self.texts, self.notes.size.width - 1))
        self.keys.renew()

    # -- moves --------------------------------------------------------------------------------

    def action_drop(self) -> None:
        """Try the move where the disc is held."""
        self.pointer.typed = ""
        lesson, move = self.lesson, self.pointer.move
        if lesson is None or self.is_over or self._work.busy:
            self._say(words.LESSON_CHECKING if self._work.busy else self._what_now())
            return
        try:
            lesson.position.play(move)
        except IllegalMoveError as error:
            self._say(words.CHOOSE_ANOTHER.format(why=as_sentence(error)))
            return
        self._say(words.LESSON_CHECKING)
        searchers = self._searchers

        def work(stop: Stop, tell: Tell) -> None:
            with suppress(Stopped), self._patience():
                tell(self._judged, move, judge(lesson, move, searchers.until(stop)))

        self._work.ask(work)

    def _judged(self, move: int, verdict: Verdict) -> None:
        lesson = self.lesson
        assert lesson is not None
        if verdict.answer is Answer.RIGHT:
            self._note(right=True)
            self._end(move, verdict.sentences)
            self._say(words.LESSON_RIGHT)
            self.draw()
            return
        rules = self.board.rules
        head = words.LESSON_WRONG.format(move=move_name(move, rules))
        if verdict.answer is Answer.WRONG:
            self._note(right=False)
        else:
            head = words.LESSON_UNCLEAR
        self.texts = [head, *verdict.sentences]
        if verdict.refutation:
            line = line_text(lesson.side.other, verdict.refutation, rules)
            self.texts.append(words.PUZZLE_REFUTED.format(line=line))
        self._say(words.LESSON_TRY_AGAIN)
        self.draw()

    def _end(self, move: int, sentences: Sequence[str]) -> None:
        self.board.play(move)
        self.texts = list(sentences)
        self.is_over = True

    def _note(self, *, right: bool) -> None:
        """Note the first answer to a lesson; help counts as a wrong one."""
        lesson = self.lesson
        if self._noted or lesson is None:
            return
        self._noted = True
        self.found += right
        self.later += not right
        self.session.schedule.answer(Reply(self.session.today().date(), lesson, right))
        if message := self.session.schedule.journal.message:
            self.notify(message, markup=False)

    # -- help ---------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Say what kind of move it is, and then the move."""
        if self.lesson is None or self.is_over:
            self._say(self._what_now())
            return
        self._note(right=False)
        self._hinted = min(self._hinted + 1, 2)
        self.texts = list(hints(self.lesson)[: self._hinted])
        self._say(words.LESSON_TRY_AGAIN)
        self.draw()

    def action_reveal(self) -> None:
        """Show the better move, and why it is better."""
        lesson = self.lesson
        if lesson is None or self.is_over:
            self._say(self._what_now())
            return
        self._note(right=False)
        line = line_text(lesson.side, lesson.line, self.board.rules)
        said = words.LESSON_SHOWN.format(line=line)
        self._end(lesson.line[0], [said])
        self._say(words.LESSON_OVER)
        self.draw()
        searchers = self._searchers

        def explained(sentences: Sequence[str]) -> None:
            self.texts = [said, *sentences]
            self.draw()

        def work(stop: Stop, tell: Tell) -> None:
            with suppress(Stopped), self._patience():
                tell(explained, why(lesson, lesson.line[0], searchers.until(stop)))

        self._work.ask(work)

    # -- from lesson to lesson ----------------------------------------------------------------

    def action_next(self) -> None:
        """Go to the next mistake; one that was not tried is skipped."""
        if self.lesson is None:
            self._say(self._what_now())
            return
        self._work.stop()
        self._next()
        self.draw()

    def _next(self) -> None:
        self.at += 1
        self._noted = False
        self._hinted = 0
        lesson = self.lesson
        self.is_over = lesson is None
        if lesson is None:
            self.heading = words.LESSONS_DONE
            found = words.LESSONS_RESULT.format(found=self.found, count=len(self.lessons))
            self.texts = [found, words.LESSONS_AGAIN.format(later=self.later), words.LESSONS_HOW]
            self._say(words.LESSONS_BACK)
            return
        self.board = lesson.board
        self.pointer = Pointer(self.board.rules)
        form = words.LESSONS_TODAY if self.game is None else words.LESSON_TITLE
        self.heading = form.format(number=self.at + 1, count=len(self.lessons))
        self.texts = [*filter(None, [words.LESSON_BASIS[lesson.basis.value]])]
        self._say(words.TO_MOVE.format(name=lesson.side))

    def _what_now(self) -> str:
        if self.lesson is None:
            return words.LESSONS_BACK
        return words.LESSON_OVER if self.is_over else words.LESSON_TRY_AGAIN

    def action_back(self) -> None:
        """Return to where the lessons were opened."""
        self.dismiss(None)
