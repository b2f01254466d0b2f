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
    side = position.turn
    if score.value == 0:
        return Fact("score", f"{side} is to move. With best play it is a draw.")
    if score.value > 0:
        return Fact("score", f"{side} is to move and wins{_in(score)}.", side)
    return Fact("score", f"{side} is to move, but {_loss(score)}.", side.other)


def of_move(position: Position, move: int, scores: Mapping[int, Score]) -> Fact:
    """What *move* is worth beside the others; *scores* has every legal move, all exact or all weak.

    Of weak scores only the sign is known, and only of that they speak.
    """
    side, got = position.turn, scores[move]
    best = max(scores.values(), key=int)
    better = tuple(sorted(m for m, score in scores.items() if score.value == best.value))
    if len(scores) == 1:
        return _only(got)
    if best.value == got.value:
        return _kept(got, scores)
    several = 1 < len(better) <= phrases.AT_MOST
    hint = f"Better {'were' if several else 'was'} {phrases.moves(better, position.rules)}."
    if best.value > 0 and got.value > 0:
        text = f"It wins in {got.wins_in} moves instead of {best.wins_in}. {hint}"
        return Fact("slower_win", text, side, moves=better)
    if best.value > 0:
        now = f"now {_loss(got)}" if got.value else "now it is a draw"
        text = f"It throws away a win{_in(best)}: {now}. {hint}"
        return Fact("throws_win", text, side.other if got.value else None, moves=better)
    if best.value == 0:
        text = f"It turns a draw into a loss: {_loss(got)}. {hint}"
        return Fact("throws_draw", text, side.other, moves=better)
    text = f"It lets {_loss(got, 'win')} instead of {best.loses_in}. {hint}"
    return Fact("faster_loss", text, side.other, moves=better)


def _only(got: Score) -> Fact:
    """There was nothing to choose."""
    if got.value == 0:
        return Fact("only_move", "It is the only move: a draw.")
    if got.value > 0:
        return Fact("only_move", f"It is the only move, and wins{_in(got)}.", got.side)
    return Fact("only_move", f"It is the only move: {_loss(got)}.", got.side.other)


def _kept(got: Score, scores: Mapping[int, Score]) -> Fact:
    """Nothing was better."""
    if got.value > 0:
        known = f",{_in(got)} with this one" if got.wins_in else ""
        return Fact("keeps_win", f"It keeps the win{known}.", got.side)
    if got.value == 0:
        return Fact("keeps_draw", "It keeps the draw.")
    if got.plies is None or all(score.value == got.value for score in scores.values()):
        return Fact("all_lose", f"Every move loses: {_loss(got)}.", got.side.other)
    text = f"Every move loses, but this one holds out longest: {_loss(got)}."
    return Fact("slowest_loss", text, got.side.other)


def _loss(score: Score, verb: str = "wins") -> str:
    return f"{score.side.other} {verb}{_in(score)}"


def _in(score: Score) -> str:
    """` in 3 moves`, or nothing for a weak score."""
    moves = score.wins_in or score.loses_in
    return "" if moves is None else f" in {phrases.count(moves)}"
