"""What the API of analysis, detectors and puzzles answers, for its description."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Comparison",
    "ExplanationView",
    "FindingView",
    "PastedView",
    "PathView",
    "PositionView",
    "PuzzleEntry",
    "PuzzleView",
    "SolutionView",
    "StockedPuzzle",
    "TraceView",
    "TryView",
]

Sign = Literal["x", "o"]
Cell = Annotated[str, Field(examples=["d1"])]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Ending(_Strict):
    """How a game ended."""

    winner: Sign | None
    reason: Literal["line", "full"]
    text: str


class PositionView(_Strict):
    """Everything that a page shows of a position."""

    rules: str = Field(examples=["7x6x4"])
    gravity: bool
    moves: list[int] = Field(description="Columns, or cells without gravity, from 0.")
    text: str = Field(description="The moves as text.", examples=["4453"])
    played: str | None = Field(description="The last move as text.")
    by: Sign | None = Field(description="The side that played it.")
    start: str | None = Field(
        description="The position before the moves; `null` if it was the empty board."
    )
    position: str = Field(examples=["7x6x4 7/7/7/7/3o3/2oxx2 x"])
    address: str = Field(description="The part of addresses after /analysis/.")
    ply: int = Field(description="The number of discs on the board.")
    discs: dict[Cell, Sign]
    last: Cell | None
    turn: Sign | None
    legal: list[int]
    lines: list[list[Cell]]
    outcome: Ending | None
    threats: dict[Sign, list[Cell]]
    status: str
    title: str
    problems: list[str] = Field(
        description="What cannot happen in a real game, in positions set up by hand."
    )


class PathView(PositionView):
    """A position and, on request, all positions on the way to it."""

    history: list[PositionView] | None = None


class Node(_Strict):
    """A move of a record, with its variations."""

    move: int
    text: str
    comment: str
    variations: list[list[Node]]


class Tree(_Strict):
    """A game record."""

    start: str
    result: str
    tags: dict[str, str]
    comment: str
    moves: list[Node]


class PastedView(_Strict):
    """What a pasted text contains."""

    kind: Literal["moves", "link", "record", "board", "position", "drawing"]
    said: str
    tree: Tree
    view: PositionView
    history: list[PositionView]


class ScoreView(_Strict):
    """The score of a move: `+18, x wins in 1 move`, or `≈+46, ...` for an estimate."""

    label: str
    words: str
    tone: float = Field(ge=-1, le=1)
    exact: bool


class FindingView(_Strict):
    """One line of an analysis; it replaces the one before."""

    scores: dict[str, ScoreView] = Field(description="By move.")
    best: list[int]
    line: list[int] = Field(description="Best play.")
    text: str
    result: Literal["x", "o", "draw"] | None = Field(
        description="Who has won at the end of `line`; `null` if the game goes on there."
    )
    bar: float | None = Field(description="x's winning chances, from 0 to 1.")
    height: float | None = Field(
        description="Where x stands on a graph, from 0 to 1: the sooner it wins, the higher."
    )
    worth: ScoreView | None
    exact: bool
    depth: int
    nodes: int
    seconds: float
    done: bool


class Mark(_Strict):
    """A mark to draw in a cell."""

    sign: str
    side: Sign | None


class FactView(_Strict):
    """One sentence and what it is about."""

    kind: str
    text: str
    side: Sign | None
    cells: list[Cell]
    moves: list[str]


class PassageView(_Strict):
    """A few sentences under a heading: the last move, or now."""

    heading: str
    sentences: list[str]


class ExplanationView(_Strict):
    """An explanation in sentences; the headings of its passages are among them."""

    sentences: list[str]
    passages: list[PassageView]
    exact: bool
    line: list[int] = Field(description="The forced win or best play that it tells.")
    marks: dict[Cell, Mark]
    legend: list[str]
    facts: list[FactView]


class LineView(_Strict):
    """A line that was found."""

    cells: list[Cell]
    direction: str
    configuration: str


class DetectorRow(_Strict):
    """What one detector found, and what it cost."""

    detector: str
    title: str
    lines: list[LineView]
    steps: int
    cells_read: int
    microseconds: float


class Comparison(_Strict):
    """All detectors on one position."""

    side: Sign
    detectors: list[DetectorRow]


class PanelView(_Strict):
    """A small table of numbers; the first row is the lowest."""

    title: str
    rows: list[list[int]]
    spare: int = Field(description="How many of the last rows lie above the board.")
    here: list[int] | None = Field(
        description="Column and row of the number being worked out; those after it come later."
    )
    lit: list[list[int]] | None = Field(
        description="Column and row of the numbers that stand out; `null`: all but zero."
    )


class ValueView(_Strict):
    """A variable of the code at a step."""

    name: str
    value: str
    meaning: str


class StepView(_Strict):
    """One step of a detector."""

    group: str
    label: str
    text: str
    cells: list[Cell]
    value: int
    counts: list[int]
    panels: list[PanelView]
    lines: list[LineView]
    area: list[Cell]
    code: list[int] = Field(description="The lines of the code that run, from 0.")
    values: list[ValueView]


class TraceView(_Strict):
    """Some of the steps of one detector; the totals count all of them."""

    detector: str
    side: Sign
    needed: int
    tabular: bool
    cells_read: int
    lines: list[LineView]
    found_at: list[int] = Field(description="The numbers of the steps that found a line.")
    count: int
    first: int = Field(alias="from")
    steps: list[StepView]
    code: list[str] = Field(description="The code that the steps run, line by line.")
    idea: list[StepView] = Field(description="The same way in a few pictures.")
    use: str = Field(description="What this way costs and when to use it.")


class PuzzleEntry(_Strict):
    """A puzzle in the list."""

    name: str = Field(examples=["double-threat-17"])
    rules: str
    goal: Literal["win", "draw"]
    theme: str = Field(examples=["double-threat"])
    rating: int = Field(description="How hard it is, on the scale of people's ratings.")
    grade: int = Field(ge=1, le=5)


class PuzzleView(PuzzleEntry):
    """A puzzle, without its solution."""

    title: str = Field(examples=["Double threat on the right, 4 moves (17)"])
    rules_title: str
    side: Sign
    task: str
    view: PositionView


class StockedPuzzle(PuzzleView):
    """A puzzle with its solution."""

    move: int = Field(description="The right move.")


class PuzzleRecord(_Strict):
    """How somebody stands at puzzles."""

    rating: int
    provisional: bool = Field(description="Whether too little is known yet.")
    tried: int
    won: int = Field(description="Solved without a wrong move and without help.")
    streak: int = Field(description="On how many days in a row the daily puzzle was solved.")
    best_streak: int
    rush: int = Field(description="The best result against the clock.")
    daily: str = Field(description="The name of today's puzzle.")
    daily_done: bool


class TryView(_Strict):
    """The verdict on a move."""

    right: bool
    solved: bool
    answer: int | None = Field(description="The best defence, already played in `view`.")
    said: list[str] = Field(description="Why the move is wrong.")
    view: PositionView
    played: PositionView | None = Field(None, description="The position before the reply.")
    refutation: list[int] = []
    refutation_text: str = ""


class RatedTry(TryView):
    """The verdict on a move, and how one stands after it."""

    record: PuzzleRecord
    change: int | None = Field(
        description="By how much the rating has changed; `null` if the puzzle had counted before."
    )


class Help(_Strict):
    """Help with a puzzle, and how one stands after it."""

    hints: list[str] = Field(description="Sentences, each of which says more.")
    line: list[int] = Field(description="The right move and best play after it.")
    record: PuzzleRecord
    change: int | None


class SolutionView(_Strict):
    """The right move and best play after it."""

    line: list[int]
    text: str


class VerdictView(_Strict):
    """The verdict on a move tried in a lesson."""

    answer: Literal["right", "wrong", "unclear"]
    right: bool
    said: list[str] = Field(description="Why the move is wrong, or what it does.")
    refutation: list[int] = Field(description="How play would go on after a wrong move.")
    view: PositionView = Field(description="The position after the move.")
