"""What the screens share: the folders, the settings, and how they search."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic

from inarow.board.rules import Rules, Side
from inarow.errors import InarowError, PlayerError
from inarow.personal.lessons import Schedule
from inarow.personal.progress import Progress
from inarow.personal.results import Result, Results
from inarow.players import Human, Player
from inarow.players.by_text import is_program_of_others, player_by_name
from inarow.players.clock import Clock
from inarow.players.decision import Absent, Unconfirmed, expect_willing
from inarow.players.own_bot import bot_text
from inarow.record.record import Record
from inarow.search.background import Searchers
from inarow.search.oracle import Oracle
from inarow.tui import words
from inarow.tui.match import TAGS, UNCONFIRMED, Match
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
    clock: str = ""
    """The clock for games that have none of their own, such as `5+3`; empty for none."""
    now: Callable[[], int] = field(default=lambda: int(monotonic() * 1000))
    """The time in milliseconds, for clocks."""
    today: Callable[[], datetime] = datetime.now
    autosave: Autosave = field(init=False)
    results: Results = field(init=False)
    progress: Progress = field(init=False)
    schedule: Schedule = field(init=False)

    def __post_init__(self) -> None:
        self.autosave = Autosave(self.folders)
        self.results = Results(self.folders.data)
        self.progress = Progress(self.folders.data)
        self.schedule = Schedule(self.folders.data)

    def match(self, record: Record, confirmed: Collection[str] = ()) -> Match:
        """A match at a record, between the players that it names.

        Programs are only started where a person has named them, in the tags *confirmed*: the record
        may come from anybody.
        """
        first, second = (
            self._found(record.tags.get(tag) or nameless, is_confirmed=tag in confirmed)
            for tag, nameless in zip(TAGS, words.NAMELESS, strict=True)
        )
        return Match(record, (first, second), self._clock(record))

    def resumed(self, record: Record) -> Match:
        """A match that was saved by us: what was confirmed then is so now."""
        unconfirmed = record.tags.get(UNCONFIRMED, "").split()
        return self.match(record, [tag for tag in TAGS if tag not in unconfirmed])

    def _clock(self, record: Record) -> Clock | None:
        """The clock that a record names, or else the usual one; none where it cannot be read."""
        with suppress(PlayerError):
            if text := record.tags.get("Clock") or self.clock:
                return Clock.parse(text, record.tags.get("TimeLeft", ""))
        return None

    def player(self, name: str, rules: Rules) -> Player:
        """The player of this name, a program or else a person, who can play *rules*."""
        player = self.make(name, seed=self.seed)
        expect_willing(player, rules)
        return player

    def _found(self, name: str, *, is_confirmed: bool) -> Player:
        """The player of this name; one who is not there any more is missed in play, not before."""
        if not is_confirmed and is_program_of_others(name):
            return Unconfirmed(name, words.NAMED_BY_FILE)
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

    def bot(self, text: str) -> Player:
        """The bot that a person has typed: a file, a command or an address."""
        return self.make(bot_text(text), seed=self.seed)

    def moment(self) -> str:
        """The local date and time, as what a person has done is noted."""
        return self.today().astimezone().isoformat(timespec="seconds")

    def count(self, match: Match) -> str:
        """Note, once, how a game of a person against a program ended; the counts as a sentence."""
        people = [side for side in Side if isinstance(match.game.player(side), Human)]
        outcome = match.outcome
        if outcome is None or match.is_counted or len(people) != 1:
            return ""
        match.is_counted = True
        opponent, moves = match.name(people[0].other), len(match.tree.board.moves)
        result = Result.of(outcome, match.rules, opponent, people[0], moves, self.moment())
        self.results.add(result)
        tally = self.results.against(opponent, match.rules)
        text = words.TALLY.format(opponent=opponent, rules=match.rules, tally=tally)
        return self.results.journal.message or text
