"""The plain game: one line at a time, for terminals, pipes and screen readers."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from inarow import render
from inarow.board import Board
from inarow.console import Console
from inarow.detectors.report import line_text
from inarow.errors import InarowError
from inarow.game import Game
from inarow.notation import COLUMNS, cell_text, move_text, moves_text, parse_move
from inarow.players import PROGRAMS, Human, Player, program
from inarow.position import Position
from inarow.record import Record
from inarow.rules import CONNECT_FOUR, PRESETS, Rules, Side

__all__ = ["PlainGame", "ask_player", "ask_rules"]

HELP: Final = """\
Type a move, or one of these words:
  undo        take your last move back
  board       show the board again
  moves       show the moves so far
  save FILE   write the game to a file
  load FILE   go on with a game from a file
  new         begin again
  help        show this
  quit        leave"""


class Leave(Exception):  # noqa: N818  it is a way out, not an error
    """The player wants to stop."""


def ask_rules(console: Console) -> Rules:
    """Ask which game to play until the answer is one."""
    console.say("Which game?")
    for number, (name, rules) in enumerate(PRESETS.items(), start=1):
        console.say(f"  {number}  {name:<12}  {rules}")
    console.say("Or any width x height x how many in a row: 9x7x4, or 5x5x4/free without gravity.")
    numbered = {str(n): rules for n, rules in enumerate(PRESETS.values(), start=1)}
    while True:
        answer = console.ask(f"Game (Enter for {CONNECT_FOUR}) > ")
        try:
            return numbered.get(answer) or Rules.parse(answer or str(CONNECT_FOUR))
        except InarowError as error:
            console.say(_sentence(error))


def ask_player(console: Console, side: Side, default: str, *, seed: int | None) -> Player:
    """Ask who plays *side*: a program by its name, anything else is a person."""
    programs = " or ".join(PROGRAMS)
    prompt = f"Who plays {side}? Your name, or {programs} (Enter for {default}) > "
    return make_player(console.ask(prompt) or default, seed=seed)


def make_player(name: str, *, seed: int | None) -> Player:
    """A program by its name; any other name is a person's."""
    known = name.lower() in PROGRAMS
    return program(name.lower(), seed=seed) if known else Human(name)


