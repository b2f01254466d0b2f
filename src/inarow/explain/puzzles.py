"""Puzzles: positions in which one move alone wins, or one alone saves the game.

`find` makes them from random play and exact scores, the same ones for the same seed. Nobody can win
with the next disc in any of them, so that none is solved by looking for a line. How hard one is
follows from how far ahead its point lies, and from how well the move is hidden: how many others
look better at a glance. `inarow puzzles` writes the file that comes with inarow.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Final

from inarow.board.board import Board
from inarow.board.notation import move_label, move_name, move_text, moves_text
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules, Side
from inarow.explain import explain_move, explain_position, of_score
from inarow.language import counted, say
from inarow.search.engine import Engine, Limit
from inarow.search.scores import Score
from inarow.search.solver import Solver, central_first, expect_solvable
from inarow.search.stop import Stop

__all__ = [
    "Goal",
    "Puzzle",
    "Verdict",
    "best_defence",
    "dump",
    "find",
    "hints",
    "is_right",
    "judge",
    "line_text",
    "load",
    "right_moves",
    "shipped",
    "solution",
    "task",
    "why_right",
]

LONGEST: Final = 9
"""A win in more moves is too long to play out."""

GLANCE: Final = 2
"""How deep a glance is, in plies: it tells which moves look good."""

GRADES: Final = (3, 5, 8, 12)
"""Up to which difficulty a puzzle has grade 1, 2, 3 or 4; the others have 5."""

PLIES: Final = (0.25, 0.75)
"""Which part of the cells is taken in a puzzle."""

MOST_EMPTY: Final = 32
"""How many cells may be empty, so that every move is solved in a moment."""

REFUTATION: Final = 9
"""How many moves of a refutation are shown at most."""

BAD: Final = {"does_not_stop", "gives_win", "allows_forced_win", "cannot_stop"}
"""What may be said of a wrong move without giving the right one away."""

NODES: Final = 2_000_000
"""Positions that take the solver more nodes than this make no puzzle."""


class Goal(Enum):
    """What is to be reached, with the least score that reaches it."""

    WIN = ("win", 1)
    DRAW = ("draw", 0)

    def __init__(self, word: str, least: int) -> None:
        self.word = word
        self.least = least


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one right *move*; *grade* is how hard it is, from 1 to 5.

    *score* is the exact score of the position, for the side to move.
    """

    name: str
    moves: tuple[int, ...]
    rules: Rules
    goal: Goal
    move: int
    score: int
    grade: int

    @property
    def board(self) -> Board:
        """The position, with the moves that led to it."""
        return Board(self.rules, self.moves)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "name": self.name,
            "rules": str(self.rules),
            "moves": moves_text(self.moves, self.rules),
            "goal": self.goal.word,
            "move": move_text(self.move, self.rules),
            "score": self.score,
            "grade": self.grade,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Puzzle:
        """The puzzle that `to_dict` wrote."""
        rules = Rules.parse(data["rules"])
        goal = next(goal for goal in Goal if goal.word == data["goal"])
        moves = Board(rules, data["moves"]).moves
        (move,) = Board(Board(rules, data["moves"]).position, data["move"]).moves
        return cls(data["name"], moves, rules, goal, move, data["score"], data["grade"])


# -- finding them ---------------------------------------------------------------------------------


def find(rules: Rules | str, seed: int = 0, *, solver: Solver | None = None) -> Iterator[Puzzle]:
    """Puzzles of *rules*, one after the other, without end where there are many.

    No two are the same or mirror images. It ends when random play finds nothing new for long.
    """
    rules = Rules.of(rules)
    expect_solvable(Position(rules))
    random = Random(f"puzzles {rules} {seed}")
    solver = solver or Solver(threads=1)
    engine = Engine(threads=1, table_mb=8, exact=False)
    known: set[int] = set()
    number = barren = 0
    while barren < 3000:
        barren += 1
        board = _random_board(rules, random)
        if board is None:
            continue
        position = board.position
        key = min(position.key, position.mirror().key)
        if key in known:
            continue
        known.add(key)
        made = _puzzle(board, solver, engine, f"{rules}".replace("/", "-") + f"-{number + 1:03}")
        if made is not None:
            number += 1
            barren = 0
            yield made


def _random_board(rules: Rules, random: Random) -> Board | None:
    """A position from play in which nobody overlooks a win; `None` if that ended the game."""
    least, most = (round(share * rules.cell_count) for share in PLIES)
    plies = random.randint(max(least, rules.cell_count - MOST_EMPTY), most)
    board = Board(rules)
    for _ in range(plies):
        position = board.position
        quiet = [
            move
            for move in position.legal_moves()
            if (after := position.play(move)).outcome() is None
            and not after.winning_moves(after.turn)
        ]
        if not quiet:
            return None
        board.play(random.choice(quiet))
    return None if board.position.winning_moves(board.turn) else board


def _puzzle(board: Board, solver: Solver, engine: Engine, name: str) -> Puzzle | None:
    position = board.position
    if position.winning_moves(position.turn.other):
        return None  # a forced block is no puzzle
    scores = _scores(position, solver)
    if scores is None or len(scores) < 3:
        return None
    best = max(scores, key=lambda move: scores[move].value)
    score = scores[best]
    goal = Goal.WIN if score.value > 0 else Goal.DRAW
    right = [move for move, each in scores.items() if each.value >= goal.least]
    if score.value < 0 or len(right) != 1 or (score.wins_in or 0) > LONGEST:
        return None
    return Puzzle(
        name,
        board.moves,
        board.rules,
        goal,
        best,
        score.value,
        _grade(position, best, scores, engine),
    )


def _scores(position: Position, solver: Solver) -> dict[int, Score] | None:
    """The score of every move; `None` if that takes too long."""
    scores = {}
    for move in central_first(position):
        after = position.play(move)
        if after.outcome() is not None:
            return None
        scores[move] = Score.of(-int(solver.solve(after)), position)
        if solver.nodes > NODES:
            return None
    return scores


def _grade(position: Position, right: int, scores: dict[int, Score], engine: Engine) -> int:
    """From how far ahead the point lies, and from how many moves look better."""
    others = [score for move, score in scores.items() if move != right]
    depth = scores[right].wins_in or max(score.loses_in or 0 for score in others)
    looks = engine.search(position, Limit(depth=GLANCE), lines=len(scores)).lines
    hidden = next(
        (i for i, variation in enumerate(looks) if variation.move == right), len(looks) - 1
    )
    difficulty = depth + 2 * min(hidden, 4)
    return next((i for i, most in enumerate(GRADES, start=1) if difficulty <= most), 5)


# -- playing them out -----------------------------------------------------------------------------


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


# -- the file -------------------------------------------------------------------------------------


def dump(puzzles: list[Puzzle]) -> str:
    """Puzzles as text: a JSON list with one puzzle a line."""
    lines = (json.dumps(puzzle.to_dict(), ensure_ascii=False) for puzzle in puzzles)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def load(text: str) -> list[Puzzle]:
    """The puzzles that `dump` wrote."""
    return [Puzzle.from_dict(each) for each in json.loads(text)]


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with inarow."""
    text = (resources.files("inarow") / "data" / "puzzles.json").read_text()
    return tuple(load(text))
