"""Compare with the truth what the chapter on learning has learned, and write its tables.

    python docs/course/learn_measure.py                                  # table and DQN, anew
    python docs/course/learn_measure.py docs/course/weights/6x5x4.npz    # nets of AlphaZero

What is found is added to `learned.json`; the tables are made of it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import torch

import inarow as ir
import learn_alphazero as alphazero
import learn_dqn as dqn
import learn_table
from inarow.players.by_text import entrant
from learn_truth import Agent, everything, exam, mark, match, reached, strength
from tables import table

HERE = Path(__file__).parent
LEARNED = HERE / "learned.json"
GAMES = 20
"""Against every level, and against Perfect."""
SIMULATIONS = 100
MOVES = 500_000
"""What table and DQN learn from on the larger board."""

Results = dict[str, Any]


def judge(agent: Agent, rules: ir.Rules, *, games: bool = True) -> Results:
    """The exam, and games against all levels and Perfect."""
    marks = mark(agent, exam(rules))
    found: Results = {"kept": marks.kept, "best": marks.best, "asked": marks.asked}
    if games:
        levels = {level: match(agent, rules, f"level {level}", GAMES) for level in range(1, 11)}
        perfect = match(agent, rules, "perfect", GAMES)
        found["levels"] = {level: each.points for level, each in levels.items()}
        found["perfect"] = [perfect.won, perfect.drawn, perfect.lost]
        found.update(strength(rules, levels))
    print(rules, found, flush=True)
    return found


def player(text: str) -> Agent:
    """One of the library's players as an agent."""
    each = entrant(text, seed=1)
    return lambda positions: [each.choose(position) for position in positions]


def measure_table() -> list[Results]:
    """Both ways to fill a table, on the board that is small enough to ask everything."""
    everywhere = list(everything(learn_table.RULES))
    questions = [question for question in everywhere if question.matters]
    rows = []
    for learn in (learn_table.monte_carlo, learn_table.q_learning):
        for curiosity in (0.2, 1.0):
            for moves in (100_000, 1_000_000, 10_000_000, 40_000_000):
                if moves == 40_000_000 and curiosity < 1:
                    continue
                filled = learn(learn_table.RULES, moves, curiosity=curiosity)
                marks = mark(filled.agent, questions)
                own = mark(filled.agent, reached(filled.agent, everywhere))
                rows.append({
                    "way": learn.__name__, "random": curiosity, "moves": moves,
                    "met": len(filled.rows), "kept": marks.kept, "best": marks.best,
                    "asked": marks.asked, "own": own.asked, "mistakes": own.asked - own.kept,
                })  # fmt: skip
                print(rows[-1], flush=True)
    return rows


def measure_small() -> dict[str, Results]:
    """Table and DQN on a board that is too large for a table."""
    rules = dqn.RULES
    questions = exam(rules)
    filled = learn_table.q_learning(rules, MOVES, curiosity=0.3)
    met = sum(
        (q.position.discs(q.position.turn), q.position.discs(q.position.turn.other)) in filled.rows
        for q in questions
    )
    net = dqn.learn(rules, MOVES, questions)
    return {
        "table": {**judge(filled.agent, rules), "met": met},
        "DQN": judge(dqn.Player(net), rules),
    }


def measure_others(rules: ir.Rules) -> dict[str, Results]:
    """What learns nothing, to compare with."""
    torch.manual_seed(1)
    usual = alphazero.Settings()
    blank = alphazero.Net(rules, usual.width, usual.blocks)
    return {
        "random": judge(player("random"), rules),
        **{name: judge(player(name), rules, games=False) for name in ("level 5", "level 10")},
        f"net not trained, {SIMULATIONS} simulations": judge(
            alphazero.Player(rules, blank, SIMULATIONS), rules
        ),
    }


def measure_nets(path: Path) -> Results:
    """A net of AlphaZero, alone and with its search."""
    rules, net, about = alphazero.load(path)
    about |= {
        "bytes": path.stat().st_size,
        "weights": sum(each.numel() for each in net.parameters()),
    }
    agents = {
        "net alone": alphazero.Player(rules, net, 0),
        f"{SIMULATIONS} simulations": alphazero.Player(rules, net, SIMULATIONS),
    }
    return {"about": about} | {
        how: judge(agent, rules) | {"thirds": thirds(agent, rules)} for how, agent in agents.items()
    }


