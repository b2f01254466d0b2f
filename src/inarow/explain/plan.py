"""`Certificate`: a plan (see zugzwang.py) in words and as a picture, so that it can be checked.

It says who answers what, which cells each side ends up with, and why no line fits into those that
the opponent can get. Nothing of it needs a search: a person can follow and verify every step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from inarow.board.lines import Direction, find_lines
from inarow.board.notation import cell_text, move_text
from inarow.board.position import Position
from inarow.board.render import Mark
from inarow.board.rules import Cell, Rules
from inarow.explain import phrases
from inarow.explain.zugzwang import Plan

__all__ = ["Certificate", "all_lines"]

PAIR_SIGNS = "ABCDEFGHIJKLMNOPQ"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A *plan* that holds in *position*, where the follower's opponent is to move.

    *move* is what the follower has to play first to get there, `None` if nothing.
    """

    position: Position
    plan: Plan
    move: int | None = None

    @property
    def sentences(self) -> list[str]:
        """The plan in words, step by step."""
        return [self._rule(), *self._pairs(), *self._reach(), self._why(), self._ending()]

    # -- words --------------------------------------------------------------------------------

    def _rule(self) -> str:
        plan, rules = self.plan, self.position.rules
        has = f"{plan.follower} has a plan"
        if self.move is not None:
            first = phrases.moves((self.move,), rules)
            has = f"{plan.follower} can play {first} and then follow a plan"
        if not plan.follow:
            return f"{has}."
        where = f" in {phrases.columns(plan.follow, rules)}" if plan.pairs else ""
        return f"{has}: answer every disc of {plan.follower.other}{where} directly above it."

    def _pairs(self) -> Iterator[str]:
        side, other = self.plan.follower, self.plan.follower.other
        rules = self.position.rules
        pairs = [phrases.columns((a.column, b.column), rules) for a, b in self.plan.pairs]
        then = f"{side} plays the other, and from then on answers directly above in both"
        if len(pairs) == 1:
            yield f"{pairs[0].capitalize()} are a pair: when {other} plays one of them, {then}."
        elif pairs:
            yield f"The pairs are {'; '.join(pairs)}."
            yield f"When {other} plays one column of a pair, {then}."

    def _reach(self) -> Iterator[str]:
        plan, rules = self.plan, self.position.rules
        side, other = plan.follower, plan.follower.other
        gets = [phrases.cells(plan.opponent, rules)] if plan.opponent else []
        if plan.pairs:
            gets.append(f"the next cell of one column of {_each_pair(plan)}")
        yield f"So {other} gets at most {' plus '.join(gets) or 'no cell'}."
        if plan.own:
            yield f"{side} gets {phrases.cells(plan.own, rules)} as the columns fill up."

    def _why(self) -> str:
        other, rules = self.plan.follower.other, self.position.rules
        cells, pairs = self.blocking()
        needs = [f"{phrases.cells(cells, rules, 'or')}, which {other} never gets"] if cells else []
        needs += [f"both {phrases.cells(pair, rules)}, which are a pair" for pair in pairs]
        if not needs:
            return f"No line is still open to {other}."
        return f"Every line still open to {other} needs {', or '.join(needs)}."

    def _ending(self) -> str:
        plan, rules = self.plan, self.position.rules
        side, other = plan.follower, plan.follower.other
        latest = f"with disc {self.last_disc()} of the game at the latest"
        if plan.waiting:
            below = [Cell(cell.column, cell.row - 1) for cell in plan.waiting]
            where = phrases.cells(below, rules, "or")
            return (
                f"{side} never plays {where}: once everything else is full, "
                f"{other} has to (zugzwang), and {side} wins right above, {latest}."
            )
        if plan.score:
            line = phrases.line(self.line(), rules)
            return f"{other} cannot win, and {side} completes {line}, {latest}."
        return f"So {other} cannot win."

    # -- what can be checked --------------------------------------------------------------------

    def last_disc(self) -> int:
        """The number of the disc with which a winning plan wins at the latest."""
        last = self.position.rules.cell_count + 2 - 2 * self.plan.score
        return last if (last - self.position.ply) % 2 == 0 else last - 1

    def line(self) -> tuple[Cell, ...]:
        """A line that the follower gets by following alone; empty if there is none."""
        rules, plan = self.position.rules, self.plan
        lines = find_lines(self.position.discs(plan.follower) | rules.bits(plan.own), rules)
        return lines[0].cells[: rules.k] if lines else ()

    def open_lines(self) -> list[tuple[Cell, ...]]:
        """Every k cells in a row that have no disc of the follower."""
        blocked = self.position.discs(self.plan.follower)
        rules = self.position.rules
        return [line for line in all_lines(rules) if not rules.bits(line) & blocked]

    def blocking(self) -> tuple[list[Cell], list[tuple[Cell, Cell]]]:
        """Few cells that the opponent never gets, and pairs: every open line has one or both."""
        plan = self.plan
        ours = self.position.discs(plan.follower.other)
        paired = {cell for pair in plan.pairs for cell in pair}
        reachable = {*self.position.rules.cells(ours), *plan.opponent, *paired}
        left = [set(line) for line in self.open_lines()]
        pairs = [pair for pair in plan.pairs if any(_only(line, pair, reachable) for line in left)]
        left = [line for line in left if not any(line.issuperset(pair) for pair in pairs)]
        cells: list[Cell] = []
        while left:
            lines_of = Counter(cell for line in left for cell in line - reachable)
            best = max(sorted(lines_of), key=lines_of.__getitem__)
            cells.append(best)
            left = [line for line in left if best not in line]
        return sorted(cells), pairs

    # -- picture ------------------------------------------------------------------------------

    def marks(self) -> dict[Cell, Mark]:
        """A sign for every cell that one side gets, to be drawn in `position`."""
        plan = self.plan
        side, other = plan.follower, plan.follower.other
        marks = {cell: Mark("-", other) for cell in plan.opponent}
        marks |= {cell: Mark("+", side) for cell in plan.own}
        for sign, pair in zip(PAIR_SIGNS, plan.pairs, strict=False):
            marks |= {cell: Mark(sign) for cell in pair}
        return marks | {cell: Mark("*", side) for cell in plan.waiting}

    def legend(self) -> list[str]:
        """What the signs mean, one line each."""
        plan = self.plan
        side, other = plan.follower, plan.follower.other
        signs = []
        if plan.own:
            signs.append(f"+ {side} gets these")
        if plan.opponent:
            signs.append(f"- {other} gets at most these")
        if plan.pairs:
            named = " ".join(PAIR_SIGNS[: len(plan.pairs)])
            signs.append(f"{named} {'a pair' if len(plan.pairs) == 1 else 'pairs'}: one cell each")
        if plan.waiting:
            signs.append(f"* {side} wins here when {other} has to play below")
        return signs

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        plan = self.plan
        cells, pairs = self.blocking()
        return {
            "position": self.position.text(),
            "move": None if self.move is None else move_text(self.move, self.position.rules),
            "follower": plan.follower.symbol,
            "score": plan.score,
            "last_disc": self.last_disc() if plan.score else None,
            "follow": [move_text(column, self.position.rules) for column in plan.follow],
            "pairs": [[cell_text(cell) for cell in pair] for pair in plan.pairs],
            "waiting": [cell_text(cell) for cell in plan.waiting],
            "own": [cell_text(cell) for cell in plan.own],
            "opponent": [cell_text(cell) for cell in plan.opponent],
            "blocking": [cell_text(cell) for cell in cells],
            "blocking_pairs": [[cell_text(cell) for cell in pair] for pair in pairs],
            "line": [cell_text(cell) for cell in self.line()],
            "sentences": self.sentences,
            "marks": {cell_text(cell): mark.sign for cell, mark in self.marks().items()},
            "legend": self.legend(),
        }


def _each_pair(plan: Plan) -> str:
    return "the pair" if len(plan.pairs) == 1 else "each pair"


def _only(line: set[Cell], pair: tuple[Cell, Cell], reachable: set[Cell]) -> bool:
    """Whether nothing but this pair keeps the opponent from completing *line*."""
    return line <= reachable and line.issuperset(pair)


def all_lines(rules: Rules) -> Iterator[tuple[Cell, ...]]:
    """Every k cells in a row that fit on the board."""
    for direction in Direction:
        for start in rules.cells(rules.board):
            line = direction.walk(start, rules.k)
            if rules.has(*line[-1]):
                yield line
