"""The screen on which a game is played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from inarow.board.notation import move_name
from inarow.board.rules import Side
from inarow.errors import IllegalMoveError, InarowError, as_sentence, reason
from inarow.players import Human, Player
from inarow.players.decision import decision
from inarow.record.tree import Place
from inarow.search.background import PARTING, Tell, Worker
from inarow.search.engine import beyond
from inarow.search.stop import Stop
from inarow.tui import words
from inarow.tui.board import BoardView
from inarow.tui.keys import key
from inarow.tui.match import Match
from inarow.tui.match_screen import MatchScreen
from inarow.tui.pointer import Pointer
from inarow.tui.session import Session
from inarow.tui.widgets import Rows

if TYPE_CHECKING:
    from inarow.tui.games import Opened

__all__ = ["GameScreen"]

CLOCK_TICK = 0.1
"""Seconds between looks at the clock."""


class GameScreen(MatchScreen):
    """A match being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("left", "point(-1, 0)", *words.KEY_LEFT),
        key("right", "point(1, 0)", *words.KEY_RIGHT),
        key("up", "point(0, 1)", *words.KEY_UP),
        key("down", "point(0, -1)", *words.KEY_DOWN),
        key("enter,space", "drop", *words.KEY_DROP),
        key("u,backspace", "undo", *words.KEY_UNDO, show=True),
        key("r", "redo", *words.KEY_REDO, show=True),
        key("t", "hint", *words.KEY_HINT, show=True),
        key("w", "why", *words.KEY_WHY, show=True),
        key("o", "scores", *words.KEY_SCORES, show=True),
        key("pageup,comma", "backward", *words.KEY_BACKWARD),
        key("pagedown,full_stop", "forward", *words.KEY_FORWARD),
        key("home", "first", *words.KEY_FIRST),
        key("end", "last", *words.KEY_LAST),
        key("v", "review", *words.KEY_REVIEW, show=True),
        key("f2", "learn", *words.KEY_LEARN),
        key("k", "lab", *words.KEY_LAB, show=True),
        key("s", "save", *words.KEY_SAVE, show=True),
        key("l", "load", *words.KEY_LOAD),
        key("y", "copy", *words.KEY_COPY),
        key("x", "swap", *words.KEY_SWAP),
        key("j", "player", *words.KEY_PLAYER),
        key("p", "pause", *words.KEY_PAUSE),
        key("n", "new", *words.KEY_NEW, show=True),
        key("ctrl+up", "read(-1)", *words.KEY_NOTES_UP),
        key("ctrl+down", "read(1)", *words.KEY_NOTES_DOWN),
        key("escape", "menu", *words.KEY_MENU),
    ]

    def __init__(self, session: Session, match: Match, message: str = "") -> None:
        super().__init__(session, match)
        self.is_paused = False
        self._thinking = Worker(self.call_later, self._player_failed)
        self._answer: int | None = None
        self.failure = ""
        """Why the program that is to move does not, in a sentence."""
        self._slow_falls = 0
        self._opening = message

    def on_mount(self) -> None:
        """Begin once every widget has its size."""
        self.set_interval(CLOCK_TICK, self._tick)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._say(self._opening or self._state_of_play())
        self._settle()

    def on_unmount(self) -> None:
        """Leave nothing running."""
        self._thinking.stop()
        self._thinking.join(PARTING)
        for player in self.match.players:
            player.close()  # a bot has a process of its own

    @property
    def extra_help(self) -> list[tuple[str, str]]:
        """Help on what is not a key binding."""
        rules = self.match.rules
        is_wide = rules.gravity and rules.width > 9
        board = words.HELP_WIDE_BOARD if is_wide else words.HELP_BOARD[rules.gravity]
        return [board, words.HELP_MOUSE]

    @property
    def urgent(self) -> list[BindingType]:
        """What can be done about a player who has failed."""
        if not self.failure:
            return []
        return [
            key("enter", "drop", *words.KEY_RETRY, show=True),
            key("j", "player", *words.KEY_PLAYER, show=True),
        ]

    def works_now(self, action: str) -> bool:
        """Whether a key has something to do."""
        tree = self.match.tree
        if action in ("hint", "scores", "review", "learn") and beyond(self.match.rules):
            return False
        if action == "undo":
            return self.match.game.ply_to_undo() is not None
        if action == "redo":
            return bool(tree.place.after)
        return action != "hint" or self.match.outcome is None

    # -- play ---------------------------------------------------------------------------------

    def _settle(self, *, fall: bool = False) -> None:
        """After any change: show it, keep it, and have the next one think."""
        self._answer = None
        self.failure = ""
        self._awaits_hint = False
        self._advising.stop()  # whatever it was asked is no longer of interest
        self._run_clock()
        self._show(fall=fall)
        self._keep()
        self._think()
        if self.scores_on:
            self._judge()

    def _halt(self) -> None:
        """Have nobody play on while another screen is in front."""
        self._thinking.stop()
        self._answer = None

    def _keep(self) -> None:
        try:
            if not self.match.tree.root.after or (self.match.was_over and self.match.outcome):
                self.session.autosave.forget()
            elif self.match.outcome:
                self.session.autosave.finish(self.match.record())
            else:
                self.session.autosave.keep(self.match.record())
        except (OSError, InarowError) as error:
            self._say(words.AUTOSAVE_FAILED.format(why=reason(error)))

    def _think(self) -> None:
        player = self.match.program
        if player is None or self.is_paused:
            self._thinking.stop()
            return
        position = self.match.position

        def work(stop: Stop, tell: Tell) -> None:
            tell(self._answered, decision(player, position, stop))

        self._thinking.ask(work)

    def _player_failed(self, error: Exception) -> None:
        """The program that is to move cannot: say why, and what can be done."""
        self.failure = words.PLAYER_FAILED.format(why=reason(error))
        self._say(self.failure, "bad")
        self._show()

    def _turn_mark(self) -> str:
        return words.FAILED_MARK if self.failure else super()._turn_mark()

    def _answered(self, move: int) -> None:
        """A program has decided; its disc waits until the previous one has landed."""
        if self.view.is_falling:
            self._answer = move
        elif any(isinstance(player, Human) for player in self.match.players):
            self._play(move)
        else:
            self._answer = move
            self.set_timer(self.session.pace, self._play_answer)

    def _play_answer(self) -> None:
        if self._answer is not None and not self.is_paused:
            self._play(self._answer)

    def on_board_view_landed(self, event: BoardView.Landed) -> None:
        """Continue after a fall; stop the animation where the terminal is too slow for it."""
        self._slow_falls = self._slow_falls + 1 if event.slow else 0
        if self._slow_falls == 3:
            self.session.animate = False
            self._say(words.SLOW)
        self._show()
        self._play_answer()

    def _play(self, move: int) -> None:
        side = self.match.position.turn
        name = self.match.name(side)
        try:
            self.match.play(move)
        except IllegalMoveError as error:
            form = words.OVER if self.match.outcome else words.CHOOSE_ANOTHER
            self._say(form.format(why=as_sentence(error)))
            return
        self.match.press_clock(self.session.now())
        self.note = list(filter(None, [self.session.count(self.match)]))
        played = words.PLAYED.format(name=name, move=move_name(move, self.match.rules))
        state = self._state_of_play()
        self._say(state if self.match.outcome else f"{played} {state}")
        self._settle(fall=True)

    def _choose(self) -> None:
        """A person wants to play where the pointer is."""
        program = self.match.program
        if self.failure:
            self._say(self.failure, "bad")
        elif program is not None:
            self._say(words.NOT_YOUR_TURN.format(name=program.name))
        else:
            self.is_paused = False
            self._play(self.pointer.move)

    def on_key(self, event: events.Key) -> None:
        """Digits and letters name columns and rows."""
        sign = event.character or ""
        if not sign.isascii() or not sign.isalnum() or sign in self.active_bindings:
            return
        number = self.pointer.typed + sign
        if self.pointer.type(sign):
            self._choose()
            return
        self._pointed()
        if message := self.pointer.so_far(number):
            typed = self.pointer.typed
            self._say(message)
            self.pointer.typed = typed

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The mouse moves the disc."""
        self.pointer.put(event.cell)
        self._pointed()

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        """A click plays."""
        self.pointer.put(event.cell)
        self._choose()

    def _pointed(self) -> None:
        self._awaits_hint = False
        if not self.view.is_falling:
            self.view.show(self._scene())
        self._show_focus()

    def action_point(self, columns: int, rows: int) -> None:
        """Move the disc; where it cannot go up and down, scroll the explanation."""
        if rows and self.match.rules.gravity:
            self.action_read(-rows)
            return
        self.pointer.step(columns, rows)
        self._pointed()

    def action_read(self, by: int) -> None:
        """Scroll the explanation."""
        self.notes.scroll_rows(by)

    def action_drop(self) -> None:
        """Play where the disc is held; a hint that was asked for comes first."""
        if self.failure:
            self._look()
        elif self._awaits_hint:
            self._say(words.HINT_FIRST)
        else:
            self._choose()

    # -- the clock ----------------------------------------------------------------------------

    def _run_clock(self) -> None:
        """Run the clock while this screen is in front, and nobody has paused it."""
        on = self.is_current and not self.is_paused
        self.match.run_clock(self.session.now(), on=on)

    def on_screen_suspend(self) -> None:
        """Another screen is opened, and the clock stands still."""
        self.match.run_clock(self.session.now(), on=False)

    def on_screen_resume(self) -> None:
        """Back from another screen."""
        self._run_clock()

    def _tick(self) -> None:
        """Show the time, and end the game of whoever has none left."""
        if self.match.call_time(self.session.now()):
            self._thinking.stop()
            self.note = list(filter(None, [self.session.count(self.match)]))
            self._say(self._state_of_play())
            self._settle()
        elif self.match.clock is not None and self.is_current:
            self._show_players()

    # -- back and forth -----------------------------------------------------------------------

    def _look(self, text: str = "") -> None:
        """Show another place of the game."""
        self.note = []
        self._say(text or self._state_of_play())
        self._settle()

    def action_undo(self) -> None:
        """Undo the last move of a person."""
        if self.match.undo():
            self._look(words.UNDONE.format(name=self.match.name(self.match.position.turn)))
        else:
            self._say(words.NOTHING_TO_UNDO)

    def action_redo(self) -> None:
        """Redo what was undone."""
        if self.match.redo():
            self._look(f"{words.REDONE} {self._state_of_play()}")
        else:
            self._say(words.NOTHING_TO_REDO)

    def action_backward(self) -> None:
        """Go one move back."""
        self.match.tree.back()
        self._look()

    def action_forward(self) -> None:
        """Go one move forward."""
        self.match.tree.forward()
        self._look()

    def action_first(self) -> None:
        """Go to the start of the game."""
        self.match.go(self.match.tree.root)
        self._look()

    def action_last(self) -> None:
        """Go to the end of the game."""
        self.match.go(self.match.tree.end())
        self._look()

    def on_rows_picked(self, event: Rows.Picked) -> None:
        """A click on a move goes to it."""
        if isinstance(event.key, Place):
            self.match.go(event.key)
            self._look()

    # -- the game as a whole ------------------------------------------------------------------

    def action_swap(self) -> None:
        """Swap sides."""
        self.match.swap()
        first, second = (self.match.name(side) for side in Side)
        self._look(words.SWAPPED.format(first=first, second=second))

    def action_player(self) -> None:
        """Have somebody else play: for the program that is to move, else for the other one."""
        from inarow.tui.dialogs import ChangePlayerScreen

        match = self.match
        turn = match.position.turn
        people = [isinstance(match.game.player(side), Human) for side in (turn, turn.other)]
        side = turn.other if people == [True, False] else turn

        def changed(player: Player | None) -> None:
            if player is not None and self.match is match:
                match.seat(side, player)
                self._look(words.CHANGED.format(name=player.name, side=side))

        self.app.push_screen(ChangePlayerScreen(self.session, match, side), changed)

    def action_pause(self) -> None:
        """Pause or continue: programs do not move, and the clock stands still."""
        self.is_paused = not self.is_paused
        self._look(words.PAUSED if self.is_paused else "")

    def action_new(self) -> None:
        """Start again, with the same players and position."""
        match = self.match.again()
        self.take(match, words.NEW_GAME.format(name=match.name(match.position.turn)))

    def take(self, match: Match, message: str, path: Path | None = None) -> None:
        """Play another match here, perhaps from a file; the current one stays in its own."""
        self.session.autosave.leave(path)
        if self.match.tree.root.after and not self.match.outcome:
            message = words.PREVIOUS_SAVED.format(message=message)
        rules, self.match = self.match.rules, match
        if match.rules != rules:
            self.pointer = Pointer(match.rules)
        self._worths.clear()
        self.is_paused = False
        self._look(message)

    def action_copy(self) -> None:
        """Copy the moves as text."""
        moves = self.match.tree.board.moves_text()
        if moves:
            self.app.copy_to_clipboard(moves)
        self._say(words.COPIED.format(moves=moves) if moves else words.NOTHING_TO_COPY)

    def action_save(self) -> None:
        """Ask for a file, and save the game there."""
        from inarow.tui.dialogs import SaveScreen

        self.app.push_screen(SaveScreen(self.match.record()), self._say_if_any)

    def action_load(self) -> None:
        """Show the saved games, and continue the one that is chosen."""
        from inarow.tui.games import GamesScreen

        others = [
            path for path in self.session.autosave.games() if path != self.session.autosave.path
        ]
        self.app.push_screen(GamesScreen(self.session, others), self._loaded)

    def _loaded(self, opened: Opened | None) -> None:
        if opened is not None:
            self.take(opened.match, opened.message, opened.path)

    def _say_if_any(self, message: str | None) -> None:
        if message:
            self._say(message)

    def action_review(self) -> None:
        """Review the game move by move."""
        from inarow.tui.review import ReviewScreen

        if not self.match.tree.root.after:
            self._say(words.REVIEW_EMPTY)
            return
        if not self._can_advise():
            return
        self._halt()
        self.app.push_screen(ReviewScreen(self.session, self.match), self._reviewed)

    def action_learn(self) -> None:
        """Learn from the mistakes of the game."""
        from inarow.tui.learning.lessons import LessonScreen

        if not self.match.tree.root.after:
            self._say(words.REVIEW_EMPTY)
            return
        if not self._can_advise():
            return
        self._halt()
        screen = LessonScreen(self.session, self.match.record(), self.match.person)
        self.app.push_screen(screen, lambda _: self._look())

    def _reviewed(self, ply: int | None) -> None:
        if ply is not None:
            self.match.go(list(self.match.tree.root.line())[ply])
        self._look()

    def action_lab(self) -> None:
        """Watch lines being found here."""
        from inarow.tui.lab import LabScreen

        self._halt()
        board = self.match.tree.board
        names = {side: self.match.name(side) for side in Side}
        self.app.push_screen(LabScreen(board.position, board.last, names), lambda _: self._look())

    def action_menu(self) -> None:
        """Return to the start screen."""
        self.dismiss()
