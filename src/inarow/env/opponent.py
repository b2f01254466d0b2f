"""`Opponent`: any player as a part of an environment; `starts`: where its games may begin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.env.episode import Episode
from inarow.env.spec import Spec
from inarow.errors import EnvError, quoted
from inarow.players import Player, Program, Random
from inarow.players.by_text import entrant

__all__ = ["Opponent", "Start", "read_start", "starts"]

Start: TypeAlias = Position | str | tuple[int, ...]
"""Where a game begins: a position, its text, or moves as text or numbers."""


class Opponent:
    """Plays the other side, as *player* does, or as the entrant of that text ("level 3") does.

    It is a copy: the player that was given is not changed.
    """

    def __init__(self, player: Player | str) -> None:
        if isinstance(player, str):
            player = entrant(player)
        if not isinstance(player, Player):
            raise EnvError(
                f"expected an opponent such as 'random' or a Player, got {quoted(player)}"
            )
        self._model = player
        self._player = player.copy()

    def restart(self, seed: int) -> None:
        """Forget everything; what is left to chance comes from *seed*."""
        self._player.close()
        self._player = self._model.copy()
        if isinstance(self._player, Program):
            self._player.random.seed(seed)

    def reply(self, episode: Episode) -> int:
        """The move it chooses; an error of inarow's if it fails."""
        player = self._player
        if type(player) is Random:  # the same as it chooses, without making a position
            return player.random.choice(episode.legal)
        return player.choose(episode.position)

    def close(self) -> None:
        """Give back what the player holds."""
        self._player.close()


def starts(start: Start | Iterable[Start] | None, rules: Rules) -> list[Position]:
    """The positions that *start* names, at least one; without any the empty board."""
    if start is None:
        return [Position(rules)]
    if isinstance(start, Position | str) or _are_moves(start):
        return [read_start(start, rules)]
    found = [read_start(each, rules) for each in start] if isinstance(start, Iterable) else []
    if not found:
        raise EnvError(f"expected a start or several, got {quoted(start)}")
    return found


def read_start(start: object, rules: Rules) -> Position:
    """One start as a position of *rules* that a game can begin with."""
    if isinstance(start, str) and "/" in start:
        start = Position.parse(start)
    elif isinstance(start, str):
        start = Board(rules, start).position
    elif _are_moves(start):
        start = Board(rules, start).position  # type: ignore[arg-type]
    if not isinstance(start, Position):
        raise EnvError(f"expected a start as a Position, a text or moves, got {quoted(start)}")
    Episode(Spec(rules)).begin(start)  # or it says why not
    return start


def _are_moves(start: object) -> bool:
    return isinstance(start, tuple) and all(isinstance(move, int) for move in start)
