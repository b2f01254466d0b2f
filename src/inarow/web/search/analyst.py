"""`Analyst`: what every move of a position is worth, for everybody who looks at it.

People who look at the same position, or at its mirror image, share one search (see
`explain.analysis`). It ends when nobody looks any more.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace
from functools import partial

from inarow.board.position import Position
from inarow.explain.analysis import Finding, analyze
from inarow.search.scores import Score, is_exact
from inarow.web.search.pool import Pool

__all__ = ["Analyst"]

KEPT = 4096
"""How many positions are remembered."""


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
                changed, latest = study.changed, study.latest
                if latest is not told and latest.scores:
                    told = latest
                    yield told.mirrored(rules) if turned else told
                elif study.error is not None:
                    raise study.error
                elif latest.done:
                    return
                else:
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
            finding = await self._pool.run(who, partial(analyze, position=position), tell=tell)
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
