"""The review: a game replayed, with what every move was worth and what was better."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual.binding import BindingType

from inarow.board.notation import move_label
from inarow.board.rules import Side
from inarow.explain.review import MoveReview, Review, review
from inarow.record.tree import MoveTree, Place
from inarow.search.background import Tell
from inarow.search.engine import Limit
from inarow.search.scores import first_share
from inarow.search.solver import Stopped
from inarow.search.stop import Stop
from inarow.tui import words
from inarow.tui.cells import SIGNS
from inarow.tui.keys import key
from inarow.tui.layout import Scene
from inarow.tui.match import Match
from inarow.tui.moves import move_rows
from inarow.tui.session import Session
from inarow.tui.study_screen import StudyScreen
from inarow.tui.widgets import Piece, Row, Rows, paragraphs

__all__ = ["ReviewScreen"]

GRAPH = "▁▂▃▄▅▆▇█"

SECONDS = 0.5
"""How long a position is looked at."""


class ReviewScreen(StudyScreen["int | None"]):
    """Steps through the main line of a match; returns the ply to continue from, if any."""

    TICK = 0.7
    BINDINGS: ClassVar[list[BindingType]] = [
        key("right,space,pagedown", "walk(1)", *words.KEY_FORWARD, show=True),
        key("left,pageup", "walk(-1)", *words.KEY_BACKWARD, show=True),
        key("home", "jump(0)", *words.KEY_FIRST),
        key("end", "jump(-1)", *words.KEY_LAST),
        key("n", "mistake", *words.KEY_MISTAKE, show=True),
        key("l", "learn", *words.KEY_LEARN, show=True),
        key("p", "run", *words.KEY_RUN, show=True),
        key("s", "save", *words.KEY_SAVE_REVIEW, show=True),
        key("enter", "play_here", *words.KEY_PLAY_HERE, show=True),
        key("escape,v", "back", *words.KEY_BACK, show=True),
    ]

    def __init__(self, session: Session, match: Match) -> None:
        self.record = match.record()
        self.walk = MoveTree(self.record)
        self.head = Rows(id="review-head")
        self.moves = Rows(id="moves")
        self.notes = Rows(id="notes")
        self.graph = Rows(id="graph")
        scene = Scene(self.walk.board.position)
        super().__init__(scene, self.head, self.moves, self.notes, self.graph)
        self.session = session
        self.person = match.person
        self.players = {side: match.name(side) for side in Side}
        self.review: Review | None = None
        self.progress = ""

    def begin(self) -> None:
        """Start the analysis, and show the first position."""
        searchers, record = self.session.searchers(), self.record
        limit = searchers.limit or Limit(seconds=SECONDS)

        def work(stop: Stop, tell: Tell) -> None:
            with suppress(Stopped), searchers.patience(limit.seconds or 1.0):
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
        self.draw()

    def _progressed(self, done: int, count: int) -> None:
        self.progress = words.REVIEW_PROGRESS.format(done=done, count=count)
        self.draw()

    def _reviewed(self, review: Review) -> None:
        self.review = review
        turned = review.turning_point
        self.progress = words.REVIEW_DONE
        if turned is not None:
            self.progress = words.REVIEW_TURNED.format(number=self._number(turned))
        self.draw()

    # -- what is shown ------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many moves have been replayed."""
        return len(self.walk.board.moves)

    @property
    def judged(self) -> MoveReview | None:
        """The review of the move that was replayed last, if it is in the main line."""
        path = self.walk.place.path()
        main = list(self.walk.root.line())[1:]
        if not self.review or not path or path != main[: len(path)]:
            return None
        return self.review.moves[self.ply - 1]

    def draw(self) -> None:
        """Show the current move and the comments on it."""
        board = self.walk.board
        self.view.show(Scene(board.position, board.last, threats=True))
        _put(self.head, self._head_rows())
        self.moves.put(*move_rows(self.walk, self.moves.size.width, self._sign))
        _put(self.notes, self._note_rows())
        self.graph.put(self._graph_rows())
        self._say(self._sentence())

    def _sign(self, place: Place) -> str:
        """The sign of a bad move."""
        main = list(self.walk.root.line())[1:]
        if self.review is None or place not in main:
            return ""
        grade = self.review.moves[main.index(place)].graded.grade
        return grade.sign if grade else ""

    def _sentence(self) -> str:
        board = self.walk.board
        if not board.moves:
            return words.REVIEW_START
        side = (board.history[-2] if self.ply > 1 else board.start).turn
        move = move_label(board.moves[-1], board.rules)
        number = self._number(self.ply)
        text = words.REVIEW_MOVE.format(number=number, sign=self._disc(side), move=move)
        judged = self.judged
        return f"{text} - {judged.graded.grade}" if judged and judged.graded.grade else text

    def _number(self, ply: int) -> int:
        """The number in the list of moves, where both sides have the same, of the move *ply*."""
        return (ply + (self.walk.board.start.turn is Side.SECOND) + 1) // 2

    def _disc(self, side: Side) -> str:
        return side.symbol if self.app.no_color else SIGNS[side]

    def _head_rows(self) -> list[Row]:
        rows: list[Row] = [
            (Piece(f"{words.REVIEW_TITLE}  ", "accent bold"), Piece(self.progress, "label"))
        ]
        for side in Side:
            summary = "" if self.review is None else self.review.summary(side).sentence
            if not summary:
                continue
            text = words.REVIEW_SUMMARY.format(
                sign=self._disc(side),
                name=self.players[side],
                summary=summary,
            )
            color = "first" if side is Side.FIRST else "second"
            rows += paragraphs([text], self.head.size.width - 1, color)
        return rows

    def _note_rows(self) -> list[Row]:
        judged, width = self.judged, self.notes.size.width - 1
        comment = self.walk.place.comment
        texts = [comment] if comment else []
        if judged is not None:
            texts += judged.sentences
        return paragraphs(texts, width)

    def _graph_rows(self) -> list[Row]:
        """The share of the first side after every move, one column each, as many as fit."""
        if self.review is None:
            return []
        shares = [first_share(move.got) for move in self.review.moves]
        width = max(1, self.graph.size.width - 1)
        begin = max(0, min(self.ply - width // 2, len(shares) - width))
        row = []
        for at, share in enumerate(shares[begin : begin + width], start=begin):
            style = "accent bold reverse" if at == self.ply - 1 else "first"
            row.append(Piece(GRAPH[round(share * 7)], style, at + 1))
        return [tuple(row)]

    # -- keys and clicks ----------------------------------------------------------------------

    def action_walk(self, by: int) -> None:
        """Go one move forward or back."""
        if by > 0:
            self.walk.forward()
        else:
            self.walk.back()
        self.draw()

    def action_jump(self, ply: int) -> None:
        """Go to the start or the end."""
        self.walk.go(list(self.walk.root.line())[ply])
        self.draw()

    def action_mistake(self) -> None:
        """Go to the next bad move; after the last one, to the first."""
        moves = self.review.moves if self.review else ()
        bad = [ply for ply, move in enumerate(moves, 1) if move.is_bad]
        later = [ply for ply in bad if ply > self.ply]
        if bad:
            self.action_jump((later or bad)[0])
        elif self.review:
            self._say(words.REVIEW_NO_MISTAKES)

    def action_learn(self) -> None:
        """Learn from the mistakes."""
        from inarow.tui.learning.lessons import LessonScreen

        if self.review:
            self.app.push_screen(LessonScreen(self.session, self.review, self.person))

    def go_on(self) -> bool:
        """The next move."""
        moved = self.walk.forward()
        self.draw()
        return moved

    def action_save(self) -> None:
        """Save the game with the review as comments."""
        from inarow.tui.dialogs import SaveScreen

        record = self.review.annotated() if self.review else self.record
        self.app.push_screen(SaveScreen(record), self._saved)

    def _saved(self, message: str | None) -> None:
        if message:
            self._say(message)

    def _say(self, text: str) -> None:
        self.line.put([(Piece(f" {text}"),)])

    def action_play_here(self) -> None:
        """Return to the game at this move."""
        self.dismiss(self.ply)

    def action_back(self) -> None:
        """Return to where the game was."""
        self.dismiss(None)

    def on_rows_picked(self, event: Rows.Picked) -> None:
        """A click on a move or on the graph goes there."""
        if isinstance(event.key, Place):
            self.walk.go(event.key)
            self.draw()
        elif isinstance(event.key, int):
            self.action_jump(event.key)


def _put(panel: Rows, rows: list[Row]) -> None:
    """Show *rows*, as many as there are if the window has room; the mouse wheel shows the rest."""
    panel.styles.height = len(rows) + 1
    panel.put(rows)