class PlainGame:
    """One game by lines. People are asked; programs answer by themselves."""

    def __init__(self, console: Console, game: Game) -> None:
        self.console = console
        self.game = game
        self._unsaved = False

    def run(self) -> None:
        """Play until the end, or until someone leaves; `EOFError` when the input ends."""
        self._show()
        while True:
            outcome = self.game.outcome
            if outcome is None:
                self._next_move()
                continue
            if outcome.winner is None:
                self.console.say("The board is full: a draw.")
            else:
                lines = " and ".join(map(line_text, outcome.lines))
                self.console.say(f"{self._name(outcome.winner)} wins: {lines}.")
            if not self._after_game():
                return

    def _after_game(self) -> bool:
        while True:
            word, *rest = self.console.ask("again, undo, save FILE or quit > ").split(None, 1) or [
                ""
            ]
            if word in ("again", "new", "yes", "y"):
                self._command("new", "")
                return True
            if word in ("quit", "no", "n"):
                return False
            if self._command(word, "".join(rest)):
                if self.game.outcome is None:
                    return True
            else:
                self.console.say("Type again, undo, save and a file name, or quit.")

    def _next_move(self) -> None:
        side = self.game.board.turn
        if not isinstance(self.game.to_move, Human):
            self._played(side, self.game.step())
            return
        answer = self.console.ask(f"{self._name(side)} to move: {self._range()} or help > ")
        word, *rest = answer.split(None, 1) or [""]
        if self._command(word.lower(), "".join(rest)):
            return
        try:
            move = self._parse_move(answer)
            self.game.board.play(move)
        except InarowError as error:
            self.console.say(_sentence(error))
        else:
            self._played(side, move)

    def _parse_move(self, answer: str) -> int:
        rules = self.game.rules
        if rules.gravity and answer.isascii() and answer.isdigit() and len(answer) == 2:
            number = int(answer)  # 12 for the twelfth column is what people type
            if 10 <= number <= rules.width:
                return number - 1
        return parse_move(answer, rules)

    def _range(self) -> str:
        rules = self.game.rules
        if not rules.gravity:
            return f"a cell from a1 to {cell_text((rules.width - 1, rules.height - 1))}"
        return f"a column from 1 to {COLUMNS[rules.width - 1]}"

    def _played(self, side: Side, move: int) -> None:
        place = "column " if self.game.rules.gravity else ""
        self.console.say(f"{self._name(side)} plays {place}{move_text(move, self.game.rules)}.")
        self._show()

    def _name(self, side: Side) -> str:
        name = self.game.player(side).name
        return str(side) if name == str(side) else f"{name} ({side})"

    def _show(self) -> None:
        board = self.game.board
        outcome = board.outcome()
        lines = outcome.lines if outcome else ()
        output = self.console.output
        if render.color_wanted(output, os.environ) and "utf" in (output.encoding or "").lower():
            self.console.say(render.ansi(board, lines=lines, last=board.last))
        else:
            self.console.say(render.text(board, lines=lines))

    # -- the words a player can say -------------------------------------------------------------

    def _command(self, word: str, argument: str) -> bool:
        """Do what *word* says; whether it was a command at all."""
        commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "board": lambda _: self._show(),
            "moves": self._moves,
            "save": self._save,
            "load": self._load,
            "new": self._new,
            "help": lambda _: self.console.say(HELP),
            "quit": self._quit,
        }
        if word not in commands:
            return False
        commands[word](argument)
        return True

    def _undo(self, _: str) -> None:
        board = self.game.board
        if board.undo() is None:
            self.console.say("There is nothing to take back.")
            return
        people = any(isinstance(player, Human) for player in self.game.players)
        while people and not isinstance(self.game.to_move, Human) and board.undo() is not None:
            pass
        self.console.say("Taken back.")
        self._show()

    def _moves(self, _: str) -> None:
        self.console.say(self.game.board.moves_text() or "No move yet.")

    def _save(self, name: str) -> None:
        if not name:
            self.console.say("Say where: save FILE.")
            return
        path = Path(name).expanduser()
        if (
            path.exists()
            and self.console.ask(f"{name} exists. Replace it? (yes or no) > ") != "yes"
        ):
            self.console.say("Not saved.")
            return
        try:
            Record.parse(self.game.record()).save(path)
        except OSError as error:
            self.console.say(f"Not saved: {error.strerror}.")
        else:
            self.console.say(f"Saved to {name}.")

    def _load(self, name: str) -> None:
        if not name:
            self.console.say("Say from where: load FILE.")
            return
        try:
            self.game.board = load_board(Path(name).expanduser())
        except OSError as error:
            self.console.say(f"Not loaded: {error.strerror}.")
        except InarowError as error:
            self.console.say(f"Not loaded: {error}.")
        else:
            self.console.say(f"Loaded {name}.")
            self._show()

    def _new(self, _: str) -> None:
        self.game.board = Board(self.game.rules)
        self._show()

    def _quit(self, _: str) -> None:
        raise Leave

    def how_to_go_on(self) -> str:
        """The command that brings an unfinished game back; empty when there is nothing to lose."""
        board = self.game.board
        if not board.moves or board.outcome() or board.start != Position(board.rules):
            return ""
        names = [player.name for player in self.game.players]
        options = f"--rules {board.rules} --moves {moves_text(board.moves, board.rules)!r}"
        return f"To go on: inarow play --plain {options} --x {names[0]!r} --o {names[1]!r}"


def load_board(path: Path) -> Board:
    """The board of the record in a file."""
    return Record.load(path).board()


def _sentence(error: Exception) -> str:
    text = str(error)
    return text[0].upper() + text[1:] + "."
