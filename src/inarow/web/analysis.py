"""`Analyst`: what every move of a position is worth, told again whenever more is known.

First come the engine's estimates, after a moment; then it looks deeper; then exact scores, move by
move, where the solver is likely to find them; at last best play to the end. People who look at the
same position, or at its mirror image, share one search. It ends when nobody looks any more.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from inarow.engine import Limit, Result
from inarow.handover import is_within_reach
from inarow.notation import moves_text
from inarow.position import Position
from inarow.rules import Rules
from inarow.solver import Score, Stopped, central_first
from inarow.web.pool import Desk, Pool
from inarow.worths import best_moves, first_share, in_words, is_exact, label, share

if TYPE_CHECKING:
    from inarow.worths import Worth

__all__ = ["Analyst", "Finding", "shown"]

GLANCE = 0.12
"""After how many seconds there are estimates."""

LOOK = 1.5
"""How many seconds the engine looks deeper where exact scores will follow."""

STARE = 10.0
"""How many seconds it looks deeper where nothing exact will follow."""

PAUSE = 0.2
"""How many seconds lie at least between two findings."""

FREE_LINES = 12
"""Without gravity there are many moves: so many of the best are told."""

KEPT = 4096
"""How many positions are remembered."""


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


def shown(finding: Finding, position: Position) -> dict[str, Any]:
    """A finding as JSON: labels, words, tones and the share of the first side for the bar."""
    best = best_moves(finding.scores)
    exact = bool(finding.scores) and is_exact(finding.scores)
    worth = finding.scores[best[0]] if best else None
    return {
        "scores": {str(move): _score(each) for move, each in sorted(finding.scores.items())},
        "best": best,
        "line": list(finding.line),
        "text": moves_text(finding.line, position.rules),
        "bar": None if worth is None else round(first_share(worth), 3),
        "worth": None if worth is None else _score(worth),
        "exact": exact,
        "depth": finding.depth,
        "nodes": finding.nodes,
        "seconds": round(finding.seconds, 2),
        "done": finding.done,
    }


def _score(worth: Worth) -> dict[str, Any]:
    exact = isinstance(worth, Score)
    return {
        "label": label(worth),
        "words": in_words(worth),
        "tone": round(2 * share(worth)[0] - 1, 3),
        "exact": exact,
    }


# -- searching, in a thread -----------------------------------------------------------------------


def analyze(desk: Desk, position: Position, tell: Callable[[Finding], None]) -> Finding:
    """Search *position*, which is not over, and tell what is found on the way."""
    start = monotonic()
    lines = position.rules.width if position.rules.gravity else FREE_LINES
    last_told = 0.0

    def found(result: Result, **more: Any) -> Finding:
        scores = dict(sorted((line.move, line.score) for line in result.lines))
        seconds = monotonic() - start
        return Finding(scores, result.line, result.depth, result.nodes, seconds, **more)

    def now_and_then(result: Result) -> None:
        nonlocal last_told
        if result.depth >= first.depth and monotonic() >= last_told + PAUSE:
            last_told = monotonic()
            tell(found(result))

    first = found(desk.engine.search(position, Limit(seconds=GLANCE), lines=lines))
    if is_exact(first.scores) and len(first.scores) >= min(lines, len(position.legal_moves())):
        return replace(first, done=True)
    tell(first)
    reachable = is_within_reach(position, desk.oracle.patience)
    limit = Limit(seconds=LOOK if reachable else STARE)
    if desk.stopped:
        return first
    deeper = found(
        desk.engine.search(position, limit, lines=lines, progress=now_and_then), done=not reachable
    )
    if deeper.done or desk.stopped:
        return deeper
    tell(deeper)
    with suppress(Stopped):
        return _exact(desk, position, deeper, start, tell)
    return replace(deeper, seconds=monotonic() - start, done=not desk.stopped)


def _exact(
    desk: Desk,
    position: Position,
    before: Finding,
    start: float,
    tell: Callable[[Finding], None],
) -> Finding:
    """Every move solved, the most promising first, and then best play to the end."""
    solver = desk.oracle.solver
    deadline = monotonic() + 4 * desk.oracle.patience
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
        if desk.stopped:
            raise Stopped("stopped before the end")
        scores[move] = _solved(desk, position, move, deadline - monotonic())
        nodes += solver.nodes
        told = Finding(dict(sorted(scores.items())), before.line, 0, nodes, monotonic() - start)
        tell(told)
    best = best_moves(scores)[0]
    line = (best, *_best_play(desk, position.play(best), deadline))
    return Finding(dict(sorted(scores.items())), line, 0, nodes, monotonic() - start, done=True)


def _solved(desk: Desk, position: Position, move: int, seconds: float) -> Score:
    """The exact score of one move, for the side that plays it."""
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        won = (position.rules.cell_count + 1 - position.ply) // 2
        return Score.of(0 if outcome.is_draw else won, position)
    return Score.of(-int(desk.oracle.solver.solve(after, timeout=max(0.01, seconds))), position)


def _best_play(desk: Desk, position: Position, deadline: float) -> tuple[int, ...]:
    if position.outcome() is not None:
        return ()
    timeout = max(0.01, deadline - monotonic())
    with suppress(Stopped):
        return desk.oracle.solver.analyze(position, timeout=timeout).line
    return ()


# -- sharing --------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class _Study:
    """One position that somebody looks at."""

    latest: Finding
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    listeners: int = 0
    task: asyncio.Task[None] | None = None
    error: Exception | None = None

    def tell(self, finding: Finding) -> None:
        self.latest = finding
        self._wake()

    def fail(self, error: Exception) -> None:
        self.error = error
        self._wake()

    def _wake(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


class Analyst:
    """Analyses positions in a pool, for everybody at once."""

    def __init__(self, pool: Pool, *, kept: int = KEPT) -> None:
        self._pool = pool
        self._kept = kept
        self._known: OrderedDict[Position, Finding] = OrderedDict()
        self._studies: dict[Position, _Study] = {}

    @property
    def running(self) -> int:
        """How many positions are being searched."""
        return len(self._studies)

    def known(self, position: Position) -> Finding | None:
        """What has been found before, without searching."""
        canonical, turned = _canonical(position)
        finding = self._known.get(canonical)
        return finding.mirrored(position.rules) if finding and turned else finding

    def exact(self, position: Position) -> dict[int, Score] | None:
        """The exact scores of all moves, if they were found before."""
        finding = self.known(position)
        if finding is None or len(finding.scores) != len(position.legal_moves()):
            return None
        scores = {m: s for m, s in finding.scores.items() if isinstance(s, Score)}
        return scores if is_exact(finding.scores) else None

    async def watch(self, who: str, position: Position) -> AsyncGenerator[Finding, None]:
        """Findings, each replacing the one before; the last is `done`. Raises `Busy`.

        The search goes on for *who* until the last of its listeners closes this.
        """
        canonical, turned = _canonical(position)
        rules = position.rules
        if position.outcome() is not None:
            yield Finding(done=True)
            return
        kept = self._known.get(canonical)
        if kept is not None and kept.done:
            self._known.move_to_end(canonical)
            yield kept.mirrored(rules) if turned else kept
            return
        study = self._studies.get(canonical) or self._begin(who, canonical, kept)
        study.listeners += 1
        try:
            told: Finding | None = None
            while True:
                changed = study.changed
                if study.latest is not told and study.latest.scores:
                    told = study.latest
                    yield told.mirrored(rules) if turned else told
                if study.error is not None:
                    raise study.error
                if study.latest.done:
                    return
                if study.latest is told or not study.latest.scores:
                    await changed.wait()
        finally:
            study.listeners -= 1
            if not study.listeners and study.task is not None:
                study.task.cancel()

    def _begin(self, who: str, position: Position, kept: Finding | None) -> _Study:
        study = self._studies[position] = _Study(kept or Finding())
        study.task = asyncio.create_task(self._search(who, position, study))
        return study

    async def _search(self, who: str, position: Position, study: _Study) -> None:
        loop = asyncio.get_running_loop()

        def tell(finding: Finding) -> None:
            loop.call_soon_threadsafe(study.tell, finding)

        try:
            finding = await self._pool.run(who, lambda desk: analyze(desk, position, tell))
            study.tell(replace(finding, done=True))
        except Exception as error:  # whoever listens gets it
            study.fail(error)
        finally:
            if self._studies.get(position) is study:
                del self._studies[position]
            self._remember(position, study.latest)

    def _remember(self, position: Position, finding: Finding) -> None:
        if finding.scores:
            self._known[position] = finding
            self._known.move_to_end(position)
        while len(self._known) > self._kept:
            self._known.popitem(last=False)


def _canonical(position: Position) -> tuple[Position, bool]:
    """The position or its mirror image, whichever has the smaller key, and whether it is turned."""
    mirror = position.mirror()
    return (mirror, True) if mirror.key < position.key else (position, False)
