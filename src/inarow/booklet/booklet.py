"""The values of a booklet: `Booklet`, each `Page` of it, and each `Link` between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inarow.board.rules import Rules, Side
from inarow.booklet.diagram import Diagram
from inarow.errors import BookletError, quoted

__all__ = ["Answer", "Booklet", "Link", "Page", "expect_rules"]

LONGEST = 62
"""The most bits that a board may have, so that a position fits into a number of 64."""


def expect_rules(rules: Rules) -> None:
    """Refuse rules that no booklet can be about."""
    if not rules.gravity or rules.width * rules.stride > LONGEST:
        raise BookletError(
            "expected rules with gravity and a board of at most "
            f"{LONGEST} cells, with one more for each column, got {rules}"
        )


@dataclass(frozen=True, slots=True)
class Link:
    """A page or diagram by its place from 0, and whether the board is mirrored there."""

    to: int
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """Our move, and the page that follows."""

    move: int
    page: Link


@dataclass(frozen=True, slots=True)
class Page:
    """A position with the opponent to move: what we answer to each of their moves.

    Those that *answers* does not have are answered by the diagram, which then holds to the end.
    """

    diagram: Link | None = None
    answers: Mapping[int, Answer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Booklet:
    """How *side* wins, or does not lose if a draw *is enough*, against every defence.

    *start* is our first move if we begin. If the opponent does, the first page is the empty board.
    """

    rules: Rules
    side: Side
    is_draw_enough: bool
    start: Answer | None
    diagrams: tuple[Diagram, ...]
    pages: tuple[Page, ...]

    def __post_init__(self) -> None:
        rules = self.rules
        expect_rules(rules)
        if (self.start is None) != (self.side is Side.SECOND):
            raise BookletError("expected a start for the first side, and for no other")
        if not self.pages:
            raise BookletError("expected a booklet with pages, got none")
        for link in self._page_links():
            if not 0 <= link.to < len(self.pages):
                raise BookletError(f"expected a page that is there, got {quoted(link.to + 1)}")
        for page in self.pages:
            if page.diagram and not 0 <= page.diagram.to < len(self.diagrams):
                raise BookletError(
                    f"expected a diagram that is there, got {quoted(page.diagram.to + 1)}"
                )

    def _page_links(self) -> list[Link]:
        links = [answer.page for page in self.pages for answer in page.answers.values()]
        return [*links, self.start.page] if self.start else links
