"""What a move does to the exact score, as a `Fact`."""

from __future__ import annotations

from collections.abc import Mapping

from inarow.board.position import Position
from inarow.explain import phrases
from inarow.explain.fact import Fact
from inarow.search.scores import Score

__all__ = ["of_move", "of_position"]


def of_position(position: Position, score: Score) -> Fact:
    """What a position is worth to the side to move."""
    side, result = position.turn, phrases.result(score)
    if score.value == 0:
        return Fact("score", f"{side} is to move; with best play {result}.")
    if score.value > 0:
        return Fact("score", f"{side} is to move and wins{_in_moves(score)}.", side)
    return Fact("score", f"{side} is to move, but {result}.", side.other)


def of_move(position: Position, move: int, scores: Mapping[int, Score]) -> Fact:
    """What *move* is worth beside the others; *scores* has every legal move, all exact or all weak.

    Of weak scores only the sign is known, and only of that they speak.
    """
    side, got, rules = position.turn, scores[move], position.rules
    this, result = phrases.move_of(position, move), phrases.result(got)
    best = max(scores.values(), key=int)
    better = tuple(sorted(m for m, score in scores.items() if score.value == best.value))
    if len(scores) == 1:
        winner = None if got.value == 0 else side if got.value > 0 else side.other
        return Fact("only_move", f"{this} is the only legal move: {result}.", winner)
    if best.value == got.value:
        return _best_move(position, move, scores)
    hint = phrases.better(better, rules)
    if best.value > 0 and got.value > 0:
        text = f"{this} wins in {got.wins_in} moves instead of {best.wins_in}. {hint}."
        return Fact("slower_win", text, side, moves=better)
    if best.value > 0:
        text = f"{this} throws away a win{_in_moves(best)}: now {result}. {hint}."
        return Fact("throws_win", text, side.other if got.value else None, moves=better)
    if best.value == 0:
        text = f"{this} turns a draw into a loss: now {result}. {hint}."
        return Fact("throws_draw", text, side.other, moves=better)
    sooner = f"win{_in_moves(got)} instead of {best.loses_in}"
    text = f"{this} lets {side.other} {sooner}. {hint}."
    return Fact("faster_loss", text, side.other, moves=better)


def _best_move(position: Position, move: int, scores: Mapping[int, Score]) -> Fact:
    """What a move keeps when none is better."""
    side, got = position.turn, scores[move]
    this, result = phrases.move_of(position, move), phrases.result(got)
    if got.value > 0:
        known = f": {result}, this one included" if got.wins_in else ""
        return Fact("keeps_win", f"{this} keeps the win{known}.", side)
    if got.value == 0:
        return Fact("keeps_draw", f"{this} keeps the draw.")
    if got.plies is None or all(score.value == got.value for score in scores.values()):
        return Fact("all_lose", f"Every move of {side} loses: {result}.", side.other)
    longest = f"{phrases.moves((move,), position.rules)} holds out longest"
    return Fact("slowest_loss", f"Every move of {side} loses, but {longest}: {result}.", side.other)


def _in_moves(score: Score) -> str:
    """` in 3 moves`, or nothing for a weak score."""
    moves = score.wins_in or score.loses_in
    return "" if moves is None else f" in {phrases.count(moves)}"
