"""The positions that the steps are measured and checked on, drawn by seed."""

from __future__ import annotations

from random import Random

import inarow as ir

SEED = 1

SETS = {
    "tic-tac-toe": [("3x3x3/free", 0, 1)],
    "7x6, 10 left": [("7x6x4", 32, 10)],
    "7x6, 12 left": [("7x6x4", 30, 10)],
    "4x4": [("4x4x4", 0, 1)],
    "7x6, 16 left": [("7x6x4", 26, 10)],
    "5x4": [("5x4x4", 0, 1)],
    "7x6, 20 left": [("7x6x4", 22, 10)],
    "7x6, 24 left": [("7x6x4", 18, 10)],
    "5x5": [("5x5x4", 0, 1)],
}
"""What the steps are measured on: rules, discs on the board, how many positions."""

DECISIONS = [("7x6x4", plies, 10) for plies in (8, 12, 16, 20)]
"""Where moves are chosen with a limit."""

THOUSAND = {
    "3x3x3/free": {0: 1, 2: 20, 3: 20, 4: 19},
    "4x4x3": {0: 1, 2: 9},
    "4x4x4/free": {8: 30},
    "4x4x4": {0: 1, 2: 15, 4: 34, 6: 50},
    "5x4x4": {0: 1, 2: 20, 4: 40, 6: 40, 8: 49},
    "5x5x4": {0: 1, 2: 9, 4: 20, 6: 30, 8: 40},
    "6x5x4": {0: 1, 6: 10, 8: 20, 10: 30, 12: 39},
    "7x6x4": {16: 30, 18: 50, 20: 70, 22: 100, 26: 100, 30: 100},
}
"""What the perfect player is checked on: rules, discs on the board, how many positions."""


def careful_game(rules: ir.Rules, plies: int, random: Random) -> ir.Position:
    """A position after random moves, none of which missed a win or let the opponent win at once."""
    while True:
        position = ir.Position(rules)
        while position.ply < plies and (moves := careful(position)):
            position = position.play(random.choice(moves))
        if position.ply == plies and careful(position):
            return position


def careful(position: ir.Position) -> list[int]:
    """The moves that do not let the opponent win at once; none if the side to move could win."""
    if position.winning_moves(position.turn):
        return []
    moves = position.legal_moves()
    return [m for m in moves if not position.play(m).winning_moves(position.turn.other)]


def draw(rules: str, plies: int, count: int) -> list[ir.Position]:
    """*count* different open positions with *plies* discs; the same ones every time."""
    random, parsed = Random(f"{rules} {plies} {SEED}"), ir.Rules.parse(rules)
    found: dict[ir.Position, None] = {}
    while len(found) < count:
        found[careful_game(parsed, plies, random)] = None
    return list(found)


def measured(name: str) -> list[ir.Position]:
    """The positions of a set of `SETS`."""
    return [position for part in SETS[name] for position in draw(*part)]


def decisions() -> dict[ir.Position, dict[int, int]]:
    """The positions of `DECISIONS`, in all of which a move can lose something, with all scores."""
    library, found = ir.Solver(table_mb=16, threads=1), {}
    for rules, plies, count in DECISIONS:
        random, parsed, wanted = Random(f"{rules} {plies} {SEED}"), ir.Rules.parse(rules), count
        while wanted:
            position = careful_game(parsed, plies, random)
            scores = {m: score.value for m, score in library.analyze(position).scores.items()}
            if len({result(score) for score in scores.values()}) > 1:
                found[position] = scores
                wanted -= 1
    return found


def result(score: int) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def thousand() -> list[ir.Position]:
    """The positions of `THOUSAND`."""
    return [
        position
        for rules, plies in THOUSAND.items()
        for ply, count in plies.items()
        for position in draw(rules, ply, count)
    ]
