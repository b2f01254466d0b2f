"""What the screens share: the folders, the settings, and how they search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from inarow.board.rules import Rules
from inarow.errors import InarowError
from inarow.players import Human, Player
from inarow.players.by_text import player_by_name
from inarow.players.decision import Absent, expect_willing
from inarow.record.record import Record
from inarow.search.background import Searchers
from inarow.search.oracle import Oracle
from inarow.tui import words
from inarow.tui.match import Match
from inarow.tui.storage import Autosave, Choices, Folders

__all__ = ["Session"]


@dataclass(slots=True)
class Session:
    """Everything that outlives a screen."""

    folders: Folders = field(default_factory=Folders.of_user)
    animate: bool = True
    seed: int | None = None
    choices: Choices = field(default_factory=Choices)
    pace: float = 0.25
    """Seconds between moves when only programs play."""
    make: Callable[..., Player] = player_by_name
    """Makes a player from a name: `make(name, seed=...)`."""
    searchers: Callable[[], Searchers] = field(default=lambda: Searchers(threads=None, table_mb=64))
    """Makes what a screen searches with."""
    autosave: Autosave = field(init=False)

    def __post_init__(self) -> None:
        self.autosave = Autosave(self.folders)

    def match(self, record: Record) -> Match:
        """A match at a record, between the players that it names."""
        tags = ("First", "Second")
        first, second = (
            self._found(record.tags.get(tag) or nameless)
            for tag, nameless in zip(tags, words.NAMELESS, strict=True)
        )
        return Match(record, (first, second))

    def player(self, name: str, rules: Rules) -> Player:
        """The player of this name, a program or else a person, who can play *rules*."""
        player = self.make(name, seed=self.seed)
        expect_willing(player, rules)
        return player

    def _found(self, name: str) -> Player:
        """The player of this name; one who is not there any more is missed in play, not before."""
        try:
            return self.make(name, seed=self.seed)
        except InarowError as error:
            return Absent(name, str(error))

    def offers(self, rules: Rules) -> list[str]:
        """The kinds of players to choose from; the strongest is perfect only where it is."""
        is_perfect = Oracle(threads=1, table_mb=1).knows(rules)
        return [words.PERSON, *words.LEVELS, words.PERFECT if is_perfect else words.ENGINE]

    def person(self, name: str) -> Player:
        """A person of this name."""
        return Human(name)
