"""`LabWidget`: how algorithms look for lines, step by step, in a notebook."""

from __future__ import annotations

from typing import Any

from inarow.errors import missing_package

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as error:
    raise missing_package(error) from None

from inarow import detectors
from inarow.board.board import Board
from inarow.board.rules import Cell, Side
from inarow.board.view import drawn
from inarow.detectors import Step, Trace, as_text
from inarow.detectors.timing import seconds
from inarow.detectors.tracing import step_as_dict
from inarow.errors import InarowError, as_sentence
from inarow.widget import bundle, view
from inarow.widget.traits import Boardlike, BoardTrait, SideTrait, as_board

__all__ = ["LabWidget"]


class LabWidget(anywidget.AnyWidget):
    """The win lab on a board: the idea of each detector, its every step, and the code that runs.

    *board* is a `Board`, a `Position`, `Rules` or their text, *detector* one of
    `detectors.names()`, and *side* the one whose lines are looked for: the winner, or who moved
    last, if it is left out. `trace` is what is shown, and `step` where in it.
    """

    _esm = bundle.script("lab")
    _style = traitlets.Unicode(bundle.style("study/lab")).tag(sync=True)
    _view = traitlets.Dict().tag(sync=True)

    board = BoardTrait(help="What is looked at. Assign another; what you read is a copy.")
    detector = traitlets.Unicode(help="Which of the detectors is watched.")
    side = SideTrait(help="Whose lines are looked for.")
    idea = traitlets.Bool(True, help="Whether the idea is shown, and not every step.")
    number = traitlets.Int(0, help="The step that is shown, from 0.")

    def __init__(
        self,
        board: Boardlike,
        *,
        detector: str = "views",
        side: Side | str | None = None,
    ) -> None:
        begun = as_board(board)
        outcome = begun.outcome()
        searched = side or (outcome and outcome.winner) or begun.turn.other
        self._error = ""
        self._ready = False
        super().__init__(board=begun, detector=detector, side=searched)
        self._ready = True
        self.on_msg(self._receive)
        self._begin()

    # -- from Python ------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """How the detector goes about this board."""
        return self._trace

    @property
    def step(self) -> Step | None:
        """The step or picture that is shown, if there is any."""
        steps = self._steps()
        return steps[self.number] if self.number < len(steps) else None

    def go(self, number: int) -> None:
        """Show step *number*, or the nearest one."""
        self.number = number

    def find(self) -> None:
        """Go to the next step that finds a line; after the last one, to the first."""
        hits = [number for number, step in enumerate(self._trace.steps) if step.lines]
        after = [] if self.idea else [number for number in hits if number > self.number]
        self.idea = False
        self.go((after or hits or [0])[0])

    # -- what changes -----------------------------------------------------------------------------

    @traitlets.validate("detector")
    def _known(self, proposal: dict[str, Any]) -> str:
        name: str = proposal["value"]
        detectors.get(name)  # or it says which there are
        return name

    @traitlets.validate("number")
    def _within(self, proposal: dict[str, Any]) -> int:
        wanted: int = proposal["value"]
        return max(0, min(len(self._steps()) - 1, wanted)) if self._ready else wanted

    @traitlets.observe("board", "detector", "side")
    def _begin(self, _: Any = None) -> None:
        if not self._ready:
            return
        board, side = self.board, self.side
        last = _last(board, side)
        self._trace = detectors.trace(board.position, side, detector=self.detector, last=last)
        self._seconds = seconds(board.position, side, self.detector, last)
        self.number = 0
        self._publish()

    @traitlets.observe("idea")
    def _level(self, _: Any) -> None:
        if self._ready:
            self.number = 0
            self._publish()

    @traitlets.observe("number")
    def _moved(self, _: Any) -> None:
        if self._ready:
            self._publish()

    def _steps(self) -> tuple[Step, ...]:
        return self._trace.idea if self._shows_idea else self._trace.steps

    @property
    def _shows_idea(self) -> bool:
        return self.idea and bool(self._trace.idea)

    # -- views ------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """Tell every view what to draw."""
        trace, step, board = self._trace, self.step, self.board
        seen = drawn(board)
        cost = view.COST.format(
            steps=len(trace.steps), cells=trace.cells_read, time=round(self._seconds * 1e6)
        )
        self._view = {
            **{name: seen[name] for name in ("rules", "discs", "last")},
            "detectors": list(detectors.names()),
            "detector": self.detector,
            "side": self.side.symbol,
            "idea": self._shows_idea,
            "number": self.number,
            "count": len(self._steps()),
            "needed": trace.needed,
            "step": step and step_as_dict(step),
            "code": list(trace.code),
            "use": f"{trace.use} {cost}".strip(),
            "nothing": "" if step else as_text.nothing_to_check(trace, board.position),
            "error": self._error,
        }

    def _receive(self, _: object, content: Any, __: object) -> None:
        """Do what a view asks; what cannot be done is said in the widget."""
        self._error = ""
        try:
            self._obey(content)
        except InarowError as error:
            self._error = as_sentence(error)
        self._publish()

    def _obey(self, content: Any) -> None:
        match content:
            case {"do": "choose", "name": str(name)}:
                self.detector = name
            case {"do": "side", "side": "x" | "o" as side}:
                self.side = side
            case {"do": "level", "idea": bool(idea)}:
                self.idea = idea
            case {"do": "go", "number": int(number)}:
                self.go(number)
            case {"do": "find"}:
                self.find()
            case _:
                raise InarowError(view.OUTDATED)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and for places without widgets its board as a picture."""
        bundle = super()._repr_mimebundle_(**options)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data["image/svg+xml"] = self.board._repr_svg_()
        return bundle


def _last(board: Board, side: Side) -> Cell | None:
    """The last disc, if it is one of *side*."""
    return board.last if board.last and board.position.at(*board.last) is side else None
