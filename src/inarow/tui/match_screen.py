"""A match as it is shown: the board, and beside it everything about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.strip import Strip

from inarow.board.notation import line_name, move_name
from inarow.board.position import Outcome, Position
from inarow.board.rules import Side
from inarow.errors import reason
from inarow.explain import analysis
from inarow.explain.analysis import Finding, Worths
from inarow.players.clock import time_text
from inarow.search.background import PARTING, Searchers, Tell, Worker
from inarow.search.engine import beyond
from inarow.search.scores import best_moves, first_share, in_words, label
from inarow.search.stop import Stop
from inarow.tui import words
from inarow.tui.board import BoardView
from inarow.tui.cells import SIGNS, SIZES
from inarow.tui.keys import KeyBar
from inarow.tui.layout import Scene
from inarow.tui.match import Match
from inarow.tui.moves import move_rows
from inarow.tui.pointer import Pointer
from inarow.tui.repaint import ThriftyScreen
from inarow.tui.session import Session
from inarow.tui.widgets import MessageLine, Piece, Row, Rows, Themed, paragraphs, shortened

if TYPE_CHECKING:
    from inarow.search.scores import Worth

__all__ = ["MatchScreen", "ScoreBar", "room_for_board"]

SIDE_WIDTH = 33
"""The least width of the panel beside the board."""
NARROW_SIDE = 27
"""Its width in a window of less than 80 columns."""
NARROW_WINDOW = 51
"""In a narrower window it is hidden."""
NAME_WIDTH = 16
TIMED_NAME_WIDTH = 10  # beside a clock
"""How many cells a player's name has there."""


_EIGHTHS = " ▁▂▃▄▅▆▇█"


def room_for_board(size: Size, bar: int = 3, said: int = 1) -> Size:
    """The room that a window leaves for the board beside a *bar*, with *said* lines below it."""
    beside = SIDE_WIDTH if size.width >= 80 else NARROW_SIDE
    if size.width < NARROW_WINDOW:
        beside = 0
    return Size(size.width - beside - bar, size.height - 1 - said)


