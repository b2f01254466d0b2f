"""Who plays whom next, and who begins: for an arena, and for a round robin. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from inarow.web.tournaments.state import Player

__all__ = ["PATIENCE", "arena_pairs", "colours", "just_met", "robin_round"]

PATIENCE = 10_000
"""After how many milliseconds two who have just met play again, if nobody else is free."""

WINDOW = 12
"""Among how many of those next in the table an opponent is looked for."""

Pair = tuple[int, int]
"""The numbers of x and o."""


def just_met(one: Player, other: Player) -> bool:
    """Whether the latest game of both was against each other."""
    return (
        one.last is not None
        and other.last is not None
        and one.last.opponent == other.number
        and other.last.opponent == one.number
    )


def arena_pairs(free: Sequence[Player], now: int, *, others: bool) -> list[Pair]:
    """Pairs of those who are free: near each other in the table, not twice in a row.

    *others* says whether somebody else may soon be free: then two who have just met wait a while.
    """
    ranked = sorted(free, key=lambda player: (-player.points, player.wins, player.number))
    if len(ranked) < 2:
        return []
    if len(ranked) == 2:
        one, other = ranked
        waited = now - max(one.free_since, other.free_since)
        if just_met(one, other) and others and waited < PATIENCE:
            return []
        return [colours(one, other)]
    if len(ranked) % 2:
        ranked.remove(_left_out(ranked))
    return [colours(one, other) for one, other in _neighbours(ranked)]


def _left_out(ranked: Sequence[Player]) -> Player:
    """Who waits, being one too many: who has waited least, unless the others have just met."""
    for player in sorted(ranked, key=lambda player: (-player.free_since, -len(player.games))):
        rest = [other for other in ranked if other is not player]
        if len(rest) > 2 or not just_met(*rest):
            return player
    return ranked[-1]


def _neighbours(ranked: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Everybody with somebody near, best first; at the end a repetition is exchanged away."""
    left, pairs = list(ranked), list[tuple[Player, Player]]()
    while left:
        one = left.pop(0)
        near = left[:WINDOW]
        other = min(near, key=lambda other: _distance(one, other, near.index(other)))
        left.remove(other)
        pairs.append((one, other))
    for number, (one, other) in enumerate(pairs):
        if just_met(one, other) and len(pairs) > 1:
            place = number - 1 if number else 1
            third, fourth = pairs[place]  # neither has just met one of these
            pairs[place], pairs[number] = (third, one), (fourth, other)
    return pairs


def _distance(one: Player, other: Player, places: int) -> tuple[bool, int, int]:
    """How much speaks against a pair."""
    recent = {game.opponent for game in one.games[-3:]}
    score = abs(one.points - other.points) + 2 * (other.number in recent)
    return just_met(one, other), score, places


def colours(one: Player, other: Player) -> Pair:
    """Who begins: who has done so less often, else who did not the last time."""
    if one.balance != other.balance:
        first = min(one, other, key=lambda player: player.balance)
    else:
        first = one
        for mine, theirs in zip(reversed(one.games), reversed(other.games), strict=False):
            if mine.side != theirs.side:
                first = one if mine.side == "o" else other
                break
        else:
            if (one.number + other.number + len(one.games)) % 2:
                first = other
    second = other if first is one else one
    return first.number, second.number


def robin_round(entrants: Sequence[int], number: int) -> list[Pair]:
    """Round *number*, from 0, by the circle method; with an odd number of players one has a bye.

    The first player stays in place and the others go round. In a second cycle sides are changed.
    """
    circle = [0] * (len(entrants) % 2) + [*entrants]  # nobody stays in place, if there is one
    count = len(circle)
    cycle, turn = divmod(number, count - 1)
    moving = circle[1:]
    places = [circle[0], *moving[turn:], *moving[:turn]]
    pairs = []
    for place in range(count // 2):
        x, o = places[place], places[-1 - place]
        if place % 2 if place else turn % 2:
            x, o = o, x
        if cycle % 2:
            x, o = o, x
        if x and o:
            pairs.append((x, o))
    return pairs
