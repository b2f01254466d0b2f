"""Puzzles: a board, a task, moves that are tried, hints, and the solution with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC
from functools import partial
from typing import ClassVar

from textual.binding import BindingType

from inarow import puzzles
from inarow.board.board import Board
from inarow.board.notation import move_name
from inarow.board.rules import PRESETS, Rules
from inarow.errors import IllegalMoveError, as_sentence
from inarow.personal.progress import Attempt
from inarow.puzzles import Puzzle, Verdict
from inarow.search.background import Tell
from inarow.search.solver import Solver
from inarow.search.stop import Stop
from inarow.tui import words
from inarow.tui.keys import key
from inarow.tui.pointer import Pointer
from inarow.tui.session import Session
from inarow.tui.study_screen import TrialScreen
from inarow.tui.widgets import Piece, Row, Rows, paragraphs

__all__ = ["PuzzleScreen"]


class PuzzleScreen(TrialScreen):
    """One puzzle after the other, on one board, each about as hard as the person is strong."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("left", "point(-1, 0)", *words.KEY_LEFT),
        key("right", "point(1, 0)", *words.KEY_RIGHT),
        key("up", "point(0, 1)", *words.KEY_CELL_UP),
        key("down", "point(0, -1)", *words.KEY_CELL_DOWN),
        key("enter,space", "drop", *words.KEY_TRY, show=True),
        key("t", "hint", *words.KEY_PUZZLE_HINT, show=True),
        key("v", "solution", *words.KEY_SOLUTION, show=True),
        key("r", "again", *words.KEY_AGAIN),
        key("n", "next", *words.KEY_NEXT_PUZZLE, show=True),
        key("p", "previous", *words.KEY_PREVIOUS_PUZZLE),
        key("d", "daily", *words.KEY_DAILY_PUZZLE, show=True),
        key("x", "board", *words.KEY_OTHER_BOARD, show=True),
        key("escape", "back", *words.KEY_BACK, show=True),
    ]

    def __init__(self, session: Session) -> None:
        self.head = Rows(id="puzzle-head")
        self.notes = Rows(id="puzzle-notes")
        self.session = session
        self.boards = list(dict.fromkeys(puzzle.rules for puzzle in puzzles.shipped()))
        wanted = Rules.parse(session.choices.rules)
        self.rules = wanted if wanted in self.boards else self.boards[0]
        self._solver = session.searchers().oracle.solver
        self._past: list[Puzzle] = []
        self._begin(session.progress.next(self.puzzles))
        super().__init__(self._scene(), self.head, self.notes)

    @property
    def puzzles(self) -> Sequence[Puzzle]:
        """Those of this board, the easy ones first."""
        return [puzzle for puzzle in puzzles.shipped() if puzzle.rules == self.rules]

    def _begin(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.board: Board = puzzle.board
        self.pointer = Pointer(puzzle.rules)
        self.tried: list[int] = []
        self.wrong = self.hints = 0
        self.is_over = False
        self.texts: list[str] = []

    def begin(self) -> None:
        """Show the first puzzle."""
        self.draw()
        self._say(self.session.progress.journal.message or self._to_move())

    # -- what is shown ------------------------------------------------------------------------

    def works_now(self, action: str) -> bool:
        """Whether a key has something to do."""
        return action not in ("drop", "hint") or not self.is_over

    def draw(self) -> None:
        """Show the board, the task and what has been said."""
        self.view.show(self._scene())
        self.head.put(self._head_rows())
        self.notes.put(paragraphs(self.texts, self.notes.size.width - 1))
        self.keys.renew()

    def _head_rows(self) -> list[Row]:
        progress, own = self.session.progress, self.puzzles
        solved, strength = progress.solved(), progress.strength()
        titles = [preset.title for preset in PRESETS.values() if preset.rules == self.rules]
        done = sum(puzzle.name in solved for puzzle in own)
        again = words.PUZZLE_SOLVED_BEFORE if self.puzzle.name in solved else ""
        rating, grade = self.puzzle.rating, self.puzzle.grade
        board = titles[0] if titles else str(self.rules)
        texts = [
            words.PUZZLES_DONE.format(board=board, done=done, count=len(own)),
            words.PUZZLE_GRADE.format(rating=rating, grade=grade, again=again),
            words.PUZZLE_RATING.format(rating=round(strength.rating)),
        ]
        width = self.head.size.width - 1
        title = paragraphs([self.puzzle.title], width, "accent bold")
        task = paragraphs([puzzles.task(self.puzzle)], width, "bold")
        return [*title, *((Piece(text, "label"),) for text in texts), (), *task]

    def _to_move(self) -> str:
        return words.PUZZLE_OVER if self.is_over else words.TO_MOVE.format(name=self.board.turn)

    # -- moves --------------------------------------------------------------------------------

    def action_drop(self) -> None:
        """Try the move where the disc is held."""
        self.pointer.typed = ""
        move = self.pointer.move
        if self.is_over or self._work.busy:
            self._say(words.PUZZLE_OVER if self.is_over else words.PUZZLE_CHECKING)
            return
        try:
            self.board.position.play(move)
        except IllegalMoveError as error:
            self._say(words.CHOOSE_ANOTHER.format(why=as_sentence(error)))
            return
        puzzle, moves = self.puzzle, [*self.tried, move]
        self._say(words.PUZZLE_CHECKING)
        judged = partial(self._judged, move)
        self._ask(lambda solver, stop: puzzles.judge(solver, puzzle, moves, stop), judged)

    def _ask(self, work: Callable[[Solver, Stop], object], answered: Callable[..., None]) -> None:
        """Do *work* in the background; its answer counts for this puzzle only."""

        def whole(stop: Stop, tell: Tell) -> None:
            tell(answered, work(self._solver, stop))

        self._work.ask(whole)

    def _judged(self, move: int, verdict: Verdict) -> None:
        if not verdict.right:
            self._refuse(move, verdict)
            return
        self.texts = []
        self._play(move)
        if verdict.answer is not None:
            answer = move_name(verdict.answer, self.rules)
            self.texts = [words.PUZZLE_RIGHT.format(side=self.board.turn, move=answer)]
            self._play(verdict.answer)
        if verdict.solved:
            self._end(solved=True)
        self._say(words.PUZZLE_SOLVED if verdict.solved else self._to_move())
        self.draw()

    def _play(self, move: int) -> None:
        self.board.play(move)
        self.tried.append(move)

    def _refuse(self, move: int, verdict: Verdict) -> None:
        """Say why a move is wrong; it is not played."""
        self.wrong += 1
        name = move_name(move, self.rules)
        self.texts = [words.PUZZLE_WRONG.format(move=name), *verdict.reasons]
        if verdict.refutation:
            line = puzzles.line_text(self.board.turn.other, verdict.refutation, self.rules)
            self.texts.append(words.PUZZLE_REFUTED.format(line=line))
        self._say(words.PUZZLE_TRY_AGAIN)
        self.draw()

    def _end(self, *, solved: bool) -> None:
        """Note how it ended, and explain the right move."""
        puzzle, when = self.puzzle, self.session.moment()
        tried = Attempt(when, puzzle.name, solved, self.wrong, self.hints, puzzle.rating)
        self.session.progress.add(tried)
        self.is_over = True
        self._ask(lambda solver, stop: puzzles.why_right(solver, puzzle, stop), self._explained)

    def _explained(self, sentences: Sequence[str]) -> None:
        self.texts += sentences
        self.draw()

    # -- help ---------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Give the next hint."""
        if self.is_over:
            self._say(words.PUZZLE_OVER)
        elif self.tried:
            goal, position = self.puzzle.goal, self.board.position
            self._ask(lambda s, stop: puzzles.right_moves(s, goal, position, stop), self._hinted)
        else:
            known = puzzles.hints(self.puzzle)
            self.hints += 1
            self.texts = list(known[: self.hints])
            form = words.PUZZLE_HINTED if self.hints < len(known) else words.PUZZLE_LAST_HINT
            self._say(form.format(number=self.hints, count=len(known)))
            self.draw()

    def _hinted(self, right: Sequence[int]) -> None:
        self.hints += 1
        self.texts = [words.PUZZLE_PLAY.format(move=move_name(right[0], self.rules))]
        self.draw()

    def action_solution(self) -> None:
        """Show the solution, with its reasons."""
        puzzle = self.puzzle

        def found(line: Sequence[int]) -> None:
            text = puzzles.line_text(puzzle.board.turn, line, puzzle.rules)
            self.board = puzzle.board
            for move in line:
                self.board.play(move)
            self.texts = [words.PUZZLE_SOLUTION.format(line=text)]
            if not self.is_over:
                self._end(solved=False)
            else:
                self._ask(lambda s, stop: puzzles.why_right(s, puzzle, stop), self._explained)
            self._say(words.PUZZLE_OVER)
            self.draw()

        self._ask(lambda solver, stop: puzzles.solution(solver, puzzle, stop), found)

    # -- from puzzle to puzzle ----------------------------------------------------------------

    def _open(self, puzzle: Puzzle) -> None:
        self._work.stop()
        self.rules = puzzle.rules
        self._begin(puzzle)
        self.begin()

    def action_again(self) -> None:
        """Start this puzzle again."""
        self._open(self.puzzle)

    def action_next(self) -> None:
        """Go to the next puzzle that fits the rating."""
        self._past.append(self.puzzle)
        self._open(self.session.progress.next(self.puzzles, after=self.puzzle))

    def action_previous(self) -> None:
        """Return to the puzzle before."""
        if self._past:
            self._open(self._past.pop())

    def action_daily(self) -> None:
        """Go to the puzzle of the day."""
        day = self.session.today().astimezone(UTC).date()
        self._past.append(self.puzzle)
        self._open(puzzles.daily(day))
        days = self.session.progress.streak(day)
        self._say(words.PUZZLE_DAILY.format(days=days) if days > 1 else words.PUZZLE_DAILY_FIRST)

    def action_board(self) -> None:
        """Go to the puzzles of the next board."""
        self.rules = self.boards[(self.boards.index(self.rules) + 1) % len(self.boards)]
        self._open(self.session.progress.next(self.puzzles))

    def action_back(self) -> None:
        """Return to where the puzzles were opened."""
        self.dismiss(None)
