"""The booklets that come with inarow."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from inarow.board.rules import Rules
from inarow.booklet import text
from inarow.booklet.booklet import Booklet

__all__ = ["shipped"]


@lru_cache(maxsize=4)
def shipped(rules: Rules) -> Booklet | None:
    """The booklet that comes with inarow for these rules, if there is one."""
    path = resources.files("inarow") / "data" / f"{rules}.booklet".replace("/", "-")
    return text.parse(path.read_text("utf-8")) if path.is_file() else None
