"""Puzzles line by line: a board, a task, moves that are tried, hints, and the solution."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Final

from inarow import puzzles
from inarow.board import render
from inarow.board.board import Board
from inarow.board.notation import move_name, move_text, parse_move
from inarow.errors import InarowError, as_sentence
from inarow.personal.progress import Attempt, Progress
from inarow.puzzles import Puzzle
from inarow.search.solver import Solver
from inarow.terminal.console import Console

__all__ = ["PlainPuzzles", "listed", "standing"]

TITLE: Final = "{title} on {rules}: rating {rating}, difficulty {grade} of 5{done}"
DONE: Final = ", solved before"
RATING: Final = "Your puzzle rating: {rating}."
PROVISIONAL: Final = "Your puzzle rating: about {rating}; it gets more exact with every puzzle."
STREAK: Final = "You have solved the daily puzzle {days} days in a row."
PROMPT: Final = "{side} to move, {range}, or help > "
COLUMN_RANGE: Final = "column 1 to {last}"
CELL_RANGE: Final = "cell a1 to {last}"
HELP: Final = """\
Type a move, or a command:
  hint        a hint; each one says more
  solution    show the solution, and why it is right
  again       start this puzzle again
  board       show the board again
  next        go to the next puzzle that fits your rating
  help        show this help
  quit        leave the puzzles"""
WRONG: Final = "No, {move} is wrong. {why}"
BEST_PLAY: Final = "It would continue: {line}."
TRY_AGAIN: Final = "Try another move, or type hint or solution."
RIGHT: Final = "Right. {side} answers {move}."
PLAY_THIS: Final = "Play {move}."
SOLVED: Final = "Solved. {done} of {count} puzzles done."
SOLUTION: Final = "The solution: {line}."
AFTER: Final = "Enter for the next puzzle, again or quit > "
ALL_DONE: Final = "You have solved all of these; this one again."
LEAVING: Final = ("quit", "exit")
UNSURE: Final = 110.0
"""Above this deviation a rating is said to be about right only."""


def listed(found: Sequence[Puzzle]) -> str:
    """Puzzles for a reader rather than a player: boards and tasks, without answers."""
    return "\n".join(
        f"{_title(puzzle, done=False)}\n\n{_drawn(puzzle.board)}\n\n{puzzles.task(puzzle)}\n"
        for puzzle in found
    )


def _title(puzzle: Puzzle, *, done: bool) -> str:
    return TITLE.format(
        title=puzzle.title,
        rules=puzzle.rules,
        rating=puzzle.rating,
        grade=puzzle.grade,
        done=DONE if done else "",
    )


def standing(progress: Progress, today: date) -> str:
    """How strong somebody is at puzzles, in a sentence or two."""
    strength = progress.strength()
    form = PROVISIONAL if strength.deviation > UNSURE else RATING
    days = progress.streak(today)
    streak = f" {STREAK.format(days=days)}" if days > 1 else ""
    return form.format(rating=round(strength.rating)) + streak


def _drawn(board: Board) -> str:
    return render.text(board, cell_names=True)


class PlainPuzzles:
    """Puzzles one after the other, each about as hard as the person is strong, but the *first*."""

    def __init__(
        self,
        console: Console,
        found: Sequence[Puzzle],
        progress: Progress,
        *,
        solver: Solver | None = None,
        now: Callable[[], datetime] = datetime.now,
        first: Puzzle | None = None,
    ) -> None:
        self.console = console
        self.puzzles = list(found)
        self.progress = progress
        self.solver = solver or Solver()
        self.now = now
        self.puzzle = self.puzzles[0]
        self._begin(first or progress.next(self.puzzles))

    def _begin(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.board = puzzle.board
        self.tried: list[int] = []
        self.wrong = self.hints = 0
        self.is_over = False

    def run(self) -> None:
        """Play until the person leaves or the input ends, by `EOFError`."""
        self._report()
        self._show_puzzle()
        while self._obey(self.console.ask(AFTER if self.is_over else self._prompt())):
            pass

    def _obey(self, answer: str) -> bool:
        """Do what *answer* says; whether there is more to do."""
        commands: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "solution": self._give_up,
            "again": self._again,
            "board": self._show,
            "next": self._next,
            "help": lambda: self.console.say(HELP),
        }
        word = answer.lower()
        if word in LEAVING:
            return False
        command = commands.get(word)
        if command:
            command()
        elif self.is_over:
            self._next() if not word else self.console.say(HELP)
        else:
            self._try(answer)
        return True

    # -- a puzzle -----------------------------------------------------------------------------

    def _show_puzzle(self) -> None:
        title = _title(self.puzzle, done=self.puzzle.name in self.progress.solved())
        self.console.say(f"{title}\n")
        self._show()
        self.console.say(puzzles.task(self.puzzle))

    def _show(self) -> None:
        outcome = self.board.outcome()
        lines = outcome.lines if outcome else ()
        output = self.console.output
        if render.color_wanted(output, os.environ) and "utf" in (output.encoding or "").lower():
            picture = render.ansi(self.board, lines=lines, last=self.board.last, cell_names=True)
        else:
            picture = render.text(self.board, lines=lines, cell_names=True)
        self.console.say(f"{picture}\n")

    def _prompt(self) -> str:
        rules = self.puzzle.rules
        form = COLUMN_RANGE if rules.gravity else CELL_RANGE
        last = rules.width if rules.gravity else move_text(rules.move_count - 1, rules)
        return PROMPT.format(side=self.board.turn, range=form.format(last=last))

    def _try(self, answer: str) -> None:
        rules = self.puzzle.rules
        try:
            move = parse_move(answer, rules)
            Board(self.board.position).play(move)
        except InarowError as error:
            self.console.say(as_sentence(error))
            return
        verdict = puzzles.judge(self.solver, self.puzzle, [*self.tried, move])
        if not verdict.right:
            self.wrong += 1
            why = " ".join(verdict.reasons)
            self.console.say(WRONG.format(move=move_name(move, rules), why=why))
            if verdict.refutation:
                line = puzzles.line_text(self.board.turn.other, verdict.refutation, rules)
                self.console.say(BEST_PLAY.format(line=line))
            self.console.say(TRY_AGAIN)
            return
        self._play(move)
        if verdict.answer is not None:
            name = move_name(verdict.answer, rules)
            self.console.say(RIGHT.format(side=self.board.turn, move=name))
            self._play(verdict.answer)
        self.console.say()
        self._show()
        if verdict.solved:
            self._end(solved=True)

    def _play(self, move: int) -> None:
        self.board.play(move)
        self.tried.append(move)

    def _hint(self) -> None:
        if self.is_over:
            self._say_why()
            return
        known = puzzles.hints(self.puzzle)
        text = known[min(self.hints, len(known) - 1)]
        if self.tried:
            right = puzzles.right_moves(self.solver, self.puzzle.goal, self.board.position)
            text = PLAY_THIS.format(move=move_name(right[0], self.puzzle.rules))
        self.console.say(text)
        self.hints += 1

    def _give_up(self) -> None:
        best = puzzles.solution(self.solver, self.puzzle)
        line = puzzles.line_text(self.puzzle.board.turn, best, self.puzzle.rules)
        self.console.say(SOLUTION.format(line=line))
        self._say_why()
        if not self.is_over:
            self._end(solved=False)

    def _say_why(self) -> None:
        for sentence in puzzles.why_right(self.solver, self.puzzle):
            self.console.say(sentence)

    def _end(self, *, solved: bool) -> None:
        moment, puzzle = self.now().astimezone(), self.puzzle
        when = moment.isoformat(timespec="seconds")
        tried = Attempt(when, puzzle.name, solved, self.wrong, self.hints, puzzle.rating)
        self.progress.add(tried)
        self.is_over = True
        if solved:
            self._say_why()
            done = len(self.progress.solved() & {each.name for each in self.puzzles})
            self.console.say(SOLVED.format(done=done, count=len(self.puzzles)))
        self.console.say(standing(self.progress, moment.astimezone(UTC).date()))
        self._report()

    def _report(self) -> None:
        """Say once what could not be read or written."""
        if self.progress.journal.message:
            self.console.say(self.progress.journal.message)
            self.progress.journal.message = ""

    def _again(self) -> None:
        self._begin(self.puzzle)
        self._show_puzzle()

    def _next(self) -> None:
        self._begin(self.progress.next(self.puzzles, after=self.puzzle))
        if self.puzzle.name in self.progress.solved():
            self.console.say(ALL_DONE)
        self._show_puzzle()
