"""The public names, for type checkers; written by `make names`."""
# ruff: noqa: F401, I001

from inarow import (
    arena as arena,
    detectors as detectors,
    explain as explain,
    jobs as jobs,
    judge as judge,
    widget as widget,
)
from inarow.arena.openings import (
    openings as openings,
)
from inarow.arena.standings import (
    Standings as Standings,
)
from inarow.board import (
    notation as notation,
    render as render,
)
from inarow.board.board import (
    Board as Board,
)
from inarow.board.lines import (
    Direction as Direction,
    Line as Line,
    has_line as has_line,
    lines_from as lines_from,
    ordered as ordered,
)
from inarow.board.position import (
    Outcome as Outcome,
    Position as Position,
)
from inarow.board.problems import (
    Problem as Problem,
)
from inarow.board.render import (
    Mark as Mark,
)
from inarow.board.rules import (
    CONNECT_FOUR as CONNECT_FOUR,
    Cell as Cell,
    GOMOKU as GOMOKU,
    Rules as Rules,
    Side as Side,
    TIC_TAC_TOE as TIC_TAC_TOE,
    WIDE_FOUR as WIDE_FOUR,
)
from inarow.errors import (
    ArenaError as ArenaError,
    BookError as BookError,
    DetectorError as DetectorError,
    EngineError as EngineError,
    EnvError as EnvError,
    IllegalMoveError as IllegalMoveError,
    InarowError as InarowError,
    JobError as JobError,
    NotationError as NotationError,
    PlayerError as PlayerError,
    PositionError as PositionError,
    RecordError as RecordError,
    RenderError as RenderError,
    RulesError as RulesError,
    SolverError as SolverError,
    WebError as WebError,
)
from inarow.explain import (
    forcing as forcing,
    puzzles as puzzles,
    review as review,
    zugzwang as zugzwang,
)
from inarow.explain.fact import (
    Explanation as Explanation,
    Fact as Fact,
)
from inarow.explain.grades import (
    Grade as Grade,
)
from inarow.explain.plan import (
    Certificate as Certificate,
)
from inarow.explain.review import (
    Review as Review,
)
from inarow.jobs import (
    dask as farm,
)
from inarow.players import (
    Cautious as Cautious,
    EnginePlayer as EnginePlayer,
    Human as Human,
    Picture as Picture,
    Player as Player,
    Program as Program,
    Random as Random,
)
from inarow.players.agents import (
    FunctionPlayer as FunctionPlayer,
    HttpPlayer as HttpPlayer,
)
from inarow.players.by_text import (
    entrant as entrant,
)
from inarow.players.external import (
    ExternalPlayer as ExternalPlayer,
)
from inarow.players.game import (
    Game as Game,
)
from inarow.players.kaggle import (
    kaggle_agent as kaggle_agent,
    kaggle_player as kaggle_player,
)
from inarow.players.levels import (
    LEVELS as LEVELS,
    Level as Level,
    Perfect as Perfect,
    Skill as Skill,
    level as level,
)
from inarow.record import (
    convert as convert,
)
from inarow.record.record import (
    Record as Record,
)
from inarow.search import (
    batch as batch,
    book_builder as book_builder,
    counting as counting,
)
from inarow.search.analysis_batch import (
    analyze_many as analyze_many,
)
from inarow.search.book import (
    Book as Book,
)
from inarow.search.engine import (
    Engine as Engine,
    Estimate as Estimate,
    Limit as Limit,
    Result as Result,
    Variation as Variation,
)
from inarow.search.oracle import (
    Oracle as Oracle,
)
from inarow.search.solver import (
    Analysis as Analysis,
    Score as Score,
    Solver as Solver,
    Stopped as Stopped,
)

__version__: str
__all__: list[str]
