"""What a page shows in a made-up language that is in no catalogue."""

from typing import Any

from playwright.sync_api import Page

from support.paths import ROOT

LEFTOVERS = ROOT / "tests" / "support" / "browser" / "leftovers.js"

NO_TEXTS = (
    *("script", "style", "time", "code", "pre", "[translate=no]"),
    *('[lang="en"]', ".languages"),  # languages are called what their speakers call them
    ".seat-name, .person-name, .row-what strong",  # names of people and their browsers
)

ALLOWED = (
    *("x", "o", "inarow", "v?\\d[\\da-z]*", "Guest", "API"),
    r"\d+x\d+x\d+(-free)?(-\d+)?",  # names of rules and of puzzles
    r"[a-r]\d*",  # cells and columns
    *("µs", "ms", "Ann", "Bob"),
)


def leftovers(page: Page) -> list[str]:
    """What a page shows that is in no catalogue."""
    wanted: dict[str, Any] = {"exclude": ", ".join(NO_TEXTS), "allowed": ALLOWED}
    found: list[str] = page.evaluate(LEFTOVERS.read_text(), wanted)
    return found
