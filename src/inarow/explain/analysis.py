"""What every move of a position is worth, told again whenever more is known, and why, in words.

First come the engine's estimates, after a moment; then it looks deeper; then exact scores, move by
move, where the solver is likely to find them; at last best play to the end. The site and the
notebook widget show the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, TypeAlias

from inarow.board.board import Board
from inarow.board.notation import cell_text, moves_text
from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.explain import explain_move, explain_position, passages
from inarow.explain.fact import Explanation, Fact
from inarow.explain.of_position import resisting
from inarow.search.background import Searchers
from inarow.search.engine import Limit, Result, beyond
from inarow.search.oracle import is_within_reach
from inarow.search.scores import (
    Score,
    Worth,
    best_moves,
    first_height,
    first_share,
    in_words,
    is_exact,
    label,
    share,
)
from inarow.search.solver import Stopped, central_first

__all__ = [
    "Finding",
    "Known",
    "Worths",
    "analyze",
    "as_json",
    "explain",
    "glance",
    "hint",
    "hinted",
    "is_settled",
    "judged",
]

GLANCE = 0.12
"""After how many seconds there are estimates."""

LOOK = 1.5
"""How many seconds the engine looks deeper where exact scores will follow."""

STARE = 10.0
"""How many seconds it looks deeper where nothing exact will follow."""

PAUSE = 0.2
"""How many seconds lie at least between two findings."""

FREE_LINES = 12
"""Without gravity there are many moves: this many of the best are shown."""

MOMENT = 0.5
"""How many seconds the exact scores of one position may take for an explanation."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of a position so far: its *scores* by move, and best play."""

    scores: Mapping[int, Worth] = field(default_factory=dict)
    line: tuple[int, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    done: bool = False

    def mirrored(self, rules: Rules) -> Finding:
        """The same for the mirror image."""
        turned = {_mirrored(move, rules): worth for move, worth in self.scores.items()}
        line = tuple(_mirrored(move, rules) for move in self.line)
        return replace(self, scores=dict(sorted(turned.items())), line=line)


def _mirrored(move: int, rules: Rules) -> int:
    column, row = (move, 0) if rules.gravity else rules.cell_at(move)
    mirror = rules.width - 1 - column
    return mirror if rules.gravity else rules.move_at(mirror, row)


def as_json(finding: Finding, position: Position) -> dict[str, Any]:
    """A finding as JSON: labels, words, tones and the share of the first side for the bar."""
    best = best_moves(finding.scores)
    exact = bool(finding.scores) and is_exact(finding.scores)
    worth = finding.scores[best[0]] if best else None
    return {
        "scores": {str(move): _score(each) for move, each in sorted(finding.scores.items())},
        "best": best,
        "line": list(finding.line),
        "text": moves_text(finding.line, position.rules),
        "result": _result(position, finding.line),
        "bar": None if worth is None else round(first_share(worth), 3),
        "height": None if worth is None else round(first_height(worth, position.rules), 3),
        "worth": None if worth is None else _score(worth),
        "exact": exact,
        "depth": finding.depth,
        "nodes": finding.nodes,
        "seconds": round(finding.seconds, 2),
        "done": finding.done,
    }


def _result(position: Position, line: Sequence[int]) -> str | None:
    """Who has won at the end of a line, or "draw"; `None` if the game goes on."""
    outcome = Board(position, line).position.outcome()
    if outcome is None:
        return None
    return outcome.winner.symbol if outcome.winner else "draw"


def _score(worth: Worth) -> dict[str, Any]:
    exact = isinstance(worth, Score)
    return {
        "label": label(worth),
        "words": in_words(worth),
        "tone": round(2 * share(worth)[0] - 1, 3),
        "exact": exact,
    }


# -- searching, in a thread -----------------------------------------------------------------------


def analyze(searchers: Searchers, position: Position, tell: Callable[[Finding], None]) -> Finding:
    """Search *position*, which is not over, and tell what is found on the way."""
    start = monotonic()
    last_report = 0.0

    def now_and_then(result: Result) -> None:
        nonlocal last_report
        if result.depth >= finding.depth and monotonic() >= last_report + PAUSE:
            last_report = monotonic()
            tell(replace(_finding(result), seconds=monotonic() - start))

    finding = glance(searchers, position)
    tell(replace(finding, done=False))
    patience = searchers.oracle.patience
    if finding.done:  # from a book, for example, whose best play ends early
        reachable = is_within_reach(Board(position, finding.line).position, patience)
        return _played_out(searchers, position, finding, start + patience) if reachable else finding
    reachable = is_within_reach(position, patience)
    if searchers.limit is None and not searchers.stop.is_set():
        limit = Limit(seconds=LOOK if reachable else STARE)
        result = _search(searchers, position, limit, progress=now_and_then)
        finding = replace(_finding(result), seconds=monotonic() - start)
        tell(finding)
    with suppress(Stopped):
        if reachable:
            return _exact(searchers, position, finding, start, tell)
    return replace(finding, seconds=monotonic() - start, done=not searchers.stop.is_set())


def glance(searchers: Searchers, position: Position) -> Finding:
    """What a moment's look at *position* finds; `done` if that is everything."""
    result = _search(searchers, position, searchers.limit or Limit(seconds=GLANCE))
    known = is_exact({line.move: line.score for line in result.lines})
    all_lines = min(_lines(position), len(position.legal_moves()))
    return replace(_finding(result), done=known and len(result.lines) >= all_lines)


def _lines(position: Position) -> int:
    return position.rules.width if position.rules.gravity else FREE_LINES


def _search(
    searchers: Searchers,
    position: Position,
    limit: Limit,
    progress: Callable[[Result], None] | None = None,
) -> Result:
    return searchers.engine.search(
        position, limit, lines=_lines(position), progress=progress, stop=searchers.stop
    )


def _finding(result: Result) -> Finding:
    scores = dict(sorted((line.move, line.score) for line in result.lines))
    return Finding(scores, result.line, result.depth, result.nodes, result.seconds)


def _exact(
    searchers: Searchers,
    position: Position,
    before: Finding,
    start: float,
    tell: Callable[[Finding], None],
) -> Finding:
    """Every move solved, the most promising first, and then best play to the end."""
    solver = searchers.oracle.solver
    deadline = monotonic() + 4 * searchers.oracle.patience
    scores = dict(before.scores)
    nodes = before.nodes
    order = sorted(
        central_first(position),
        key=lambda move: -share(scores[move])[0] if move in scores else 1.0,
    )
    for move in order:
        known = scores.get(move)
        if isinstance(known, Score) and known.plies is not None:
            continue
        scores[move] = _solved(searchers, position, move, deadline - monotonic())
        nodes += solver.nodes
        finding = Finding(dict(sorted(scores.items())), before.line, 0, nodes, monotonic() - start)
        tell(finding)
    finding = Finding(dict(sorted(scores.items())), before.line, 0, nodes, monotonic() - start)
    return _played_out(searchers, position, finding, deadline)


def _played_out(
    searchers: Searchers, position: Position, finding: Finding, deadline: float
) -> Finding:
    """All that is to be found: with best play to the end, as far as there is time for it."""
    line = _best_line(searchers, position, finding.scores, deadline)
    if finding.done and _result(position, line) is None:  # else its line was only a guess
        line = max(line, finding.line, key=len)
    return replace(finding, line=line, done=True)


def _best_line(
    searchers: Searchers, position: Position, worths: Mapping[int, Worth], deadline: float
) -> tuple[int, ...]:
    """Best play from the move that an explanation names, to the end if there is time for it."""
    best, _ = hinted(position, worths)
    return resisting(position, (best, *_best_play(searchers, position.play(best), deadline)))


def _solved(searchers: Searchers, position: Position, move: int, seconds: float) -> Score:
    """The exact score of one move, for the side that plays it."""
    after = position.play(move)
    ended = after.end_score
    if ended is not None:
        return Score.of(-ended, position)
    solver, stop = searchers.oracle.solver, searchers.stop
    return Score.of(-int(solver.solve(after, timeout=max(0.01, seconds), stop=stop)), position)


def _best_play(searchers: Searchers, position: Position, deadline: float) -> tuple[int, ...]:
    if position.outcome() is not None:
        return ()
    timeout = max(0.01, deadline - monotonic())
    with suppress(Stopped):
        return searchers.oracle.analyze(position, timeout=timeout, stop=searchers.stop).line
    return ()


# -- what is known already ------------------------------------------------------------------------

Worths: TypeAlias = dict[Position, Mapping[int, Worth]]
"""What was found of positions: whoever says something of one later says the same."""

Known: TypeAlias = Callable[[Position], Mapping[int, Worth] | None]
"""Tells what is known of a position's moves already."""


def judged(searchers: Searchers, position: Position, known: Worths) -> Mapping[int, Worth]:
    """What is *known* of a position that is not over, or else a moment tells, which is kept."""
    worths = known.get(position) or _in_a_moment(searchers, position)
    if not searchers.stop.is_set():
        known[position] = worths
    return worths


def is_settled(searchers: Searchers, position: Position, worths: Mapping[int, Worth]) -> bool:
    """Whether there are *worths*, and exact ones will not take their place."""
    reachable = is_within_reach(position, searchers.oracle.patience)
    return bool(worths) and (is_exact(worths) or not reachable)


def _in_a_moment(searchers: Searchers, position: Position) -> Mapping[int, Worth]:
    """Exact scores, or else what the engine thinks of the best moves."""
    scores = _exact_in_a_moment(searchers, position)
    return glance(searchers, position).scores if scores is None else scores


def _exact_in_a_moment(searchers: Searchers, position: Position) -> Mapping[int, Score] | None:
    with searchers.patience(min(MOMENT, searchers.oracle.patience)):
        return searchers.oracle.scores(position, stop=searchers.stop)


def _all_exact(position: Position, worths: Mapping[int, Worth]) -> Mapping[int, Score] | None:
    """The *worths*, if they are the exact scores of all moves."""
    exact = {move: worth for move, worth in worths.items() if isinstance(worth, Score)}
    return exact if len(exact) == len(position.legal_moves()) else None


# -- in words -------------------------------------------------------------------------------------


def _nothing(_: Position) -> None:
    return None


def explain(
    searchers: Searchers, board: Board, known: Known = _nothing, line: Sequence[int] = ()
) -> dict[str, Any]:
    """The last move and the position it led to, in sentences, with marks to draw.

    *known* is what was found before, and *line* best play from here; the rest is tried for a
    moment only.
    """
    history = [board.start, *board.history]
    before = history[-2] if board.moves else None
    after = board.position
    worths: Mapping[int, Worth] = {}
    if after.outcome() is None and not beyond(after.rules):
        worths = known(after) or _in_a_moment(searchers, after)
    now = _all_exact(after, worths) if worths else None
    explanation = _of_position(searchers, after, worths, tuple(line))
    last = None
    if before is not None:
        scores = _all_exact(before, known(before) or {}) or _exact_in_a_moment(searchers, before)
        last = explain_move(before, board.moves[-1], scores, outlook=now is None)
    told = passages(last, explanation)
    return {
        "sentences": [text for each in told for text in (each.heading, *each.sentences)],
        "passages": [passage.to_dict() for passage in told],
        "exact": now is not None or after.outcome() is not None,
        "line": list(_told_line(explanation)),
        "marks": {
            cell_text(cell): {"sign": mark.sign, "side": mark.side.symbol if mark.side else None}
            for cell, mark in explanation.marks().items()
        }
        if explanation.shown == after
        else {},
        "legend": explanation.legend(),
        "facts": explanation.to_dict()["facts"],
    }


def _of_position(
    searchers: Searchers, position: Position, worths: Mapping[int, Worth], line: tuple[int, ...]
) -> Explanation:
    """With best play where the scores are known, and the engine's choice where they are not."""
    if not worths or _all_exact(position, worths) is None:
        return _advised(position, worths, line)
    deadline = monotonic() + MOMENT
    fact = _advised(position, worths).facts[0]
    if _result(position, line) and (fact.moves[:1] == line[:1] or _is_one_of(line, fact, worths)):
        return _advised(position, worths, line)
    best, _ = hinted(position, worths)
    if int(worths[best]) and not is_exact(worths):  # it may take longer than the best move
        return _advised(position, worths, _best_play(searchers, position, deadline))
    return _advised(position, worths, _best_line(searchers, position, worths, deadline))


def _told_line(explanation: Explanation) -> tuple[int, ...]:
    """The line that an explanation tells: a forced win, or best play."""
    lines = [fact.moves for fact in explanation.facts if fact.kind in ("forced_win", "best_line")]
    return lines[0] if lines else ()


def _is_one_of(line: Sequence[int], fact: Fact, worths: Mapping[int, Worth]) -> bool:
    """Whether a line begins with one of several best moves, of which *fact* names no single one."""
    return fact.kind == "score" and line[0] in best_moves(worths)


def _advised(
    position: Position, worths: Mapping[int, Worth], line: tuple[int, ...] = ()
) -> Explanation:
    """The explanation by what is known of some moves or of all."""
    if not worths:
        return explain_position(position)
    scores = _all_exact(position, worths)
    if scores is not None:
        return explain_position(position, scores=scores, line=line)
    best = best_moves(worths)
    suggested = line[0] if line and line[0] in best else best[0]
    return explain_position(position, suggested=(suggested, worths[suggested]))


def hint(position: Position, worths: Mapping[int, Worth]) -> str:
    """Which move to play and why, in a sentence, from what is known of some moves or of all."""
    return hinted(position, worths)[1]


def hinted(position: Position, worths: Mapping[int, Worth]) -> tuple[int, str]:
    """The move that a `hint` names, or else one of the best, and the hint."""
    fact = _advised(position, worths).facts[0]
    return fact.moves[0] if fact.kind in TO_PLAY else best_moves(worths)[0], fact.text


TO_PLAY = {"forced_win", "must_stop", "score", "suggestion", "wins_now"}
"""Kinds of facts whose first move is the one to play."""
