"""A whole game looked through: what every move was worth, where it turned, what was better.

`review` uses exact scores wherever the book or the solver gives them in time, and estimates of the
engine elsewhere. The two are never mixed: every move says which it was judged by, and the summary
counts them apart. `inarow.explain.grades` says what the grades mean.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from inarow.board.board import Board
from inarow.board.notation import move_text, read_side
from inarow.board.position import Position
from inarow.board.rules import Side
from inarow.errors import RecordError, as_sentence, quoted
from inarow.explain import explain_move, forcing, phrases
from inarow.explain.callable_module import CallableModule
from inarow.explain.fact import Explanation
from inarow.explain.grades import Grade, Graded, grade
from inarow.language import counted, say
from inarow.record.record import Node, Record, Variation
from inarow.search.engine import Engine, Limit
from inarow.search.oracle import Oracle
from inarow.search.scores import Estimate, Score
from inarow.search.solver import Stopped
from inarow.search.stop import Stop

__all__ = ["MoveReview", "Review", "Summary", "Watcher", "review"]

Watcher = Callable[[int, int], None]
"""Called with how many positions have been looked at, and how many there are."""

LINE_AT_MOST = 20
"""Best play is written down if it ends within this many discs."""

COMFORT = {"prepares_win", "later_threat", "quiet", "watch"}
"""Kinds of facts that do not help whoever made a bad move."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move of a game: the *best* that was to be had, and what it *got*, both for its side.

    *scores* are the exact scores of all moves, empty where they are not known. *better* are moves
    that were better, *line* is what should have been played; both are empty if nothing is known.
    """

    position: Position
    move: int
    best: Score | Estimate
    got: Score | Estimate
    graded: Graded
    scores: Mapping[int, Score]
    better: tuple[int, ...]
    line: tuple[int, ...]
    explanation: Explanation

    @property
    def side(self) -> Side:
        """Who played it."""
        return self.position.turn

    @property
    def changes_result(self) -> bool:
        """Whether it is certain that the result changed here."""
        return self.graded.exact and self.graded.grade in (Grade.MISTAKE, Grade.BLUNDER)

    @property
    def is_bad(self) -> bool:
        """Whether something better should be shown."""
        return self.graded.grade is not None and self.graded.grade.is_bad

    @property
    def misses_win(self) -> bool:
        """Whether the side could have won with this move, even if it won later."""
        return any(fact.kind == "misses_win" for fact in self.explanation.facts)

    @property
    def misses_block(self) -> bool:
        """Whether one threat could have been blocked and was not, even if all was lost anyway."""
        facts = self.explanation.facts
        return any(fact.kind == "does_not_stop" and len(fact.cells) == 1 for fact in facts)

    @property
    def sentences(self) -> list[str]:
        """What there is to say about the move, without plans; of a bad one, what is bad."""
        bad = self.is_bad
        facts = self.explanation.facts
        said = [fact.text for fact in facts if not bad or fact.kind not in COMFORT]
        over = self.position.play(self.move).outcome() is not None
        return said if self.scores or over else [*said, *self._judgement()]

    def _judgement(self) -> list[str]:
        """What is known without the exact scores of all moves."""
        better, rules = self.better[:1], self.position.rules
        if isinstance(self.got, Score):
            now = say("Now {result}.", result=phrases.result(self.got))
        else:
            now = say("Estimate: {estimate}.", estimate=_estimate_text(self.got))
        if not better:
            return [now]
        if isinstance(self.best, Score):
            preferred, worth = phrases.better(better, rules), phrases.result(self.best)
        else:
            move = phrases.moves(better, rules)
            preferred = say("The engine prefers {move}", move=move)
            worth = _estimate_text(self.best)
        return [now, say("{advice}: {reason}.", advice=preferred, reason=worth)]

    def comment(self) -> str:
        """The grade and the sentences in one row, as a record keeps them."""
        if self.graded.grade is None:
            return " ".join(self.sentences)
        graded = str(self.graded.grade)
        if not self.graded.exact:
            graded = say("{grade} (estimated)", grade=graded)
        return " ".join([as_sentence(graded), *self.sentences])


def _estimate_text(estimate: Estimate) -> str:
    return say(
        "{estimate} ({percent}% for {side})",
        estimate=estimate,
        percent=phrases.percent(estimate.win_probability),
        side=estimate.side,
    )


@dataclass(frozen=True, slots=True)
class Summary:
    """How one side played; *exact* moves are judged exactly, *kept* of them kept the result.

    Every move is in one of *best*, *good*, *inaccuracies*, *mistakes*, *blunders* and *unjudged*.
    Those that miss a win or a block are counted once more.
    """

    side: Side
    moves: int
    exact: int
    kept: int
    inaccuracies: int
    mistakes: int
    blunders: int
    best: int = 0
    good: int = 0
    unjudged: int = 0
    missed_wins: int = 0
    missed_blocks: int = 0

    @property
    def accuracy(self) -> float | None:
        """The share of the exactly judged moves that kept the result."""
        return self.kept / self.exact if self.exact else None

    @property
    def sentence(self) -> str:
        """How many moves kept the result, and what went wrong; nothing of who has not moved."""
        if not self.moves:
            return ""
        told = {"kept": self._kept(), "wrong": self._wrong()}
        missed = []
        if n := self.missed_wins:
            missed.append(counted(n, "{number} win", "{number} wins"))
        if n := self.missed_blocks:
            missed.append(counted(n, "{number} block", "{number} blocks"))
        if not missed:
            return say("{kept}; {wrong}.", **told)
        return say("{kept}; {wrong}; missed: {missed}.", missed=phrases.listed(missed), **told)

    def _kept(self) -> str:
        """How many moves kept the result, as a part of a sentence."""
        if not self.exact:
            # Translators: the beginning of a sentence, but without a capital, as are the next ones
            return say("no move could be judged exactly")
        if self.exact == 1 and not self.kept:
            return say("the one move judged exactly changed the result")
        return counted(
            self.exact,
            "the one move judged exactly kept the result",
            "{kept} of {number} moves judged exactly kept the result",
            kept=self.kept,
        )

    def _wrong(self) -> str:
        """`1 mistake and 2 blunders`; nothing of what there is none of."""
        found = []
        if n := self.inaccuracies:
            found.append(counted(n, "{number} inaccuracy", "{number} inaccuracies"))
        if n := self.mistakes:
            found.append(counted(n, "{number} mistake", "{number} mistakes"))
        if n := self.blunders:
            found.append(counted(n, "{number} blunder", "{number} blunders"))
        # Translators: comes after a semicolon
        return phrases.listed(found) if found else say("no mistakes")


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a game, reviewed."""

    record: Record
    moves: tuple[MoveReview, ...]

    def summary(self, side: Side | str) -> Summary:
        """How *side* played."""
        side = read_side(side)
        mine = [move for move in self.moves if move.side is side]
        exact = [move for move in mine if move.graded.exact]
        grades = [move.graded.grade for move in mine]
        return Summary(
            side=side,
            moves=len(mine),
            exact=len(exact),
            kept=sum(not move.changes_result for move in exact),
            best=grades.count(Grade.BEST),
            good=grades.count(Grade.GOOD),
            inaccuracies=grades.count(Grade.INACCURACY),
            mistakes=grades.count(Grade.MISTAKE),
            blunders=grades.count(Grade.BLUNDER),
            unjudged=grades.count(None),
            missed_wins=sum(move.misses_win for move in mine),
            missed_blocks=sum(move.misses_block for move in mine),
        )

    @property
    def turning_point(self) -> int | None:
        """The number of the last move that certainly changed the result, `None` if none did.

        The moves of both sides count from 1, as in JSON: it is `moves[turning_point - 1]`.
        """
        changing = [number for number, move in enumerate(self.moves, 1) if move.changes_result]
        return changing[-1] if changing else None

    def annotated(self) -> Record:
        """The record with a comment and the better line at every bad move; the rest is kept.

        What is there already is not written again.
        """
        record = deepcopy(self.record)
        for node, move in zip(record.main.nodes, self.moves, strict=True):
            if not move.is_bad:
                continue
            if move.comment() not in node.comment:
                node.comment = f"{node.comment} {move.comment()}".strip()
            if move.line and list(move.line) not in [line.moves for line in node.variations]:
                node.variations.append(Variation([Node(better) for better in move.line]))
        return record

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return {
            "rules": str(self.record.rules),
            "start": self.record.start.text(),
            "result": self.record.result,
            "moves": [_as_dict(move) for move in self.moves],
            "summary": {side.symbol: _summary_dict(self.summary(side)) for side in Side},
            "turning_point": self.turning_point,
        }


