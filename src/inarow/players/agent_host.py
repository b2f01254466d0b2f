"""A process for a user's own agent: `python -m inarow.players.agent_host bot.py:agent [seed]`.

It reads questions and writes answers, a line each (`inarow.protocols.json_lines`), so that the
process can be ended from outside whatever the function does. What it prints goes to standard error.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import random
import runpy
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from threading import Lock, Thread, Timer, main_thread
from types import ModuleType
from typing import IO, Any, Final

from inarow.errors import InarowError, PlayerError, quoted
from inarow.players import Player, Program
from inarow.players.agents import FunctionPlayer, error_line, late
from inarow.players.decision import decision, why_no_move
from inarow.protocols.json_lines import HELLO, position_of

__all__ = ["host", "load", "main"]

NAME: Final = "agent"

SEEDED: Final[dict[str, Callable[[Any, int], object]]] = {
    "numpy.random": lambda library, seed: library.seed(seed % 2**32),
    "torch": lambda library, seed: library.manual_seed(seed),
}
"""Libraries that draw by themselves, and how each is seeded."""


def main(arguments: list[str]) -> int:
    """Serve the agent that the arguments name until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what is printed from here on must not look like an answer
    sys.stdout = sys.stderr
    target, *rest = arguments
    seed = int(rest[0]) if rest else None
    if seed is not None:
        sys.meta_path.insert(0, _Seeded(seed))
    _seed(seed)  # for what is drawn while it is loaded
    try:
        player = _player_of(load(target), seed)
    except InarowError as error:
        _say(answers, {"error": str(error)})
        return 1
    _seed(seed)
    host(player, sys.stdin, answers)
    return 0


def _player_of(found: Callable[..., Any] | Player, seed: int | None) -> Player:
    """A player from a player, from a class of players or from a function."""
    if isinstance(found, type) and issubclass(found, Player):
        return _player_of(_made(found), seed)
    if not isinstance(found, Player):
        return FunctionPlayer(found, NAME)
    if isinstance(found, Program):
        found.random.seed(seed)
    return found


def _made(kind: Callable[..., Player]) -> Player:
    try:
        return kind()
    except Exception as error:
        raise PlayerError(f"the player cannot be created: {error_line(error)}") from error


def load(target: str) -> Callable[..., Any] | Player:
    """The function, or the player, that `file.py:function` or `module:function` names.

    Of a file alone it is `agent`, or the function that is defined last, as Kaggle has it.
    """
    place, _, name = target.rpartition(":") if not target.endswith(".py") else (target, "", "")
    if place.endswith(".py"):
        names = _run_file(Path(place))
    elif place:
        names = vars(_import(place))
    else:
        raise PlayerError(f"expected file.py:function or module:function, got {quoted(target)}")
    if not name:
        own = [n for n, thing in names.items() if inspect.isfunction(thing)]
        name = "agent" if "agent" in names else own[-1] if own else "agent"
    found = names.get(name)
    if not callable(found) and not isinstance(found, Player):
        instead = "found none" if found is None else f"got {quoted(found)}"
        raise PlayerError(f"expected a function {name} in {place}, {instead}")
    function: Callable[..., Any] | Player = found
    return function


def _run_file(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise PlayerError(f"no such file: {path}")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)  # it may have modules of its own next to it
    try:
        return runpy.run_path(str(path), run_name="agent")
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{path.name} cannot be loaded: {error_line(error)}") from error


def _import(name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{name} cannot be loaded: {error_line(error)}") from error


def host(player: Player, questions: IO[str], answers: IO[str]) -> None:
    """Answer every line."""
    answers.write(f"{HELLO}\n")
    answers.flush()
    for line in questions:
        with _Answer(answers, line) as answer:
            try:
                move = decision(player, position_of(json.loads(line)))
                answer.give({"move": move})
            except Exception as error:
                answer.give({"error": why_no_move(player, error)})


class _Answer:
    """The one answer to a question. When its time is up, it is the place where the agent is."""

    def __init__(self, answers: IO[str], line: str) -> None:
        seconds = _seconds(line)
        self._answers = answers
        self._lock = Lock()
        self._given = False
        late_answer = partial(self._give_late, seconds, main_thread())
        self._timer = Timer(seconds, late_answer) if seconds else None

    def __enter__(self) -> _Answer:
        if self._timer:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._timer:
            self._timer.cancel()

    def give(self, answer: dict[str, Any]) -> None:
        """Say it, unless another answer was given."""
        with self._lock:
            if not self._given:
                self._given = True
                _say(self._answers, answer)

    def _give_late(self, seconds: float, thread: Thread) -> None:
        self.give({"error": late(seconds, thread)})


def _seconds(line: str) -> float:
    """How long a question allows; 0 if it does not say."""
    with suppress(ValueError, AttributeError):
        seconds = json.loads(line).get("seconds")
        return float(seconds) if isinstance(seconds, int | float) else 0.0
    return 0.0


def _say(answers: IO[str], answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _seed(seed: int | None) -> None:
    """Have everything that is drawn follow from *seed*, as far as it can be reached."""
    if seed is None:
        return
    random.seed(seed)
    for name, seeded in SEEDED.items():
        if library := sys.modules.get(name):
            seeded(library, seed)


class _Seeded(MetaPathFinder):
    """Seeds libraries when the agent loads them: to load them first takes longer than a game."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._left = set(SEEDED)

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """What others find, which is seeded after it has been loaded."""
        if name not in self._left:
            return None
        self._left.remove(name)  # others are asked
        found = importlib.util.find_spec(name)
        self._left.add(name)  # it may only have been looked for
        if found is not None and found.loader is not None:
            load = found.loader.exec_module

            def load_and_seed(module: ModuleType) -> None:
                load(module)
                SEEDED[name](module, self._seed)

            found.loader.exec_module = load_and_seed  # type: ignore[method-assign]
        return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
