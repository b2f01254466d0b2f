"""A language in which every message stands in ⟦ ⟧, to find what is shown without being one."""

from pathlib import Path
from typing import Any

import catalogues
from babel.messages.catalog import Catalog
from playwright.sync_api import Page

from support.paths import ROOT

CODE = "de"
"""What the site takes it for: numbers and dates must be written in some way."""

LEFTOVERS = ROOT / "tests" / "support" / "browser" / "leftovers.js"

LIBRARY = (
    "#worth",  # scores in words
    "#why",  # explanations
    ".said",  # scores in words, below the board
    "ir-board .columns, ir-board .cells, ir-board svg",  # the same in the names of buttons
    "#step-text, #panels, .lab-step",  # traces of detectors
    "#said p:not(.verdict-right, .verdict-wrong, .muted)",  # why a move in a puzzle is wrong
)
"""Where sentences of the library are: they are looked at in `tests/language`."""

NO_TEXTS = (
    *("script", "style", "time", "code", "pre", "[translate=no]"),
    *('[lang="en"]', ".languages"),  # languages are called what their speakers call them
    ".seat-name, .person-name, .row-what strong",  # names of people and their browsers
)

ALLOWED = (
    *("x", "o", "inarow", "v?\\d[\\da-z]*", "Guest", "API"),
    r"\d+x\d+x\d+(-free)?(-\d+)?",  # names of rules and of puzzles
    r"[a-r]\d+",  # cells
    *("µs", "ms", "Ann", "Bob"),
)


def pseudo(folder: Path) -> Path:
    """The folder with the catalogues of the language."""
    home = folder / CODE
    home.mkdir(parents=True)
    for part in catalogues.PARTS:
        catalog = Catalog(locale=CODE, project="inarow", charset="utf-8", fuzzy=False)
        for message in catalogues.template(part):
            if message.id:
                texts = message.id if isinstance(message.id, tuple) else (message.id,)
                marked = tuple(f"⟦{text}⟧" for text in texts)
                catalog.add(
                    message.id,
                    marked if isinstance(message.id, tuple) else marked[0],
                    context=message.context,
                )
        (home / f"{part}.po").write_text(catalogues.as_text(catalog))
    return folder


def leftovers(page: Page) -> list[str]:
    """What a page shows that is in no catalogue."""
    wanted: dict[str, Any] = {"exclude": ", ".join(NO_TEXTS + LIBRARY), "allowed": ALLOWED}
    found: list[str] = page.evaluate(LEFTOVERS.read_text(), wanted)
    return found
