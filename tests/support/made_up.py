"""A made-up language: every message in wide letters and brackets, ⟦ｘ ｗｉｎｓ⟧.

Whatever has ordinary letters in it did not come from a catalogue.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import catalogues
from babel.messages.catalog import Catalog

from inarow.language.catalogue import Catalogue, read

BRACKETS = "⟦⟧"
KEPT = re.compile(r"(\{\w+\}|<[^>]*>|&\w+;|https?://\S+|/\w[\w/-]*)")
"""Placeholders, markup and addresses stay in a message."""

NAMES = re.compile(r"\b([A-Za-z]|[a-z]{1,2}\d{1,2})\b")
"""What is the same in every language: sides, columns, cells and the signs of a plan."""


def said(text: str, brackets: str = BRACKETS) -> str:
    """A message in this language; other *brackets* make it another one."""
    if text in ("x", "o"):
        return text
    parts = KEPT.split(text)
    wide = (re.sub("[A-Za-z]", lambda each: chr(ord(each[0]) + 0xFEE0), part) for part in parts)
    mixed = (part if KEPT.fullmatch(part) else new for part, new in zip(parts, wide, strict=True))
    return f"{brackets[0]}{''.join(mixed)}{brackets[1]}"


def written(part: str, code: str, brackets: str = BRACKETS) -> str:
    """A catalogue of this language as translators write it, under the name of another."""
    catalog = Catalog(locale=code, fuzzy=False)
    for message in catalogues.template(part):
        if message.id:
            forms = tuple(said(text, brackets) for text in _forms(message.id))
            string = forms if isinstance(message.id, list | tuple) else forms[0]
            catalog.add(message.id, string, context=message.context)
    return catalogues.as_text(catalog)


def _forms(texts: str | list[str] | tuple[str, ...]) -> list[str]:
    return [texts] if isinstance(texts, str) else [*texts]


@cache
def library() -> Catalogue:
    """The texts of the library."""
    return read(written("library", "de"))


def write(folder: Path, **languages: str) -> None:
    """Catalogues of the whole site in *folder*: codes of languages with their brackets."""
    for code, brackets in languages.items():
        (folder / code).mkdir(parents=True)
        for part in catalogues.PARTS:
            (folder / code / f"{part}.po").write_text(written(part, code, brackets), "utf-8")


def ordinary(text: str) -> list[str]:
    """The words of *text* that came from no catalogue, without the `NAMES`."""
    return re.findall(r"[A-Za-z]+", NAMES.sub("", text))
