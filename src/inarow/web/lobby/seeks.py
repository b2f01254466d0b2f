"""`Seeks`: who waits for whoever fits, and whom somebody would be paired with.

Nothing here decides who plays: that is decided by what can be stored. A seek is found by what must
be equal, its kind; ratings must be near, and the longer somebody has waited, the less they matter.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Container, Iterator
from typing import Any, Final, NamedTuple

from inarow.web.live.events import Terms
from inarow.web.live.ratings import Strength

__all__ = ["NEAR", "PATIENCE", "RATED_PATIENCE", "Seek", "Seeks", "fit", "kind_of"]

NEAR: Final = 150.0
"""How many points two players may differ at once, besides by how much ratings may be wrong."""

PATIENCE: Final = 15_000
"""After how many milliseconds of waiting any rating will do."""

RATED_PATIENCE: Final = 30_000
"""The same for games that count."""


def kind_of(terms: Terms) -> str:
    """What must be equal for two seeks to fit."""
    clock = "" if terms.base is None else f" {terms.base}+{terms.increment}"
    clock += "" if terms.days is None else f" {terms.days}d"
    swap, rated = (f" {word}" * on for word, on in (("swap", terms.swap), ("rated", terms.rated)))
    return f"{terms.rules}{clock}{swap}{rated}"


class Seek(NamedTuple):
    """Somebody waits at an open game."""

    game: str
    person: str
    kind: str
    created: int
    rating: Strength | None = None
    rated: bool = False
    unhurried: bool = False  # over days: whoever waits may do other things meanwhile

    @classmethod
    def told(cls, said: list[Any]) -> Seek:
        """A seek as another instance tells of it, in JSON."""
        seek = cls(*said)
        return seek._replace(rating=(seek.rating[0], seek.rating[1]) if seek.rating else None)

    @property
    def age(self) -> tuple[int, str]:
        """The order of seeks: the oldest first."""
        return self.created, self.game


def fit(one: Seek, other: Seek, now: int) -> bool:
    """Whether two may be paired at this time."""
    if one.kind != other.kind or one.person == other.person:
        return False
    if one.rating is None or other.rating is None:
        return True
    waited = now - min(one.created, other.created)
    left = 1 - waited / (RATED_PATIENCE if one.rated else PATIENCE)
    reach = NEAR + one.rating[1] + other.rating[1]
    return left <= 0 or abs(one.rating[0] - other.rating[0]) <= reach / left


class Seeks:
    """Some seeks, by game and by kind."""

    def __init__(self) -> None:
        self._by_game: dict[str, Seek] = {}
        self._by_kind: dict[str, list[Seek]] = {}  # the oldest first

    def __iter__(self) -> Iterator[Seek]:
        return iter(list(self._by_game.values()))

    def __len__(self) -> int:
        return len(self._by_game)

    def __contains__(self, game: str) -> bool:
        return game in self._by_game

    def get(self, game: str) -> Seek | None:
        """The seek at a game."""
        return self._by_game.get(game)

    def add(self, seek: Seek) -> None:
        """Somebody waits."""
        self.drop(seek.game)
        self._by_game[seek.game] = seek
        insort(self._by_kind.setdefault(seek.kind, []), seek, key=_age)

    def drop(self, game: str) -> Seek | None:
        """Nobody waits there any more; what was there."""
        seek = self._by_game.pop(game, None)
        if seek is not None:
            same = self._by_kind[seek.kind]
            del same[bisect_left(same, seek.age, key=_age)]
            if not same:
                del self._by_kind[seek.kind]
        return seek

    def of(self, person: str, kind: str) -> Seek | None:
        """The oldest seek of somebody."""
        same = self._by_kind.get(kind, ())
        return next((seek for seek in same if seek.person == person), None)

    def best(
        self, seek: Seek, now: int, *, met: Callable[[str, str], bool], but: Container[str] = ()
    ) -> Seek | None:
        """With whom *seek* is paired: who has waited longest, those *met* lately last.

        *but* are the games of seeks that are being paired already.
        """
        last = None
        for other in self._by_kind.get(seek.kind, ()):
            if other.game in but or not fit(seek, other, now):
                continue
            if not met(seek.person, other.person):
                return other
            last = last or other
        return last


def _age(seek: Seek) -> tuple[int, str]:
    return seek.age
