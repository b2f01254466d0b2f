"""The colours: dark, light and high contrast, each with several pairs of discs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rich.color import Color
from rich.style import Style
from textual.theme import Theme

__all__ = ["DISCS", "MODES", "Colors", "theme_name", "themes"]

MODES: Final = ("dark", "light", "contrast")
"""Names of the modes."""

DISCS: Final = {
    #                first      second     their embossed signs
    "vermilion": ("#D55E00", "#56B4E9", "#4a1f00", "#0b3a57"),
    "yellow": ("#F0C808", "#8E6BD8", "#4d3f00", "#1f0f4a"),
    "green": ("#2FB67C", "#E884B8", "#04301d", "#4d0f31"),
}
"""Pairs of colours for the discs; the first is the default. Anyone can tell them apart."""

_BOARDS: Final = {
    #            plate      hole       paper      grid       labels     winning line
    "dark": ("#22304a", "#141d2e", "#1b2436", "#5a6b8c", "#b8c4da", "#F0E442"),
    "light": ("#c3cfe4", "#ffffff", "#fbf9f4", "#8492ab", "#3a4660", "#1b2436"),
    "contrast": ("#303030", "#000000", "#000000", "#c0c0c0", "#ffffff", "#ffff00"),
}

_PAGES: Final = {
    #            background surface    panel      foreground accent     good       bad
    "dark": ("#0f1624", "#162033", "#1d2a42", "#e4e9f2", "#7cc4ef", "#5fd38d", "#ff8a7a"),
    "light": ("#f7f8fb", "#eceff6", "#dfe6f2", "#1b2436", "#0f5f91", "#14713e", "#b3261e"),
    "contrast": ("#000000", "#000000", "#1a1a1a", "#ffffff", "#00ffff", "#00ff5f", "#ff8080"),
}

_LIT: Final = {"dark": "#c39bff", "light": "#7b3fe4", "contrast": "#ff5fff"}
"""What is being examined in the lab."""


def theme_name(mode: str, discs: str) -> str:
    """The name of a theme: a look with a pair of discs."""
    return f"{mode}-{discs}"


def themes() -> list[Theme]:
    """Every look with every pair of discs."""
    return [_theme(mode, discs) for mode in MODES for discs in DISCS]


def _theme(mode: str, discs: str) -> Theme:
    background, surface, panel, foreground, accent, good, bad = _PAGES[mode]
    board = zip(("plate", "hole", "paper", "grid", "label", "win"), _BOARDS[mode], strict=True)
    signs = zip(("first", "second", "first-sign", "second-sign"), DISCS[discs], strict=True)
    return Theme(
        name=theme_name(mode, discs),
        primary=accent,
        secondary=accent,
        accent=accent,
        success=good,
        error=bad,
        warning=bad,
        foreground=foreground,
        background=background,
        surface=surface,
        panel=panel,
        dark=mode != "light",
        variables={name: value for pairs in (board, signs) for name, value in pairs}
        | {"page": background, "ink": foreground, "good": good, "bad": bad, "lit": _LIT[mode]},
    )


class Colors(NamedTuple):
    """What drawings need of a theme, by the names of its tokens; `mono` is without any colour."""

    page: str
    ink: str
    accent: str
    good: str
    bad: str
    plate: str
    hole: str
    paper: str
    grid: str
    label: str
    win: str
    lit: str
    first: str
    second: str
    first_sign: str
    second_sign: str
    mono: bool = False

    @classmethod
    def of(cls, variables: Mapping[str, str], *, mono: bool) -> Colors:
        """The colours of the theme that is on, from `App.theme_variables`."""
        found = {name: variables[name.replace("_", "-")] for name in cls._fields if name != "mono"}
        return cls(**found)._replace(mono=mono)  # type: ignore[arg-type]

    def blend(self, color: str, under: str, share: float) -> str:
        """*color* laid thinly over *under*."""
        over, below = Color.parse(color).get_truecolor(), Color.parse(under).get_truecolor()
        mixed = (round(a * share + b * (1 - share)) for a, b in zip(over, below, strict=True))
        return "#{:02x}{:02x}{:02x}".format(*mixed)

    def style(self, color: str | None = None, under: str | None = None, words: str = "") -> Style:
        """A style; without colours only its *words*, such as `bold`, count."""
        if self.mono:
            return Style.parse(words)
        return Style(color=color, bgcolor=under) + Style.parse(words)
