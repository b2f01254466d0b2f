"""The plain game: one line at a time, for terminals, pipes and screen readers."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inarow.board import render
from inarow.board.board import Board
from inarow.board.notation import cell_text, line_name, move_label, move_name, parse_move
from inarow.board.position import Outcome, Position
from inarow.board.rules import CONNECT_FOUR, PRESETS, Rules, Side
from inarow.errors import InarowError, as_sentence, printable, reason
from inarow.players import Human, Player
from inarow.players.by_text import meant, player_by_name, typed
from inarow.players.decision import expect_willing
from inarow.players.game import Game
from inarow.record.record import Record
from inarow.terminal.console import Console

if TYPE_CHECKING:
    from inarow.explain.analysis import Worths
    from inarow.search.background import Searchers

__all__ = ["Leave", "PlainGame", "ask_player", "ask_rules", "player"]

WHICH_GAME: Final = "Which game?"
OWN_RULES: Final = (
    "Or your own, as width x height x number in a row: 9x7x4, or 5x5x4/free without gravity."
)
GAME_PROMPT: Final = "Game (Enter for {default}) > "
PLAYER_PROMPT: Final = (
    "Who plays {side}? A name, level 1 to level 10, perfect or random (Enter for {default}) > "
)
NAMED_BY_FILE: Final = (
    "The saved game names a program to play {side}: {name}. Press Enter only if you trust it."
)
NAMELESS: Final = {Side.FIRST: "Player 1", Side.SECOND: "Player 2"}
MOVE_PROMPT: Final = "{name} to move, {range}, or help > "
COLUMN_RANGE: Final = "column 1 to {last}"
CELL_RANGE: Final = "cell a1 to {last}"
PLAYED: Final = "{name} plays {move}."
WON: Final = "{name} wins: {lines}."
DRAWN: Final = "The board is full: a draw."
AFTER: Final = "again, undo, review, save FILE or quit > "
AFTER_HELP: Final = "Type again, undo, why, review, board, moves, save FILE, load FILE or quit."
FAILED: Final = "{name} cannot move: {why}."
AFTER_FAILURE: Final = "try again, undo, take over or quit > "
AFTER_FAILURE_HELP: Final = (
    "Type try again to ask {name} once more, undo to undo your last move, take over to play "
    "these moves yourself, or quit. The other commands work, too."
)
TAKEN_OVER: Final = "You play {side} now, as {name}."
ADVISING: Final = "One moment."
NO_ADVICE: Final = "There are no hints, scores and reviews on this board: {why}."
GAME_OVER: Final = "The game is over."
UNDONE: Final = "Undone."
NOTHING_TO_UNDO: Final = "Nothing to undo."
NO_MOVES: Final = "No moves yet."
SAVE_WHERE: Final = "Give a file name: save FILE."
LOAD_WHERE: Final = "Give a file name: load FILE."
REPLACE: Final = "{file} already exists. Replace it (yes or no)? > "
SAVED: Final = "Saved to {file}."
NOT_SAVED: Final = "Not saved."
NOT_SAVED_WHY: Final = "Not saved: {why}."
LOADED: Final = "Loaded {file}."
ENDED_EARLY: Final = "This game was scored {result} before the end of play. You can play on."
NOT_LOADED: Final = "Not loaded: {why}."
RESUME: Final = "To resume this game: {command}"
LEAVING: Final = ("quit", "exit")
HELP: Final = """\
Type a move, or a command:
  hint        suggest a good move
  why         explain the last move and the position
  scores      say what every move is worth
  review      look at the game so far for bad moves
  undo        undo your last move
  board       show the board again
  moves       list the moves so far
  save FILE   save the game to a file
  load FILE   load a game from a file
  new         start again
  help        show this help
  quit        leave the game"""


class Leave(Exception):  # noqa: N818  it is a way out, not an error
    """The player wants to leave."""


def ask_rules(console: Console) -> Rules:
    """Ask which game to play until the answer is one."""
    console.say(WHICH_GAME)
    for number, preset in enumerate(PRESETS.values(), start=1):
        console.say(f"  {number}  {preset.name:<12}  {preset.rules}")
    console.say(OWN_RULES)
    numbered = {str(n): preset.rules for n, preset in enumerate(PRESETS.values(), start=1)}
    while True:
        answer = _answer(console, GAME_PROMPT.format(default=CONNECT_FOUR))
        try:
            return numbered.get(answer) or Rules.parse(answer or str(CONNECT_FOUR))
        except InarowError as error:
            console.say(as_sentence(error))


def player(name: str, rules: Rules, seed: int | None) -> Player:
    """The player of this name, a program or else a person, who can play *rules*."""
    found = player_by_name(name, seed=seed)
    expect_willing(found, rules)
    return found


def ask_player(
    console: Console, side: Side, default: str, rules: Rules, *, seed: int | None
) -> Player:
    """Ask who plays *side*; without an answer it is the program *default*, or else a person."""
    default = default or NAMELESS[side]
    prompt = PLAYER_PROMPT.format(side=side, default=printable(default))
    while True:
        try:
            return player(meant(_answer(console, prompt) or default), rules, seed)
        except InarowError as error:
            console.say(as_sentence(error))


def _answer(console: Console, prompt: str) -> str:
    answer = console.ask(prompt)
    if answer.lower() in LEAVING:
        raise Leave
    return answer


class PlainGame:
    """One game by lines. People are asked; programs answer by themselves."""

    def __init__(
        self,
        console: Console,
        game: Game,
        *,
        record: Record | None = None,
        command: str = "inarow play --plain",
    ) -> None:
        self.console = console
        self.game = game
        self.record = record or Record(game.board.start)  # what a saved game came with
        self._worths: Worths = {}
        self.command = command  # how this program was started, to say how to resume it

    def run(self) -> None:
        """Play until someone leaves, by `Leave`, or the input ends, by `EOFError`."""
        self._report_early_end()
        self._show()
        while True:
            outcome = self.game.outcome()
            if outcome is None:
                self._next_move()
            else:
                self._announce(outcome)
                self._after_game()

    def how_to_resume(self) -> str:
        """What to type to get an unfinished game back; empty when there is nothing to lose."""
        board = self.game.board
        if not board.moves or board.outcome():
            return ""
        if board.start == Position(board.rules):
            start = f"--rules={board.rules}"
        else:
            start = f"--position={board.start.text()}"
        first, second = map(typed, self.game.players)
        words = [start, f"--moves={board.moves_text()}", f"--x={first}", f"--o={second}"]
        return RESUME.format(command=f"{self.command} {shlex.join(words)}")

    def _leave_board(self, board: Board, record: Record) -> None:
        """Take another board; the one that is left can be got back."""
        how = self.how_to_resume()
        if how:
            self.console.say(how)
        self.game.board = board
        self.record = record

    def _report_early_end(self) -> None:
        if self.record.result != "*" and self.game.outcome() is None:
            self.console.say(ENDED_EARLY.format(result=self.record.result))

    # -- turns --------------------------------------------------------------------------------

    def _next_move(self) -> None:
        side = self.game.board.turn
        if not isinstance(self.game.to_move, Human):
            self._let_program_move()
            return
        prompt = MOVE_PROMPT.format(name=self._name(side), range=self._range())
        answer = self.console.ask(prompt)
        if self._obey(answer):
            return
        try:
            move = parse_move(answer, self.game.rules)
            self.game.board.play(move)
        except InarowError as error:
            self.console.say(as_sentence(error))
        else:
            self._report_move(side, move)

    def _let_program_move(self) -> None:
        side = self.game.board.turn
        try:
            move = self.game.step()
        except (InarowError, OSError) as error:
            self._choose_after_failure(side, error)
        else:
            self._report_move(side, move)

    def _choose_after_failure(self, side: Side, error: Exception) -> None:
        """Say why a program cannot move, and ask until it is clear what to do about it."""
        player, position = self.game.player(side), self.game.board.position
        text = reason(error).removeprefix(f"{player.name}: ")
        self.console.say(FAILED.format(name=self._name(side), why=text))
        while self.game.board.position == position:
            answer = self.console.ask(AFTER_FAILURE)
            words = answer.lower().split()
            if words in (["try", "again"], ["again"]):
                return
            if words == ["take", "over"]:
                self._take_over(side)
                return
            if words[:1] == ["help"] or not self._obey(answer):
                self.console.say(AFTER_FAILURE_HELP.format(name=player.name))

    def _take_over(self, side: Side) -> None:
        """Have a person play *side* from here on."""
        self.game.player(side).close()
        person = Human(NAMELESS[side])
        first, second = self.game.players
        self.game.players = (person, second) if side is Side.FIRST else (first, person)
        self.console.say(TAKEN_OVER.format(side=side, name=person.name))

    def _range(self) -> str:
        rules = self.game.rules
        if rules.gravity:
            return COLUMN_RANGE.format(last=rules.width)
        return CELL_RANGE.format(last=cell_text((rules.width - 1, rules.height - 1)))

    def _report_move(self, side: Side, move: int) -> None:
        text = move_name(move, self.game.rules)
        self.console.say(PLAYED.format(name=self._name(side), move=text))
        waiting = self.game.outcome() is None and not isinstance(self.game.to_move, Human)
        if not waiting or not self._has_people():
            self._show()

    def _announce(self, outcome: Outcome) -> None:
        if outcome.winner is None:
            self.console.say(DRAWN)
            return
        names = (line_name(line.cells, self.game.rules) for line in outcome.lines)
        lines = " and ".join(dict.fromkeys(names))  # a line of one cell has four directions
        self.console.say(WON.format(name=self._name(outcome.winner), lines=lines))

    def _after_game(self) -> None:
        while self.game.outcome() is not None:
            answer = self.console.ask(AFTER)
            word = answer.lower()
            if word in ("again", "yes", "y"):
                self._new("")
            elif word in ("no", "n"):
                raise Leave
            elif word == "help" or not self._obey(answer):
                self.console.say(AFTER_HELP)

    def _name(self, side: Side) -> str:
        name = self.game.player(side).name
        return name if name == str(side) else f"{name} ({side})"

    def _has_people(self) -> bool:
        return any(isinstance(player, Human) for player in self.game.players)

    def _show(self) -> None:
        board = self.game.board
        outcome = board.outcome()
        lines = outcome.lines if outcome else ()
        output = self.console.output
        if render.color_wanted(output, os.environ) and "utf" in (output.encoding or "").lower():
            picture = render.ansi(board, lines=lines, last=board.last, cell_names=True)
        else:
            picture = render.text(board, lines=lines, cell_names=True)
        self.console.say(f"\n{picture}\n")

    # -- commands ------------------------------------------------------------------------------

    def _obey(self, answer: str) -> bool:
        """Do what *answer* says, if it is a command; whether it was one."""
        word, *rest = answer.split(None, 1) or [""]
        commands: dict[str, Callable[[str], None]] = {
            "hint": lambda _: self._search(self._hint),
            "why": lambda _: self._advise(self._why),
            "scores": lambda _: self._search(self._scores),
            "review": lambda _: self._search(self._review),
            "undo": self._undo,
            "board": lambda _: self._show(),
            "moves": lambda _: self.console.say(self._moves() or NO_MOVES),
            "save": self._save,
            "load": self._load,
            "new": self._new,
            "help": lambda _: self.console.say(HELP),
            **dict.fromkeys(LEAVING, self._quit),
        }
        command = commands.get(word.lower())
        if command:
            command("".join(rest))
        return command is not None

    def _moves(self) -> str:
        board = self.game.board
        return " ".join(move_label(move, board.rules) for move in board.moves)

    def _undo(self, _: str) -> None:
        """Back to before the last move of a person, or one move if only programs play."""
        ply = self.game.ply_to_undo()
        if ply is None:
            self.console.say(NOTHING_TO_UNDO)
            return
        while len(self.game.board.moves) > ply:
            self.game.board.undo()
        self.console.say(UNDONE)
        self._show()

    def _save(self, file: str) -> None:
        if not file:
            self.console.say(SAVE_WHERE)
            return
        try:
            path = Path(file).expanduser()
            if path.is_file():
                sure = self.console.ask(REPLACE.format(file=file)).lower()
                if sure not in ("yes", "y"):
                    self.console.say(NOT_SAVED)
                    return
            self._record().save(path)
        except (OSError, RuntimeError, ValueError) as error:
            self.console.say(NOT_SAVED_WHY.format(why=reason(error)))
        else:
            self.console.say(SAVED.format(file=file))

    def _record(self) -> Record:
        record = self.record.continued(self.game.board)
        first, second = (player.name for player in self.game.players)
        record.tags |= {"First": first, "Second": second}
        return record

    def _load(self, file: str) -> None:
        if not file:
            self.console.say(LOAD_WHERE)
            return
        try:
            record = Record.load(Path(file).expanduser())
        except (OSError, RuntimeError, ValueError) as error:
            self.console.say(NOT_LOADED.format(why=reason(error)))
        else:
            self._leave_board(record.board(), record)
            self.console.say(LOADED.format(file=file))
            self._report_early_end()
            self._show()

    def _new(self, _: str) -> None:
        start = self.game.board.start
        self._leave_board(Board(start), Record(start))
        self._show()

    def _quit(self, _: str) -> None:
        raise Leave

    # -- advice --------------------------------------------------------------------------------

    @cached_property
    def _searchers(self) -> Searchers:
        """What advice is searched with; most games need none."""
        from inarow.terminal import advice

        return advice.searchers()

    def _search(self, advice: Callable[[], Iterable[str]]) -> None:
        """Say what the engine finds, on boards that it knows."""
        from inarow.search.engine import beyond

        why = beyond(self.game.rules)
        if why:
            self.console.say(NO_ADVICE.format(why=why))
        else:
            self._advise(advice)

    def _advise(self, advice: Callable[[], Iterable[str]]) -> None:
        """Say what somebody wants to know about the game, or why it cannot be said."""
        try:
            for sentence in advice():
                self.console.say(sentence)
        except InarowError as error:
            self.console.say(as_sentence(error))

    def _hint(self) -> Iterable[str]:
        from inarow.terminal import advice

        if self.game.outcome() is not None:
            return [GAME_OVER]
        return advice.hint(self._searchers, self.game.board.position, self._worths)

    def _why(self) -> Iterable[str]:
        from inarow.terminal import advice

        return advice.why(self._searchers, self.game.board, self._worths)

    def _scores(self) -> Iterable[str]:
        from inarow.terminal import advice

        if self.game.outcome() is not None:
            return [GAME_OVER]
        self.console.say(ADVISING)
        return advice.scores(self._searchers, self.game.board.position, self._worths)

    def _review(self) -> Iterable[str]:
        from inarow.terminal import advice

        if not self.game.board.moves:
            return [NO_MOVES]
        self.console.say(ADVISING)
        names = {side: self._name(side) for side in Side}
        return advice.review_of(self._searchers, Record.of(self.game.board), names)
