"""What goes over the wire: the frames that clients send, and a game as JSON."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from inarow.board.rules import Rules
from inarow.errors import RulesError
from inarow.web import words
from inarow.web.live.events import Offer, Reason, Visibility
from inarow.web.study.positions import site_rules
from inarow.web.words import english

__all__ = [
    "MAX_FRAME",
    "Abort",
    "Ack",
    "Answer",
    "Claim",
    "ClockView",
    "Command",
    "CommandId",
    "Frame",
    "GameView",
    "Join",
    "LobbyGame",
    "LobbyPlayer",
    "LobbyView",
    "Move",
    "NewGame",
    "OfferCommand",
    "OffersView",
    "OutcomeView",
    "Ping",
    "RatingView",
    "React",
    "Reaction",
    "Resign",
    "RulesText",
    "SeatView",
    "Swap",
    "SymbolText",
    "Tail",
    "Wish",
    "new_id",
    "read_frame",
]

MAX_FRAME = 8192
"""How many bytes a frame has at most."""

SymbolText = Literal["x", "o"]
"""A side."""


def new_id() -> str:
    """An id that nobody can guess: 96 bits."""
    return secrets.token_urlsafe(12)


def _rules_text(text: str) -> str:
    try:
        return str(site_rules(Rules.parse(text), to_play=True))
    except RulesError as error:
        raise ValueError(str(error)) from None


RulesText = Annotated[str, AfterValidator(_rules_text)]
"""Rules that can be played here."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


CommandId = Annotated[
    str,
    Field(
        min_length=8,
        max_length=40,
        pattern=r"^[\x21-\x7e]+$",
        description=english.COMMAND_ID,
    ),
]
"""What a client calls a command, so that it is carried out once however often it is sent."""


class _Command(_Model):
    id: CommandId = Field(default_factory=new_id)

    @property
    def begins(self) -> bool:
        """Whether it begins something, and does not just go on with a game."""
        return self.begins_game

    @property
    def begins_game(self) -> bool:
        """Whether it may make another game."""
        return False


class Move(_Command):
    """Play a disc; if *version* is given, only if the game is still at that version."""

    t: Literal["move"] = "move"
    move: int = Field(ge=0, lt=18 * 18)
    version: int | None = Field(default=None, ge=0)


class Join(_Command):
    """Take the open seat."""

    t: Literal["join"] = "join"

    @property
    def begins(self) -> bool:
        """A game of mine."""
        return True


class Swap(_Command):
    """Swap sides: take over the first move."""

    t: Literal["swap"] = "swap"


class Resign(_Command):
    """Give up the game."""

    t: Literal["resign"] = "resign"


class Abort(_Command):
    """Cancel a game that has hardly begun."""

    t: Literal["abort"] = "abort"


class OfferCommand(_Command):
    """Offer a draw, a takeback or a rematch."""

    t: Literal["offer"] = "offer"
    what: Offer

    @property
    def begins(self) -> bool:
        """Something to be answered, or a game."""
        return True

    @property
    def begins_game(self) -> bool:
        """A rematch does, at once or when it is accepted."""
        return self.what == "rematch"


class Answer(_Command):
    """Accept or decline an offer."""

    t: Literal["answer"] = "answer"
    what: Offer
    yes: bool

    @property
    def begins_game(self) -> bool:
        """Accepting a rematch does."""
        return self.yes and self.what == "rematch"


class Claim(_Command):
    """Claim a win or a draw because the opponent has left."""

    t: Literal["claim"] = "claim"
    what: Literal["win", "draw"]


Reaction = Literal["hello", "good", "oops", "thinking", "thanks", "played"]
"""What a player may say to the other: words for it are in `words.REACTIONS`."""


class React(_Command):
    """Show everyone at the game a sign; nothing is saved."""

    t: Literal["react"] = "react"
    what: Reaction


class Tail(_Model):
    """Ask for what happened after a version."""

    t: Literal["tail"]
    version: int = Field(ge=0)


class Ping(_Model):
    """Ask whether the server is there."""

    t: Literal["ping"]
    n: int = 0


Command = Move | Join | Swap | Resign | Abort | OfferCommand | Answer | Claim
"""What a game carries out or refuses."""

Frame = Command | React | Tail | Ping
"""Whatever a client may send."""

read_frame: Callable[[str | bytes], Frame] = TypeAdapter[Frame](
    Annotated[Frame, Field(discriminator="t")]
).validator.validate_json
"""The frame that some JSON is; a `ValidationError` if it is none."""


