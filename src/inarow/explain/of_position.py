"""What a position shows: who can win, what must be answered or avoided, what waits for later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from inarow.board.notation import moves_text
from inarow.board.position import Position
from inarow.board.rules import Cell, Side
from inarow.explain import forcing, phrases
from inarow.explain.fact import Fact, cells_of

__all__ = ["best_line", "last_to_fill", "poisoned_moves", "tactics", "waiting_threats"]


def tactics(position: Position) -> Iterator[Fact]:
    """Who can win immediately, what must be answered, and what can be forced."""
    side, rules = position.turn, position.rules
    own, theirs = (cells_of(position, position.winning_moves(s)) for s in (side, side.other))
    if own:
        text = f"{side} can win immediately at {phrases.cells(own, 'or')}."
        yield Fact("wins_now", text, side, own)
        return
    if len(theirs) > 1:
        text = phrases.several_threats(side.other, theirs)
        yield Fact("cannot_stop", text, side.other, theirs)
        return
    if theirs:
        text = f"{side} must play {phrases.cells(theirs)}, or {side.other} wins there."
        yield Fact("must_stop", text, side.other, theirs)
        above = theirs[0].above
        if rules.gravity and above in position.threats(side.other):
            text = f"Then {side.other} wins right above, at {phrases.cells([above])}."
            yield Fact("stacked_loss", text, side.other, (above,))
            return
    win = forcing.find(position)
    if win is not None:
        text = f"{side} can force a win: {phrases.forced_win(win, rules)}."
        yield Fact("forced_win", text, side, win.threatened, win.moves)
        return
    win = None if theirs else forcing.find(replace(position, turn=side.other))
    if win is not None:
        then = f"If {side.other} were to move, {side.other} would win by force"
        text = f"{then}: {phrases.forced_win(win, rules)}."
        yield Fact("threatened_win", text, side.other, win.threatened, win.moves)


def poisoned_moves(position: Position) -> Iterator[Fact]:
    """Moves that give the opponent the cell above."""
    side, rules = position.turn, position.rules
    if position.winning_moves(side.other):
        return
    legal = position.legal_moves()
    lost = tuple(m for m in legal if position.play(m).winning_moves(side.other))
    if not lost:
        return
    given = tuple(cell.above for cell in cells_of(position, lost))
    where = f"{side.other} would win right above, at {phrases.cells(given, 'or')}"
    text = f"{side} must not play {phrases.moves(lost, rules, 'or')}: {where}."
    if len(lost) == len(legal):
        at = phrases.cells(given, "or")
        text = f"Whatever {side} plays, {side.other} wins right above, at {at}."
    yield Fact("poisoned", text, side.other, given, lost)
    safe = tuple(m for m in legal if m not in lost)
    if len(safe) == 1:
        only = phrases.moves(safe, rules)
        text = f"{side}'s only move that does not lose immediately is {only}."
        yield Fact("only_safe", text, None, cells_of(position, safe), safe)


def waiting_threats(position: Position) -> Iterator[Fact]:
    """Threats for later: their cells cannot be played yet."""
    can_play = set(cells_of(position, position.legal_moves()))
    for side in Side:
        later = tuple(cell for cell in position.threats(side) if cell not in can_play)
        if later:
            yield Fact("waiting", f"{side} has {phrases.threats(later)}.", side, later)


def last_to_fill(position: Position) -> Iterator[Fact]:
    """Who must finally play below a threat if all other cells are filled first: only counting."""
    can_play = set(cells_of(position, position.legal_moves()))
    lowest: dict[int, Cell] = {}
    for cell in sorted(cell for side in Side for cell in position.threats(side)):
        if cell not in can_play:
            lowest.setdefault(cell.column, cell)
    below = tuple(Cell(cell.column, cell.row - 1) for cell in lowest.values())
    kept = sum(position.rules.height - cell.row for cell in below)
    elsewhere = position.rules.cell_count - position.ply - kept
    if not below or not elsewhere:
        return
    side = position.turn if elsewhere % 2 == 0 else position.turn.other
    one, above = elsewhere == 1, "it" if len(below) == 1 else "them"
    text = (
        f"Apart from {phrases.cells(below)} and the cells above {above}, "
        f"{phrases.count(elsewhere, 'cell')} {'is' if one else 'are'} empty. "
        f"If {'it is' if one else 'those are'} filled first, "
        f"{side} must play {phrases.cells(below, 'or')}, below {_whose(position, side, lowest)}."
    )
    yield Fact("last_to_fill", text, side.other, below)


def _whose(position: Position, side: Side, lowest: Mapping[int, Cell]) -> str:
    """Whose threats these are, as seen by *side*."""
    own = set(position.threats(side)) & set(lowest.values())
    theirs = set(position.threats(side.other)) & set(lowest.values())
    if not theirs:
        return "its own threat"
    return f"a threat of {side.other}" if not own else "a threat"


def best_line(position: Position, line: Sequence[int]) -> Fact:
    """A *line* of best play, with the result if it reaches the end."""
    now = position
    for move in line:
        now = now.play(move)
    outcome = now.outcome()
    winner = outcome.winner if outcome else None
    ends = f", and {winner} wins" if winner else ""
    text = f"Best play: {moves_text(line, position.rules)}{ends}."
    return Fact("best_line", text, winner, (), tuple(line))
