"""Everything inarow raises on purpose::

    ValueError
    └── InarowError
        ├── RulesError         impossible rules: a side or k out of range, an unknown name
        ├── NotationError      text that cannot be read; knows the place
        │   └── RecordError    the same for a game record, or one that cannot be written
        ├── PositionError      discs that do not fit the board: outside, overlapping, a wrong array
        ├── IllegalMoveError   a move that can be read but may not be played
        ├── DetectorError      no such detector, or a last disc that is not there
        ├── PlayerError        no such player, or one that cannot decide
        ├── ArenaError         a match that cannot be held, or impossible results
        ├── EnvError           impossible settings of an environment, or an action it cannot take
        ├── BookError          a file that is not a book, or a book that cannot be built
        ├── BookletError       a file that is not a booklet, or a booklet that does not hold
        ├── EngineError        a position, rules or a limit that the engine cannot work with
        ├── JobError           work that no worker could do, or no cluster to do it
        ├── MissingPackageError  a package of an extra that is not installed; an ImportError, too
        ├── SolverError        a position or rules that cannot be solved, or no time to
        ├── RenderError        a picture that cannot be drawn
        └── WebError           a web site that cannot be started as asked

Messages are one sentence, lower case, without a full stop: what was expected, what came, and where.
"""

__all__ = [
    "ArenaError",
    "BookError",
    "BookletError",
    "DetectorError",
    "EngineError",
    "EnvError",
    "IllegalMoveError",
    "InarowError",
    "JobError",
    "MissingPackageError",
    "NotationError",
    "PlayerError",
    "PositionError",
    "RecordError",
    "RenderError",
    "RulesError",
    "SolverError",
    "WebError",
]


class InarowError(ValueError):
    """The root of all errors that inarow raises on purpose."""


class RulesError(InarowError):
    """Impossible rules: a side or k out of range, an unknown name."""


class NotationError(InarowError):
    """Text that cannot be read: a *message* and, where it is known, the *place* (from 0)."""

    def __init__(self, message: str, place: int | None = None) -> None:
        super().__init__(message if place is None else f"{message} at character {place + 1}")
        self.message = message
        self.place = place


class RecordError(NotationError):
    """A game record that cannot be read."""


class PositionError(InarowError):
    """Discs that do not fit the board: outside, overlapping, an array of the wrong shape."""


class IllegalMoveError(InarowError):
    """A move that can be read but may not be played."""


class DetectorError(InarowError):
    """No such detector, or a last disc that is not there."""


class PlayerError(InarowError):
    """No such player, or one that cannot decide."""


class RenderError(InarowError):
    """A picture that cannot be drawn."""


class ArenaError(InarowError):
    """A match that cannot be held, or impossible results."""


class BookError(InarowError):
    """A file that is not a book, a damaged book, or one that cannot be built."""


class BookletError(InarowError):
    """A file that is not a booklet, or a booklet that fails where it promises something."""


class EngineError(InarowError):
    """A position, rules or a limit that the engine cannot work with."""


class EnvError(InarowError):
    """Impossible settings of an environment, or an action that it cannot take."""


class JobError(InarowError):
    """Work that no worker could do, or no cluster to do it on."""


class MissingPackageError(InarowError, ModuleNotFoundError):
    """A package that an extra brings is not installed; the message says how to install it."""


class SolverError(InarowError):
    """A position or rules that cannot be solved, or a solve that ran out of time."""


class WebError(InarowError):
    """A web site that cannot be started as asked."""


_FROM = {
    **dict.fromkeys(("gymnasium", "pettingzoo"), "'inarow[env]'"),
    **dict.fromkeys(("anywidget", "ipywidgets", "traitlets"), "'inarow[notebook]'"),
    **dict.fromkeys(("dask", "distributed"), "'inarow[farm]'"),
    **dict.fromkeys(("rich", "textual"), "'inarow[tui]'"),
    **dict.fromkeys(("fastapi", "starlette", "uvicorn", "sqlalchemy"), "'inarow[web]'"),
    "pyspiel": "open_spiel",
    "torch": "torch",
}
"""What to install for a package that may be missing."""


def missing_package(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """What to raise instead of *error*: it says what to install, if we know."""
    package = (error.name or "").partition(".")[0]
    if package not in _FROM:
        return error
    known = MissingPackageError(
        f"this needs {package}: install it with pip install {_FROM[package]}"
    )
    known.name = package
    return known


def quoted(value: object) -> str:
    """*value* as Python writes it, cut when it is long: how messages show what came."""
    if isinstance(value, str) and len(value) > 60:
        return f"{value[:40]!r}... ({len(value)} characters)"
    text = " ".join(line.strip() for line in repr(value).splitlines())  # arrays have several
    return text if len(text) <= 60 else f"{text[:50]}..."


def printable(value: object) -> str:
    """What *value* says, on one line, without what could do harm to a terminal."""
    return "".join(filter(str.isprintable, " ".join(str(value).split())))


def reason(error: Exception) -> str:
    """Why something failed, for the middle of a sentence.

    As the system says it, in our own words if the error is ours, else with its kind.
    """
    text = str(getattr(error, "strerror", None) or error).rstrip(".")
    if isinstance(error, InarowError | OSError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def as_sentence(error: object) -> str:
    """What an error (or a text, or a `Problem`) says, as a sentence: `Column 4 is full.`"""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '…')) else '.'}"