class ScoreBar(Themed):
    """The share of the first side from the bottom, that of the second from the top."""

    DEFAULT_CSS: ClassVar[str] = "ScoreBar { width: 3; height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.share: float | None = None
        self.rows = 0

    def put(self, share: float | None, rows: int) -> None:
        """Show the first side's *share*, or nothing, over a number of *rows*."""
        if (share, rows) != (self.share, self.rows):
            self.share, self.rows = share, rows
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row: a gap and two columns."""
        colors = self.palette
        if self.share is None or not 1 <= y <= self.rows:
            return Strip.blank(3, self.rich_style)
        filled = round(self.share * self.rows * 8) - 8 * (self.rows - y)
        sign = _EIGHTHS[max(0, min(8, filled))]
        style = colors.style(colors.first, colors.second)
        return Strip([Segment(" ", self.rich_style), Segment(sign * 2, style)], 3)


class MatchScreen(ThriftyScreen[None]):
    """Shows a match and, when asked, what its moves are worth and why."""

    def __init__(self, session: Session, match: Match) -> None:
        super().__init__()
        self.session = session
        self.match = match
        self.pointer = Pointer(match.rules)
        self.scores_on = False
        self.note: list[str] = []
        self._worths: Worths = {}
        self._advising = Worker(self.call_later, self._advice_failed)
        self._awaits_hint = False
        self._searchers = session.searchers()
        self.view = BoardView(self._scene())
        self.bar = ScoreBar()
        self.names = Rows(id="players")
        self.moves = Rows(id="moves")
        self.focus_line = Rows(id="focus")
        self.notes = Rows(id="notes")
        self.line = MessageLine()
        self.keys = KeyBar()

    def compose(self) -> ComposeResult:
        """The board left, a column right, a message and the keys below."""
        with Horizontal(id="table"):
            yield self.view
            yield self.bar
            with Vertical(id="side"):
                yield self.names
                yield self.moves
                yield self.focus_line
                yield self.notes
        yield self.line
        yield self.keys

    def on_resize(self, event: events.Resize) -> None:
        """Draw as large as the window allows."""
        self.query_one("#side").display = event.size.width >= NARROW_WINDOW
        self._fit()
        self.call_after_refresh(self._show)

    def on_message_line_grown(self) -> None:
        """Make room for what is said."""
        self._fit()

    def _fit(self) -> None:
        self.view.fit(room_for_board(self.size, said=len(self.line.lines)))

    def on_unmount(self) -> None:
        """Leave nothing running."""
        self._advising.stop()
        self._advising.join(PARTING)

    # -- what is shown ------------------------------------------------------------------------

    def _say(self, text: str, style: str = "") -> None:
        """Say something; what was typed and not played is forgotten with what was said of it."""
        self.pointer.typed = ""
        self.line.put([(Piece(f" {text}", style),)])

    def _scene(self) -> Scene:
        match = self.match
        board = match.tree.board
        person = match.program is None and match.outcome is None
        worths = self._worths.get(match.position, {}) if self.scores_on else {}
        best = best_moves(worths) if worths else []
        scores = {move: _score(worth, move in best) for move, worth in worths.items()}
        rules = match.rules
        marks = {}
        if not rules.gravity:
            marks = {rules.cell_at(move): text for move, (text, _) in scores.items()}
        elif self.scores_on and not match.outcome:
            unknown = dict.fromkeys(match.position.legal_moves(), (words.UNKNOWN, ""))
            scores = unknown | scores
        return Scene(
            match.position,
            board.last,
            self.pointer.cell if person else None,
            scores=scores if rules.gravity else {},
            marks=marks,
            best=frozenset(rules.cell_at(move) for move in best if not rules.gravity),
            threats=self.scores_on,
        )

    def _show(self, *, fall: bool = False) -> None:
        """Update everything."""
        match = self.match
        self.view.show(self._scene(), fall=fall and self.session.animate)
        self._show_players()
        self.moves.put(*move_rows(match.tree, self.moves.size.width))
        comment = match.tree.place.comment
        texts = self.note or ([comment] if comment else [])
        self.notes.put(paragraphs(texts, self.notes.size.width - 1))
        self._show_focus()
        self.keys.renew()

    def _show_players(self) -> None:
        self.names.put([self._player_row(side) for side in Side])

    def _player_row(self, side: Side) -> Row:
        match = self.match
        sign = side.symbol if self.app.no_color else SIGNS[side]
        outcome = match.outcome
        mark = ""
        if outcome is not None:
            mark = words.WINS_MARK if outcome.winner is side else ""
        elif match.position.turn is side:
            mark = self._turn_mark()
        lead = "▸" if mark else " "
        color = "first" if side is Side.FIRST else "second"
        left = match.time_left(side, self.session.now())
        name = shortened(match.name(side), NAME_WIDTH)
        if left is not None:
            name = f"{shortened(name, TIMED_NAME_WIDTH):{TIMED_NAME_WIDTH}}"
        time = () if left is None else (Piece(f"{time_text(left):>7}  ", _urgency(left)),)
        return (
            Piece(f"{lead} ", "accent bold"),
            Piece(f"{sign} ", f"{color} bold"),
            Piece(f"{name}  ", "bold" if mark else ""),
            *time,
            Piece(mark, "label italic"),
        )

    def _turn_mark(self) -> str:
        """What whoever is to move does now."""
        return words.THINKING_MARK if self.match.program else words.TO_MOVE_MARK

    def _show_focus(self) -> None:
        """What the move under the cursor is worth, in words, and the bar for the whole."""
        match = self.match
        worths = self._worths.get(match.position, {}) if self.scores_on else {}
        worth = worths.get(self.pointer.move)
        text = ""
        if worth is not None:
            move = move_name(self.pointer.move, match.rules)
            text = words.FOCUS.format(move=move, worth=in_words(worth))
        elif self.scores_on and self._advising.busy and not worths:
            text = words.SCORING
        self.focus_line.put([(Piece(text, "accent"),)])
        share = None
        if self.scores_on and match.outcome is not None:
            winner = match.outcome.winner
            share = 0.5 if winner is None else float(winner is Side.FIRST)
        elif worths:
            share = first_share(worths[best_moves(worths)[0]])
        frame = self.view.frame
        self.bar.put(share, frame.rows * frame.size // 2)

    def _state_of_play(self) -> str:
        """Who won, or who is to move."""
        match = self.match
        outcome = match.outcome
        if outcome is not None:
            return self._ending(outcome)
        if match.is_looking_back:
            count = len(match.tree.end().path())
            return words.LOOKING_BACK.format(ply=len(match.tree.board.moves), count=count)
        form = words.THINKS if match.program else words.TO_MOVE
        return form.format(name=match.name(match.position.turn))

    def _ending(self, outcome: Outcome) -> str:
        if outcome.winner is None:
            return words.DRAWN
        if not outcome.lines:
            loser, winner = self.match.name(outcome.winner.other), self.match.name(outcome.winner)
            return words.OUT_OF_TIME.format(loser=loser, winner=winner)
        names = (line_name(line.cells, self.match.rules) for line in outcome.lines)
        lines = words.AND.join(dict.fromkeys(names))  # a line of one cell has four directions
        return words.WON.format(name=self.match.name(outcome.winner), lines=lines)

    # -- advice -------------------------------------------------------------------------------

    def _judge(self) -> None:
        """Find the scores of the moves, unless they are known."""
        position = self.match.position
        if self.match.outcome is None and not self._is_settled(position):
            self._advise(lambda *_: None)
        self._show_focus()

    def _advise(self, work: Callable[[Searchers, Tell], None]) -> None:
        """Do *work* in the background, and then find the scores if they are wanted."""
        self._awaits_hint = False  # it will not come: new work takes the place of the old
        position = self.match.position
        scores_too = self.scores_on and self.match.outcome is None

        def report(tell: Tell, finding: Finding) -> None:
            tell(self._judged, position, finding.scores)

        def all_work(stop: Stop, tell: Tell) -> None:
            searchers = self._searchers.until(stop)
            work(searchers, tell)
            if scores_too and not self._is_settled(position):
                report(tell, analysis.analyze(searchers, position, partial(report, tell)))

        self._advising.ask(all_work)

    def _is_settled(self, position: Position) -> bool:
        """Whether the scores that are known need no more search."""
        return analysis.is_settled(self._searchers, position, self._worths.get(position, {}))

    def _judged(self, position: Position, worths: Mapping[int, Worth]) -> None:
        self._worths[position] = worths
        if not self.view.is_falling:
            self.view.show(self._scene())
        self._show_focus()

    def _advice_failed(self, error: Exception) -> None:
        self._awaits_hint = False
        self._say(words.FAILED.format(why=reason(error)), "bad")
        self._show_focus()

    def _can_advise(self) -> bool:
        """Whether the engine knows this board; if not, that is said."""
        why = beyond(self.match.rules)
        if why:
            self._say(words.NO_ADVICE.format(why=why))
        return not why

    def action_scores(self) -> None:
        """Show or hide the score of every move."""
        if not self._can_advise():
            return
        self.scores_on = not self.scores_on
        text = self._about_scores() if self.scores_on else words.SCORES_OFF
        self._say(self._state_of_play() if self.match.outcome else text)
        self._show()
        if self.scores_on:
            self._judge()
        else:
            self._advising.stop()
            self._awaits_hint = False

    def _about_scores(self) -> str:
        """What the scores in the cells mean; the smallest cells have room for signs only."""
        side = self.match.position.turn
        form = words.SIGNS_ON if self.view.frame.size == SIZES[-1] else words.SCORES_ON
        return form.format(name=self.match.name(side), other=self.match.name(side.other))

    def action_hint(self) -> None:
        """Suggest a good move."""
        position = self.match.position
        if self.match.outcome is not None:
            self._say(words.OVER)
            return
        if not self._can_advise():
            return
        self._say(words.HINT_SOON)

        def work(searchers: Searchers, tell: Tell) -> None:
            tell(self._hinted, position, analysis.judged(searchers, position, self._worths))

        self._advise(work)
        self._awaits_hint = True

    def _hinted(self, position: Position, worths: Mapping[int, Worth]) -> None:
        if position != self.match.position:  # it was asked for another one
            return
        move, text = analysis.hinted(position, worths)
        cell = position.cell_of(move)
        if cell is not None and self._awaits_hint:  # else the pointer was moved meanwhile
            self.pointer.put(cell)
        self._awaits_hint = False
        self._say(text)
        self._show()

    def action_why(self) -> None:
        """Explain the last move and the position."""
        board = self.match.tree.board
        position = board.position
        self._say(words.WHY_SOON)

        def work(searchers: Searchers, tell: Tell) -> None:
            if position.outcome() is None and not beyond(position.rules):
                analysis.judged(searchers, position, self._worths)
            said = analysis.explain(searchers, board, self._worths.get)
            tell(self._explained, position, said["sentences"])

        self._advise(work)

    def _explained(self, position: Position, sentences: list[str]) -> None:
        if position != self.match.position:  # it was asked for another one
            return
        self.note = sentences or [words.NOTHING_TO_SAY]
        beside = self.query_one("#side").display
        self._say(self._state_of_play() if beside else self.note[0])
        self._show()


def _urgency(left: int) -> str:
    """How a time is shown: boldly in the last ten seconds."""
    return "bad bold" if left < 10_000 else ""


def _score(worth: Worth, best: bool) -> tuple[str, str]:
    """What is written under a column, and how."""
    text = label(worth)
    value = int(worth)
    tone = "good" if value > 0 else "bad" if value < 0 else "even"
    italic = " italic" if text.startswith("≈") else ""
    return text, f"{tone}{italic}{' bold underline' if best else ''}"
