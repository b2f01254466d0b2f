"""What is saved between games: the last choices, and the game that is being played."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any
from uuid import uuid4

from inarow import files
from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.errors import InarowError
from inarow.record.record import Record
from inarow.tui import words
from inarow.tui.themes import DISCS, MODES

__all__ = ["Autosave", "Choices", "Folders", "load_choices", "save_choices"]

KEPT_ASIDE = 10
"""How many games that were not resumed are saved."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where things are saved."""

    config: Path
    state: Path

    @classmethod
    def of_user(cls) -> Folders:
        """The folders of the system's user."""
        import platformdirs

        return cls(platformdirs.user_config_path("inarow"), platformdirs.user_state_path("inarow"))


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
    except (OSError, ValueError):  # JSON, UTF-8 and rules complain by a ValueError, too
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

    def _new_path(self) -> Path:
        return self._folder / f"game-{uuid4().hex[:8]}.txt"

    def keep(self, record: Record) -> None:
        """Save *record*, all of it or nothing; an `OSError` says why not."""
        self._folder.mkdir(parents=True, exist_ok=True)
        record.save(self._path)

    def forget(self) -> None:
        """Delete the file: the game is over."""
        self._path.unlink(missing_ok=True)

    def leave(self) -> None:
        """Put this game aside, and save the next one in another file."""
        if self.is_kept:
            self._set_aside(self._path)
        self._path = self._new_path()

    def adopt(self, path: Path) -> None:
        """Save the game in the file in which it was found."""
        self._path = path

    @property
    def is_kept(self) -> bool:
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
            for old in [p for p in self.games() if p.name.startswith("aside-")][KEPT_ASIDE:]:
                old.unlink(missing_ok=True)

    def games(self) -> list[Path]:
        """All saved games, newest first."""
        try:
            found = [path for path in self._folder.glob("*.txt") if path.is_file()]
            return sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)
        except OSError:
            return []