def review(
    game: Record | Board | str,
    *,
    limit: Limit | None = None,
    oracle: Oracle | None = None,
    engine: Engine | None = None,
    progress: Watcher | None = None,
    stop: Stop | None = None,
) -> Review:
    """Review every move of the main line of *game*, a `Record`, a `Board` or moves as text.

    The module itself can be called like this function: `ir.review("4455667")`.
    *limit* is for one position, a second if none is given: the oracle has that long, and where it
    cannot tell, the engine. `Stopped` is raised when *stop* is set.
    """
    if not isinstance(game, Record | Board | str):
        raise RecordError(
            f"expected a Record, a Board or text such as '4455667', got {quoted(game)}"
        )
    record = game if isinstance(game, Record) else Record.of(game)
    board = record.board()
    limit = limit or Limit(seconds=1)
    stop = stop or Stop()
    oracle = oracle or Oracle(patience=limit.seconds or 1.0)
    judge = _Judge(limit, oracle, engine or Engine(), stop)
    positions = [board.start, *board.history]
    found: list[MoveReview] = []
    after: _Judged | None = None
    # From the end: what the solver learns about late positions helps with the earlier ones.
    for done, ply in enumerate(reversed(range(len(positions)))):
        position = positions[ply]
        now = judge.look(position) if position.outcome() is None else None
        if ply < len(board.moves) and now is not None:
            found.append(judge.compare(position, board.moves[ply], now, after))
        after = now
        if stop.is_set():
            raise Stopped("stopped before the end of the review")
        if progress is not None:
            progress(done + 1, len(positions))
    return Review(record, tuple(reversed(found)))


