"""Who decides: people and programs."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random as Generator
from typing import TYPE_CHECKING, Self

from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules
from inarow.errors import PlayerError, quoted

if TYPE_CHECKING:
    from inarow.search.engine import Engine, Limit
    from inarow.search.stop import Stop

__all__ = [
    "Cautious",
    "EnginePlayer",
    "Human",
    "Picture",
    "Player",
    "Program",
    "Random",
]


@dataclass(frozen=True, slots=True)
class Picture:
    """Something to show: a resource (a sign, a file, an address) and what it shows, in words."""

    resource: str
    description: str


def open_position(board: AnyPosition) -> Position:
    """The position that a player is asked about; after the end there is nothing to ask."""
    position = Position.of(board)
    outcome = position.outcome()
    if outcome is not None:
        raise PlayerError(f"expected a game in progress, but it is over: {outcome}")
    if not position.legal_moves():  # discs float in the top row
        raise PlayerError(f"expected a position with a legal move, got {position.text()}")
    return position


CROSS = Picture("×", "an embossed cross")
RING = Picture("○", "an embossed ring")
DIE = Picture("⚄", "a die")
KNIGHT = Picture("♞", "a knight")
GEAR = Picture("⚙", "a gear")
CROWN = Picture("♛", "a crown")


class Player(ABC):
    """Someone who plays: a name, a number, an icon for the discs, an avatar, a way to decide."""

    def __init__(
        self,
        name: str,
        *,
        id: int = 0,
        icon: Picture = CROSS,
        avatar: Picture | None = None,
    ) -> None:
        if not isinstance(name, str):
            raise PlayerError(f"expected a name, got {quoted(name)}")
        self.name = name
        self.id = id
        self.icon = icon
        self.avatar = avatar or Picture("☺", f"a portrait of {name}")

    @abstractmethod
    def choose(self, position: Position) -> int:
        """The move to play; asked only while the game is open."""

    def choose_until(self, position: Position, stop: Stop) -> int:
        """The move to play; players who search end that when *stop* is set, however early."""
        with stop.calling(self.stop):
            return self.choose(position)

    def objection(self, rules: Rules) -> str:  # noqa: ARG002
        """Why they cannot play *rules*, for the end of a sentence; empty if nothing is known."""
        return ""

    def stop(self) -> None:  # noqa: B027  nothing to do for most
        """Have a `choose` in another thread end soon."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r} id={self.id}>"

    def copy(self) -> Self:
        """Another player, the same for now, who changes independently from here on."""
        return copy.deepcopy(self)

    def close(self) -> None:  # noqa: B027  most hold nothing
        """Give back what the player holds, such as a program. They may be asked again."""


class Human(Player):
    """A person. A frontend gives *ask*, which shows them the position and returns their move."""

    def __init__(
        self,
        name: str = "human",
        *,
        id: int = 0,
        icon: Picture = CROSS,
        avatar: Picture | None = None,
        ask: Callable[[Position], int] | None = None,
    ) -> None:
        super().__init__(name, id=id, icon=icon, avatar=avatar)
        self.ask = ask

    def choose(self, position: AnyPosition) -> int:
        """Ask the person."""
        position = open_position(position)
        if self.ask is None:
            raise PlayerError(f"no way to ask {self.name} for a move: expected Human(ask=...)")
        return self.ask(position)

    def copy(self) -> Self:
        """The same person; *ask* is shared, for it belongs to the frontend."""
        return copy.copy(self)


class Program(Player):
    """A player that decides by itself. What it leaves to chance comes from *seed*."""

    def __init__(
        self,
        name: str,
        *,
        seed: int | None = None,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture | None = None,
    ) -> None:
        super().__init__(name, id=id, icon=icon, avatar=avatar)
        self.random = Generator(seed)


class Random(Program):
    """Plays any legal move. The same seed plays the same game."""

    def __init__(
        self,
        name: str = "random",
        *,
        seed: int | None = None,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = DIE,
    ) -> None:
        super().__init__(name, seed=seed, id=id, icon=icon, avatar=avatar)

    def choose(self, position: AnyPosition) -> int:
        """One of the legal moves, each as likely."""
        return self.random.choice(open_position(position).legal_moves())


class Cautious(Program):
    """Wins if it can, blocks if it must, and does not help the opponent to a win on the next move.

    Among the moves that are left it takes a central one.
    """

    def __init__(
        self,
        name: str = "cautious",
        *,
        seed: int | None = None,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = KNIGHT,
    ) -> None:
        super().__init__(name, seed=seed, id=id, icon=icon, avatar=avatar)

    def choose(self, position: AnyPosition) -> int:
        """A winning move, else a block, else a central move that gives nothing away."""
        position = open_position(position)
        moves = position.legal_moves()
        own = position.winning_moves(position.turn)
        theirs = position.winning_moves(position.turn.other)
        if own or theirs:
            return self.random.choice(own or theirs)
        given_away = {(column, row - 1) for column, row in position.threats(position.turn.other)}
        safe = [move for move in moves if position.cell_of(move) not in given_away]
        if not position.rules.gravity:
            safe = list(moves)  # a disc opens no cell above it
        return min(safe or moves, key=lambda move: self._eccentricity(move, position))

    def _eccentricity(self, move: int, position: Position) -> tuple[float, float]:
        rules = position.rules
        column, row = (move, 0) if rules.gravity else rules.cell_at(move)
        away = abs(column - (rules.width - 1) / 2)
        if not rules.gravity:
            away += abs(row - (rules.height - 1) / 2)
        return away, self.random.random()


class EnginePlayer(Player):
    """Plays what an `Engine` finds within a `Limit`, a second for a move if none is given."""

    def __init__(
        self,
        limit: Limit | None = None,
        name: str = "engine",
        *,
        engine: Engine | None = None,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = GEAR,
    ) -> None:
        from inarow.search.engine import Engine, Limit

        super().__init__(name, id=id, icon=icon, avatar=avatar)
        self.limit = limit or Limit(seconds=1)
        self.engine = engine or Engine()

    def choose(self, position: AnyPosition) -> int:
        """The engine's best move."""
        return self.engine.search(position, self.limit).move

    def choose_until(self, position: AnyPosition, stop: Stop) -> int:
        """What the engine likes best, or has liked best so far when *stop* is set."""
        return self.engine.search(position, self.limit, stop=stop).move

    def objection(self, rules: Rules) -> str:
        """The limits of the engine."""
        from inarow.search.engine import beyond

        return beyond(rules)

    def stop(self) -> None:
        """Have a search in another thread end now, with what it has found."""
        self.engine.stop()

    def copy(self) -> Self:
        """The same player with an engine of its own."""
        twin = copy.copy(self)
        twin.engine = self.engine.copy()
        return twin
