"""What a move does on the board: what it stops, gives away, threatens, forces and misses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from inarow.board.notation import move_name
from inarow.board.position import Position
from inarow.board.rules import Cell
from inarow.explain import forcing, phrases
from inarow.explain.fact import Fact, cells_of
from inarow.search.scores import Score

__all__ = ["forced_win_missed", "threats_made", "win_missed_or_stopped", "wins_allowed"]


def win_missed_or_stopped(position: Position, move: int) -> Iterator[Fact]:
    """An immediate win that was not taken; a threat that was stopped or not."""
    side = position.turn
    own, theirs = position.winning_moves(side), position.winning_moves(side.other)
    rules = position.rules
    if own:
        text = f"{side} misses an immediate win: {phrases.moves(own, rules, 'or')}."
        yield Fact("misses_win", text, side.other, cells_of(position, own), own)
    if not theirs:
        return
    left = [m for m in theirs if m != move]
    cells, where = cells_of(position, left), phrases.moves(left, rules, "or") if left else ""
    if move in theirs and not left:
        text = f"{phrases.move_of(position, move)} stops {side.other} from winning there."
        yield Fact("blocks", text, side, cells_of(position, [move]))
    elif move in theirs:
        text = f"{side} cannot stop every threat: {side.other} still wins with {where}."
        yield Fact("cannot_stop", text, side.other, cells)
    else:
        text = f"{side} does not stop {side.other} from winning with {where}."
        yield Fact("does_not_stop", text, side.other, cells)


def wins_allowed(position: Position, after: Position) -> Iterator[Fact]:
    """A win that the move makes possible for the opponent: the cell above."""
    side = position.turn
    before = set(cells_of(position, position.winning_moves(side.other)))
    now = cells_of(after, after.winning_moves(side.other))
    fresh = tuple(cell for cell in now if cell not in before)
    if fresh:
        where = phrases.cells(fresh, position.rules)
        text = f"{side} lets {side.other} play on top, at {where}, and win."
        yield Fact("gives_win", text, side.other, fresh)


def threats_made(position: Position, after: Position) -> Iterator[Fact]:
    """The threats that a move makes, what they force, and what the opponent can force instead.

    The opponent must not be able to win immediately.
    """
    side, wins, rules = position.turn, after.winning_moves(position.turn), position.rules
    now = cells_of(after, wins)
    if len(now) > 1:
        yield Fact("double_threat", f"{phrases.several_threats(side, wins, rules)}.", side, now)
    elif now and rules.gravity and now[0].above in after.threats(side):
        cells = (now[0], now[0].above)
        where = f"{move_name(wins[0], rules)}, and again right above it"
        text = f"{side} threatens to win with {where}: {side.other} can block only one."
        yield Fact("stacked_threat", text, side, cells)
    else:
        yield from _one_threat(position, after, now[0]) if now else _no_threat(position, after)
        yield from _later(position, after)


def _one_threat(position: Position, after: Position, cell: Cell) -> Iterator[Fact]:
    """A threat that has one answer, and what follows it by force."""
    side, rules = position.turn, position.rules
    answer = rules.move_at(*cell)
    what = f"threatens to win with {move_name(answer, rules)}"
    if cell in position.threats(side):
        what = f"plays right below its own threat at {phrases.cells([cell], rules)}"
    text = f"{side} {what}: {side.other} must block there."
    yield Fact("threat", text, side, (cell,))
    win = forcing.find(after.play(answer))
    if win is not None:
        first = f"{side.other} must answer with {move_name(answer, rules)}"
        text = f"{side} wins by force: {first}, {phrases.forced_win(win, rules)}."
        yield Fact("forces_win", text, side, win.threatened, (answer, *win.moves))


def _no_threat(position: Position, after: Position) -> Iterator[Fact]:
    """What the opponent can force now, or else what the move prepares."""
    side, rules = position.turn, position.rules
    win = forcing.find(after)
    if win is not None:
        text = f"{side} lets {side.other} win by force: {phrases.forced_win(win, rules)}."
        yield Fact("allows_forced_win", text, side.other, win.threatened, win.moves)
        return
    win = forcing.find(replace(after, turn=side))
    if win is not None and forcing.find(position) is None:
        text = f"{side} threatens to win by force: {phrases.forced_win(win, rules)}."
        yield Fact("prepares_win", text, side, win.threatened, win.moves)


def _later(position: Position, after: Position) -> Iterator[Fact]:
    """New threats whose cells cannot be played yet."""
    side = position.turn
    can_play = set(cells_of(after, after.legal_moves()))
    fresh = [c for c in after.threats(side) if c not in can_play]
    fresh = [c for c in fresh if c not in position.threats(side)]
    if fresh:
        text = f"{side} gains {phrases.threats(fresh, position.rules, ' for later')}."
        yield Fact("later_threat", text, side, tuple(fresh))


def forced_win_missed(
    position: Position, move: int, facts: Sequence[Fact], scores: Mapping[int, Score] | None
) -> Iterator[Fact]:
    """A forced win that was there, unless this move wins by force too or is as good."""
    winning = {"misses_win", "double_threat", "stacked_threat", "forces_win"}
    if winning & {fact.kind for fact in facts}:
        return
    if scores is not None and scores[move].value == max(map(int, scores.values())):
        return
    win = forcing.find(position)
    if win is None or win.moves[0] == move:
        return
    text = f"{win.side} misses a forced win: {phrases.forced_win(win, position.rules)}."
    kind = "misses_double_threat" if len(win.moves) == 3 else "misses_forced_win"
    if kind == "misses_double_threat" and len(win.threatened) > 1:
        wins = [position.rules.move_at(*cell) for cell in win.threatened]
        text = (
            f"{win.side} misses a double threat: {phrases.moves(win.moves[:1], position.rules)} "
            f"would have threatened to win with {phrases.moves(wins, position.rules, 'or')}."
        )
    yield Fact(kind, text, win.side.other, win.threatened, win.moves)
