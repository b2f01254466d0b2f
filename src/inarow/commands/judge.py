"""`inarow judge`: how good an agent is, by the exact truth."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.board.rules import CONNECT_FOUR
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_rules,
    add_scheduler,
    add_time,
    add_workers,
    choose_run,
    natural,
)
from inarow.commands.progress import StatusLine
from inarow.errors import ArenaError

if TYPE_CHECKING:
    from inarow.judge.scorecard import Scorecard

WORST = 3
"""How many bad moves of one agent are printed."""


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "judge",
        "rate agents by exact scores and by games against the levels",
        "inarow judge bot.py\n"
        "inarow judge students/*.py --report class.html --workers 2\n"
        "inarow judge bot.py:agent 'node bot.js' http://localhost:8000/move 'level 5' random\n"
        "inarow judge my.module:agent --rules 6x6x4 --games 100 --questions 200 --json",
    )
    parser.add_argument(
        "agents",
        nargs="+",
        metavar="AGENT",
        help="FILE.py (its function agent, or else its last one), FILE.py:FUNCTION, "
        "MODULE:FUNCTION, a command that answers in JSON, http://..., or a player such as "
        "'level 5' or perfect",
    )
    add_rules(parser)
    parser.add_argument(
        "--games",
        type=natural,
        default=40,
        metavar="N",
        help="number of games against the levels (default: 40)",
    )
    parser.add_argument(
        "--questions",
        type=natural,
        default=100,
        metavar="N",
        help="number of exam positions (default: 100)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        help="random seed for questions, openings and players (default: 0)",
    )
    add_time(parser, 10.0, "time per move for external agents,")
    add_workers(parser)
    add_scheduler(parser)
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="file for an HTML page with charts and the worst moves",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.judge import Settings, judge
    from inarow.players.by_text import as_entrant, entrant
    from inarow.players.decision import expect_willing

    settings = Settings(
        options.rules or CONNECT_FOUR, options.games, options.questions, options.seed
    )
    agents = [as_entrant(text, f"{options.time:g}s") for text in options.agents]
    for agent in agents:
        expect_willing(
            entrant(agent), settings.rules
        )  # what can be wrong about it is found before the first question
    if options.report and not options.report.resolve().parent.is_dir():
        raise ArenaError(f"expected a file in an existing folder, got {str(options.report)!r}")
    if options.report and options.report.exists() and not options.report.is_file():
        raise ArenaError(f"expected an ordinary file to write to, got {str(options.report)!r}")
    line = StatusLine()

    def show(what: str, done: int, total: int) -> None:
        if line.due() or not total:
            line.show(f"{done} of {total} jobs, {what}" if total else what)

    cards: list[Scorecard] = []
    try:
        judge(agents, settings, run=choose_run(options), progress=show, finished=cards.append)
    except KeyboardInterrupt:
        if not cards:
            raise
    finally:
        line.clear()
    if options.report:
        _write(options.report, cards, options.seed)
    if options.json:
        print(json.dumps(_data(cards, settings.seed)))
    else:
        _tell(cards)
    if len(cards) < len(agents):
        print(f"inarow: stopped: {len(cards)} of {len(agents)} agents judged", file=sys.stderr)
        return 130
    return 0


def _write(path: Path, cards: list[Scorecard], seed: int) -> None:
    from inarow.files import write
    from inarow.judge.report import page

    write(path, page(cards, seed=seed).encode(), ArenaError)


def _tell(cards: list[Scorecard]) -> None:
    from inarow.arena.standings import aligned
    from inarow.board.notation import move_label
    from inarow.judge.scorecard import table

    print(aligned(table(cards)))
    if any(card.games for card in cards):
        print("\nElo: by the games against the levels; level 1 is 0")
    failed = [card for card in cards if card.failures()]
    if failed:
        print("\nwhat went wrong:")
    for card in failed:
        for why, count in card.failures().items():
            print(f"  {card.name}: {why}{f' ({count} times)' if count > 1 else ''}")
    if len(cards) > 1:
        return
    worst = cards[0].worst(WORST)
    if worst:
        print("\nthe worst moves:")
    for verdict in worst:
        rules, scores = verdict.position.rules, verdict.scores
        better = " ".join(move_label(move, rules) for move in verdict.best)
        print(
            f"  {verdict.position.text()}: {move_label(verdict.move, rules)}, "
            f"now {scores[verdict.move]}; {better}: {scores[verdict.best[0]]}"
        )


def _data(cards: list[Scorecard], seed: int) -> dict[str, object]:
    from inarow.judge.scorecard import ranking

    return {"seed": seed, "agents": [card.to_dict() for card in ranking(cards)]}
