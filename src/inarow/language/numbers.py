"""`Counted`: a text that depends on a number."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Counted"]


class Counted:
    """A text for one and for any other number, which is `{count}` in it: `Counted("1 disc", …)`."""

    __slots__ = ("_form", "forms")

    def __init__(self, one: str, other: str) -> None:
        self.forms: tuple[str, ...] = (one, other)
        self._form: Callable[[int], int] = _english

    def among(self, forms: tuple[str, ...], form: Callable[[int], int]) -> Counted:
        """The same in a language that has these *forms*."""
        other = Counted("", "")
        other.forms, other._form = forms, form
        return other

    def format(self, *, count: int, **values: object) -> str:
        """The text for *count*."""
        return self.forms[self._form(count)].format(count=count, **values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counted) and self.forms == other.forms

    def __hash__(self) -> int:
        return hash(self.forms)


def _english(number: int) -> int:
    return int(number != 1)
