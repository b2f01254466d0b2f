"""The table: points, then direct comparison, Sonneborn-Berger and wins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from inarow.web.tournaments.state import WIN, Player, State

__all__ = ["Line", "standings"]


class Line(NamedTuple):
    """A player's place; those who cannot be told apart share one."""

    place: int
    player: Player
    direct: int  # points against those with as many points
    berger: float  # the points of those one has won against, and half of those drawn with


def standings(state: State) -> list[Line]:
    """All who have played or may, best first. Who was removed without a game is not shown."""
    players = [
        player for player in state.players.values() if player.status != "removed" or player.games
    ]
    tied = defaultdict[int, set[int]](set)
    for player in players:
        tied[player.points].add(player.number)
    lines = []
    for player in players:
        direct = _direct(player, tied[player.points])
        lines.append(Line(0, player, direct, _berger(player, state.players)))
    lines.sort(key=lambda line: (*_rank(line), line.player.number))
    return list(_placed(lines))


def _rank(line: Line) -> tuple[float, ...]:
    return -line.player.points, -line.direct, -line.berger, -line.player.wins


def _placed(lines: Iterable[Line]) -> Iterable[Line]:
    before: Line | None = None
    for number, line in enumerate(lines, start=1):
        same = before is not None and _rank(before) == _rank(line)
        before = line._replace(place=before.place if same and before else number)
        yield before


def _direct(player: Player, tied: set[int]) -> int:
    if len(tied) == 1:
        return 0
    return sum(game.points for game in player.games if game.opponent in tied)


def _berger(player: Player, players: Mapping[int, Player]) -> float:
    return sum(game.points * players[game.opponent].points for game in player.games) / WIN
