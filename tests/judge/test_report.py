import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

from inarow.judge.report import Bar, Whisker, page, share_chart, time_chart, whiskers
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
    assert "(seed 3)" in outline.text
    assert "RuntimeError: five are too many" in outline.text


def test_bad_moves_are_shown_on_boards_with_why() -> None:
    card = cards()["random"]
    outline = read(page([card]))
    boards = [attrs for tag, attrs in outline.tags if tag == "figure"]
    assert len(boards) == len(card.worst(8)) > 0
    for verdict in card.worst(8):
        assert verdict.position.text() in outline.text
    assert "throws away a win" in outline.text or "turns a draw" in outline.text


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


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def bars_of(svg: str) -> list[tuple[float, str]]:
    """The height and the note of every bar."""
    found = []
    for bar in parsed(svg).iter("rect"):
        note = bar.find("title")
        assert note is not None
        found.append((float(bar.attrib["height"]), note.text or ""))
    return found


def test_bars_are_as_high_as_their_values() -> None:
    data = [Bar("1", 1.0, "all"), Bar("2", 0.5, "half"), Bar("3", None, "?"), Bar("4", 0.0, "none")]
    (one, _), (half, _), (none, note) = bars_of(share_chart(data, "a <title>", "level"))
    assert one == 2 * half
    assert none < 2  # but to be seen
    assert note == "none"


def test_a_curve_goes_over_the_bars() -> None:
    data = [Bar(str(i), 0.5, "") for i in range(3)]
    svg = share_chart(data, "title", "below", curve=[1.0, 0.5, 0.0])
    (path,) = [p for p in parsed(svg).iter("path") if p.attrib["class"] == "curve"]
    heights = [float(y) for _, y in re.findall(r"([\d.]+) ([\d.]+)", path.attrib["d"])]
    assert heights == sorted(heights)
    assert len(heights) == 3


def test_many_labels_leave_room() -> None:
    data = [Bar(f"b{i}", 0.5, "") for i in range(60)]
    labels = [t.text for t in parsed(share_chart(data, "t", "b")).iter("text")]
    assert len([label for label in labels if label and label[0] == "b" and label != "b"]) <= 12


def test_times_are_counted_by_their_length() -> None:
    svg = time_chart([0.02] * 3 + [0.2] * 6 + [5.0], "time", "time")
    counted = {note: height for height, note in bars_of(svg) if not note.startswith("0 ")}
    assert [note.split()[0] for note in counted] == ["3", "6", "1"]
    heights = list(counted.values())
    assert heights[1] == 2 * heights[0]
    assert time_chart([], "time", "time") == ""
    assert bars_of(time_chart([0.0], "time", "time"))  # too fast to be measured


def test_whiskers_lie_over_their_values() -> None:
    data = [Whisker("a", 100, 0, 200), Whisker("b & c", 900, -9999, 9999)]
    svg = whiskers(data, [(0.0, "1"), (1000.0, "10")], "Elo")
    dots = [float(dot.attrib["cx"]) for dot in parsed(svg).iter("circle")]
    assert dots[0] < dots[1]
    names = [text.text for text in parsed(svg).iter("text")]
    assert "b & c" in names
    lines = [p.attrib["d"] for p in parsed(svg).iter("path") if p.attrib["class"] == "whisker"]
    ends = [float(number) for number in re.findall(r"M([\d.]+) [\d.]+H([\d.]+)", lines[1])[0]]
    assert 0 <= ends[0] < ends[1] <= 640  # cut at the edges
