"""What the exact scores say, as a `Fact`: which move to play, and what a move was worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inarow.board.notation import move_name
from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.explain import phrases
from inarow.explain.fact import Fact
from inarow.language import counted, say
from inarow.search.scores import Score

__all__ = ["advice", "of_move", "of_position"]


def of_position(position: Position, score: Score) -> Fact:
    """What a position is worth to the side to move, where nothing is known of its moves."""
    side, result = position.turn, phrases.result(score)
    if score.value == 0:
        text = say("{side} is to move; with best play {result}.", side=side, result=result)
        return Fact("score", text)
    if score.value < 0:
        text = say("{side} is to move, but {result}.", side=side, result=result)
        return Fact("score", text, side.other)
    if not score.wins_in:
        return Fact("score", say("{side} is to move and wins.", side=side), side)
    text = counted(
        score.wins_in,
        "{side} is to move and wins in {number} move.",
        "{side} is to move and wins in {number} moves.",
        side=side,
    )
    return Fact("score", text, side)


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
    if len(scores) == 1 or not rest:
        text = _any_move(position, best, good)
    else:
        play, why = _play(good, rest, position.rules), _why(position, scores, good, rest)
        text = say("{advice}: {reason}.", advice=play, reason=why)
    return Fact("score", text, winner, moves=tuple(good))


def _any_move(position: Position, best: Score, good: Sequence[int]) -> str:
    """What to play where there is no choice, or nothing to choose."""
    side, result = position.turn, phrases.result(best)
    move = move_name(good[0], position.rules)
    if len(good) == 1:
        return say("Play {move}, the only legal move: {result}.", move=move, result=result)
    if best.value >= 0:
        return say("Play any move, such as {move}: {result}.", move=move, result=result)
    return say(
        "Play any move, such as {move}: {side} is losing, and none helps; {result}.",
        move=move,
        side=side,
        result=result,
    )


def _play(good: Sequence[int], rest: Sequence[int], rules: Rules) -> str:
    """Which moves to play, as a part of a sentence."""
    if len(good) <= phrases.AT_MOST:
        return say("Play {moves}", moves=phrases.moves(sorted(good), rules, "or"))
    move = move_name(good[0], rules)
    if len(rest) <= phrases.AT_MOST:
        bad = phrases.moves(rest, rules)
        return say("Play {move}, or any move except {moves}", move=move, moves=bad)
    return say(
        "Play {move}, or one of {number} other moves as good", move=move, number=len(good) - 1
    )


def _why(
    position: Position, scores: Mapping[int, Score], good: Sequence[int], rest: Sequence[int]
) -> str:
    """Why to play the *good* moves and not the *rest*, as a part of a sentence."""
    side, best, one = position.turn, scores[good[0]], len(good) == 1
    result, rules = phrases.result(best), position.rules
    if best.value < 0 and one:
        return say(
            "{side} is losing, but this holds out longest; {result}", side=side, result=result
        )
    if best.value < 0:
        return say(
            "{side} is losing, but these hold out longest; {result}", side=side, result=result
        )
    slower = tuple(move for move in rest if scores[move].value > 0)
    if slower:
        others = _named(slower, rules)
        return counted(
            len(slower),
            "{result}; {moves} wins too, but later",
            "{result}; {moves} win too, but later",
            result=result,
            moves=others,
        )
    values = {"side": side, "others": _failing(scores, rest, rules)}
    if best.value == 0 and one:
        return say("only this keeps the draw for {side}; {others}", **values)
    if best.value == 0:
        return say("these keep the draw for {side}; {others}", **values)
    return _winning(best.wins_in, one=one, **values)


def _winning(moves: int | None, *, one: bool, **values: object) -> str:
    """That only one move, or several, win in so many *moves*, and what the others do."""
    if not moves and one:
        return say("only this wins for {side}; {others}", **values)
    if not moves:
        return say("these win for {side}; {others}", **values)
    if one:
        return counted(
            moves,
            "only this wins for {side}, in {number} move; {others}",
            "only this wins for {side}, in {number} moves; {others}",
            **values,
        )
    return counted(
        moves,
        "these win for {side}, in {number} move; {others}",
        "these win for {side}, in {number} moves; {others}",
        **values,
    )


def _failing(scores: Mapping[int, Score], rest: Sequence[int], rules: Rules) -> str:
    """Which moves of the *rest* draw and which lose."""
    drawing = tuple(move for move in rest if scores[move].value == 0)
    losing = tuple(move for move in rest if scores[move].value < 0)
    if len(rest) > phrases.AT_MOST and rest == drawing:
        # Translators: the end of a sentence, as is what follows
        return say("every other move only draws")
    if len(rest) > phrases.AT_MOST and rest == losing:
        return say("every other move loses")
    told = []
    if drawing:
        moves = _named(drawing, rules)
        told.append(counted(len(drawing), "{moves} only draws", "{moves} only draw", moves=moves))
    if losing:
        moves = _named(losing, rules)
        told.append(counted(len(losing), "{moves} loses", "{moves} lose", moves=moves))
    return ", ".join(told)


def _named(moves: Sequence[int], rules: Rules) -> str:
    """`column 3`, `columns 3 and 4`, `6 other moves`."""
    if len(moves) > phrases.AT_MOST:
        # Translators: the subject of: win too, only draw, lose
        return say("{number} other moves", number=len(moves))
    return phrases.moves(moves, rules)


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
    best, got = max(scores.values(), key=int), scores[move]
    if best.value == got.value:
        return _best_move(position, move, scores, outlook=outlook)
    fact = _worse_move(position, move, best, got, outlook=outlook)
    better = tuple(sorted(m for m, score in scores.items() if score.value == best.value))
    hinted = f" {phrases.better(better, position.rules)}." if hint else ""
    return replace(fact, text=fact.text + hinted, moves=better)


def _best_move(
    position: Position, move: int, scores: Mapping[int, Score], *, outlook: bool
) -> Fact:
    """What a move keeps when none is better."""
    side, got = position.turn, scores[move]
    told = {"side": side, "move": move_name(move, position.rules), "result": phrases.result(got)}
    if len(scores) == 1:
        text = say("{side}'s {move} is the only legal move.", **told)
        if outlook:
            text = say("{side}'s {move} is the only legal move: {result}.", **told)
        winner = None if got.value == 0 else side if got.value > 0 else side.other
        return Fact("only_move", text, winner)
    if got.value == 0:
        return Fact("keeps_draw", say("{side}'s {move} keeps the draw.", **told))
    if got.value > 0:
        text = say("{side}'s {move} keeps the win.", **told)
        if outlook and got.wins_in:
            text = say("{side}'s {move} keeps the win: {result}, this one included.", **told)
        return Fact("keeps_win", text, side)
    if got.plies is None or all(score.value == got.value for score in scores.values()):
        text = say("{side}'s {move} loses, as does every other move.", **told)
        if outlook:
            text = say("{side}'s {move} loses, as does every other move: {result}.", **told)
        return Fact("all_lose", text, side.other)
    text = say("{side}'s {move} loses like every other move, but holds out longest.", **told)
    if outlook:
        text = say(
            "{side}'s {move} loses like every other move, but holds out longest: {result}.", **told
        )
    return Fact("slowest_loss", text, side.other)


def _worse_move(position: Position, move: int, best: Score, got: Score, *, outlook: bool) -> Fact:
    """What a move gives away when another is better."""
    side, other = position.turn, position.turn.other
    told = {"side": side, "move": move_name(move, position.rules), "other": other}
    if best.value > 0 and got.value > 0:
        text = say(
            "{side}'s {move} wins in {moves} moves instead of {sooner}.",
            moves=got.wins_in,
            sooner=best.wins_in,
            **told,
        )
        return Fact("slower_win", text, side)
    if best.value < 0:
        text = counted(
            got.loses_in or 0,
            "{side}'s {move} lets {other} win in {number} move instead of {later}.",
            "{side}'s {move} lets {other} win in {number} moves instead of {later}.",
            later=best.loses_in,
            **told,
        )
        return Fact("faster_loss", text, other)
    told["result"] = phrases.result(got)
    if best.value == 0:
        text = say("{side}'s {move} turns a draw into a loss.", **told)
        if outlook:
            text = say("{side}'s {move} turns a draw into a loss: now {result}.", **told)
        return Fact("throws_draw", text, other)
    return Fact(
        "throws_win",
        _win_thrown_away(best.wins_in, told, outlook=outlook),
        other if got.value else None,
    )


def _win_thrown_away(moves: int | None, told: Mapping[str, object], *, outlook: bool) -> str:
    """That a win in so many *moves* has gone, and how the game ends now."""
    if not moves and outlook:
        return say("{side}'s {move} throws away a win: now {result}.", **told)
    if not moves:
        return say("{side}'s {move} throws away a win.", **told)
    if outlook:
        return counted(
            moves,
            "{side}'s {move} throws away a win in {number} move: now {result}.",
            "{side}'s {move} throws away a win in {number} moves: now {result}.",
            **told,
        )
    return counted(
        moves,
        "{side}'s {move} throws away a win in {number} move.",
        "{side}'s {move} throws away a win in {number} moves.",
        **told,
    )
