"""What a move does on the board: what it stops, gives away, threatens, forces and misses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from inarow.board.notation import move_name
from inarow.board.position import Position
from inarow.board.rules import Cell
from inarow.explain import forcing, phrases
from inarow.explain.fact import Fact, cells_of
from inarow.language import counted, say
from inarow.search.scores import Score

__all__ = ["forced_win_missed", "threats_made", "win_missed_or_stopped", "wins_allowed"]


def win_missed_or_stopped(position: Position, move: int) -> Iterator[Fact]:
    """An immediate win that was not taken; a threat that was stopped or not."""
    side = position.turn
    own, theirs = position.winning_moves(side), position.winning_moves(side.other)
    rules, sides = position.rules, {"side": side, "other": side.other}
    if own:
        wins = phrases.moves(own, rules, "or")
        text = say("{side} misses an immediate win: {moves}.", side=side, moves=wins)
        yield Fact("misses_win", text, side.other, cells_of(position, own), own)
    if not theirs:
        return
    left = [m for m in theirs if m != move]
    cells, where = cells_of(position, left), phrases.moves(left, rules, "or") if left else ""
    if move in theirs and not left:
        name = move_name(move, rules)
        text = say("{side}'s {move} stops {other} from winning there.", move=name, **sides)
        yield Fact("blocks", text, side, cells_of(position, [move]))
    elif move in theirs:
        text = say(
            "{side} cannot stop every threat: {other} still wins with {moves}.",
            moves=where,
            **sides,
        )
        yield Fact("cannot_stop", text, side.other, cells)
    else:
        text = say("{side} does not stop {other} from winning with {moves}.", moves=where, **sides)
        yield Fact("does_not_stop", text, side.other, cells)


def wins_allowed(position: Position, after: Position) -> Iterator[Fact]:
    """A win that the move makes possible for the opponent: the cell above."""
    side = position.turn
    before = set(cells_of(position, position.winning_moves(side.other)))
    now = cells_of(after, after.winning_moves(side.other))
    fresh = tuple(cell for cell in now if cell not in before)
    if fresh:
        where = phrases.cells(fresh, position.rules)
        text = say(
            "{side} lets {other} play on top, at {cells}, and win.",
            side=side,
            other=side.other,
            cells=where,
        )
        yield Fact("gives_win", text, side.other, fresh)


def threats_made(position: Position, after: Position) -> Iterator[Fact]:
    """The threats that a move makes, what they force, and what the opponent can force instead.

    The opponent must not be able to win immediately.
    """
    side, wins, rules = position.turn, after.winning_moves(position.turn), position.rules
    now = cells_of(after, wins)
    if len(now) > 1:
        text = say(
            "{side} threatens to win with {moves}, and {other} can block only one of them.",
            side=side,
            moves=phrases.moves(wins, rules, "or"),
            other=side.other,
        )
        yield Fact("double_threat", text, side, now)
    elif now and rules.gravity and now[0].above in after.threats(side):
        cells = (now[0], now[0].above)
        text = say(
            "{side} threatens to win with {move}, and again right above it: {other} can block only "
            "one.",
            side=side,
            move=move_name(wins[0], rules),
            other=side.other,
        )
        yield Fact("stacked_threat", text, side, cells)
    else:
        yield from _one_threat(position, after, now[0]) if now else _no_threat(position, after)
        yield from _later(position, after)


def _one_threat(position: Position, after: Position, cell: Cell) -> Iterator[Fact]:
    """A threat that has one answer, and what follows it by force."""
    side, rules = position.turn, position.rules
    answer = rules.move_at(*cell)
    move, sides = move_name(answer, rules), {"side": side, "other": side.other}
    if answer in position.winning_moves(side):
        text = say(
            "{side} still threatens to win with {move}: {other} must block there.",
            move=move,
            **sides,
        )
    elif cell in position.threats(side):
        text = say(
            "{side} plays right below its own threat at {cell}: {other} must block there.",
            cell=phrases.cells([cell], rules),
            **sides,
        )
    else:
        text = say(
            "{side} threatens to win with {move}: {other} must block there.", move=move, **sides
        )
    yield Fact("threat", text, side, (cell,))
    win = forcing.find(after.play(answer))
    if win is not None:
        moves = f"{phrases.answered(side.other, move)}, {phrases.forced_win(win, rules)}"
        text = say("{side} wins by force: {moves}.", side=side, moves=moves)
        yield Fact("forces_win", text, side, win.threatened, (answer, *win.moves))


def _no_threat(position: Position, after: Position) -> Iterator[Fact]:
    """What the opponent can force now, or else what the move prepares."""
    side, rules = position.turn, position.rules
    win = forcing.find(after)
    if win is not None:
        text = say(
            "{side} lets {other} win by force: {moves}.",
            side=side,
            other=side.other,
            moves=phrases.forced_win(win, rules),
        )
        yield Fact("allows_forced_win", text, side.other, win.threatened, win.moves)
        return
    win = forcing.find(replace(after, turn=side))
    if win is not None and forcing.find(position) is None:
        moves = phrases.forced_win(win, rules)
        text = say("{side} threatens to win by force: {moves}.", side=side, moves=moves)
        yield Fact("prepares_win", text, side, win.threatened, win.moves)


def _later(position: Position, after: Position) -> Iterator[Fact]:
    """New threats whose cells cannot be played yet."""
    side = position.turn
    can_play = set(cells_of(after, after.legal_moves()))
    fresh = [c for c in after.threats(side) if c not in can_play]
    fresh = [c for c in fresh if c not in position.threats(side)]
    if fresh:
        text = counted(
            len(fresh),
            "{side} gains a threat for later at {cells}.",
            "{side} gains threats for later at {cells}.",
            side=side,
            cells=phrases.cells_in_rows(fresh, position.rules),
        )
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
    rules = position.rules
    kind = "misses_double_threat" if len(win.moves) == 3 else "misses_forced_win"
    if kind == "misses_double_threat" and len(win.threatened) > 1:
        text = say(
            "{side} misses a double threat: {move} would have threatened to win with {moves}.",
            side=win.side,
            move=move_name(win.moves[0], rules),
            moves=phrases.moves([rules.move_at(*cell) for cell in win.threatened], rules, "or"),
        )
    else:
        moves = phrases.forced_win(win, rules)
        text = say("{side} misses a forced win: {moves}.", side=win.side, moves=moves)
    yield Fact(kind, text, win.side.other, win.threatened, win.moves)