class _Timed(_Model):
    """A clock, days for each move, or neither."""

    base: int | None = Field(default=None, ge=10_000, le=3 * 3_600_000)
    increment: int | None = Field(default=None, ge=0, le=180_000)
    days: Literal[1, 2, 3, 7] | None = None

    @model_validator(mode="after")
    def _one_clock(self) -> Self:
        if self.days is not None and (self.base is not None or self.increment is not None):
            raise ValueError(words.TWO_CLOCKS)
        return self


class NewGame(_Timed):
    """The terms of a new game.

    *opponent*: "friend" (anyone with the link), "self" (two players on one screen), or a level.
    """

    rules: RulesText = "7x6x4"
    swap: bool = False
    visibility: Visibility = "link"
    side: Literal["x", "o", "random"] = "random"
    opponent: str = Field(
        default="friend", pattern=r"^(friend|self|perfect|level ([1-9]|10))$", max_length=20
    )
    rated: bool = False

    @model_validator(mode="after")
    def _rated_against_another(self) -> NewGame:
        if self.rated and self.opponent == "self":
            raise ValueError(words.RATED_ALONE)
        return self


class Wish(_Timed):
    """What somebody wants to play, with whoever fits."""

    rules: Annotated[str, AfterValidator(_rules_text)] = "7x6x4"
    swap: bool = False
    rated: bool = False


class RatingView(BaseModel):
    """How strong a player was when the game began, and what it has changed."""

    rating: int
    provisional: bool = Field(description="Whether it is still uncertain, shown as `1512?`.")
    change: int | None = Field(description="`null` until the game has been rated.")


class SeatView(BaseModel):
    """A player."""

    name: str | None
    kind: Literal["person", "program", "open"]
    here: bool
    person: str | None = Field(description="The id of a person who is known here.")
    rating: RatingView | None = Field(
        default=None, description="`null` for who has none in games of this kind."
    )


class OutcomeView(BaseModel):
    """How the game ended."""

    winner: SymbolText | None
    reason: Reason
    text: str


class ClockView(BaseModel):
    """The milliseconds left when this was sent."""

    base: int
    increment: int
    days: int | None = Field(
        default=None, description="How many days there are for each move, instead of a clock."
    )
    x: int
    o: int
    running: SymbolText | None


class OffersView(BaseModel):
    """The side that has offered each of these."""

    draw: SymbolText | None
    takeback: SymbolText | None
    rematch: SymbolText | None


class GameView(BaseModel):
    """A game as one person sees it."""

    id: str
    version: int
    rules: str
    title: str
    swap: bool
    rated: bool
    seek: bool
    unrated: str | None = Field(
        default=None, description="Why a rated game does not count, as a sentence."
    )
    visibility: Visibility
    tournament: str | None = Field(default=None, description="The tournament it belongs to.")
    status: Literal["open", "playing", "over"]
    seats: dict[SymbolText, SeatView]
    you: Literal["x", "o", "both", "none"]
    moves: list[int]
    text: str
    discs: dict[str, SymbolText]
    last: str | None
    turn: SymbolText | None
    legal: list[int]
    can_swap: bool
    lines: list[list[str]]
    outcome: OutcomeView | None
    clock: ClockView | None
    offers: OffersView
    rematch: str | None
    claim_in: int | None
    watching: int
    failing: bool = Field(
        default=False, description="The computer failed to choose a move; it keeps trying."
    )
    created: str
    invite: str | None = None  # only in the answer to making a private game


class Ack(BaseModel):
    """A command has been carried out and saved; *version* is that of the game after it."""

    id: str
    version: int
    event: dict[str, object]
    game: GameView | None = None


class LobbyPlayer(BaseModel):
    """A player of a game in the lobby."""

    name: str
    rating: RatingView | None


class LobbyGame(BaseModel):
    """A public game that is open or in progress."""

    id: str
    rules: str
    title: str
    swap: bool
    rated: bool
    clock: tuple[int, int] | None
    days: int | None = Field(description="How many days there are for each move.")
    name: str
    players: list[LobbyPlayer]
    person: str | None = Field(description="The id of the person who waits.")
    here: bool = Field(
        description="Whether a player is connected; an open game over days needs none."
    )
    since: int


class LobbyView(BaseModel):
    """The public games, and how many people are online."""

    open: list[LobbyGame]
    playing: list[LobbyGame]
    people: int
