"""The public names, for type checkers; written by `make names`."""

from inarow import (
    arena as arena,
)
from inarow import (
    detectors as detectors,
)
from inarow import (
    explain as explain,
)
from inarow import (
    jobs as jobs,
)
from inarow import (
    judge as judge,
)
from inarow import (
    widget as widget,
)
from inarow._core import (
    Stop as Stop,
)
from inarow.arena.openings import (
    openings as openings,
)
from inarow.arena.standings import (
    Standings as Standings,
)
from inarow.board import (
    notation as notation,
)
from inarow.board import (
    render as render,
)
from inarow.board.board import (
    Board as Board,
)
from inarow.board.lines import (
    Direction as Direction,
)
from inarow.board.lines import (
    Line as Line,
)
from inarow.board.lines import (
    has_line as has_line,
)
from inarow.board.lines import (
    lines_from as lines_from,
)
from inarow.board.lines import (
    ordered as ordered,
)
from inarow.board.position import (
    Outcome as Outcome,
)
from inarow.board.position import (
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
)
from inarow.board.rules import (
    GOMOKU as GOMOKU,
)
from inarow.board.rules import (
    TIC_TAC_TOE as TIC_TAC_TOE,
)
from inarow.board.rules import (
    WIDE_FOUR as WIDE_FOUR,
)
from inarow.board.rules import (
    Cell as Cell,
)
from inarow.board.rules import (
    Rules as Rules,
)
from inarow.board.rules import (
    Side as Side,
)
from inarow.errors import (
    ArenaError as ArenaError,
)
from inarow.errors import (
    BookError as BookError,
)
from inarow.errors import (
    DetectorError as DetectorError,
)
from inarow.errors import (
    EngineError as EngineError,
)
from inarow.errors import (
    EnvError as EnvError,
)
from inarow.errors import (
    IllegalMoveError as IllegalMoveError,
)
from inarow.errors import (
    InarowError as InarowError,
)
from inarow.errors import (
    JobError as JobError,
)
from inarow.errors import (
    NotationError as NotationError,
)
from inarow.errors import (
    PlayerError as PlayerError,
)
from inarow.errors import (
    PositionError as PositionError,
)
from inarow.errors import (
    RecordError as RecordError,
)
from inarow.errors import (
    RenderError as RenderError,
)
from inarow.errors import (
    RulesError as RulesError,
)
from inarow.errors import (
    SolverError as SolverError,
)
from inarow.errors import (
    WebError as WebError,
)
from inarow.explain import (
    forcing as forcing,
)
from inarow.explain import (
    puzzles as puzzles,
)
from inarow.explain import (
    review as review,
)
from inarow.explain import (
    zugzwang as zugzwang,
)
from inarow.explain.fact import (
    Explanation as Explanation,
)
from inarow.explain.fact import (
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
from inarow.players import (
    Cautious as Cautious,
)
from inarow.players import (
    EnginePlayer as EnginePlayer,
)
from inarow.players import (
    Human as Human,
)
from inarow.players import (
    Picture as Picture,
)
from inarow.players import (
    Player as Player,
)
from inarow.players import (
    Program as Program,
)
from inarow.players import (
    Random as Random,
)
from inarow.players.agents import (
    FunctionPlayer as FunctionPlayer,
)
from inarow.players.agents import (
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
)
from inarow.players.kaggle import (
    kaggle_player as kaggle_player,
)
from inarow.players.levels import (
    LEVELS as LEVELS,
)
from inarow.players.levels import (
    Level as Level,
)
from inarow.players.levels import (
    Perfect as Perfect,
)
from inarow.players.levels import (
    Skill as Skill,
)
from inarow.players.levels import (
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
)
from inarow.search import (
    counting as counting,
)
from inarow.search.book import (
    Book as Book,
)
from inarow.search.engine import (
    Engine as Engine,
)
from inarow.search.engine import (
    Limit as Limit,
)
from inarow.search.engine import (
    Result as Result,
)
from inarow.search.engine import (
    Variation as Variation,
)
from inarow.search.oracle import (
    Oracle as Oracle,
)
from inarow.search.scores import (
    Estimate as Estimate,
)
from inarow.search.scores import (
    Score as Score,
)
from inarow.search.solver import (
    Analysis as Analysis,
)
from inarow.search.solver import (
    Solver as Solver,
)
from inarow.search.solver import (
    Stopped as Stopped,
)

__version__: str
__all__: list[str]
