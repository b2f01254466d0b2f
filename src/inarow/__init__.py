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

# Names are loaded when first used, so that `import inarow` costs next to nothing however much there
# is. Type checkers read them in __init__.pyi, which `make names` writes from these two tables.
_MODULES = {
    "arena": "arena",
    "batch": "search.batch",
    "book_builder": "search.book_builder",
    "convert": "record.convert",
    "counting": "search.counting",
    "detectors": "detectors",
    "explain": "explain",
    "farm": "jobs.dask",
    "forcing": "explain.forcing",
    "jobs": "jobs",
    "judge": "judge",
    "lessons": "lessons",
    "notation": "board.notation",
    "puzzles": "puzzles",
    "render": "board.render",
    "review": "explain.review",
    "widget": "widget",
    "zugzwang": "explain.zugzwang",
}
_NAMES = {
    "arena.openings": ["openings"],
    "arena.standings": ["Standings"],
    "board.board": ["Board"],
    "board.lines": ["Direction", "Line", "has_line", "lines_from", "ordered"],
    "board.position": ["AnyPosition", "Outcome", "Position"],
    "board.render": ["Mark"],
    "board.rules": ["CONNECT_FOUR", "GOMOKU", "TIC_TAC_TOE", "WIDE_FOUR", "Cell", "Rules", "Side"],
    "board.setup": ["Problem"],
    "booklet.booklet": ["Booklet"],
    "errors": [
        *("ArenaError", "BookError", "BookletError", "DetectorError", "EngineError", "EnvError"),
        *("IllegalMoveError", "InarowError", "JobError", "MissingPackageError"),
        *("NotationError", "PlayerError"),
        *("PositionError", "RecordError", "RenderError", "RulesError", "SolverError", "WebError"),
    ],
    "explain.fact": ["Explanation", "Fact"],
    "explain.grades": ["Grade"],
    "explain.plan": ["Certificate"],
    "explain.review": ["Review"],
    "players": ["Cautious", "EnginePlayer", "Human", "Picture", "Player", "Program", "Random"],
    "players.agents": ["FunctionPlayer", "HttpPlayer"],
    "players.by_booklet": ["BookletPlayer"],
    "players.by_text": ["entrant"],
    "players.external": ["ExternalPlayer"],
    "players.game": ["Game"],
    "players.kaggle": ["kaggle_agent", "kaggle_player"],
    "players.levels": ["LEVELS", "Level", "Perfect", "Skill", "level"],
    "record.record": ["Record"],
    "search.book": ["Book"],
    "search.engine": ["Engine", "Limit", "Result", "Variation", "best"],
    "search.oracle": ["Oracle", "analyze", "analyze_many", "solve"],
    "search.scores": ["Estimate", "Score"],
    "search.solver": ["Analysis", "Solver", "Stopped"],
    "search.stop": ["Stop"],
}
_ROOMS = ("board", "env", "players", "protocols", "record", "search")
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__version__ = "0.1.0"
__all__ = sorted([*_MODULES, *_HOMES])


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _MODULES or name in _ROOMS:
        value = import_module(f"inarow.{_MODULES.get(name, name)}")
    elif name in _HOMES:
        value = getattr(import_module(f"inarow.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module 'inarow' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