@dataclass(frozen=True, slots=True)
class _Judged:
    """What the best move of a position is worth, with a line that begins with it."""

    value: Score | Estimate
    line: tuple[int, ...]
    scores: Mapping[int, Score]


class _Judge:
    """Looks at positions, exactly where that is possible in time."""

    def __init__(self, limit: Limit, oracle: Oracle, engine: Engine, stop: Stop) -> None:
        self.limit = limit
        self.stop = stop
        self.oracle = oracle
        self.engine = engine

    def look(self, position: Position) -> _Judged:
        """The best that can be had in a position that is not over."""
        known = self.oracle.scores(position, stop=self.stop)
        if known is not None:
            best = max(known, key=lambda move: known[move].value)
            return _Judged(known[best], (best,), known)
        result = self.engine.search(position, self.limit, stop=self.stop)
        return _Judged(result.score, result.line, {})

    def compare(
        self, position: Position, move: int, now: _Judged, after: _Judged | None
    ) -> MoveReview:
        """The review of *move*; *after* is what was found in the position that it led to."""
        got = now.scores.get(move) or self._score_from(position, move, after)
        graded = grade(now.value, got, is_best=move == now.line[0])
        better: tuple[int, ...] = ()
        if now.scores and graded.grade is not Grade.BEST:
            better = tuple(m for m, s in now.scores.items() if s.value == now.value.value)
        elif graded.grade is not None and graded.grade.is_bad:
            better = now.line[:1]
        bad = graded.grade is not None and graded.grade.is_bad
        return MoveReview(
            position,
            move,
            now.value,
            got,
            graded,
            now.scores,
            better,
            self._line(position, better, now) if bad and better else (),
            explain_move(position, move, now.scores or None),
        )

    def _score_from(self, position: Position, move: int, after: _Judged | None) -> Score | Estimate:
        """What a move is worth to the side that plays it, from the position it leads to."""
        if after is None:
            return Score.of(-(position.play(move).end_score or 0), position)
        theirs = after.value
        if isinstance(theirs, Estimate):
            return Estimate(-theirs.value, position.turn)
        plies = None if theirs.plies is None else theirs.plies + 1
        return Score(-theirs.value, position.turn, plies)

    def _line(self, position: Position, better: tuple[int, ...], now: _Judged) -> tuple[int, ...]:
        """What should have been played: a forced win, best play to a near end, or what is known."""
        win = forcing.find(position)
        if win is not None:
            return win.moves
        if not now.scores:
            return now.line
        plies = now.scores[better[0]].plies
        if plies is None or plies > LINE_AT_MOST:
            return better[:1]
        try:
            rest = self.oracle.analyze(
                position.play(better[0]), timeout=self.oracle.patience, stop=self.stop
            )
            return (better[0], *rest.line)
        except Stopped:
            return better[:1]


def _as_dict(move: MoveReview) -> dict[str, Any]:
    rules = move.position.rules
    return {
        "side": move.side.symbol,
        "move": move_text(move.move, rules),
        "grade": None if move.graded.grade is None else move.graded.grade.word,
        "exact": move.graded.exact,
        "best": move.best.to_dict(),
        "got": move.got.to_dict(),
        "better": [move_text(better, rules) for better in move.better],
        "line": [move_text(each, rules) for each in move.line],
        "sentences": move.sentences,
        "explanation": move.explanation.to_dict(),
    }


def _summary_dict(summary: Summary) -> dict[str, Any]:
    return {
        "moves": summary.moves,
        "exact": summary.exact,
        "kept": summary.kept,
        "accuracy": summary.accuracy,
        "inaccuracies": summary.inaccuracies,
        "mistakes": summary.mistakes,
        "blunders": summary.blunders,
        "best": summary.best,
        "good": summary.good,
        "unjudged": summary.unjudged,
        "missed_wins": summary.missed_wins,
        "missed_blocks": summary.missed_blocks,
        "sentence": summary.sentence,
    }


sys.modules[__name__].__class__ = CallableModule
