"""`Standings`: the results of a match so far, as tallies, ratings, a cross table and records."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inarow.arena import PairResult
from inarow.arena.ratings import Interval, Tally, rate
from inarow.board.rules import Side
from inarow.record.record import Record

__all__ = ["Forfeit", "Standings", "aligned"]

WIDTH = 32
"""The most characters of a name in the table."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game that *name* lost for *reason*, not on the board."""

    name: str
    round: str
    reason: str


class Standings:
    """What the players called *names* have made of their games so far; the order does not count."""

    def __init__(self, names: Sequence[str], results: Iterable[PairResult] = ()) -> None:
        self.names = tuple(names)
        self._results: dict[int, PairResult] = {}
        for result in results:
            self.add(result)

    def add(self, result: PairResult) -> None:
        """Count one pair of games."""
        self._results[result.pairing.number] = result

    @property
    def results(self) -> list[PairResult]:
        """All pairs, in the order of the jobs."""
        return [self._results[number] for number in sorted(self._results)]

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * len(self._results)

    def tally(self, name: str, other: str | None = None) -> Tally:
        """The results of *name* against *other*, or against all."""
        found = Tally()
        for result in self.results:
            one, two = result.pairing.names
            if name == one and other in (None, two):
                found.add(result.points)
            elif name == two and other in (None, one):
                found.add([1 - point for point in result.points])
        return found

    def ratings(self) -> dict[str, float]:
        """Elo of all players, 0 on average, from the pairings with a game decided on the board.

        A forfeit counts as a loss, but forfeits alone say nothing about strength.
        """
        met = {
            result.pairing.names
            for result in self.results
            if not all(game.forfeit for game in result.games)
        }
        return rate({pair: self.tally(*pair) for pair in sorted(met)})

    def forfeits(self) -> list[Forfeit]:
        """The games that were not decided on the board."""
        found = []
        for result in self.results:
            for game, record in zip(result.games, result.records(), strict=True):
                if game.forfeit:
                    loser = Side.FIRST if game.result == "0-1" else Side.SECOND
                    name = record.tags["First" if loser is Side.FIRST else "Second"]
                    found.append(Forfeit(name, record.tags["Round"], game.forfeit))
        return found

    @property
    def forfeit_count(self) -> int:
        """How many games were not decided on the board."""
        return sum(bool(game.forfeit) for result in self._results.values() for game in result.games)

    def records(self) -> list[Record]:
        """All games, in the order of the jobs."""
        return [record for result in self.results for record in result.records()]

    # -- text ---------------------------------------------------------------------------------

    def ranking(self) -> list[str]:
        """The names, best first."""
        ratings = self.ratings()

        def place(name: str) -> tuple[float, float, int]:
            return -ratings.get(name, -math.inf), -self.tally(name).share, self.names.index(name)

        return sorted(self.names, key=place)

    def table(self) -> str:
        """The cross table: rating, its error, points, and wins, draws and losses with everyone."""
        ratings, ranking = self.ratings(), self.ranking()
        head = ["", "player", "Elo", "±", "points"]
        if len(ranking) > 2:
            head += [str(i) for i in range(1, len(ranking) + 1)]
        else:
            head += ["games"]
        rows = [head]
        for i, name in enumerate(ranking, start=1):
            total = self.tally(name)
            rating, error = "-", "-"
            if name in ratings:
                rating, error = f"{ratings[name]:+.0f}", _error(total.elo())
            points = f"{total.wins + total.draws / 2:g}/{total.games}"
            cells = [str(total)]
            if len(ranking) > 2:
                cells = [self._cell(name, other) for other in ranking]
            rows.append([str(i), _cut(name), rating, error, points, *cells])
        return aligned(rows)

    def _cell(self, name: str, other: str) -> str:
        tally = self.tally(name, other)
        return str(tally) if tally.games else "."


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows of text under each other, to the right but for the second column, which has names."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column == 1 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _error(interval: Interval) -> str:
    """Half the width of an interval; unknown while one end of it is."""
    reach = (interval.high - interval.low) / 2
    return f"{reach:.0f}" if math.isfinite(reach) else "?"


def _cut(name: str) -> str:
    return name if len(name) <= WIDTH else f"{name[: WIDTH - 3]}..."
