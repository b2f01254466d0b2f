"""`Catalogue`: the messages of one language, read from the `.po` files that translators write.

They are read as they are: a thousand messages take some milliseconds, once for each process, and
so nothing needs to be compiled when the package is built.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

__all__ = ["FOLDER", "Catalogue", "catalogue", "languages", "read"]

FOLDER = Path(os.environ.get("INAROW_LOCALE") or Path(__file__).parents[1] / "locale")
"""Where the catalogues are, a folder for each language; those who translate may name another."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What messages are called in one language: each has one form, or one for each kind of number.

    *rule* is which form a number takes, as a C expression of n.
    """

    messages: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    rule: str = "n != 1"
    form: Callable[[int], int] = lambda number: int(number != 1)

    def text(self, text: str, context: str = "") -> str:
        """The message for *text*, which is also what is said if there is none."""
        found = self.messages.get((context, text))
        return found[0] if found else text

    def forms(self, english: tuple[str, ...], context: str = "") -> tuple[str, ...]:
        """The forms of a message with a number, of which there may be more than in English."""
        return self.messages.get((context, english[0]), english)

    def counted(self, number: int, one: str, other: str, context: str = "") -> str:
        """The form for *number*."""
        found = self.messages.get((context, one))
        if found is None:
            return one if number == 1 else other
        return found[self.form(number)]


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that there are catalogues of."""
    return tuple(sorted(file.parent.name for file in FOLDER.glob("*/site.po")))


@cache
def catalogue(code: str, part: str) -> Catalogue:
    """The catalogue of one *part* of the texts: `library`, `site` or `scripts`."""
    file = FOLDER / code / f"{part}.po"
    return read(file.read_text("utf-8")) if file.exists() else Catalogue()


def read(text: str) -> Catalogue:
    """The catalogue that is written in the text of a `.po` file."""
    from gettext import c2py  # the plural rules of C, made safe

    messages: dict[tuple[str, str], tuple[str, ...]] = {}
    rule = "n != 1"
    for entry in _entries(text):
        forms = tuple(value for key, value in entry.items() if key.startswith("msgstr"))
        if not entry.get("msgid"):
            found = re.search(r"plural=([^;\n]*)", forms[0] if forms else "")
            rule = found[1].strip() if found else rule
        elif all(forms):
            messages[entry.get("msgctxt", ""), entry["msgid"]] = forms
    return Catalogue(messages, rule, c2py(rule))


def _entries(text: str) -> Iterator[dict[str, str]]:
    """The parts of each message by keyword; those that nobody has looked over are left out."""
    from json import loads  # strings are written as JSON writes them

    for block in re.split(r"\n\s*\n", text):
        entry: dict[str, str] = {}
        key, fuzzy = "", False
        for line in block.splitlines():
            if line.startswith("#"):
                fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
                continue
            word, quote, rest = line.partition('"')
            key = word.strip() or key
            if quote:
                entry[key] = entry.get(key, "") + loads(quote + rest)
        if entry and (not fuzzy or not entry.get("msgid")):
            yield entry
