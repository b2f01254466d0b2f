"""Matches between any entrants: who meets whom, the games, and what they say about strength.

A `Pairing` is one opening played twice with the sides exchanged. It is made of text and rules, so
that it can be played in any process, on any machine, by `play_pair`; what comes out depends on
nothing else, as far as the players do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

from inarow.arena.ratings import Sprt, Tally
from inarow.board.board import Board
from inarow.board.rules import Rules, Side
from inarow.errors import ArenaError, InarowError
from inarow.jobs import Run, in_order
from inarow.players.by_text import entrant
from inarow.players.decision import why_no_move
from inarow.players.game import Game
from inarow.record.record import Record

__all__ = ["PairResult", "Pairing", "Played", "names_of", "play", "play_pair", "schedule"]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A job: two entrants, by text, play *opening* twice. *names* distinguish twins."""

    number: int
    rules: Rules
    entrants: tuple[str, str]
    names: tuple[str, str]
    opening: tuple[int, ...] = ()
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its moves, the opening among them, its result and why it was forfeited, if so."""

    moves: tuple[int, ...]
    result: str
    forfeit: str = ""


@dataclass(frozen=True, slots=True)
class PairResult:
    """The two games of a pairing; in the first one its first entrant plays x."""

    pairing: Pairing
    games: tuple[Played, Played]

    @property
    def points(self) -> tuple[float, float]:
        """What the first entrant made of the games."""
        shares = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
        return shares[self.games[0].result], 1 - shares[self.games[1].result]

    def records(self) -> list[Record]:
        """The games as records."""
        pairing, found = self.pairing, []
        for number, game in enumerate(self.games):
            first, second = pairing.names[:: -1 if number else 1]
            tags = {
                "First": first,
                "Second": second,
                "Round": f"{pairing.number + 1}.{number + 1}",
                "OpeningPlies": str(len(pairing.opening)),
            }
            if game.forfeit:
                tags["Forfeit"] = game.forfeit
            board = Board(pairing.rules, game.moves)
            found.append(Record.of(board, tags=tags, result=game.result))
        return found


def schedule(
    entrants: Sequence[str],
    rules: Rules,
    openings: Sequence[tuple[int, ...]],
    pairs: int,
    *,
    seed: int = 0,
    gauntlet: bool = False,
) -> list[Pairing]:
    """All jobs of a match: everyone meets everyone, or the first meets all others, *pairs* times.

    Every pairing plays the same *openings*, again from the first one when they are used up.
    """
    if len(entrants) < 2:
        raise ArenaError(f"expected at least two players, got {len(entrants)}")
    if not openings or pairs < 1:
        raise ArenaError("expected at least one opening and one pair of games")
    names = names_of(entrants)
    meetings = list(combinations(range(len(entrants)), 2))
    if gauntlet:
        meetings = [meeting for meeting in meetings if meeting[0] == 0]
    return [
        Pairing(
            round_ * len(meetings) + i,
            rules,
            (entrants[one], entrants[two]),
            (names[one], names[two]),
            openings[round_ % len(openings)],
            seed,
        )
        for round_ in range(pairs)
        for i, (one, two) in enumerate(meetings)
    ]


def names_of(entrants: Sequence[str]) -> list[str]:
    """The names of entrants: as short as distinguishes them, with numbers for equal ones."""
    bare = [re.sub(r"^(python|json|http)(@[^:]*)?:(?!//)", "", text) for text in entrants]
    short = [_short(text) for text in bare]
    names: list[str] = []
    for i, text in enumerate(entrants):
        before = entrants[:i].count(text)
        forms = (form[i] for form in (short, bare) if form.count(form[i]) == 1)
        names.append(f"{text} #{before + 1}" if before else next(forms, text))
    return names


def _short(text: str) -> str:
    """Files without their folders, modules without their packages."""
    if re.fullmatch(r"[^:\s]+\.py(:\w+)?", text):
        return Path(text).name
    return text.rpartition(".")[2] if re.fullmatch(r"[\w.]+:\w+", text) else text


def play_pair(pairing: Pairing) -> PairResult:
    """Play both games of a pairing."""
    return PairResult(pairing, (_play_game(pairing, 0), _play_game(pairing, 1)))


def _play_game(pairing: Pairing, number: int) -> Played:
    order = (1, 0) if number else (0, 1)
    seeds = [Random(f"{pairing.seed} {pairing.number} {number} {i}").getrandbits(63) for i in order]
    first, second = (
        entrant(pairing.entrants[i], seed=seed) for i, seed in zip(order, seeds, strict=True)
    )
    game = Game(Board(pairing.rules, pairing.opening), (first, second))
    forfeit = ""
    try:
        while game.outcome() is None and not forfeit:
            try:
                game.step()
            except InarowError as error:  # whoever was asked has failed
                forfeit = why_no_move(game.to_move, error)
    finally:
        first.close()
        second.close()
    outcome = game.outcome()
    if outcome is not None:
        return Played(game.board.moves, outcome.result)
    loser = game.board.turn
    return Played(game.board.moves, "0-1" if loser is Side.FIRST else "1-0", forfeit)


def play(jobs: Sequence[Pairing], run: Run, *, sprt: Sprt | None = None) -> Iterator[PairResult]:
    """The results as they come; with *sprt*, in the order of the jobs until the test has ended.

    A sequential test must not depend on who is faster: results that come out of turn wait, and
    those after the end are not counted.
    """
    if sprt is None:
        yield from run(play_pair, jobs)
        return
    tally = Tally()
    with closing(in_order(run, play_pair, jobs)) as results:
        for result in results:
            yield result
            tally.add(result.points)
            if sprt.verdict(tally) is not None:
                return
