"""What a position shows: who can win, what must be answered or avoided, what waits for later."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from inarow.board.notation import move_label, move_name
from inarow.board.position import Position
from inarow.board.rules import Cell, Side
from inarow.explain import forcing, phrases
from inarow.explain.fact import Fact, cells_of
from inarow.explain.plan import all_lines
from inarow.search.scores import Estimate, Worth

__all__ = [
    "best_line",
    "last_to_fill",
    "most_lines",
    "poisoned_moves",
    "resisting",
    "suggestion",
    "tactics",
    "to_watch",
    "waiting_threats",
]

LINE_AT_MOST = 20
"""Lines of play up to this many discs are told in full."""
BEGINNING, END = 10, 6
"""Of longer ones this many discs are told at the beginning and at the end."""


def tactics(position: Position) -> Iterator[Fact]:
    """Who can win immediately, what must be answered, and what can be forced."""
    side, rules = position.turn, position.rules
    own, theirs = (position.winning_moves(s) for s in (side, side.other))
    if own:
        text = f"Play {phrases.moves(own, rules, 'or')}: {side} completes a line and wins."
        yield Fact("wins_now", text, side, cells_of(position, own), own)
        return
    cells = cells_of(position, theirs)
    if len(theirs) > 1:
        text = f"No move helps: {phrases.several_threats(side.other, theirs, rules)}."
        yield Fact("cannot_stop", text, side.other, cells)
        return
    if theirs:
        block = move_name(theirs[0], rules)
        above = cells[0].above
        if rules.gravity and above in position.threats(side.other):
            where = f"{block}, and again right above it"
            text = f"No move helps: {side.other} threatens to win with {where}"
            text = f"{text}; {side} can block only one."
            yield Fact("stacked_loss", text, side.other, (cells[0], above))
            return
        text = f"{side} must block {block}, or {side.other} wins there."
        yield Fact("must_stop", text, side.other, cells, theirs)
    win = forcing.find(position)
    if win is not None:
        text = f"{side} wins by force: {phrases.forced_win(win, rules)}."
        yield Fact("forced_win", text, side, win.threatened, win.moves)
        return
    win = None if theirs else forcing.find(replace(position, turn=side.other))
    if win is not None:
        text = f"{side.other} threatens to win by force: {phrases.forced_win(win, rules)}."
        yield Fact("threatened_win", text, side.other, win.threatened, win.moves)


def suggestion(position: Position, move: int, worth: Worth) -> Fact:
    """What the engine would play, where not all is certain."""
    play = f"Play {move_name(move, position.rules)}"
    if isinstance(worth, Estimate):
        chances = f"{worth.side}'s winning chances are {worth.win_probability:.0%}"
        opinion = f"{worth}; {chances}"
        text = f"{play}, the engine's choice (an estimate, not a proof): {opinion}."
    else:
        losing = f"{position.turn} is losing; " if worth.value < 0 else ""
        text = f"{play}: {losing}{phrases.result(worth)}."
    return Fact("suggestion", text, None, cells_of(position, [move]), (move,))


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
    text = f"{side} must not play {phrases.moves(lost, rules, 'or')}: {side.other} wins on top."
    if len(lost) == len(legal):
        text = f"Whatever {side} plays, {side.other} wins on top of it."
    yield Fact("poisoned", text, side.other, given, lost)
    safe = tuple(m for m in legal if m not in lost)
    if len(safe) == 1:
        only = phrases.moves(safe, rules)
        text = f"{side}'s only move that does not lose immediately is {only}."
        yield Fact("only_safe", text, None, cells_of(position, safe), safe)


def to_watch(position: Position, side: Side, told: Collection[int] = ()) -> Iterator[Fact]:
    """The columns that *side* should leave alone, because a threat lies right above.

    Those that were *told* are left out.
    """
    rules = position.rules
    if not rules.gravity or not position.is_playable:
        return
    threats = {each: set(position.threats(each)) for each in Side}
    free = {move: position.cell_of(move) for move in range(rules.width) if move not in told}
    above = {move: cell.above for move, cell in free.items() if cell is not None}
    lost = tuple(move for move, cell in above.items() if cell in threats[side.other])
    wasted = tuple(
        move for move, cell in above.items() if cell in threats[side] and move not in lost
    )
    advice = []
    if lost:
        advice.append(f"{phrases.moves(lost, rules, 'or')}, where {side.other} wins on top")
    if wasted:
        what = f"where {side.other} blocks {side}'s threat on top"
        advice.append(f"{phrases.moves(wasted, rules, 'or')} yet, {what}")
    if advice:
        cells = tuple(above[move] for move in (*lost, *wasted))
        text = f"Watch out: {side} should not play {'; nor '.join(advice)}."
        yield Fact("watch", text, None, cells, (*lost, *wasted))


def waiting_threats(position: Position) -> Iterator[Fact]:
    """Threats for later: their cells cannot be played yet."""
    can_play = set(cells_of(position, position.legal_moves()))
    for side in Side:
        later = tuple(cell for cell in position.threats(side) if cell not in can_play)
        if later:
            text = f"{side} has {phrases.threats(later, position.rules, ' for later')}."
            yield Fact("waiting", text, side, later)


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
    rules, one = position.rules, elsewhere == 1
    text = (
        f"Count the cells: apart from {phrases.cells(below, rules)} and what lies above, "
        f"{phrases.count(elsewhere, 'cell')} {'is' if one else 'are'} empty. Once "
        f"{'it is' if one else 'they are'} full it is {side}'s turn, and {side} must play "
        f"right below {_whose(position, side, lowest)}."
    )
    yield Fact("last_to_fill", text, side.other, below)


def _whose(position: Position, side: Side, lowest: Mapping[int, Cell]) -> str:
    """Whose threats these are, as seen by *side*."""
    own = set(position.threats(side)) & set(lowest.values())
    theirs = set(position.threats(side.other)) & set(lowest.values())
    if not theirs:
        return f"its own threat, which {side.other} then blocks"
    return f"a threat of {side.other}, who then wins above" if not own else "a threat"


def most_lines(position: Position, best: Collection[int]) -> Iterator[Fact]:
    """The one of the *best* moves whose disc lies on the most lines that can still be completed."""
    side, rules = position.turn, position.rules
    open_lines = [line for line in all_lines(rules) if not rules.bits(line) & position.other]
    cells = {move: position.cell_of(move) for move in position.legal_moves()}
    lines = {move: sum(cell in line for line in open_lines) for move, cell in cells.items()}
    second, most = sorted(lines.values())[-2:] if len(lines) > 1 else (0, 0)
    for move in best:
        if lines[move] == most > second:
            where = f"{'in' if rules.gravity else 'at'} {move_name(move, rules)}"
            count = f"{phrases.count(most, 'line')} that {side} can still complete"
            text = f"A disc {where} lies on {count}: more than anywhere else."
            yield Fact("most_lines", text, side, (), (move,))


def best_line(position: Position, line: Sequence[int]) -> Fact:
    """A *line* of best play, with the result if it reaches the end."""
    rules, now, told = position.rules, position, []
    line = resisting(position, line)
    for move in line:
        told.append(f"{now.turn} {move_label(move, rules)}")
        now = now.play(move)
    outcome = now.outcome()
    winner = outcome.winner if outcome else None
    ends = ", and so on"
    if outcome is not None and winner is None:
        ends = ", and the game is a draw"
    elif outcome is not None:
        ends = f", and {winner} wins: {phrases.line(outcome.lines[0].cells, rules)}"
    return Fact("best_line", f"Best play: {_shortened(told)}{ends}.", winner, (), tuple(line))


def resisting(position: Position, line: Sequence[int]) -> tuple[int, ...]:
    """The same line, but whoever loses to its last disc anyway blocks what can be blocked."""
    line = tuple(line)
    now = position
    for move in line[:-2]:
        now = now.play(move)
    wins = now.winning_moves(now.turn.other)
    if len(line) < 2 or line[-1] not in wins or line[-2] in wins:
        return line
    after = now.play(wins[0])
    then = after.winning_moves(after.turn)
    return (*line[:-2], wins[0], then[0]) if then else line


def _shortened(moves: Sequence[str]) -> str:
    """Moves in a row; of many, the beginning and the end, and how many lie between."""
    if len(moves) <= LINE_AT_MOST:
        return ", ".join(moves)
    between = f" … ({len(moves) - BEGINNING - END} moves left out) … "
    return f"{', '.join(moves[:BEGINNING])}{between}{', '.join(moves[-END:])}"
