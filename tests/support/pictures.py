"""Screens as text that a person can read and compare: characters first, then their styles."""

import os
from itertools import groupby

from rich.style import Style

from inarow.tui.app import InarowApp
from support.paths import DATA

FOLDER = DATA / "snapshots"
LETTERS = ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def picture(app: InarowApp) -> str:
    """What is on the screen. Under the characters every style has a letter, told at the end."""
    app.screen.refresh()
    strips = app.screen._compositor.render_strips()
    known: dict[str, str] = {}
    texts, styles = [], []
    for strip in strips:
        texts.append("".join(segment.text for segment in strip).rstrip())
        letters = ""
        for segment in strip:
            name = _name(segment.style)
            letters += known.setdefault(name, LETTERS[len(known)]) * len(segment.text)
        runs = [(letter, len(list(run))) for letter, run in groupby(letters)]
        styles.append(" ".join(f"{count}{letter}" for letter, count in runs))
    legend = [f"{letter} {name}" for name, letter in known.items()]
    return "\n".join([*texts, "", *styles, "", *legend]) + "\n"


def _name(style: Style | None) -> str:
    return str(style) if style is not None else "none"


def check(app: InarowApp, name: str) -> None:
    """Compare with the stored picture; INAROW_PICTURES=1 stores it anew."""
    path = FOLDER / f"{name}.txt"
    seen = picture(app)
    if os.environ.get("INAROW_PICTURES"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(seen)
    assert seen == path.read_text(), f"{name} looks different: look at it, then store it anew"
