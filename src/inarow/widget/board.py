"""`BoardWidget`: play and analyse in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any

from inarow.errors import missing_package

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as error:
    raise missing_package(error) from None

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, Side
from inarow.board.view import drawn
from inarow.errors import IllegalMoveError, InarowError, as_sentence
from inarow.explain import analysis
from inarow.explain.analysis import Finding
from inarow.players import Player
from inarow.record.record import Record
from inarow.record.tree import MoveTree
from inarow.search.background import Searchers, Tell, Worker
from inarow.search.stop import Stop
from inarow.widget import bundle, view
from inarow.widget.traits import Boardlike, BoardTrait, PlayerTrait, SideTrait, as_board

__all__ = ["BoardWidget"]

TABLE_MB = 16
"""How large the tables of each search are."""


class BoardWidget(anywidget.AnyWidget):
    """A board that can be played on by click and key, here and from Python.

    *board* is a `Board`, a `Position`, `Rules` or their text. Without an *opponent* people play
    both sides; with one, a `Player` or its text such as `"level 3"`, they play *side*. *scores*,
    *threats* and *explain* show what moves are worth, which cells win, and why, in words;
    *flipped* swaps left and right. All of them can be assigned later, and observed::

        widget = BoardWidget("7x6x4", opponent="level 3", scores=True)
        widget.observe(lambda change: print(change.new.moves_text()), "board")

    Searches run in threads of their own; observers of what they find are called in those.
    """

    _esm = bundle.script()
    _style = traitlets.Unicode(bundle.style()).tag(sync=True)
    _view = traitlets.Dict().tag(sync=True)

    board = BoardTrait(help="What is shown. Assign another, or `play`; what you read is a copy.")
    opponent = PlayerTrait(None, allow_none=True, help="Who plays the other side, or nobody.")
    side = SideTrait(Side.FIRST, help="The side that people play against the opponent.")
    scores = traitlets.Bool(False, help="Whether the moves have their scores below them.")
    threats = traitlets.Bool(False, help="Whether the cells that complete a line are marked.")
    explain = traitlets.Bool(False, help="Whether the last move is explained in words.")
    flipped = traitlets.Bool(False, help="Whether left is right.")
    finding = traitlets.Instance(
        Finding, None, allow_none=True, read_only=True, help="What is known of the moves so far."
    )
    sentences = traitlets.Tuple(read_only=True, help="The explanation.")

    def __init__(
        self,
        board: Boardlike = CONNECT_FOUR,
        *,
        opponent: Player | str | None = None,
        side: Side | str = Side.FIRST,
        scores: bool = False,
        threats: bool = False,
        explain: bool = False,
        flipped: bool = False,
    ) -> None:
        self._lock = RLock()
        self._decide = Worker(self._deliver)  # the opponent's moves, and explanations
        self._analyse = Worker(self._deliver)
        self._deciding = Searchers(table_mb=TABLE_MB)
        self._analysing = Searchers(table_mb=TABLE_MB)
        self._error = ""
        self._answers = 0
        self._ready = self._closed = False
        begun = as_board(board)
        self._tree = tree_of(begun)
        super().__init__(
            board=begun,
            opponent=opponent,
            side=side,
            scores=scores,
            threats=threats,
            explain=explain,
            flipped=flipped,
        )
        self._ready = True
        self.on_msg(self._receive)
        with self._lock:
            self._begin()

    # -- from Python ------------------------------------------------------------------------------

    def play(self, move: int) -> None:
        """Play *move* for whose turn it is; what came after the place looked at is forgotten."""
        with self._lock:
            self._expect_open()
            self._tree.play(move)
            self._tree.place.after.clear()
            self._changed()

    def undo(self) -> None:
        """Go back a move; against an opponent to the turn before."""
        self._step(-1)

    def redo(self) -> None:
        """Play again what was taken back."""
        self._step(1)

    def go(self, place: int) -> None:
        """Look at the game after its first *place* moves."""
        with self._lock:
            self._expect_open()
            line = [self._tree.root, *view.main_line(self._tree)]
            self._tree.go(line[max(0, min(place, len(line) - 1))])
            self._changed()

    def new_game(self) -> None:
        """Begin again from the start."""
        with self._lock:
            self._expect_open()
            self._tree = MoveTree(Record(self._tree.board.start))
            self._changed()

    def retry(self) -> None:
        """Ask the opponent again, one that has failed to choose a move."""
        with self._lock:
            self._expect_open()
            self._begin()

    def close(self) -> None:
        """Take the widget away from every view and end its work."""
        with self._lock:
            again, self._closed = self._closed, True
            self._decide.stop()
            self._analyse.stop()
        if self.opponent is not None and not again:
            self.opponent.close()
        super().close()

    # -- what changes -----------------------------------------------------------------------------

    def _step(self, by: int) -> None:
        with self._lock:
            board = self._tree.board
            place = len(board.moves) + by
            theirs = self.opponent is not None and board.turn is self.side
            inside = 0 < place < len(view.main_line(self._tree))
            self.go(place + by if theirs and inside else place)

    def _changed(self) -> None:
        """Something else is shown: tell observers and views, and look for what is to be known."""
        self._end_work()
        self.board = self._tree.board  # equal to what it was if only the future has changed
        self._begin()

    @traitlets.observe("board")
    def _board_set(self, change: Any) -> None:
        with self._lock:
            if change["new"] != self._tree.board:
                self._tree = tree_of(change["new"])
                self._begin()

    @traitlets.observe("opponent", "side", "scores", "explain")
    def _work_set(self, change: Any) -> None:
        with self._lock:
            self._begin()
        if isinstance(change["old"], Player):
            change["old"].close()

    @traitlets.observe("threats", "flipped")
    def _looks_set(self, _: Any) -> None:
        with self._lock:
            self._publish()

    def _expect_open(self) -> None:
        if self._closed:
            raise InarowError(view.CLOSED)

    def _is_theirs(self) -> bool:
        """Whether it is the opponent's turn at the place that is looked at."""
        board = self._tree.board
        return self.opponent is not None and board.turn is not self.side and not board.outcome()

    # -- work -------------------------------------------------------------------------------------

    def _end_work(self) -> None:
        """End all work, and forget what it found: that was about another position."""
        self._decide.stop()
        self._analyse.stop()
        self._error = ""
        self.set_trait("finding", None)
        self.set_trait("sentences", ())

    def _begin(self) -> None:
        """End all work and begin what the place that is looked at asks for."""
        if not self._ready or self._closed:
            return
        self._end_work()
        board, opponent = self._tree.board.copy(), self.opponent
        can_play = bool(drawn(board)["legal"])
        if opponent is not None and self._is_theirs() and self._tree.is_at_end and can_play:
            self._decide.ask(lambda stop, tell: self._choose(stop, tell, opponent, board))
        else:
            if self.explain:
                self._decide.ask(lambda stop, tell: self._explained(stop, tell, board))
            if self.scores and can_play:
                self._analyse.ask(lambda stop, tell: self._analysed(stop, tell, board.position))
        self._publish()

    def _deliver(self, answer: Callable[[], None]) -> None:
        with self._lock:
            answer()

    def _choose(self, stop: Stop, tell: Tell, opponent: Player, board: Board) -> None:
        try:
            move = opponent.choose_until(board.position, stop)
        except (Exception, SystemExit) as error:  # whoever wrote the player wants to know
            tell(self._failing(view.NO_MOVE, error, opponent))
            return

        def answered() -> None:
            try:
                self.play(move)
            except (InarowError, TypeError) as error:
                self._failing(view.ILLEGAL_MOVE, error, opponent)()

        tell(answered)

    def _explained(self, stop: Stop, tell: Tell, board: Board) -> None:
        try:
            said = analysis.explain(self._deciding.until(stop), board)["sentences"]
        except Exception as error:
            tell(self._failing(view.NO_EXPLANATION, error))
            return
        tell(lambda: self._found(sentences=tuple(said)))

    def _analysed(self, stop: Stop, tell: Tell, position: Position) -> None:
        def report(finding: Finding) -> None:
            tell(lambda: self._found(finding=finding))

        try:
            report(analysis.analyze(self._analysing.until(stop), position, report))
        except Exception as error:
            tell(self._failing(view.NO_SCORES, error))

    def _found(self, **what: object) -> None:
        for name, value in what.items():
            self.set_trait(name, value)
        self._publish()

    def _failing(
        self, form: str, error: BaseException, opponent: Player | None = None
    ) -> Callable[[], None]:
        text = view.failure(form, error, opponent)

        def fail() -> None:
            self._error = text
            self._publish(deciding=False)

        return fail

    # -- views ------------------------------------------------------------------------------------

    def _publish(self, *, deciding: bool | None = None) -> None:
        """Tell every view what to draw."""
        if not self._ready or self._closed:
            return
        theirs = self._is_theirs()
        thinking = theirs and (self._decide.busy if deciding is None else deciding)
        seen = view.Seen(self._tree, self.opponent, self.side, theirs, thinking)
        switches = {name: getattr(self, name) for name in SWITCHES}
        finding = self.finding if self.scores else None
        self._view = view.as_json(seen, finding, self.sentences) | {
            "error": self._error,
            "answers": self._answers,
            "switches": switches,
            **self._more(),
        }

    def _more(self) -> dict[str, Any]:
        """What a widget of another kind shows besides, or instead."""
        return {"lesson": None}

    def _receive(self, _: object, content: Any, __: object) -> None:
        """Do what a view asks; what cannot be done is said in the widget."""
        with self._lock:
            self._answers += 1
            try:
                self._obey(content)
            except InarowError as error:
                self._error = as_sentence(error)
            self._publish()

    def _obey(self, content: Any) -> None:
        match content:
            case {"do": "play", "move": int(move), "position": str(position)}:
                if position != self._tree.board.position.text():
                    raise IllegalMoveError(view.STALE)
                if self._is_theirs():
                    raise IllegalMoveError(view.NOT_YOURS.format(name=self.opponent))
                self.play(move)
            case {"do": "go", "place": int(place)}:
                self.go(place)
            case {"do": "undo" | "redo" | "new_game" | "retry" as name}:
                getattr(self, name)()
            case {"do": "set", "name": str(name), "value": bool(value)} if name in SWITCHES:
                setattr(self, name, value)
            case _:
                raise InarowError(view.OUTDATED)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and for places without widgets its picture as it is now."""
        bundle = super()._repr_mimebundle_(**options)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data["image/svg+xml"] = self._tree.board._repr_svg_()
        return bundle

    def __repr__(self) -> str:
        return f"BoardWidget({self.board!r})"


def tree_of(board: Board) -> MoveTree:
    """A tree of the moves of *board*, at the last one."""
    tree = MoveTree(Record(board.start))
    for move in board.moves:
        tree.play(move)
    return tree


SWITCHES = ("scores", "threats", "explain", "flipped")
