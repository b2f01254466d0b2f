"""Which opponents the site has on a board: one table, asked from the library."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from inarow.board.rules import Rules
from inarow.players.levels import LEVELS
from inarow.search.engine import MAX_K
from inarow.search.oracle import Oracle
from inarow.web import words
from inarow.web.search.process import PATIENCE

__all__ = ["missing", "why_not"]


def missing(rules: Rules) -> Mapping[str, str]:
    """The kinds of programs that cannot play *rules*, each with a sentence that says why."""
    texts = words.NO_OPPONENT
    return {kind: texts[kind].format(most=MAX_K, levels=len(LEVELS)) for kind in _missing(rules)}


@lru_cache(maxsize=1024)
def _missing(rules: Rules) -> tuple[str, ...]:
    plays = rules.k <= MAX_K
    has = {"level": plays, "perfect": plays and Oracle(patience=PATIENCE).knows(rules)}
    return tuple(kind for kind in has if not has[kind])


def why_not(opponent: str, rules: Rules) -> str:
    """Why *opponent* cannot play *rules*, as a sentence; empty if it can."""
    return missing(rules).get(opponent.partition(" ")[0], "")
