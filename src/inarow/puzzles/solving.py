"""Solving puzzles: whether a move is right, the best defence, hints, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inarow.board.notation import move_label, move_name
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules, Side
from inarow.explain import explain_move, explain_position, of_score
from inarow.language import counted, say
from inarow.puzzles.puzzle import Goal, Puzzle
from inarow.search.scores import Score
from inarow.search.solver import Solver, central_first
from inarow.search.stop import Stop

__all__ = [
    "Verdict",
    "best_defence",
    "hints",
    "is_right",
    "judge",
    "line_text",
    "right_moves",
    "solution",
    "task",
    "why_right",
]

REFUTATION: Final = 9
"""How many moves of a refutation are shown at most."""

BAD: Final = {"does_not_stop", "gives_win", "allows_forced_win", "cannot_stop"}
"""What may be said of a wrong move without giving the right one away."""


def is_right(
    solver: Solver, goal: Goal, position: AnyPosition, move: int | str, stop: Stop | None = None
) -> bool:
    """Whether *move* keeps what is to be reached."""
    return solver.keeps(position, move, goal.least, stop=stop)


def right_moves(
    solver: Solver, goal: Goal, position: AnyPosition, stop: Stop | None = None
) -> list[int]:
    """All moves that keep what is to be reached."""
    legal = Position.of(position).legal_moves()
    return [move for move in legal if is_right(solver, goal, position, move, stop)]


def best_defence(
    solver: Solver, goal: Goal, position: AnyPosition, stop: Stop | None = None
) -> int:
    """The answer that makes it hardest: it lasts longest, and leaves the fewest right moves."""
    position = Position.of(position)
    scores = solver.analyze(position, stop=stop, line=False).scores
    best = max(score.value for score in scores.values())

    def ways(move: int) -> int:
        after = position.play(move)
        return 0 if after.outcome() is not None else len(right_moves(solver, goal, after, stop))

    moves = [move for move in central_first(position) if scores[move].value == best]
    return min(moves, key=ways)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move tried in a puzzle is worth.

    After a right one the other side plays its *answer*, and the puzzle may be *solved*. A wrong one
    has *reasons*, sentences that do not give the right one away, and best play as its *refutation*.
    """

    right: bool
    solved: bool = False
    answer: int | None = None
    reasons: tuple[str, ...] = ()
    refutation: tuple[int, ...] = ()


def judge(
    solver: Solver, puzzle: Puzzle, moves: Sequence[int], stop: Stop | None = None
) -> Verdict:
    """The verdict on the last of *moves*, which both sides played from the puzzle on."""
    board = puzzle.board
    for move in moves[:-1]:
        board.play(move)
    position, move = board.position, moves[-1]
    board.play(move)
    if not is_right(solver, puzzle.goal, position, move, stop):
        return _refuted(solver, position, move, stop)
    answer = None
    if board.outcome() is None:
        answer = best_defence(solver, puzzle.goal, board.position, stop)
        board.play(answer)
    return Verdict(True, _is_solved(solver, puzzle.goal, board.position, stop), answer)


def _is_solved(solver: Solver, goal: Goal, position: Position, stop: Stop | None) -> bool:
    """A win has to be played out; a game is saved when there is more than one way again."""
    if position.outcome() is not None:
        return True
    return goal is Goal.DRAW and len(right_moves(solver, goal, position, stop)) > 1


def _refuted(solver: Solver, position: Position, move: int, stop: Stop | None) -> Verdict:
    """Why *move* is wrong, and how play goes on."""
    reasons = [fact.text for fact in explain_move(position, move).facts if fact.kind in BAD]
    after = position.play(move)
    if after.outcome() is not None:
        return Verdict(False, reasons=(*reasons, *explain_position(after).sentences))
    analysis = solver.analyze(after, stop=stop)
    reasons.append(of_score.of_position(after, analysis.score).text)
    return Verdict(False, reasons=tuple(reasons), refutation=analysis.line[:REFUTATION])


def task(puzzle: Puzzle) -> str:
    """What is asked, as a sentence."""
    side = puzzle.board.turn
    if puzzle.goal is Goal.WIN:
        return say("{side} to move: find the only winning move, then play out the win.", side=side)
    return say("{side} to move: find the only move that does not lose.", side=side)


def hints(puzzle: Puzzle) -> tuple[str, ...]:
    """Sentences that help, each more than the one before; the last leaves two moves."""
    position, rules = puzzle.board.position, puzzle.rules
    side, wins_in = position.turn, Score.of(puzzle.score, position).wins_in
    if wins_in is None:
        first = say("{side} can hold the draw, but every other move loses.", side=side)
    else:
        first = counted(
            wins_in,
            "{side} wins in {number} move, this one included.",
            "{side} wins in {number} moves, this one included.",
            side=side,
        )
    second, left = _narrowed(position, puzzle.move)
    other = next(move for move in left if move != puzzle.move)
    one, two = (move_name(move, rules) for move in sorted((puzzle.move, other)))
    return first, second, say("The move is {one} or {two}.", one=one, two=two)


def _narrowed(position: Position, right: int) -> tuple[str, list[int]]:
    """A sentence that rules some moves out, and the two or more that it leaves."""
    rules, moves = position.rules, central_first(position)
    offsets = {
        move: (move if rules.gravity else rules.cell_at(move).column) - (rules.width - 1) / 2
        for move in moves
    }
    near = [move for move in moves if abs(offsets[move]) <= 1]
    parts = (
        (say("The move is in the left half of the board."), [m for m in moves if offsets[m] < 0]),
        (say("The move is in the right half of the board."), [m for m in moves if offsets[m] > 0]),
        (
            say("The move is in the middle column of the board."),
            [m for m in moves if not offsets[m]],
        ),
        (say("The move is in the middle columns of the board."), near),
    )
    for text, left in parts:
        if right in left and 1 < len(left) < len(moves):
            return text, left
    *others, last = (move for move in moves if move != right)
    return say("The move is not {move}.", move=move_name(last, rules)), [right, *others]


def solution(solver: Solver, puzzle: Puzzle, stop: Stop | None = None) -> tuple[int, ...]:
    """Best play from the puzzle on, beginning with the right move."""
    after = puzzle.board.position.play(puzzle.move)
    if after.outcome() is not None:
        return (puzzle.move,)
    return puzzle.move, *solver.analyze(after, stop=stop).line


def line_text(side: Side, moves: Sequence[int], rules: Rules) -> str:
    """Moves for people, beginning with one of *side*: `x 4, o 3, x 5`."""
    sides = (side, side.other) * len(moves)
    labels = (move_label(move, rules) for move in moves)
    return ", ".join(f"{mover} {label}" for mover, label in zip(sides, labels, strict=False))


def why_right(solver: Solver, puzzle: Puzzle, stop: Stop | None = None) -> tuple[str, ...]:
    """What the right move does, in sentences."""
    position = puzzle.board.position
    scores = solver.analyze(position, stop=stop, line=False).scores
    return tuple(explain_move(position, puzzle.move, scores).sentences)