def thirds(agent: Agent, rules: ir.Rules) -> list[list[int]]:
    """How often the result is kept early, in the middle and late, of how many."""
    found = []
    for third in range(3):
        asked = [q for q in exam(rules) if q.position.ply * 3 // rules.cell_count == third]
        marks = mark(agent, asked)
        found.append([marks.kept, marks.asked])
    return found


# -- tables ---------------------------------------------------------------------------------------


def share(part: int, whole: int, digits: int = 1) -> str:
    """In per cent."""
    return f"{100 * part / whole:.{digits}f}%"


def ways(results: Results) -> str:
    """How the tables are filled."""
    rows = [
        [
            {"monte_carlo": "Monte&nbsp;Carlo", "q_learning": "Q&#8209;learning"}[row["way"]],
            f"{row['random']:.0%}",
            f"{row['moves']:,}",
            f"{row['met']:,}",
            share(row["kept"], row["asked"], 2),
            share(row["best"], row["asked"], 2),
            f"{row['mistakes']} of {row['own']:,}",
        ]
        for row in results["table"]
    ]
    head = ["way", "random moves", "moves played", "positions met", "result kept", "best move",
            "mistakes in its own games"]  # fmt: skip
    return table(head, rows)


def row_of(name: str, found: Results) -> list[str]:
    """An agent in a table."""
    row = [name, share(found["kept"], found["asked"]), share(found["best"], found["asked"])]
    if "levels" not in found:
        return [*row, "", "", ""]
    won, drawn, lost = found["perfect"]
    return [
        *row,
        f"{sum(found['levels'].values()):g} of {GAMES * len(found['levels'])}",
        f"{found['elo']:.0f} ± {found['high'] - found['elo']:.0f}",
        f"+{won} ={drawn} -{lost}",
    ]


HEAD = ["agent", "result kept", "best move", "points against levels", "Elo", "against Perfect"]


def nets_of(results: Results, rules: str) -> dict[str, Results]:
    """The nets of AlphaZero for these rules, by what made them."""
    found = [net for net in results["nets"].values() if net["about"]["rules"] == rules]
    return {
        f"AlphaZero ({'CPU' if net['about']['device'] == 'cpu' else net['about']['machine']})": net
        for net in found
    }


def agents(results: Results, rules: str) -> str:
    """All agents for these rules."""
    rows = [row_of(name, found) for name, found in results["agents"].get(rules, {}).items()]
    for name, net in nets_of(results, rules).items():
        rows += [row_of(f"{name}, {how}", net[how]) for how in net if how != "about"]
    return table(HEAD, rows)


def levels(results: Results, rules: str) -> str:
    """The points against each level."""
    rows = []
    for name, net in nets_of(results, rules).items():
        for how, found in net.items():
            if how != "about":
                points = [f"{each:g}" for each in found["levels"].values()]
                rows.append([f"{name}, {how}", *points])
    return table([f"points of {GAMES} against level", *map(str, range(1, 11))], rows)


def phases(results: Results, rules: str) -> str:
    """The share of results kept in each third of the game."""
    rows = []
    for name, net in nets_of(results, rules).items():
        for how, found in net.items():
            if how != "about":
                rows.append([f"{name}, {how}", *(share(*each) for each in found["thirds"])])
    return table(
        ["result kept with the board", "up to a third full", "then", "over two thirds full"], rows
    )


def nets(results: Results) -> str:
    """How the nets were made."""
    rows = []
    for net in results["nets"].values():
        about = net["about"]
        rows.append([
            about["rules"], "one CPU core" if about["device"] == "cpu" else about["machine"],
            f"{about['width']} x {about['blocks']}", f"{about['weights']:,}",
            f"{about['simulations']}", f"{about['games_ended']:,}", f"{about['positions']:,}",
            f"{about['seconds_taken']:.0f}",
        ])  # fmt: skip
    head = ["board", "made on", "net", "weights", "simulations", "games", "positions", "seconds"]
    return table(head, rows, words=3)


def tables(results: Results) -> dict[str, str]:
    """Every table by its name."""
    return {
        "learn-table": ways(results),
        "learn-small": agents(results, str(dqn.RULES)),
        "learn-large": agents(results, "7x6x4"),
        "learn-levels": levels(results, "7x6x4"),
        "learn-phases": phases(results, "7x6x4"),
        "learn-nets": nets(results),
    }


def main(paths: list[str]) -> None:
    """Measure, then write `learned.json` and the tables."""
    torch.set_num_threads(1)
    results: Results = json.loads(LEARNED.read_text()) if LEARNED.exists() else {"nets": {}}
    if not paths:
        small, large = str(dqn.RULES), "7x6x4"
        results["table"] = measure_table()
        results["agents"] = {
            small: {**measure_others(dqn.RULES), **measure_small()},
            large: measure_others(ir.Rules.parse(large)),
        }
    for path in map(Path, paths):
        results["nets"][path.stem] = measure_nets(path)
    LEARNED.write_text(json.dumps(results, indent=1) + "\n")
    for name, text in tables(json.loads(LEARNED.read_text())).items():
        (HERE / "tables" / f"{name}.txt").write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
