"""New puzzles: positions of played games, proved by the solver, rated by what the levels see.

A *batch* of games between levels is a job of its own, so that a farm can do them; the same rules
and seed give the same puzzles, however many work at them. A position becomes a puzzle if exactly
one move keeps what it is worth, by exact scores. Its solution is played out against best defence,
which tells its theme; and for each move of that line it is known how likely a level is to find it.
From the chances to find them all, and the measured ratings of the levels, follows its rating.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Final

from inarow.arena.ratings import level_ratings, performance
from inarow.board.board import Board
from inarow.board.notation import moves_text
from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.jobs import Run, here, in_order
from inarow.players.levels import LEVELS, Level, level
from inarow.puzzles.puzzle import Goal, Puzzle
from inarow.puzzles.solving import best_defence, is_right, right_moves
from inarow.puzzles.themes import place_of, theme_of
from inarow.search.solver import Solver, central_first, expect_solvable

__all__ = ["Solution", "find", "numbered", "rating_of"]

LONGEST: Final = 9
"""A win in more moves is too long to play out."""

HELD: Final = 6
"""How many moves of a defence are asked for at most."""

PLIES: Final = (0.25, 0.8)
"""In which part of a game puzzles are looked for."""

MOST_EMPTY: Final = 30
"""How many cells may be empty, so that every move is solved in a moment."""

MOST_EMPTY_FIVE: Final = 22
"""The same where longer lines are needed, or discs do not fall: few positions are decided early."""

NODES: Final = 2_000_000
"""Positions that take the solver more nodes than this make no puzzle."""

APART: Final = 3
"""At least so many discs lie between two puzzles of one game."""

GAMES: Final = 10
"""How many games are played in a batch."""

BARREN: Final = 40
"""After so many batches without anything new there are no more puzzles in reach."""

STRENGTHS: Final = (2, 3, 4, 5, 6)
"""The levels that play: they make mistakes, but not in every game."""

OPENING: Final = 4
"""Up to how many discs are put at random first, so that games differ."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution against best *defence*: all *moves*, and at each turn every move that is right."""

    moves: tuple[int, ...]
    right: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some games to be played, and looked through."""

    rules: Rules
    seed: int
    number: int


def find(rules: Rules | str, seed: int = 0, *, run: Run | None = None) -> Iterator[Puzzle]:
    """Puzzles of *rules*, one after the other, without end where there are many.

    No two are the same or mirror images. It ends when the games hold nothing new for long. *run*
    is where the work is done: on this core, if not given.
    """
    rules = Rules.of(rules)
    expect_solvable(Position(rules))
    known: set[int] = set()
    barren = 0
    jobs = (_Batch(rules, seed, number) for number in count())
    for found in in_order(run or here(1), _look_through, jobs):
        barren += 1
        for puzzle in found:
            position = puzzle.board.position
            key = min(position.key, position.mirror().key)
            if key not in known:
                known.add(key)
                barren = 0
                yield puzzle
        if barren >= BARREN:
            return


def numbered(puzzles: Sequence[Puzzle], after: str = "") -> list[Puzzle]:
    """Puzzles with names of their own: those of a theme are counted, the easy ones first.

    They come board by board.
    """
    counts: dict[str, int] = {}
    boards: dict[Rules, list[Puzzle]] = {puzzle.rules: [] for puzzle in puzzles}
    for puzzle in sorted(puzzles, key=_order):
        word = puzzle.theme.word
        counts[word] = counts.get(word, 0) + 1
        boards[puzzle.rules].append(replace(puzzle, name=f"{word}-{counts[word]}{after}"))
    return [puzzle for board in boards.values() for puzzle in board]


def _order(puzzle: Puzzle) -> tuple[int, str, str]:
    return puzzle.rating, str(puzzle.rules), moves_text(puzzle.moves, puzzle.rules)


# -- a batch --------------------------------------------------------------------------------------


def _look_through(batch: _Batch) -> list[Puzzle]:
    random = Random(f"puzzles {batch.rules} {batch.seed} {batch.number}")
    players = [level(number, seed=random.getrandbits(32)) for number in STRENGTHS]
    judges = [level(number + 1) for number in range(len(LEVELS))]
    solver = Solver(threads=1, table_mb=16)
    found: list[Puzzle] = []
    for _ in range(GAMES):
        board = _game(batch.rules, random, random.sample(players, 2))
        found += _puzzles_of(board, solver, judges)
    return found


def _game(rules: Rules, random: Random, players: Sequence[Level]) -> Board:
    """A game between two levels, after some discs at random."""
    board = Board(rules)
    for _ in range(random.randint(0, min(OPENING, rules.cell_count // 4))):
        if board.outcome() is None:
            board.play(random.choice(board.position.legal_moves()))
    while board.outcome() is None:
        board.play(players[board.ply % 2].choose(board.position))
    return board


def _puzzles_of(board: Board, solver: Solver, judges: Sequence[Level]) -> Iterator[Puzzle]:
    cells = board.rules.cell_count
    least, most = (round(share * cells) for share in PLIES)
    rules = board.rules
    deep = rules.k > 4 or not rules.gravity
    ply = max(least, cells - (MOST_EMPTY_FIVE if deep else MOST_EMPTY))
    while ply <= min(most, board.ply - 1):
        puzzle = _puzzle(Board(board.rules, board.moves[:ply]), solver, judges)
        if puzzle is not None:
            yield puzzle
        ply += 1 if puzzle is None else APART


def _puzzle(board: Board, solver: Solver, judges: Sequence[Level]) -> Puzzle | None:
    position = board.position
    found = _only_move(position, solver)
    if found is None:
        return None
    goal, move = found
    score = solver.solve(position)
    if (score.wins_in or 0) > LONGEST:
        return None
    line = _played_out(position, goal, move, solver)
    return Puzzle(
        "new",
        board.rules,
        board.moves,
        move,
        score.value,
        theme_of(position, goal, line.moves),
        place_of(position, line.moves),
        rating_of(position, line, judges),
    )


def _only_move(position: Position, solver: Solver) -> tuple[Goal, int] | None:
    """What can be reached, and the move that alone reaches it; `None` if that is no puzzle."""
    if position.winning_moves(position.turn.other):
        return None  # a forced block is no puzzle
    moves = central_first(position)
    if len(moves) < 3:
        return None
    value = int(solver.solve(position, weak=True))
    if value < 0 or solver.nodes > NODES:
        return None
    goal = Goal.WIN if value > 0 else Goal.DRAW
    right: list[int] = []
    for move in moves:
        if is_right(solver, goal, position, move):
            right.append(move)
        if len(right) > 1 or solver.nodes > NODES:
            return None
    return goal, right[0]


def _played_out(position: Position, goal: Goal, move: int, solver: Solver) -> Solution:
    """The solution: the fastest way, against whatever lasts longest."""
    moves, now = [move], position.play(move)
    right: list[tuple[int, ...]] = [(move,)]
    while now.outcome() is None:
        moves.append(best_defence(solver, goal, now))
        now = now.play(moves[-1])
        if now.outcome() is not None:
            break
        ways = right_moves(solver, goal, now)
        if goal is Goal.DRAW and (len(ways) > 1 or len(right) == HELD):
            break
        right.append(tuple(ways))
        scores = solver.analyze(now, line=False).scores
        moves.append(max(ways, key=lambda each: scores[each].value))
        now = now.play(moves[-1])
    return Solution(tuple(moves), tuple(right))


# -- how hard it is -------------------------------------------------------------------------------


def rating_of(position: Position, line: Solution, judges: Sequence[Level]) -> int:
    """The rating at which the levels find the whole *line* as often as they do."""
    turns = []
    for number, move in enumerate(line.moves):
        if number % 2 == 0 and number // 2 < len(line.right):
            turns.append((position, line.right[number // 2]))
        position = position.play(move)
    strengths = level_ratings(position.rules)
    results = []
    sure = 0
    for judge, strength in zip(judges, strengths, strict=True):
        found = 1.0
        for now, right in turns if sure < 2 else ():
            chances = judge.chances(now)
            found *= sum(chances[move] for move in right)
            if found < 0.001:
                break
        sure = sure + 1 if found > 0.995 else 0
        results.append((float(strength), 1 - found))
    return round(performance(results).value)
