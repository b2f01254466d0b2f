"""inarow: the toolkit for k-in-a-row games, to play, analyse, learn and build on.

>>> import inarow as ir
>>> board = ir.Board(ir.CONNECT_FOUR, "4455667")
>>> print(board)
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . o o o .
. . . X X X X
1 2 3 4 5 6 7
>>> board.outcome().winner
<Side.FIRST: 1>
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inarow import (
        arena,
        batch,
        convert,
        counting,
        detectors,
        explain,
        forcing,
        jobs,
        notation,
        puzzles,
        render,
        review,
        widget,
        zugzwang,
    )
    from inarow.agents import FunctionPlayer, HttpPlayer
    from inarow.board import Board
    from inarow.book import Book
    from inarow.engine import Engine, Estimate, Limit, Result, Variation
    from inarow.entrants import entrant
    from inarow.errors import (
        ArenaError,
        BookError,
        DetectorError,
        EngineError,
        EnvError,
        IllegalMoveError,
        InarowError,
        JobError,
        NotationError,
        PlayerError,
        PositionError,
        RecordError,
        RenderError,
        RulesError,
        SolverError,
        WebError,
    )
    from inarow.external import ExternalPlayer
    from inarow.facts import Certificate, Explanation, Fact
    from inarow.game import Game
    from inarow.grades import Grade
    from inarow.levels import Level, Perfect, Skill, level
    from inarow.lines import Direction, Line
    from inarow.oracle import Oracle
    from inarow.players import Cautious, EnginePlayer, Human, Picture, Player, Random
    from inarow.position import Outcome, Position
    from inarow.problems import Problem
    from inarow.record import Record
    from inarow.review import Review
    from inarow.rules import CONNECT_FOUR, GOMOKU, TIC_TAC_TOE, WIDE_FOUR, Cell, Rules, Side
    from inarow.solver import Analysis, Score, Solver, Stopped

__version__ = "0.1.0"

__all__ = [
    "CONNECT_FOUR",
    "GOMOKU",
    "TIC_TAC_TOE",
    "WIDE_FOUR",
    "Analysis",
    "ArenaError",
    "Board",
    "Book",
    "BookError",
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
    "Stopped",
    "Variation",
    "WebError",
    "arena",
    "batch",
    "convert",
    "counting",
    "detectors",
    "entrant",
    "explain",
    "forcing",
    "jobs",
    "level",
    "notation",
    "puzzles",
    "render",
    "review",
    "widget",
    "zugzwang",
]

# Public names are loaded when first used, so that `import inarow` costs next to nothing however
# much there is. This says where each one lives; a module is a home of its own.
_HOMES = {
    "agents": ["FunctionPlayer", "HttpPlayer"],
    "board": ["Board"],
    "book": ["Book"],
    "engine": ["Engine", "Estimate", "Limit", "Result", "Variation"],
    "entrants": ["entrant"],
    "facts": ["Certificate", "Explanation", "Fact"],
    "errors": [name for name in __all__ if name.endswith("Error")],
    "external": ["ExternalPlayer"],
    "game": ["Game"],
    "grades": ["Grade"],
    "levels": ["Level", "Perfect", "Skill", "level"],
    "lines": ["Direction", "Line"],
    "oracle": ["Oracle"],
    "players": ["Cautious", "EnginePlayer", "Human", "Picture", "Player", "Random"],
    "position": ["Outcome", "Position"],
    "problems": ["Problem"],
    "record": ["Record"],
    "review": ["Review"],
    "solver": ["Analysis", "Score", "Solver", "Stopped"],
    "rules": ["CONNECT_FOUR", "GOMOKU", "TIC_TAC_TOE", "WIDE_FOUR", "Cell", "Rules", "Side"],
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in __all__ and name not in _HOMES:
        raise AttributeError(f"module 'inarow' has no attribute {name!r}")
    home = _HOME_OF.get(name)
    module = import_module(f"inarow.{home or name}")
    value = getattr(module, name) if home else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
