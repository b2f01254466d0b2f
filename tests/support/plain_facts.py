"""Facts found the plain way, with nothing of what `explain` uses: wins, forced lines, plans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import inarow as ir
from inarow.board.lines import find_lines

Scores = Mapping[int, ir.Score]


def top(scores: Scores) -> ir.Score:
    return max(scores.values(), key=int)


def completes(position: ir.Position, cell: ir.Cell, side: ir.Side) -> bool:
    """Whether a disc of *side* in an empty cell makes a line."""
    assert position.at(*cell) is None
    discs = position.discs(side) | position.rules.bit(*cell)
    return bool(find_lines(discs, position.rules))


def can_play(position: ir.Position, cell: ir.Cell) -> bool:
    return position.cell_of(position.rules.move_at(*cell)) == cell


def wins_at_once(position: ir.Position, side: ir.Side) -> set[int]:
    turned = replace(position, turn=side)
    played = {move: turned.play(move).outcome() for move in turned.legal_moves()}
    return {move for move, outcome in played.items() if outcome and outcome.winner is side}


def check_forced(position: ir.Position, line: Sequence[int], side: ir.Side) -> None:
    """A line in which every answer of the other side is forced, and which *side* wins."""
    for number, move in enumerate(line):
        assert position.outcome() is None
        if position.turn is not side:
            assert not wins_at_once(position, side.other)
            threats = wins_at_once(position, side)
            assert threats
            if number < len(line) - 2:
                assert threats == {move}
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is side


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"in (\d+)", text)]


def check_certificate(shown: ir.Certificate, worth: int) -> str:
    """A plan promises no more than the score (*worth* to its follower), and every word of it."""
    plan, position = shown.plan, shown.position
    follower, opponent = plan.follower, plan.follower.other
    assert position.turn is opponent
    assert worth >= plan.score
    paired = {cell for pair in plan.pairs for cell in pair}
    cells, pairs = shown.blocking()
    assert not {*cells} & {*plan.opponent, *paired}
    rules = position.rules
    for line in every_line(rules):
        if not any(position.at(*cell) is follower for cell in line):
            assert {*line} & {*cells} or any({*pair} <= {*line} for pair in pairs)
    assert not {*plan.own} & {*plan.opponent, *paired, *plan.waiting}
    for cell in plan.waiting:
        assert completes(position, cell, follower)
        assert not can_play(position, cell)
    if plan.score and not plan.waiting:
        own = {*plan.own, *rules.cells(position.discs(follower))}
        assert len(shown.line()) == rules.k
        assert {*shown.line()} <= own
    if plan.score:
        last = rules.cell_count + 2 - 2 * worth
        assert last - (last - position.ply) % 2 <= shown.last_disc()
    return "plan: waits" if plan.waiting else "plan: line" if plan.score else "plan: holds"


def every_line(rules: ir.Rules) -> Iterator[list[ir.Cell]]:
    for column in range(rules.width):
        for row in range(rules.height):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [ir.Cell(column + i * right, row + i * up) for i in range(rules.k)]
                if all(rules.has(*cell) for cell in line):
                    yield line
