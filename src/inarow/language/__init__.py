"""The language that sentences are in: English, unless another is in use here.

`use("de")` puts all sentences that are made inside it, in this thread or task, into German; `say`
and `counted` make them. Every sentence is a whole message with `{placeholders}` in the catalogues
of `inarow/locale`; what a catalogue lacks is said in English.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from inarow.errors import NotationError
from inarow.language.catalogue import catalogue, languages

__all__ = ["ENGLISH", "code", "counted", "decimal", "names", "say", "use"]

ENGLISH = "en"
"""The language that everything is written in."""

NAMES = {"de": "Deutsch", "es": "Español", "fr": "Français", "pt": "Português"}
"""What the speakers of a language call it."""

COMMA = ("de", "es", "fr", "pt")
"""The languages in which a comma stands before the decimals."""

_code = ContextVar("language", default=ENGLISH)


def names() -> dict[str, str]:
    """The languages there are, by code, each as its speakers call it."""
    return {ENGLISH: "English"} | {code: NAMES.get(code, code) for code in languages()}


def code() -> str:
    """The code of the language in use here."""
    return _code.get()


@contextmanager
def use(code: str) -> Iterator[None]:
    """Have every sentence in the language *code* until the end of the block."""
    if code not in names():
        raise NotationError(f"expected a language ({', '.join(names())}), got {code!r}")
    token = _code.set(code)
    try:
        yield
    finally:
        _code.reset(token)


def decimal(number: float, digits: int) -> str:
    """A number with so many decimals, as the language in use writes it."""
    text = f"{number:.{digits}f}"
    return text.replace(".", ",") if _code.get() in COMMA else text


def say(text: str, context: str = "", /, **values: object) -> str:
    """The sentence *text* in the language in use, with the *values* in its placeholders.

    *context* tells apart what is the same in English only.
    """
    here = _code.get()
    if here != ENGLISH:
        text = catalogue(here, "library").text(text, context)
    return text.format_map(values) if values else text


def counted(number: int, one: str, other: str, /, **values: object) -> str:
    """The sentence for one, or for any other *number*, which is `{number}` in it."""
    here = _code.get()
    if here == ENGLISH:
        text = one if number == 1 else other
    else:
        text = catalogue(here, "library").counted(number, one, other)
    return text.format_map({"number": number, **values})
