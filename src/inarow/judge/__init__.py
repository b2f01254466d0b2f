"""Agents judged by the exact truth: an exam, and games against the levels.

`judge` makes jobs that any process can do, an `Exam` or a `Match` each, and collects what comes
back in a `Scorecard` (scorecard.py) for every agent. The same seed brings the same questions,
openings and opponents, so that what comes out depends on the agents only, and their speed on the
machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from random import Random
from time import perf_counter

from inarow.arena import names_of
from inarow.arena.openings import openings
from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, Rules, Side
from inarow.errors import ArenaError, PlayerError, quoted
from inarow.explain.grades import grade, points_lost
from inarow.jobs import Run, here, in_order
from inarow.judge.exam import Question, matters, set_exam, truth_of
from inarow.judge.scorecard import Answer, JudgedGame, Scorecard, Verdict
from inarow.players import Player
from inarow.players.by_text import entrant
from inarow.players.decision import decision, why_no_move
from inarow.players.levels import LEVELS
from inarow.search.scores import Score

__all__ = ["Exam", "Match", "Settings", "judge"]

CHUNK = 25
"""How many questions make one job."""

PLIES = 7
"""Games begin after 0 to `PLIES` - 1 random moves."""

GIVE_UP = 5
"""After this many failures an agent is no longer asked: the rest counts as failed."""

NOT_ASKED = f"no longer asked after {GIVE_UP} failures"
"""The failure that is then recorded."""

Agent = str | Player
"""An entrant by its text, which can be asked in any process, or a player."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many jobs are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What agents are asked: *rules*, how many *games* and exam *questions*, by which *seed*."""

    rules: Rules = CONNECT_FOUR
    games: int = 40
    questions: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("games", "questions"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise ArenaError(f"expected 0 or more {name}, got {quoted(value)}")
        if self.games % 2:
            raise ArenaError(f"expected an even number of games, got {self.games}")
        if not self.games and not self.questions:
            raise ArenaError("expected some games or questions, got neither")


@dataclass(frozen=True, slots=True)
class Exam:
    """A job: *agent* answers questions."""

    agent: Agent
    questions: tuple[Question, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class Match:
    """A job: *agent* plays an opening twice against a level, once with each side."""

    agent: Agent
    level: int
    rules: Rules
    opening: tuple[int, ...]
    seed: str


def judge(
    agents: Sequence[Agent],
    settings: Settings | None = None,
    *,
    names: Sequence[str] | None = None,
    run: Run | None = None,
    progress: Progress | None = None,
    finished: Callable[[Scorecard], None] | None = None,
) -> list[Scorecard]:
    """A scorecard for every agent, in their order; *finished* gets each when it is complete.

    *run* says where the work is done, in this process if not given; a `Player` must then be one
    that can be sent there.
    """
    settings, run = settings or Settings(), run or here(1)
    if not agents:
        raise ArenaError("expected at least one agent, got none")
    names = names or names_of([a if isinstance(a, str) else a.name for a in agents])
    cards = [Scorecard(name, settings.rules) for name in names]
    if progress:
        progress("preparing the exam", 0, 0)
    exam = set_exam(settings.rules, settings.questions, seed=settings.seed, run=run)
    if not exam and not settings.games:
        raise ArenaError(
            f"expected some games: {settings.rules} has no questions with exact answers"
        )
    begun = [_opening(settings, number) for number in range(settings.games // 2)]
    jobs = [
        (card, job)
        for agent, card in zip(agents, cards, strict=True)
        for job in _jobs(agent, exam, begun, settings)
    ]
    failures: Counter[str] = Counter()
    left = Counter(card.name for card, _ in jobs)
    with closing(in_order(run, _do, _wanted(jobs, failures))) as results:
        for done, ((card, job), result) in enumerate(zip(jobs, results, strict=True), start=1):
            if failures[card.name] >= GIVE_UP:  # whether it was asked or not: the same for all
                result = _not_asked(job)
            failures[card.name] += card.add(result)
            left[card.name] -= 1
            if finished and not left[card.name]:
                finished(card)
            if progress:
                progress(card.name, done, len(jobs))
    return cards


def _jobs(
    agent: Agent,
    exam: tuple[Question, ...],
    begun: Sequence[tuple[int, ...]],
    settings: Settings,
) -> Iterator[Exam | Match]:
    for start in range(0, len(exam), CHUNK):
        yield Exam(agent, exam[start : start + CHUNK], f"{settings.seed} exam {start}")
    for number, opening in enumerate(begun):
        level = number * len(LEVELS) // len(begun) + 1
        yield Match(agent, level, settings.rules, opening, f"{settings.seed} {number}")


def _opening(settings: Settings, number: int) -> tuple[int, ...]:
    """The opening of a pair of games: each length in turn, even and without an immediate win."""
    seed = Random(f"{settings.seed} {number}").getrandbits(32)
    return openings(settings.rules, 1, number % PLIES, seed)[0]


def _wanted(
    jobs: Sequence[tuple[Scorecard, Exam | Match]], failures: Counter[str]
) -> Iterator[Exam | Match | None]:
    """The jobs as they are begun, none of them for an agent that has failed too often."""
    for card, job in jobs:
        yield None if failures[card.name] >= GIVE_UP else job


# -- in a worker ----------------------------------------------------------------------------------


def _do(job: Exam | Match | None) -> list[Answer] | list[JudgedGame]:
    if isinstance(job, Exam):
        return _examine(job)
    return [_play(job, side) for side in Side] if job else []


def _not_asked(job: Exam | Match) -> list[Answer] | list[JudgedGame]:
    if isinstance(job, Exam):
        return [Answer(question, None, NOT_ASKED) for question in job.questions]
    return [JudgedGame(job.level, side, 0.0, job.opening, (), NOT_ASKED) for side in Side]


def _player(agent: Agent, seed: str) -> Player:
    if isinstance(agent, Player):
        return agent.copy()
    return entrant(agent, seed=Random(seed).getrandbits(63))


def _examine(job: Exam) -> list[Answer]:
    answers: list[Answer] = []
    failed = 0
    with closing(_player(job.agent, job.seed)) as player:
        for question in job.questions:
            if failed >= GIVE_UP:
                answers.append(Answer(question, None, NOT_ASKED))
                continue
            begun = perf_counter()
            try:
                move = decision(player, question.position)
            except PlayerError as error:
                failed += 1
                answers.append(Answer(question, None, why_no_move(player, error)))
                continue
            seconds = perf_counter() - begun
            verdict = _verdict(question.position, move, question.scores, seconds)
            answers.append(Answer(question, verdict))
    return answers


def _play(job: Match, side: Side) -> JudgedGame:
    """A game in which the agent has *side*."""
    seed = f"{job.seed} {side}"
    moves: list[tuple[Position, int, float]] = []
    forfeit = ""
    board = Board(job.rules, job.opening)
    level = entrant(f"level {job.level}", seed=Random(f"level {seed}").getrandbits(63))
    with closing(_player(job.agent, seed)) as player:
        while board.outcome() is None:
            position = board.position
            if position.turn is not side:
                board.play(level.choose(position))
                continue
            begun = perf_counter()
            try:
                move = decision(player, position)
            except PlayerError as error:
                forfeit = why_no_move(player, error)
                break
            moves.append((position, move, perf_counter() - begun))
            board.play(move)
    outcome = board.outcome()
    points = 0.0
    if outcome is not None:
        points = 0.5 if outcome.winner is None else float(outcome.winner is side)
    verdicts = _look_through(moves)
    return JudgedGame(job.level, side, points, board.moves, verdicts, forfeit)


def _look_through(moves: Sequence[tuple[Position, int, float]]) -> tuple[Verdict, ...]:
    """What the moves of a game were worth: from the end, for what is learnt there helps before."""
    found = []
    for position, move, seconds in reversed(moves):
        found.append(_verdict(position, move, truth_of(position), seconds))
    return tuple(reversed(found))


def _verdict(
    position: Position, move: int, scores: Mapping[int, Score] | None, seconds: float
) -> Verdict:
    if not scores:
        return Verdict(position, move, seconds)
    best, got = max(scores.values(), key=int), scores[move]
    graded = grade(best, got, is_best=best == got).grade
    lost = points_lost(best, got)
    return Verdict(position, move, seconds, dict(scores), graded, lost, matters(scores))
