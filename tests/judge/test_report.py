import re
from html.parser import HTMLParser

from inarow.judge.report import page
from inarow.judge.scorecard import Scorecard
from support.judged import RULES, cards


class Outline(HTMLParser):
    """Checks that what is opened is closed, and keeps tags, links and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Outline:
    outline = Outline()
    outline.feed(html)
    outline.close()
    assert outline.open == []
    return outline


def test_a_class_has_a_table_that_leads_to_everybody() -> None:
    outline = read(page(list(cards().values()), seed=3))
    assert "4 agents on 4x4x3" in outline.text
    places = {attrs["id"] for tag, attrs in outline.tags if tag == "section"}
    links = {(attrs["href"] or "")[1:] for tag, attrs in outline.tags if tag == "a"}
    assert places == links == {"agent-1", "agent-2", "agent-3", "agent-4"}
    assert "drawn with seed 3" in outline.text
    assert "RuntimeError: five are too many" in outline.text


def test_bad_moves_are_shown_on_boards_with_why() -> None:
    card = cards()["random"]
    outline = read(page([card]))
    boards = [attrs for tag, attrs in outline.tags if tag == "figure"]
    assert len(boards) == len(card.worst(8)) > 0
    for verdict in card.worst(8):
        assert verdict.position.text() in outline.text
    assert "It throws away a win" in outline.text or "It turns a draw" in outline.text


def test_the_page_needs_nothing_else() -> None:
    html = page(list(cards().values()))
    assert not re.findall(r"<script|<link|<img|@import|url\(", html)
    addresses = set(re.findall(r"https?://[^\"' ]*", html))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_boards_take_the_colours_of_the_page() -> None:
    html = page([cards()["random"]])
    assert 'fill="var(--plate)"' in html
    used = set(re.findall(r"var\(--(\w+)\)", html))
    defined = set(re.findall(r"--(\w+):", html))
    assert used <= defined


def test_names_cannot_break_the_page() -> None:
    evil = Scorecard('<b>"&', RULES)
    evil.games, evil.answers = cards()["last"].games, cards()["last"].answers
    assert '<b>"&amp;' not in page([evil])
    assert '<b>"& on 4x4x3' in read(page([evil])).text


def test_an_empty_card_still_makes_a_page() -> None:
    assert "none on 4x4x3" in read(page([Scorecard("none", RULES)])).text
