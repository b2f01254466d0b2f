"""`inarow arena`: matches between programs."""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_rules,
    add_scheduler,
    add_workers,
    choose_run,
    natural,
)
from inarow.commands.progress import StatusLine
from inarow.errors import ArenaError

if TYPE_CHECKING:
    from inarow.arena import Pairing
    from inarow.arena.ratings import Sprt
    from inarow.arena.standings import Standings


ELO = "Elo: 0 is the average of the players; one drawn game is added to every pairing"
"""What the column of the table shows."""


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "arena",
        "play matches between programs and estimate how strong they are",
        "inarow arena 'level 3' 'level 4'\n"
        "inarow arena engine:100ms engine:1s cautious --rules 9x6x4 --games 20 --workers 2\n"
        "inarow arena engine:5000n engine:2000n --sprt 0 20 --games 2000 --save match.txt\n"
        "inarow arena engine:100ms 'ugi@100ms:inarow engine --threads 1'\n"
        "inarow arena engine:1s 'gomocup:./pbrain-other' --rules gomoku",
    )
    parser.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help="random, cautious, 'level 5', perfect, engine:100ms (or 2s, 5000n for nodes, d6 for "
        "depth; then ,inexact ,threads=N ,table_mb=N), ugi:COMMAND, gomocup:COMMAND "
        "(ugi@100ms:COMMAND for a limit), FILE.py:FUNCTION, json:COMMAND, http://...",
    )
    add_rules(parser)
    parser.add_argument(
        "--games",
        type=natural,
        default=100,
        metavar="N",
        help="games per pair of players (default: 100)",
    )
    parser.add_argument(
        "--plies",
        type=natural,
        default=4,
        metavar="N",
        help="random moves at the start of each game (default: 4)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="random seed for openings and players (default: 0)"
    )
    add_workers(parser)
    add_scheduler(parser)
    parser.add_argument(
        "--gauntlet", action="store_true", help="the first player plays all others, who do not meet"
    )
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="sequential test with two players: stop once it is clear whether the first is LOW or "
        "HIGH Elo stronger",
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="file for the records of all games"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.arena import play
    from inarow.arena.standings import Standings
    from inarow.record.record import save_all

    jobs, sprt = _prepare(options)
    standings = Standings(list(dict.fromkeys(name for job in jobs for name in job.names)))
    meter = StatusLine()
    code = 0
    try:
        for result in play(jobs, choose_run(options), sprt=sprt):
            standings.add(result)
            if meter.due():
                meter.show(_status(standings, 2 * len(jobs), sprt))
    except KeyboardInterrupt:
        code = 130
    finally:
        meter.clear()
    if options.json:
        print(json.dumps(_data(standings, options.rules or CONNECT_FOUR, sprt)))
    else:
        _tell(standings, 2 * len(jobs), sprt)
    if options.save:
        save_all(standings.records(), options.save)
    return code


def _prepare(options: argparse.Namespace) -> tuple[list[Pairing], Sprt | None]:
    """The jobs and the test; whatever is wrong is found here, before the first game."""
    from inarow.arena import schedule
    from inarow.arena.openings import openings
    from inarow.arena.ratings import Sprt
    from inarow.players.by_text import as_entrant, entrant
    from inarow.players.decision import expect_willing

    rules: Rules = options.rules or CONNECT_FOUR
    players = [as_entrant(text) for text in options.players]
    for text in players:
        expect_willing(entrant(text), rules)
    if options.games < 2 or options.games % 2:
        raise ArenaError(f"expected an even number of games, at least 2, got {options.games}")
    if options.sprt and len(options.players) != 2:
        raise ArenaError(f"expected two players with --sprt, got {len(options.players)}")
    if options.save and not options.save.resolve().parent.is_dir():
        raise ArenaError(f"expected a file in an existing folder, got {str(options.save)!r}")
    if options.save and options.save.exists() and not options.save.is_file():
        raise ArenaError(f"expected an ordinary file to write to, got {str(options.save)!r}")
    sprt = Sprt(*options.sprt) if options.sprt else None
    pairs = options.games // 2
    found = openings(rules, pairs, options.plies, options.seed)
    jobs = schedule(players, rules, found, pairs, seed=options.seed, gauntlet=options.gauntlet)
    if len(found) < pairs:
        print(f"inarow: {_few(len(found), options.plies, rules)}", file=sys.stderr)
    return jobs, sprt


