"""Puzzles line by line: a board, a task, moves that are tried, hints, and the solution."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from inarow.board import render
from inarow.board.board import Board
from inarow.board.notation import move_name, move_text, parse_move
from inarow.errors import InarowError, as_sentence
from inarow.explain import puzzles
from inarow.explain.puzzles import Puzzle
from inarow.personal.progress import Attempt, Progress
from inarow.search.solver import Solver
from inarow.terminal.console import Console

__all__ = ["PlainPuzzles", "listed"]

TITLE: Final = "Puzzle {number} of {count}: {name}, difficulty {grade} of 5{done}"
DONE: Final = ", solved before"
PROMPT: Final = "{side} to move, {range}, or help > "
COLUMN_RANGE: Final = "column 1 to {last}"
CELL_RANGE: Final = "cell a1 to {last}"
HELP: Final = """\
Type a move, or a command:
  hint        a hint; each one says more
  solution    show the solution, and why it is right
  again       start this puzzle again
  board       show the board again
  next        go to the next unsolved puzzle
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
ALL_DONE: Final = "You have solved all {count} puzzles."
LEAVING: Final = ("quit", "exit")


def listed(found: Sequence[Puzzle]) -> str:
    """Puzzles for a reader rather than a player: boards and tasks, without answers."""
    return "\n".join(
        f"{_title(puzzle, number, len(found), done=False)}\n\n{_drawn(puzzle.board)}\n\n"
        f"{puzzles.task(puzzle)}\n"
        for number, puzzle in enumerate(found, start=1)
    )


def _title(puzzle: Puzzle, number: int, count: int, *, done: bool) -> str:
    return TITLE.format(
        number=number, count=count, name=puzzle.name, grade=puzzle.grade, done=DONE if done else ""
    )


def _drawn(board: Board) -> str:
    return render.text(board, cell_names=True)


class PlainPuzzles:
    """Puzzles one after the other, beginning with the first that was never solved."""

    def __init__(
        self,
        console: Console,
        found: Sequence[Puzzle],
        progress: Progress,
        *,
        solver: Solver | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        self.console = console
        self.puzzles = list(found)
        self.progress = progress
        self.solver = solver or Solver()
        self.now = now
        self.puzzle = self.puzzles[0]
        self._begin(progress.next_unsolved(self.puzzles))

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
        number, done = self.puzzles.index(self.puzzle) + 1, self.progress.solved()
        title = _title(self.puzzle, number, len(self.puzzles), done=self.puzzle.name in done)
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
        when = self.now().astimezone().isoformat(timespec="seconds")
        self.progress.add(Attempt(when, self.puzzle.name, solved, self.wrong, self.hints))
        self.is_over = True
        if solved:
            self._say_why()
            done = len(self.progress.solved() & {each.name for each in self.puzzles})
            self.console.say(SOLVED.format(done=done, count=len(self.puzzles)))
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
        self._begin(self.progress.next_unsolved(self.puzzles, after=self.puzzle))
        if self.puzzle.name in self.progress.solved():
            self.console.say(ALL_DONE.format(count=len(self.puzzles)))
        self._show_puzzle()
