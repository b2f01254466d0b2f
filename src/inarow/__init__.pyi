"""The public names, for type checkers; written by `make names`."""

from typing import TypeAlias

import inarow.explain as _explain
import inarow.explain.review as _review
from inarow import (
    arena,
    detectors,
    jobs,
    judge,
    lessons,
    puzzles,
    widget,
)
from inarow.arena.openings import (
    openings,
)
from inarow.arena.standings import (
    Standings,
)
from inarow.board import (
    notation,
    render,
)
from inarow.board.board import (
    Board,
)
from inarow.board.lines import (
    Direction,
    Line,
    has_line,
    lines_from,
    ordered,
)
from inarow.board.position import (
    AnyPosition,
    Outcome,
    Position,
)
from inarow.board.render import (
    Mark,
)
from inarow.board.rules import (
    CONNECT_FOUR,
    GOMOKU,
    TIC_TAC_TOE,
    WIDE_FOUR,
    Cell,
    Rules,
    Side,
)
from inarow.board.setup import (
    Problem,
)
from inarow.booklet.booklet import (
    Booklet,
)
from inarow.errors import (
    ArenaError,
    BookError,
    BookletError,
    DetectorError,
    EngineError,
    EnvError,
    IllegalMoveError,
    InarowError,
    JobError,
    MissingPackageError,
    NotationError,
    PlayerError,
    PositionError,
    RecordError,
    RenderError,
    RulesError,
    SolverError,
    WebError,
)
from inarow.explain import (
    forcing,
    zugzwang,
)
from inarow.explain.fact import (
    Explanation,
    Fact,
)
from inarow.explain.grades import (
    Grade,
)
from inarow.explain.plan import (
    Certificate,
)
from inarow.explain.review import (
    Review,
)
from inarow.jobs import (
    dask as farm,
)
from inarow.players import (
    Cautious,
    EnginePlayer,
    Human,
    Picture,
    Player,
    Program,
    Random,
)
from inarow.players.agents import (
    FunctionPlayer,
    HttpPlayer,
)
from inarow.players.by_booklet import (
    BookletPlayer,
)
from inarow.players.by_text import (
    entrant,
)
from inarow.players.external import (
    ExternalPlayer,
)
from inarow.players.game import (
    Game,
)
from inarow.players.kaggle import (
    kaggle_agent,
    kaggle_player,
)
from inarow.players.levels import (
    LEVELS,
    Level,
    Perfect,
    Skill,
    level,
)
from inarow.record import (
    convert,
)
from inarow.record.record import (
    Record,
)
from inarow.search import (
    batch,
    book_builder,
    counting,
)
from inarow.search.book import (
    Book,
)
from inarow.search.engine import (
    Engine,
    Limit,
    Result,
    Variation,
    best,
)
from inarow.search.oracle import (
    Oracle,
    analyze,
    analyze_many,
    solve,
)
from inarow.search.scores import (
    Estimate,
    Score,
)
from inarow.search.solver import (
    Analysis,
    Solver,
    Stopped,
)
from inarow.search.stop import (
    Stop,
)

class explain:  # noqa: N801
    explain = staticmethod(_explain.explain)
    explain_move = staticmethod(_explain.explain_move)
    explain_position = staticmethod(_explain.explain_position)
    explain_step = staticmethod(_explain.explain_step)
    explain_with = staticmethod(_explain.explain_with)
    passages = staticmethod(_explain.passages)
    def __new__(  # type: ignore[misc]
        cls,
        board: AnyPosition,
        move: int | str | None = None,
        *,
        seconds: float = 1.0,
    ) -> Explanation: ...

class review:  # noqa: N801
    MoveReview: TypeAlias = _review.MoveReview
    Review: TypeAlias = _review.Review
    Summary: TypeAlias = _review.Summary
    Watcher: TypeAlias = _review.Watcher
    review = staticmethod(_review.review)
    def __new__(  # type: ignore[misc]
        cls,
        game: Record | Board | str,
        *,
        limit: Limit | None = None,
        oracle: Oracle | None = None,
        engine: Engine | None = None,
        progress: Watcher | None = None,
        stop: Stop | None = None,
    ) -> Review: ...

__version__: str
__all__ = [
    "CONNECT_FOUR",
    "GOMOKU",
    "LEVELS",
    "TIC_TAC_TOE",
    "WIDE_FOUR",
    "Analysis",
    "AnyPosition",
    "ArenaError",
    "Board",
    "Book",
    "BookError",
    "Booklet",
    "BookletError",
    "BookletPlayer",
    "Cautious",
    "Cell",
    "Certificate",
    "DetectorError",
    "Direction",
    "Engine",
    "EngineError",
    "EnginePlayer",
    "EnvError",
    "Estimate",
    "Explanation",
    "ExternalPlayer",
    "Fact",
    "FunctionPlayer",
    "Game",
    "Grade",
    "HttpPlayer",
    "Human",
    "IllegalMoveError",
    "InarowError",
    "JobError",
    "Level",
    "Limit",
    "Line",
    "Mark",
    "MissingPackageError",
    "NotationError",
    "Oracle",
    "Outcome",
    "Perfect",
    "Picture",
    "Player",
    "PlayerError",
    "Position",
    "PositionError",
    "Problem",
    "Program",
    "Random",
    "Record",
    "RecordError",
    "RenderError",
    "Result",
    "Review",
    "Rules",
    "RulesError",
    "Score",
    "Side",
    "Skill",
    "Solver",
    "SolverError",
    "Standings",
    "Stop",
    "Stopped",
    "Variation",
    "WebError",
    "analyze",
    "analyze_many",
    "arena",
    "batch",
    "best",
    "book_builder",
    "convert",
    "counting",
    "detectors",
    "entrant",
    "explain",
    "farm",
    "forcing",
    "has_line",
    "jobs",
    "judge",
    "kaggle_agent",
    "kaggle_player",
    "lessons",
    "level",
    "lines_from",
    "notation",
    "openings",
    "ordered",
    "puzzles",
    "render",
    "review",
    "solve",
    "widget",
    "zugzwang",
]
