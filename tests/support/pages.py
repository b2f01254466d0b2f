"""The pages of the documentation taken apart: blocks, links and what can be linked to."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cli_page

from support.paths import ROOT

FENCE = re.compile(r"^(`{3,})([^`\n]*)\n((?:.*\n)*?)\1$", re.MULTILINE)


class Fence(NamedTuple):
    """A block between rows of backticks."""

    language: str
    text: str
    line: int

    @property
    def code(self) -> str:
        """The text without the options of a directive."""
        return re.sub(r"\A(:.*\n)+", "", self.text)


@cache
def pages() -> tuple[Path, ...]:
    """Every page, of the documentation and beside it."""
    found = [*ROOT.glob("*.md"), *(ROOT / "bench").glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return tuple(sorted(page for page in found if "_build" not in page.parts))


@cache
def fences(page: Path) -> tuple[Fence, ...]:
    """The blocks of a page."""
    text = page.read_text()
    return tuple(
        Fence(match[2].strip(), match[3], text.count("\n", 0, match.start()) + 1)
        for match in FENCE.finditer(text)
    )


def links(page: Path) -> list[str]:
    """Where a page links to, but for the world outside."""
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text()))
    return [to for to in re.findall(r"\]\(([^)\s]+)\)", prose) if "://" not in to]


@cache
def anchors(page: Path) -> frozenset[str]:
    """The headings of a page as links name them, as GitHub and MyST do."""
    text = page.read_text()
    if page.name == "cli.md":
        text += cli_page.text()
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings)
