"""Why a move is good or bad, in sentences made from exact facts.

`explain_move` says what a move does on the board (wins, blocks, threatens, gives away) and what it
does to the score; `explain_position` says what the position is worth and, where somebody can follow
a plan that needs no search (see `inarow.zugzwang`), what that plan is. Nothing here guesses: every
sentence follows from the rules, an exact score or a proved plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from inarow import zugzwang
from inarow.errors import IllegalMoveError
from inarow.notation import cell_text, move_text
from inarow.position import Position
from inarow.rules import Cell, Side
from inarow.solver import Score
from inarow.zugzwang import Plan

__all__ = ["explain_move", "explain_plan", "explain_position"]


def explain_move(
    position: Position, move: int, scores: Mapping[int, Score] | None = None
) -> list[str]:
    """What *move* does; with the *scores* of all legal moves also what it is worth.

    The sentences are about the side to move; the most important comes first.
    """
    if not position.is_legal(move):
        raise IllegalMoveError(f"expected a legal move, got {move!r}")
    side, after = position.turn, position.play(move)
    outcome = after.outcome()
    if outcome is not None and outcome.winner is side:
        cells = " ".join(cell_text(cell) for cell in outcome.lines[0].cells)
        return [f"{side} wins: {cells}."]
    said = [*_missed(position, move), *_given(position, after)]
    said += _made(position, move, after) if outcome is None and not said else []
    if scores is not None:
        said += _worth(position, move, scores)
    if outcome is not None:
        said.append("The board is full: a draw.")
    return said


def _missed(position: Position, move: int) -> list[str]:
    """A win at once that was not taken; a threat that was met or not."""
    side = position.turn
    own = [m for m in _winning(position, side) if m != move]
    if own:
        return [f"{side} misses a win at once: {_moves(own, position)}."]
    theirs = _winning(position, side.other)
    if not theirs:
        return []
    left = [m for m in theirs if m != move]
    if move not in theirs:
        return [f"{side} does not stop {side.other}, who wins at {_moves(left, position)}."]
    if left:
        return [f"{side} cannot stop all threats: {side.other} wins at {_moves(left, position)}."]
    return []


def _given(position: Position, after: Position) -> list[str]:
    """A win that the move makes possible for the opponent."""
    side = position.turn
    before = {_cell(position, move) for move in _winning(position, side.other)}
    given = [move for move in _winning(after, side.other) if _cell(after, move) not in before]
    if not given:
        return []
    return [f"{side} gives {side.other} the cell above: {_cells(after, given)} wins."]


def _made(position: Position, move: int, after: Position) -> list[str]:
    """What the move stops, and the threats it makes."""
    side, said = position.turn, []
    if move in _winning(position, side.other):
        said.append(f"{side} stops {side.other}, who would have won at {_cells(position, [move])}.")
    threats = _winning(after, side)
    if len(threats) > 1:
        said.append(f"{side} threatens {_cells(after, threats)} at once: only one can be stopped.")
    elif threats and after.rules.gravity:
        cell = _cell(after, threats[0])
        above = Cell(cell.column, cell.row + 1)
        text = f"{side} threatens {cell_text(cell)}"
        stacked = above in after.threats(side)
        said.append(f"{text}, and {cell_text(above)} right above it." if stacked else f"{text}.")
    elif threats:
        said.append(f"{side} threatens {_cells(after, threats)}.")
    fresh = set(after.threats(side)) - set(position.threats(side))
    fresh -= {_cell(after, m) for m in threats}
    if fresh and after.rules.gravity and len(threats) < 2:
        cells = " and ".join(cell_text(cell) for cell in sorted(fresh))
        said.append(f"Later {side} wins at {cells}, once the cells below are filled.")
    return said


def _worth(position: Position, move: int, scores: Mapping[int, Score]) -> list[str]:
    """What the move does to the score."""
    side, best, got = position.turn, max(scores.values(), key=int), scores[move]
    if best.value == got.value:
        if got.value > 0:
            return [f"It keeps the win in {_count(got.wins_in)}."]
        return ["It keeps the draw." if got.value == 0 else _lost(got, "It loses, like every move")]
    better = [m for m, score in scores.items() if score.value == best.value]
    hint = f"better {'was' if len(better) == 1 else 'were'} {_moves(better, position)}"
    if best.value > 0 and got.value > 0:
        return [f"It wins in {_count(got.wins_in)} instead of {_count(best.wins_in)}: {hint}."]
    if best.value > 0:
        now = "now it is a draw" if got.value == 0 else f"now {side.other} wins"
        return [f"It throws away a win in {_count(best.wins_in)}: {now}; {hint}."]
    if best.value == 0:
        return [f"It turns a draw into a loss in {_count(got.loses_in)}: {hint}."]
    return [f"It loses in {_count(got.loses_in)} instead of {_count(best.loses_in)}: {hint}."]


def _lost(score: Score, text: str) -> str:
    return f"{text}, but as late as it can: in {_count(score.loses_in)}."


def _count(moves: int | None) -> str:
    return "some moves" if moves is None else f"{moves} move{'' if moves == 1 else 's'}"


def explain_position(position: Position, score: Score | None = None) -> list[str]:
    """What a position is worth and why, as far as a plan without search shows it."""
    outcome = position.outcome()
    if outcome is not None:
        return [f"The game is over: {outcome}."]
    side = position.turn
    said = [f"{side} is to move: {score}."] if score is not None else []
    own, theirs = _winning(position, side), _winning(position, side.other)
    if own:
        return [*said, f"{side} wins at once at {_cells(position, own)}."]
    if len(theirs) > 1:
        return [*said, f"{side.other} threatens {_cells(position, theirs)}: one cannot stop both."]
    if theirs:
        return [*said, f"{side} must play {_cells(position, theirs)}, or {side.other} wins there."]
    plan = zugzwang.find(position)
    return said if plan is None else [*said, *explain_plan(plan)]


def explain_plan(plan: Plan) -> list[str]:
    """A plan as a person can follow it."""
    side, other = plan.follower, plan.follower.other
    said = []
    if plan.follow:
        columns = _listed(str(column + 1) for column in plan.follow)
        said.append(f"{side} can answer every disc in column {columns} with one right above it.")
    for one, two in plan.pairs:
        said.append(
            f"{cell_text(one)} and {cell_text(two)} are a pair: when {other} takes one, {side} "
            "takes the other, and answers above from then on."
        )
    rest = _listed(cell_text(cell) for cell in plan.opponent) if plan.opponent else "no cell"
    said.append(f"So {other} gets at most {rest}{' and one of each pair' if plan.pairs else ''}.")
    if not plan.waiting:
        ending = f"{side} gets one" if plan.score else f"{other} cannot win"
        said.append(f"No line of {other} fits there: {ending}.")
        return said
    cells = _listed(cell_text(cell) for cell in plan.waiting)
    said.append(
        f"No line of {other} fits there, and {side} never plays below {cells}: when all else is "
        f"full, {other} must, and {side} wins."
    )
    return said


def _winning(position: Position, side: Side) -> list[int]:
    """The moves that would complete a line of *side* at once."""
    if position.outcome() is not None:
        return []
    threats = set(position.threats(side))
    return [move for move in position.legal_moves() if position.cell_of(move) in threats]


def _cell(position: Position, move: int) -> Cell:
    cell = position.cell_of(move)
    assert cell is not None
    return cell


def _cells(position: Position, moves: Iterable[int]) -> str:
    return _listed(cell_text(_cell(position, move)) for move in moves)


def _moves(moves: Iterable[int], position: Position) -> str:
    return _listed(move_text(move, position.rules) for move in moves)


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