def _few(count: int, plies: int, rules: Rules) -> str:
    long = f"{plies} {'ply' if plies == 1 else 'plies'}"
    if count == 1:
        return f"{rules} has only one opening of {long}: every pair of games starts with it"
    return f"{rules} has only {count} openings of {long}: they are repeated"


# -- what is shown ----------------------------------------------------------------------------


def _status(standings: Standings, total: int, sprt: Sprt | None) -> str:
    first = standings.names[0]
    tally = standings.tally(first)
    text = f"{standings.games} of {total} games, {first[:24]}: {tally}"
    if standings.forfeit_count:
        text += f", {standings.forfeit_count} forfeits"
    return f"{text}, {sprt.ratio(tally):+.1f} of ±{sprt.limit:.1f}" if sprt else text


def _tell(standings: Standings, total: int, sprt: Sprt | None) -> None:
    if not standings.games:
        print("no games were finished")
        return
    print(standings.table())
    games = standings.games
    print(f"\n{games} games" + ("" if games == total else f" of {total}"))
    if not standings.ratings():
        print("no Elo: no game was decided on the board")
    else:
        print(ELO)
        if len(standings.names) == 2:
            one, two = standings.names
            print(f"{one} against {two}, by their games alone: {_difference(standings, one)}")
        if sprt:
            print(_verdict(standings, sprt))
    _tell_forfeits(standings)


def _difference(standings: Standings, name: str) -> str:
    """How much stronger *name* is than the other of two players."""
    found = standings.tally(name).elo()
    if math.isfinite(found.low) and math.isfinite(found.high):
        return f"{found.value:+.0f} Elo, {found.low:+.0f} to {found.high:+.0f} with 95% certainty"
    if math.isfinite(found.low):
        return f"at least {found.low:+.0f} Elo with 95% certainty"
    if math.isfinite(found.high):
        return f"at most {found.high:+.0f} Elo with 95% certainty"
    return "too few games for an Elo difference"


def _tell_forfeits(standings: Standings) -> None:
    """Who failed, how often and why: the same reason is told once."""
    rounds: dict[tuple[str, str], list[str]] = {}
    for each in standings.forfeits():
        rounds.setdefault((each.name, each.reason), []).append(each.round)
    if rounds:
        print("\nforfeits:")
    for (name, reason), games in rounds.items():
        print(f"  {name}: {reason} ({_games(games)})")


def _games(rounds: list[str]) -> str:
    few = ", ".join(rounds[:3])
    if len(rounds) == 1:
        return f"game {few}"
    return f"{len(rounds)} games: {few}{', ...' if len(rounds) > 3 else ''}"


def _verdict(standings: Standings, sprt: Sprt) -> str:
    tally = standings.tally(standings.names[0])
    verdict = sprt.verdict(tally)
    found = "open" if verdict is None else f"{sprt.high if verdict else sprt.low:g}"
    ratio = f"log-likelihood ratio {sprt.ratio(tally):+.2f}, limits ±{sprt.limit:.2f}"
    return f"test {sprt.low:g} or {sprt.high:g} Elo: {found} ({ratio})"


def _data(standings: Standings, rules: Rules, sprt: Sprt | None) -> dict[str, object]:
    ratings = standings.ratings()
    players = []
    for name in standings.ranking():
        tally = standings.tally(name)
        interval = tally.elo()
        bounds = (
            (interval.value, interval.low, interval.high) if name in ratings else [math.inf] * 3
        )
        players.append(
            {
                "name": name,
                "rating": ratings.get(name),
                "elo": [_finite(bound) for bound in bounds],
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
            }
        )
    found: dict[str, object] = {
        "rules": str(rules),
        "games": standings.games,
        "players": players,
        "forfeits": [
            {"name": each.name, "round": each.round, "reason": each.reason}
            for each in standings.forfeits()
        ],
    }
    if sprt:
        tally = standings.tally(standings.names[0])
        found["sprt"] = {
            "low": sprt.low,
            "high": sprt.high,
            "ratio": sprt.ratio(tally),
            "verdict": {None: "open", True: "high", False: "low"}[sprt.verdict(tally)],
        }
    return found


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
