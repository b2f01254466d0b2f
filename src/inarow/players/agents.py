"""Functions and web servers as players.

`FunctionPlayer` plays what a function answers: `agent(position) -> move`, or as Kaggle's ConnectX
has it, `agent(observation, configuration) -> column`. `HttpPlayer` asks an address. Whoever raises,
hangs or answers nonsense causes a `PlayerError` of one sentence, and loses that game.
"""

from __future__ import annotations

import copy
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from queue import Empty, SimpleQueue
from sysconfig import get_path
from threading import Thread
from traceback import walk_stack, walk_tb
from types import FrameType
from typing import Any, Final, Self, TypeVar
from urllib.parse import urlsplit

from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules
from inarow.errors import InarowError, PlayerError, printable, quoted
from inarow.players import GEAR, RING, Picture, Player, open_position
from inarow.protocols.json_lines import question, read_answer, read_move
from inarow.record.convert import to_kaggle

__all__ = [
    "STYLES",
    "FunctionPlayer",
    "HttpPlayer",
    "Struct",
    "error_line",
    "kaggle_configuration",
    "late",
]

T = TypeVar("T")

STYLES: Final = ("position", "kaggle")
"""How a function wants to be asked."""

MAX_ANSWER: Final = 2**16
"""A longer answer, in bytes, is not read."""


class Struct(dict[str, Any]):
    """A dict whose entries are attributes, too, as Kaggle's agents expect it."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def kaggle_configuration(rules: Rules, seconds: float | None = None) -> Struct:
    """What ConnectX tells its agents about the game."""
    if not rules.gravity:
        raise PlayerError(f"expected rules with gravity for a ConnectX agent, got {rules}")
    return Struct(
        columns=rules.width,
        rows=rules.height,
        inarow=rules.k,
        episodeSteps=1000,
        actTimeout=2 if seconds is None else seconds,
        timeout=2 if seconds is None else seconds,
        agentTimeout=60,
        runTimeout=1200,
    )


class FunctionPlayer(Player):
    """Plays what *function* answers, within *seconds* if they are given.

    *style* says how it is asked: "position" or "kaggle"; without it, by its parameters: one that
    takes two, or calls the first one `observation` or `obs`, is Kaggle's.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        name: str | None = None,
        *,
        style: str | None = None,
        seconds: float | None = None,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = GEAR,
    ) -> None:
        if not callable(function):
            raise PlayerError(f"expected a function, got {quoted(function)}")
        if style not in (None, *STYLES):
            raise PlayerError(f"expected style {' or '.join(STYLES)}, got {quoted(style)}")
        name = name or str(getattr(function, "__name__", type(function).__name__))
        super().__init__(name, id=id, icon=icon, avatar=avatar)
        self.function = function
        self.style = style or _style_of(function)
        self.seconds = _checked(seconds)
        self._takes = _positional(function)

    def choose(self, position: AnyPosition) -> int:
        """The function's answer, if it is a legal move."""
        asked = open_position(position)
        try:
            return read_move(_within(self.seconds, lambda: self._ask(asked)), asked)
        except InarowError as error:
            raise PlayerError(f"{self.name}: {error}") from None

    def _ask(self, position: Position) -> Any:
        words = self._words(position)
        try:
            return self.function(*words)
        except (Exception, SystemExit) as error:
            raise PlayerError(error_line(error)) from error

    def objection(self, rules: Rules) -> str:
        """ConnectX has gravity."""
        needs_gravity = self.style == "kaggle" and not rules.gravity
        return "a ConnectX agent needs gravity" if needs_gravity else ""

    def _words(self, position: Position) -> list[Any]:
        if self.style == "position":
            return [position]
        configuration = kaggle_configuration(position.rules, self.seconds)
        observation = Struct(
            board=to_kaggle(position),
            mark=int(position.turn),
            step=position.ply,
            remainingOverageTime=60,
        )
        return [observation, configuration][: self._takes]

    def copy(self) -> Self:
        """The same player; what the function remembers is shared."""
        return copy.copy(self)


