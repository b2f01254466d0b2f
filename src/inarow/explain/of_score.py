"""What the exact scores say, as a `Fact`: which move to play, and what a move was worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.explain import phrases
from inarow.explain.fact import Fact
from inarow.search.scores import Score

__all__ = ["advice", "of_move", "of_position"]


def of_position(position: Position, score: Score) -> Fact:
    """What a position is worth to the side to move, where nothing is known of its moves."""
    side, result = position.turn, phrases.result(score)
    if score.value == 0:
        return Fact("score", f"{side} is to move; with best play {result}.")
    if score.value > 0:
        return Fact("score", f"{side} is to move and wins{_in_moves(score)}.", side)
    return Fact("score", f"{side} is to move, but {result}.", side.other)


# -- which move to play -----------------------------------------------------------------------


def advice(position: Position, scores: Mapping[int, Score], first: int | None = None) -> Fact:
    """The moves to play, and what they are worth beside the others.

    *scores* has every legal move, all exact or all weak. Of many moves that are equally good,
    *first* is the one to be named, if it is among them.
    """
    side = position.turn
    best = max(scores.values(), key=int)
    good = [move for move, score in scores.items() if score.value == best.value]
    good.sort(key=lambda move: (move != first, move))
    rest = tuple(sorted(move for move in scores if move not in good))
    winner = None if best.value == 0 else side if best.value > 0 else side.other
    text = _advice(position, scores, good, rest)
    return Fact("score", text, winner, moves=tuple(good))


def _advice(
    position: Position, scores: Mapping[int, Score], good: Sequence[int], rest: Sequence[int]
) -> str:
    side, best = position.turn, scores[good[0]]
    result, play = phrases.result(best), _play(good, rest, position)
    if len(scores) == 1:
        return f"{play}, the only legal move: {result}."
    one = len(good) == 1
    if not rest:
        such = phrases.moves(good[:1], position.rules)
        lost = f"{side} is losing, and none helps; " if best.value < 0 else ""
        return f"Play any move, such as {such}: {lost}{result}."
    if best.value < 0:
        hold = "this holds" if one else "these hold"
        return f"{play}: {side} is losing, but {hold} out longest; {result}."
    if best.value == 0:
        keep = "only this keeps" if one else "these keep"
        return f"{play}: {keep} the draw for {side}; {_failing(scores, rest, position.rules)}."
    return f"{play}: {_wins(position, scores, good, rest)}."


def _wins(
    position: Position, scores: Mapping[int, Score], good: Sequence[int], rest: Sequence[int]
) -> str:
    """How soon the *good* moves win, and what the *rest* does."""
    result = phrases.result(scores[good[0]])
    slower = tuple(move for move in rest if scores[move].value > 0)
    if slower:
        too = _some(slower, "wins too", "win too", position.rules)
        return f"{result}; {too}, but later"
    wins = "only this wins" if len(good) == 1 else "these win"
    soon = _in_moves(scores[good[0]])
    failing = _failing(scores, rest, position.rules)
    return f"{wins} for {position.turn}{f',{soon}' if soon else ''}; {failing}"


def _failing(scores: Mapping[int, Score], rest: Sequence[int], rules: Rules) -> str:
    """Which moves of the *rest* draw and which lose."""
    drawing = tuple(move for move in rest if scores[move].value == 0)
    losing = tuple(move for move in rest if scores[move].value < 0)
    if len(rest) > phrases.AT_MOST and rest in (drawing, losing):
        return f"every other move {'only draws' if drawing else 'loses'}"
    told = [_some(drawing, "only draws", "only draw", rules)] if drawing else []
    told += [_some(losing, "loses", "lose", rules)] if losing else []
    return ", ".join(told)


def _some(moves: Sequence[int], one: str, many: str, rules: Rules) -> str:
    """`column 3 loses`, `columns 3 and 4 lose`, `6 other moves lose`."""
    if len(moves) > phrases.AT_MOST:
        return f"{len(moves)} other moves {many}"
    return f"{phrases.moves(moves, rules)} {one if len(moves) == 1 else many}"


def _play(good: Sequence[int], rest: Sequence[int], position: Position) -> str:
    rules = position.rules
    if len(good) <= phrases.AT_MOST:
        return f"Play {phrases.moves(sorted(good), rules, 'or')}"
    if 0 < len(rest) <= phrases.AT_MOST:
        bad = phrases.moves(rest, rules)
        return f"Play {phrases.moves(good[:1], rules)}, or any move except {bad}"
    also = phrases.count(len(good) - 1, "other move")
    return f"Play {phrases.moves(good[:1], rules)}, or one of {also} as good"


# -- what a move was worth --------------------------------------------------------------------


def of_move(
    position: Position,
    move: int,
    scores: Mapping[int, Score],
    *,
    hint: bool = True,
    outlook: bool = True,
) -> Fact:
    """What *move* is worth beside the others; *scores* has every legal move, all exact or all weak.

    Of weak scores only the sign is known, and only of that they speak. With *hint* it says what was
    better, with *outlook* how the game ends now.
    """
    side, got, rules = position.turn, scores[move], position.rules
    this, result = phrases.move_of(position, move), phrases.result(got)
    best = max(scores.values(), key=int)
    better = tuple(sorted(m for m, score in scores.items() if score.value == best.value))
    if len(scores) == 1:
        winner = None if got.value == 0 else side if got.value > 0 else side.other
        text = f"{this} is the only legal move"
        return Fact("only_move", f"{text}: {result}." if outlook else f"{text}.", winner)
    if best.value == got.value:
        return _best_move(position, move, scores, outlook=outlook)
    told = f" {phrases.better(better, rules)}." if hint else ""
    now = f": now {result}" if outlook else ""
    if best.value > 0 and got.value > 0:
        text = f"{this} wins in {got.wins_in} moves instead of {best.wins_in}.{told}"
        return Fact("slower_win", text, side, moves=better)
    if best.value > 0:
        text = f"{this} throws away a win{_in_moves(best)}{now}.{told}"
        return Fact("throws_win", text, side.other if got.value else None, moves=better)
    if best.value == 0:
        text = f"{this} turns a draw into a loss{now}.{told}"
        return Fact("throws_draw", text, side.other, moves=better)
    sooner = f"win{_in_moves(got)} instead of {best.loses_in}"
    text = f"{this} lets {side.other} {sooner}.{told}"
    return Fact("faster_loss", text, side.other, moves=better)


def _best_move(
    position: Position, move: int, scores: Mapping[int, Score], *, outlook: bool
) -> Fact:
    """What a move keeps when none is better."""
    side, got = position.turn, scores[move]
    this, result = phrases.move_of(position, move), phrases.result(got)
    then = f": {result}" if outlook else ""
    if got.value > 0:
        known = f"{then}, this one included" if got.wins_in and outlook else ""
        return Fact("keeps_win", f"{this} keeps the win{known}.", side)
    if got.value == 0:
        return Fact("keeps_draw", f"{this} keeps the draw.")
    if got.plies is None or all(score.value == got.value for score in scores.values()):
        return Fact("all_lose", f"{this} loses, as does every other move{then}.", side.other)
    text = f"{this} loses like every other move, but holds out longest{then}."
    return Fact("slowest_loss", text, side.other)


def _in_moves(score: Score) -> str:
    """` in 3 moves`, or nothing for a weak score."""
    moves = score.wins_in or score.loses_in
    return "" if moves is None else f" in {phrases.count(moves)}"
