"""Every text of the site, `words.NAME`, in the language in use; `english.py` has them all.

A text is found in the catalogue by what it is in English and by where it stands, such as
`HOME.heading`; places in a tuple are not counted, so that something can be added anywhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from inarow import language
from inarow.language.catalogue import Catalogue, catalogue
from inarow.language.numbers import Counted
from inarow.web.words import english

if TYPE_CHECKING:
    from inarow.web.words.english import *  # noqa: F403

CODES = ("at", "href")
"""Entries of dictionaries that are no texts, wherever they are."""

CODE_PLACES = ("LAB_EXAMPLES.rules", "LAB_EXAMPLES.moves")
"""More of them."""

ENGLISH_ONLY = (
    *(
        "COMMAND_ID",
        "STREAM_TEXT",
        "RECORDS_TEXT",
        "DATA_TEXT",
        "SCHEMES",
        "API_TAGS",
        "API",
        "API_EXAMPLE",
    ),
    *("NO_WEB", "SERVING", "STOPPED", "BACKED_UP", "RESTORED"),
)
"""What is for people who program, and those who run the site."""

Change: TypeAlias = "Callable[[str | Counted, str], object]"

_known: dict[str, dict[str, object]] = defaultdict(dict)

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        code = language.code()
        known = _known[code]
        if name not in known:
            value = getattr(english, name)
            if code != language.ENGLISH and name.isupper() and name not in ENGLISH_ONLY:
                value = _changed(value, name, _in(catalogue(code, "site")))
            known[name] = value
        return known[name]


def __dir__() -> list[str]:
    return [name for name in dir(english) if name.isupper()]


def messages() -> Iterator[tuple[str, str | Counted]]:
    """Every text to be translated, with the place where it stands."""
    found: list[tuple[str, str | Counted]] = []

    def note(text: str | Counted, place: str) -> object:
        found.append((place, text))
        return text

    for name, value in vars(english).items():
        if name.isupper() and name not in ENGLISH_ONLY:
            _changed(value, name, note)
    yield from dict.fromkeys(found)


def _in(catalogue: Catalogue) -> Change:
    def changed(text: str | Counted, place: str) -> object:
        if isinstance(text, str):
            return catalogue.text(text, place)
        forms = catalogue.forms(text.forms, place)
        return text if forms == text.forms else text.among(forms, catalogue.form)

    return changed


def _changed(value: object, place: str, change: Change) -> object:
    """A text, or everything that holds texts, with each of them changed."""
    if isinstance(value, Counted):
        return change(value, place)
    if isinstance(value, str):
        return change(value, place) if any(map(str.isalpha, value)) else value
    if isinstance(value, dict):
        return {key: _entry(key, part, f"{place}.{key}", change) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(_item(part, place, change) for part in value)
    return value


def _entry(key: object, value: object, place: str, change: Change) -> object:
    return value if key in CODES or place in CODE_PLACES else _changed(value, place, change)


def _item(value: object, place: str, change: Change) -> object:
    """A tuple in a tuple is a choice: what it stands for comes before how it is shown."""
    if isinstance(value, tuple):
        return (value[0], *(_changed(part, place, change) for part in value[1:]))
    return _changed(value, place, change)