class HttpPlayer(Player):
    """Plays what the server at *url* answers to a question in JSON.

    `inarow.protocols.json_lines` says what questions and answers look like.
    """

    def __init__(
        self,
        url: str,
        name: str | None = None,
        *,
        seconds: float = 10.0,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = GEAR,
    ) -> None:
        try:
            parts = urlsplit(url)
            known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
            sound = known and not re.search(r"[\x00-\x20\x7f]", parts.netloc)  # http.client raises
        except ValueError:
            sound = None
        if not sound:
            raise PlayerError(f"expected an address such as http://host:8000/, got {quoted(url)}")
        super().__init__(name or url, id=id, icon=icon, avatar=avatar)
        self.url = url
        self.seconds = _checked(seconds)

    def choose(self, position: AnyPosition) -> int:
        """The server's answer, if it is a legal move."""
        asked = open_position(position)
        try:
            return read_answer(_within(self.seconds, lambda: self._post(asked)), asked)
        except InarowError as error:
            raise PlayerError(f"{self.name}: {error}") from None

    def _post(self, position: Position) -> bytes:
        parts = urlsplit(self.url)
        connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = connect(parts.hostname or "", parts.port, timeout=self.seconds)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            body = json.dumps(question(position, self.seconds)).encode()
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            with connection.getresponse() as response:
                data = response.read(MAX_ANSWER + 1)
        except (OSError, HTTPException, UnicodeError) as error:
            raise PlayerError(f"the server did not answer{_why(error)}") from None
        finally:
            connection.close()
        if response.status != 200:
            body_text = printable(data[:200].decode("utf-8", "replace"))
            why = f": {body_text}" if body_text else ""
            raise PlayerError(f"expected status 200, got {response.status}{why}")
        if len(data) > MAX_ANSWER:
            raise PlayerError(f"expected an answer of at most {MAX_ANSWER} bytes, got more")
        return data


def _within(seconds: float | None, work: Callable[[], T]) -> T:
    """What *work* returns, if it does so within *seconds*; a thread that hangs is left behind."""
    if seconds is None:
        return work()
    done: SimpleQueue[tuple[T | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as error:
            done.put((None, error))

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        result, error = done.get(timeout=seconds)
    except Empty:
        raise PlayerError(late(seconds, thread)) from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]


def _checked(seconds: float | None) -> float | None:
    if seconds is not None and (not isinstance(seconds, int | float) or not 0 < seconds < 1e6):
        raise PlayerError(f"expected seconds above 0, got {quoted(seconds)}")
    return seconds


def error_line(error: BaseException) -> str:
    """An exception in one line, with the place where it was raised."""
    message = printable(error)
    where = ""
    if not isinstance(error, ImportError | SyntaxError):  # which say it themselves
        where = _place(walk_tb(error.__traceback__), anywhere=True)
    return f"{type(error).__name__}{f': {message[:300]}' if message else ''}{where}"


def late(seconds: float, thread: Thread) -> str:
    """That there was no move within *seconds*, with the place where the *thread* is."""
    frame = sys._current_frames().get(thread.ident or 0)
    where = _place(reversed([*walk_stack(frame)])) if frame else ""
    return f"expected a move within {seconds:g} s, got none{where}"


def _place(frames: Iterable[tuple[FrameType, int]], *, anywhere: bool = False) -> str:
    """The last line of *frames* that an agent's author wrote; else, *anywhere*, the last."""
    files = [(Path(frame.f_code.co_filename), line) for frame, line in frames]
    files = [(file, line) for file, line in files if not file.name.startswith("<")]
    own = [(file, line) for file, line in files if not any(map(file.is_relative_to, _LIBRARIES))]
    chosen = own or (files if anywhere else [])
    return f" ({chosen[-1][0].name}, line {chosen[-1][1]})" if chosen else ""


_LIBRARIES: Final = (
    Path(__file__).parents[1],
    *{Path(get_path(name)) for name in ("stdlib", "purelib", "platlib")},
)
"""Where the code of nobody's agent is."""


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return " in time"
    return f": {getattr(error, 'strerror', None) or f'{type(error).__name__} {error}'.strip()}"


def _style_of(function: Callable[..., Any]) -> str:
    try:
        names = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return "position"
    needed = [p for p in names if p.kind in _PLACES and p.default is inspect.Parameter.empty]
    first = names[0].name if names else ""
    return "kaggle" if len(needed) >= 2 or first in ("observation", "obs") else "position"


_PLACES = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _positional(function: Callable[..., Any]) -> int:
    """How many arguments it takes by place."""
    try:
        names = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    if any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in names):
        return 2
    return sum(p.kind in _PLACES for p in names)
