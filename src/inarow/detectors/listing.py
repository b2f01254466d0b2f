"""The code of a detector as it is shown beside its steps: functions without their docstrings.

It is read from the modules themselves, so that what is shown is what runs. A step names the lines
that run by their beginnings, and what it names must be there exactly once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from inspect import getsource
from textwrap import dedent
from typing import Any

from inarow.errors import DetectorError

__all__ = ["Listing", "listing"]

Function = Callable[..., Any]


class Listing:
    """The lines of some functions, and where to find one by its beginning."""

    def __init__(self, functions: tuple[Function, ...]) -> None:
        self.lines = tuple("\n\n".join(map(_shown, functions)).split("\n"))
        self._found: dict[tuple[str, ...], tuple[int, ...]] = {}

    def at(self, *beginnings: str) -> tuple[int, ...]:
        """The numbers, from 0, of the lines that begin so."""
        if beginnings not in self._found:
            self._found[beginnings] = tuple(map(self._number, beginnings))
        return self._found[beginnings]

    def _number(self, beginning: str) -> int:
        found = [i for i, line in enumerate(self.lines) if line.lstrip().startswith(beginning)]
        if len(found) != 1:
            raise DetectorError(
                f"expected one line of code that begins {beginning!r}, got {len(found)}"
            )
        return found[0]


@lru_cache(maxsize=64)
def listing(*functions: Function) -> Listing:
    """The listing of these functions, one below the other."""
    return Listing(functions)


def _shown(function: Function) -> str:
    """The source of a function without its decorators, its docstring and remarks to tools."""
    source = dedent(getsource(function))
    (tree,) = ast.parse(source).body
    assert isinstance(tree, ast.FunctionDef)
    lines = source.splitlines()
    first = tree.body[0]
    left = [
        line.split("  # noqa")[0].rstrip()
        for number, line in enumerate(lines, start=1)
        if number >= tree.lineno
        and not (_is_docstring(first) and first.lineno <= number <= (first.end_lineno or 0))
    ]
    return "\n".join(left)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
