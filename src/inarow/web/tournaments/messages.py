"""What goes over the wire: wishes of people, and a tournament as JSON."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from inarow.web import words
from inarow.web.live.messages import CommandId, RulesText, SymbolText, new_id
from inarow.web.tournaments.events import Entry, System

__all__ = [
    "MOST_PLAYERS",
    "Away",
    "Back",
    "Command",
    "Done",
    "Door",
    "End",
    "Enter",
    "Extend",
    "Found",
    "NewTournament",
    "Pause",
    "PlayerView",
    "Remove",
    "Resume",
    "SeenTournament",
    "Start",
    "TournamentRow",
    "TournamentView",
    "YouView",
    "plain_code",
]

MOST_PLAYERS = 200
LONGEST = 180
"""How many minutes an arena has at most."""

FARTHEST = timedelta(days=90)
"""How long before it starts a tournament may be made."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class NewTournament(_Model):
    """What is to be played, and who may come.

    *kind*: "arena" (who is free is paired, until the time is up) or "robin" (all play all; with
    *double* twice). *entry*: whether the link is enough to join, or the code must be typed.
    """

    name: str = Field(default="", max_length=200)
    kind: System = "arena"
    rules: RulesText = "7x6x4"
    swap: bool = False
    base: int = Field(default=180_000, ge=10_000, le=3_600_000)
    increment: int = Field(default=2_000, ge=0, le=60_000)
    minutes: int = Field(default=30, ge=5, le=LONGEST)
    double: bool = False
    rated: bool = False
    entry: Entry = "link"
    starts: datetime | None = Field(
        default=None, description="When it starts by itself; otherwise you start it."
    )
    player: str | None = Field(
        default=None, max_length=200, description="Your name in the table, if you play, too."
    )

    @model_validator(mode="after")
    def _starts_soon(self) -> NewTournament:
        if self.starts is not None and self.starts.tzinfo is None:
            raise ValueError(words.TOURNAMENT_ZONE)
        now = datetime.now(UTC)
        if self.starts is not None and not now - timedelta(hours=1) < self.starts < now + FARTHEST:
            raise ValueError(words.TOURNAMENT_DATE)
        return self


class _Command(_Model):
    id: CommandId = Field(default_factory=new_id)


def plain_code(text: str) -> str:
    """A code as it is stored, however it was typed."""
    plain = unicodedata.normalize("NFKC", text).upper()
    return "".join(letter for letter in plain if letter.isalnum())[:20]


class Enter(_Command):
    """Join; if you have left, come back."""

    name: str | None = Field(default=None, max_length=200)
    code: Annotated[str, AfterValidator(plain_code)] = Field(default="", max_length=40)


class Away(_Command):
    """Get no new games for now."""


class Back(_Command):
    """Get games again."""


class Start(_Command):
    """Start now."""


class Pause(_Command):
    """No new games; games in progress go on."""


class Resume(_Command):
    """New games again."""


class Extend(_Command):
    """Add minutes to an arena."""

    minutes: int = Field(ge=1, le=60)


class Remove(_Command):
    """Send a player away for good; their game is lost."""

    player: int = Field(ge=1, le=100_000)


class Door(_Command):
    """Let others still join, or not."""

    open: bool


class End(_Command):
    """End the tournament now."""


Command = Enter | Away | Back | Start | Pause | Resume | Extend | Remove | Door | End
"""What a tournament carries out or refuses."""


class ClockTerms(BaseModel):
    """The clock of every game, in milliseconds."""

    base: int
    increment: int


class PlayerView(BaseModel):
    """A line of the table."""

    number: int = Field(description="The player's number in this tournament.")
    name: str
    status: Literal["in", "away", "removed"]
    place: int = Field(description="Players who cannot be told apart share a place.")
    points: int
    games: int
    wins: int
    direct: int = Field(description="Points in games against those with as many points.")
    berger: float | None = Field(
        description="The Sonneborn-Berger score; in an arena it is known at the end."
    )
    game: str | None = Field(description="The game they are playing.")
    recent: str = Field(description="The latest results, newest last: `2`, `1` or `0` points.")


class TournamentView(BaseModel):
    """A tournament as anybody may see it."""

    id: str
    version: int
    name: str
    kind: System
    status: Literal["open", "playing", "over"]
    rules: str
    title: str
    swap: bool
    rated: bool
    double: bool
    clock: ClockTerms
    entry: Entry
    door: bool = Field(description="Whether others may still join.")
    paused: bool
    director: str
    minutes: int | None
    left: int | None = Field(description="The milliseconds that an arena has left.")
    starts_in: int | None = Field(description="In how many milliseconds it starts by itself.")
    round: int | None
    rounds: int | None
    pairing_in: int | None = Field(description="In how many milliseconds the next round begins.")
    boards: list[str] = Field(description="The games of the best players that are in progress.")
    players: list[PlayerView]


class YouView(BaseModel):
    """What you are in a tournament."""

    number: int | None = Field(description="`null` if you do not play.")
    status: Literal["in", "away", "removed"] | None
    director: bool
    game: str | None
    side: SymbolText | None = Field(
        description="Your side when the game began: with the swap rule it may be the other by now."
    )
    opponent: str | None
    code: str | None = Field(description="What others can type to get here, if you may know it.")


class SeenTournament(TournamentView):
    """A tournament as you see it."""

    you: YouView


class Done(BaseModel):
    """A command has been carried out and saved; *version* is that of the tournament after it."""

    id: str
    version: int
    you: YouView


class TournamentRow(BaseModel):
    """A tournament in a list."""

    id: str
    name: str
    kind: System
    status: Literal["open", "playing", "over"]
    director: bool = Field(description="Whether you have made it.")
    created: datetime


class Found(BaseModel):
    """The tournament that has a code."""

    id: str
