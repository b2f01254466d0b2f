"""What the lab and the review have in common: a board to look at, and a side that explains it."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ScreenResultType

from inarow.board.board import Board
from inarow.errors import reason
from inarow.search.background import PARTING, Worker
from inarow.tui import words
from inarow.tui.board import BoardView
from inarow.tui.keys import KeyBar
from inarow.tui.layout import Scene
from inarow.tui.match_screen import room_for_board
from inarow.tui.pointer import Pointer
from inarow.tui.repaint import ThriftyScreen
from inarow.tui.widgets import MessageLine, Piece, Rows

__all__ = ["StudyScreen", "TrialScreen"]


class StudyScreen(ThriftyScreen[ScreenResultType]):
    """A board left, some *panels* right, a line below; it can step automatically.

    Subclasses say how to begin, what to show, and what the next step is. (Textual's metaclass
    leaves no room for that of abstract classes.)
    """

    TICK = 0.5
    """Seconds between automatic steps."""

    def __init__(self, scene: Scene, *panels: Rows) -> None:
        super().__init__()
        self.running = False
        self.view = BoardView(scene)
        self.line = MessageLine()
        self.keys = KeyBar()
        self._panels = panels
        self._work = Worker(self.call_later, self._failed)

    def begin(self) -> None:
        """Called once every widget has its size."""
        raise NotImplementedError

    def draw(self) -> None:
        """Show the current state."""
        raise NotImplementedError

    def go_on(self) -> bool:
        """Take one automatic step; return whether there may be another."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The board and the rest."""
        with Horizontal(id="table"):
            yield self.view
            with Vertical(id="side"):
                yield from self._panels
        yield self.line
        yield self.keys

    def on_mount(self) -> None:
        """Begin, and tick."""
        self.set_interval(self.TICK, self._tick)
        self.call_after_refresh(self._unless_left, self.begin)

    def on_unmount(self) -> None:
        """Leave nothing running."""
        self._work.stop()
        self._work.join(PARTING)

    def on_resize(self) -> None:
        """Draw as large as the window allows."""
        self._fit()
        self.call_after_refresh(self._unless_left, self.draw)

    def _unless_left(self, show: Callable[[], None]) -> None:
        if self.keys.is_attached:
            show()

    def on_message_line_grown(self) -> None:
        """Make room for what is said."""
        self._fit()

    def _fit(self) -> None:
        self.view.fit(room_for_board(self.size, bar=0, said=len(self.line.lines)))

    def _failed(self, error: Exception) -> None:
        """The work in the background has failed: that is said, and all else can be used."""
        self.line.put([(Piece(f" {words.FAILED.format(why=reason(error))}", "bad"),)])

    def action_run(self) -> None:
        """Start or stop automatic stepping."""
        self.running = not self.running

    def _tick(self) -> None:
        if self.running:
            self.running = self.go_on()


class TrialScreen(StudyScreen[None]):
    """A study in which moves are tried, where the pointer of the board is, until it is over."""

    board: Board
    pointer: Pointer
    is_over: bool

    def action_drop(self) -> None:
        """Try the move where the disc is held."""
        raise NotImplementedError

    def _scene(self) -> Scene:
        cursor = None if self.is_over else self.pointer.cell
        return Scene(self.board.position, self.board.last, cursor)

    def _say(self, text: str) -> None:
        self.line.put([(Piece(f" {text}"),)])

    def on_key(self, event: events.Key) -> None:
        """Digits and letters name columns and rows."""
        sign = event.character or ""
        if not sign.isascii() or not sign.isalnum() or sign in self.active_bindings:
            return
        number = self.pointer.typed + sign
        if self.pointer.type(sign):
            self.action_drop()
            return
        self.draw()
        if message := self.pointer.so_far(number):
            self._say(message)

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The mouse moves the disc."""
        self.pointer.put(event.cell)
        self.view.show(self._scene())

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        """A click tries a move."""
        self.pointer.put(event.cell)
        self.action_drop()

    def action_point(self, columns: int, rows: int) -> None:
        """Move the disc."""
        self.pointer.step(columns, rows)
        self.view.show(self._scene())
