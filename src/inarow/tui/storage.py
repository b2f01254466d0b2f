"""What is saved between games: the last choices, and the game that is being played."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any
from uuid import uuid4

from inarow import files
from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.errors import InarowError
from inarow.personal.journal import user_folder
from inarow.players.clock import Clock
from inarow.record.record import Record
from inarow.tui import words
from inarow.tui.themes import DISCS, MODES

__all__ = ["Autosave", "Choices", "Folders", "load_choices", "newest_first", "save_choices"]

KEPT = {"aside": 10, "done": 100}
"""How many games that were not resumed, and how many that were finished, are saved."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where things are saved."""

    config: Path
    state: Path
    data: Path

    @classmethod
    def of_user(cls) -> Folders:
        """The folders of the system's user."""
        import platformdirs

        config, state = (
            platformdirs.user_config_path("inarow"),
            platformdirs.user_state_path("inarow"),
        )
        return cls(config, state, user_folder())


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen at the start screen."""

    rules: str = str(CONNECT_FOUR)
    first: str = words.PERSON
    second: str = "level 3"
    first_name: str = words.NAMELESS[0]
    second_name: str = words.NAMELESS[1]
    starts: int = 0
    """0 if player 1 moves first, 1 for player 2, 2 for random."""
    first_bot: str = ""
    second_bot: str = ""
    """The bots of the person, as they were typed."""
    clock: str = ""
    """`5+3` for minutes and seconds per move; empty without a clock."""
    discs: str = next(iter(DISCS))
    mode: str = MODES[0]

    @classmethod
    def read(cls, data: Any) -> Choices:
        """Choices from what was stored; a `ValueError` says what is wrong with it."""
        if not isinstance(data, dict):
            raise ValueError("expected a table of choices")
        known = {field.name: field.type for field in fields(cls)}
        for name, value in data.items():
            if name in known and type(value).__name__ != known[name]:
                raise ValueError(f"expected {name} as {known[name]}")
        choices = cls(**{name: value for name, value in data.items() if name in known})
        Rules.parse(choices.rules)
        if choices.clock:
            Clock.parse(choices.clock)
        if (
            choices.discs not in DISCS
            or choices.mode not in MODES
            or choices.starts not in range(3)
        ):
            raise ValueError("expected other values")
        return choices


def load_choices(folders: Folders) -> tuple[Choices, str]:
    """The last choices, and a sentence if they could not be read."""
    path = folders.config / "choices.json"
    try:
        return Choices.read(json.loads(path.read_text(encoding="utf-8"))), ""
    except FileNotFoundError:
        return Choices(), ""
    except (
        OSError,
        ValueError,
        RecursionError,
    ):  # JSON, UTF-8 and rules complain by a ValueError, too
        return Choices(), words.CHOICES_LOST.format(file=path)


def save_choices(folders: Folders, choices: Choices) -> None:
    """Save the choices; without them the next start has the defaults."""
    path = folders.config / "choices.json"
    with suppress(OSError, InarowError):
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, json.dumps(asdict(choices), indent=1).encode(), InarowError)


class Autosave:
    """The game that is being played, in a file of its own until it is over."""

    def __init__(self, folders: Folders) -> None:
        self._folder = folders.state
        self._path = self._new_path()

    @property
    def path(self) -> Path:
        """The file of the game that is being played."""
        return self._path

    def _new_path(self) -> Path:
        return self._folder / f"game-{uuid4().hex[:8]}.txt"

    def keep(self, record: Record) -> None:
        """Save *record*, all of it or nothing; an `OSError` says why not."""
        self._folder.mkdir(parents=True, exist_ok=True)
        record.save(self._path)
        self._done.unlink(missing_ok=True)  # it was over, and a move was undone

    def finish(self, record: Record) -> None:
        """Save a *record* that is over: it is not offered any more, but listed."""
        self._folder.mkdir(parents=True, exist_ok=True)
        record.save(self._done)
        self._path.unlink(missing_ok=True)
        self._thin_out("done")

    def forget(self) -> None:
        """Delete the file: there is nothing to keep."""
        self._path.unlink(missing_ok=True)
        self._done.unlink(missing_ok=True)

    @property
    def _done(self) -> Path:
        return self._path.with_name(f"done-{self._path.name.removeprefix('game-')}")

    def leave(self, to: Path | None = None) -> None:
        """Put this game aside, and save the next one in another file, or in that of *to*."""
        left, self._path = self._path, self._new_path()
        if to is not None:
            self.adopt(to)
        if left.exists() and left != self._path:
            self._set_aside(left)

    def adopt(self, path: Path) -> None:
        """Save the game in the file in which it was found, if that is one of an unfinished game."""
        kind, _, rest = path.name.partition("-")
        if path.parent == self._folder and kind in ("game", "aside") and path.is_file():
            self._path = path.replace(path.with_name(f"game-{rest}"))

    @property
    def is_saved(self) -> bool:
        """Whether there is a game in the file."""
        with suppress(OSError):  # such as a folder that may not be looked into
            return self._path.exists()
        return False

    def unfinished(self) -> tuple[Path, Record] | None:
        """The newest unfinished game; unreadable files are ignored."""
        for path in self.games():
            if path.name.startswith("game-") and path != self._path:
                try:
                    return path, Record.load(path)
                except (OSError, InarowError):
                    continue
        return None

    def put_aside(self) -> None:
        """Stop offering the unfinished games; they can still be loaded."""
        for path in self.games():
            if path.name.startswith("game-") and path != self._path:
                self._set_aside(path)

    def _set_aside(self, path: Path) -> None:
        with suppress(OSError):  # then it is offered again
            path.replace(path.with_name(f"aside-{path.name.removeprefix('game-')}"))
            self._thin_out("aside")

    def _thin_out(self, kind: str) -> None:
        for old in [p for p in self.games() if p.name.startswith(f"{kind}-")][KEPT[kind] :]:
            old.unlink(missing_ok=True)

    def games(self) -> list[Path]:
        """All saved games, newest first."""
        return newest_first(self._folder.glob("*.txt"))


def newest_first(paths: Iterable[Path]) -> list[Path]:
    """Those that are files, by the time at which they were written."""
    times: dict[Path, int] = {}
    with suppress(OSError):  # also of a folder that cannot be read
        for path in paths:
            with suppress(OSError):  # another program may just have deleted it
                if path.is_file():
                    times[path] = path.stat().st_mtime_ns
    return sorted(times, key=lambda path: times[path], reverse=True)
