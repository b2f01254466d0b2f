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
from inarow.board.notation import cell_text, move_name, move_text
from inarow.board.position import Position
from inarow.board.render import Mark
from inarow.board.rules import Cell, Rules
from inarow.explain import phrases
from inarow.explain.zugzwang import Plan
from inarow.language import counted, say

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
        has = say("{side} has a plan", side=plan.follower)
        if self.move is not None:
            move = move_name(self.move, rules)
            has = say(
                "{side} can play {move} and then follow a plan", side=plan.follower, move=move
            )
        if not plan.follow:
            return f"{has}."
        told = {"plan": has, "other": plan.follower.other}
        if not plan.pairs:
            return say("{plan}: answer every disc of {other} directly above it.", **told)
        return counted(
            len(plan.follow),
            "{plan}: answer every disc of {other} in column {columns} directly above it.",
            "{plan}: answer every disc of {other} in columns {columns} directly above it.",
            columns=phrases.labels(plan.follow, rules),
            **told,
        )

    def _pairs(self) -> Iterator[str]:
        side, other, rules = self.plan.follower, self.plan.follower.other, self.position.rules
        pairs = [(a.column, b.column) for a, b in self.plan.pairs]
        if len(pairs) == 1:
            yield say(
                "Columns {columns} are a pair: when {other} plays one of them, {side} plays the "
                "other, and from then on answers directly above in both.",
                columns=phrases.labels(pairs[0], rules),
                other=other,
                side=side,
            )
        elif pairs:
            named = "; ".join(phrases.columns(pair, rules) for pair in pairs)
            yield say("The pairs are {pairs}.", pairs=named)
            yield say(
                "When {other} plays one column of a pair, {side} plays the other, and from then on "
                "answers directly above in both.",
                other=other,
                side=side,
            )

    def _reach(self) -> Iterator[str]:
        plan, rules = self.plan, self.position.rules
        side, other = plan.follower, plan.follower.other
        cells = phrases.cells(plan.opponent, rules) if plan.opponent else ""
        if plan.pairs and cells:
            yield counted(
                len(plan.pairs),
                "So {other} gets at most {cells} plus the next cell of one column of the pair.",
                "So {other} gets at most {cells} plus the next cell of one column of each pair.",
                other=other,
                cells=cells,
            )
        elif plan.pairs:
            yield counted(
                len(plan.pairs),
                "So {other} gets at most the next cell of one column of the pair.",
                "So {other} gets at most the next cell of one column of each pair.",
                other=other,
            )
        elif cells:
            yield say("So {other} gets at most {cells}.", other=other, cells=cells)
        else:
            yield say("So {other} gets at most no cell.", other=other)
        if plan.own:
            own = phrases.cells(plan.own, rules)
            yield say("{side} gets {cells} as the columns fill up.", side=side, cells=own)

    def _why(self) -> str:
        other, rules = self.plan.follower.other, self.position.rules
        cells, pairs = self.blocking()
        needs = []
        if cells:
            never = phrases.cells(cells, rules, "or")
            # Translators: Every line still open to x needs ...
            needs.append(say("{cells}, which {other} never gets", cells=never, other=other))
        for pair in pairs:
            both = phrases.cells(pair, rules)
            # Translators: Every line still open to x needs ...
            needs.append(say("both {cells}, which are a pair", cells=both))
        if not needs:
            return say("No line is still open to {other}.", other=other)
        needed, *more = needs
        for each in more:
            needed = say("{list}, or {last}", list=needed, last=each)
        return say("Every line still open to {other} needs {needed}.", other=other, needed=needed)

    def _ending(self) -> str:
        plan, rules = self.plan, self.position.rules
        side, other = plan.follower, plan.follower.other
        if plan.waiting:
            below = [Cell(cell.column, cell.row - 1) for cell in plan.waiting]
            return say(
                "{side} never plays {cells}: once everything else is full, {other} has to "
                "(zugzwang), and {side} wins right above, with disc {disc} of the game at the "
                "latest.",
                side=side,
                cells=phrases.cells(below, rules, "or"),
                other=other,
                disc=self.last_disc(),
            )
        if plan.score:
            return say(
                "{other} cannot win, and {side} completes {line}, with disc {disc} of the game at "
                "the latest.",
                other=other,
                side=side,
                line=phrases.line(self.line(), rules),
                disc=self.last_disc(),
            )
        return say("So {other} cannot win.", other=other)

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
            signs.append(say("+ {side} gets these", side=side))
        if plan.opponent:
            signs.append(say("- {other} gets at most these", other=other))
        if plan.pairs:
            named = " ".join(PAIR_SIGNS[: len(plan.pairs)])
            signs.append(
                counted(
                    len(plan.pairs),
                    "{signs} a pair: one cell each",
                    "{signs} pairs: one cell each",
                    signs=named,
                )
            )
        if plan.waiting:
            wins = say("* {side} wins here when {other} has to play below", side=side, other=other)
            signs.append(wins)
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
