"""What a hub asks of whoever rates its games; `Unrated` is for one whose games nobody rates."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from inarow.web.live.events import Terms
from inarow.web.live.game import LiveGame

__all__ = ["Ratings", "Strength", "Unrated"]

Strength: TypeAlias = tuple[float, float]
"""Points, and by how much they may be wrong."""


class Ratings(Protocol):
    """Rates games, and knows how strong their players are."""

    async def learn(self, live: LiveGame) -> None:
        """Note at a session how strong its players are."""

    def attend(self, live: LiveGame, *, ours: bool) -> None:
        """A session has other players, or is over; *ours* if that has happened at this instance."""

    def heard(self, game: str) -> None:
        """Another instance has rated a game."""

    async def why_not(self, person: str) -> str:
        """Why somebody may not begin a rated game now, as a sentence; empty if they may."""

    async def strength_of(self, person: str, terms: Terms) -> Strength | None:
        """How strong somebody is in such games; `None` if that is not known."""

    async def settle(self, game: str) -> None:
        """Rate a game now if it is over and has still to be rated."""


class Unrated:
    """Nobody is rated."""

    async def learn(self, live: LiveGame) -> None:
        """Nothing is known."""

    def attend(self, live: LiveGame, *, ours: bool) -> None:
        """Nothing changes."""

    def heard(self, game: str) -> None:
        """Nothing has changed."""

    async def why_not(self, person: str) -> str:
        """Everybody may."""
        del person
        return ""

    async def strength_of(self, person: str, terms: Terms) -> Strength | None:
        """Nobody knows."""
        del person, terms
        return None

    async def settle(self, game: str) -> None:
        """There is nothing to do."""
