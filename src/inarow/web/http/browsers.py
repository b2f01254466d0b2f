"""What a person calls a browser, from what it says about itself."""

from __future__ import annotations

from typing import Final

from inarow.web import words

__all__ = ["browser_label"]

BROWSERS: Final = (  # the first that is found counts: most claim to be several others, too
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_label(agent: str) -> str:
    """A browser and its system, such as Firefox on Linux; empty if neither is known."""
    browser = next((name for part, name in BROWSERS if part in agent), "")
    system = next((name for part, name in SYSTEMS if part in agent), "")
    if browser and system:
        return words.BROWSER.format(browser=browser, system=system)
    return browser or system
