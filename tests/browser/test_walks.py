"""Every page in every language: nothing left in English, nothing cut off, nothing hard to use."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow import language
from inarow.web import words
from support import made_up
from support.browser.leftovers import leftovers
from support.browser.players import Player
from support.browser.visits import Visits, violations
from support.web.sites import Site, running

PAGES = [
    "/",
    "/analysis/7x6x4/44444752",
    "/lab/7x6x4/4353637",
    "/puzzles",
    "/ladder",
    "/about",
    "/offline",
    "/sign-in",
    "/history",
    "/me",
    "/tokens",
    "/embed/7x6x4/4453",
]
MADE_UP = "de"
"""What the site takes the language for: numbers and dates must be written in some way."""

WIDER = """() => [...document.querySelectorAll("main *, .sheet *, footer *")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .filter((each) => each.clientWidth && getComputedStyle(each).overflowX === "hidden")
  .filter((each) => !each.closest(".visually-hidden, .moves-scroll, ir-board"))
  .map((each) => each.outerHTML.slice(0, 120))"""
"""What is cut off."""


@pytest.mark.parametrize("code", [code for code in language.names() if code != language.ENGLISH])
def test_every_page_is_usable_in_a_language(visits: Visits, code: str) -> None:
    small = {"width": 360, "height": 740}
    page = visits.person(locale=code, viewport=small, has_touch=True, is_mobile=True)
    visits.new_game(page, opponent="level 1")
    faults = {}
    for path in PAGES:
        page.goto(path)
        page.wait_for_function("!document.querySelector(':not(:defined)')")
        assert page.evaluate("document.documentElement.lang") == code
        width = page.evaluate("document.documentElement.scrollWidth")
        wide = [f"{width} px wide"] if width > 360 else []
        faults[path] = violations(page) + wide + page.evaluate(WIDER)
    page.goto("/")
    page.locator(".settings-button").click()
    faults["settings"] = violations(page) + page.evaluate(WIDER)
    assert not {path: found for path, found in faults.items() if found}


@pytest.fixture(scope="module")
def foreign() -> Iterator[Site]:
    """A site in a language in which every text that can be translated is marked."""
    with TemporaryDirectory() as folder:
        made_up.write(Path(folder) / "locale", de=made_up.BRACKETS)
        settings = {"INAROW_RATES": "1000", "INAROW_LOCALE": str(Path(folder) / "locale")}
        with running(Site(Path(folder), environment=settings)) as site:
            yield site


class Walk:
    """Somebody who looks at every text on the way."""

    def __init__(self, visits: Visits) -> None:
        self.found: dict[str, str] = {}
        self.visits = visits
        self.page = visits.person(locale=MADE_UP)

    def goes(self, path: str) -> Page:
        self.page.goto(path)
        self.page.wait_for_function("!document.querySelector(':not(:defined)')")
        assert "⟦" in self.page.locator("body").inner_text()
        self.looks()
        return self.page

    def looks(self, page: Page | None = None) -> None:
        """Note what is in no catalogue, and where it was seen first."""
        page = page or self.page
        for text in leftovers(page):
            self.found.setdefault(text, page.url)


@pytest.fixture
def walk(browser: Browser, foreign: Site) -> Iterator[Walk]:
    visits = Visits(browser, foreign)
    walk = Walk(visits)
    yield walk
    walk.page.context.close()
    visits.close()
    assert not visits.complaints
    assert not walk.found, json.dumps(walk.found, indent=1, ensure_ascii=False)


def test_a_game_has_no_text_left_in_english(walk: Walk) -> None:
    page = walk.goes("/")
    page.locator(".settings-button").click()
    walk.looks()
    page.keyboard.press("Escape")
    page.locator("#options summary").click()
    walk.looks()
    page.locator("#level").fill("1")
    page.locator('ir-board [data-move="3"]').click()
    page.wait_for_url("**/game/**")
    me = Player(page)
    me.sees_discs(2)
    walk.looks()
    for count in range(2, 42, 2):
        expect(page.locator("#game")).not_to_have_attribute("data-status", "open")
        if page.locator('#game[data-status="over"]').count():
            break
        legal = page.evaluate("document.querySelector('ir-board').legal ?? [0, 1, 2, 3, 4, 5, 6]")
        me.play(legal[count % len(legal)])
        page.wait_for_function(
            """count => Object.keys(document.querySelector("ir-board").discs).length >= count + 2
              || document.querySelector('#game[data-status="over"]')""",
            arg=count,
        )
    expect(page.locator("#game")).to_have_attribute("data-status", "over")
    walk.looks()
    page.locator("#tab-about").click()
    walk.looks()
    for path in ("/", "/history", "/history?opponent=level+1", "/history?opponent=perfect"):
        walk.goes(path)
    page.goto("/history")
    for details in page.locator("main details summary").all():
        details.click()
    walk.looks()


def test_people_at_a_game_have_no_text_left_in_english(walk: Walk, visits_there: Visits) -> None:
    page, other = walk.page, visits_there.person(locale=MADE_UP)
    game = visits_there.new_game(page, base=300_000, increment=3_000, rated=True)
    walk.goes(f"/game/{game}")
    other.goto(f"/game/{game}")
    walk.looks(other)
    other.locator("#accept button").click()
    me, friend = Player(page), Player(other)
    friend.is_seated()
    for count, player in enumerate((me, friend, me, friend), start=1):
        player.play(count)
        me.sees_discs(count)
        friend.sees_discs(count)
        walk.looks(other)
    for what in ("takeback", "draw"):
        me.act(f"offer {what}")
        expect(other.locator("#offer")).to_be_visible()
        walk.looks()
        walk.looks(other)
        other.locator("#offer-no").click()
        expect(other.locator("#offer")).to_be_hidden()
        walk.looks()
    page.locator('[data-act="resign"]').click()
    walk.looks()
    page.locator("#ask-yes").click()
    expect(other.locator("#game")).to_have_attribute("data-status", "over")
    walk.looks(other)
    friend.act("offer rematch")
    expect(page.locator("#offer")).to_be_visible()
    walk.looks()
    short = visits_there.new_game(page, rated=True)
    walk.goes(f"/game/{short}")
    page.get_by_role("button", name=made_up.said(str(words.GAME["cancel"]))).click()
    expect(page.locator("#game")).to_have_attribute("data-status", "over")
    walk.looks()


def test_who_looks_for_an_opponent_has_no_text_left_in_english(walk: Walk) -> None:
    page = walk.goes("/")
    page.locator('[value="lobby"]').click()
    page.locator("#seeking").wait_for()
    walk.looks()
    walk.goes("/")
    page.go_back()
    page.locator('#seeking [value="computer"]').click()
    page.locator("#looking").wait_for()
    walk.looks()


@pytest.fixture
def visits_there(browser: Browser, foreign: Site) -> Iterator[Visits]:
    visits = Visits(browser, foreign)
    yield visits
    visits.close()


def test_analysis_and_lab_have_no_text_left_in_english(walk: Walk) -> None:
    page = walk.goes("/analysis/7x6x4/44444752")
    page.locator("#review").click()
    expect(page.locator("#review")).not_to_have_attribute("aria-busy", "true", timeout=60_000)
    walk.looks()
    for summary in page.locator("#part-more summary").all():
        summary.click()
        walk.looks()
    page.locator("#part-more summary").first.click()
    page.locator("#read textarea").fill("4453")
    page.locator("#read button").click()
    expect(page.locator("#read-said")).not_to_be_empty()
    walk.looks()
    walk.goes("/analysis/15x15x5-free/h8i9")
    walk.goes("/analysis/7x6x4/1212121")
    page = walk.goes("/lab/7x6x4/4353637")
    expect(page.locator("#count")).not_to_be_empty()
    for name in page.locator("#detectors [role=tab]").all():
        name.click()
        walk.looks()
        while page.locator("#scrubber").input_value() != page.locator("#scrubber").get_attribute(
            "max"
        ):
            page.locator("#step").click()
            walk.looks()
    page.locator("#find").click()
    walk.looks()
    page.locator('input[name="view"][value="all"]').check(force=True)
    walk.looks()
    page.locator("#clear").click()
    walk.looks()
    walk.goes("/embed/7x6x4/4453")


def test_puzzles_have_no_text_left_in_english(walk: Walk) -> None:
    page = walk.goes("/puzzles/double-threat-1")
    wrong = page.locator('ir-board [data-move="0"]')
    wrong.click()
    expect(page.locator("#again")).to_be_visible()
    walk.looks()
    page.locator("#again").click()
    page.locator('ir-board [data-move="2"]').click()
    expect(page.locator("#said .verdict-right")).to_be_visible()
    walk.looks()
    page.locator("#solution").click()
    expect(page.locator("#said p")).not_to_have_count(0)
    walk.looks()


def test_pages_of_people_have_no_text_left_in_english(walk: Walk, visits_there: Visits) -> None:
    page = walk.goes("/me")
    page = walk.goes("/tokens")
    page.locator("#label").fill("API")
    page.locator('form[action="/tokens"] button').click()
    page.locator(".secret").wait_for()
    walk.looks()
    visits_there.new_game(page, opponent="self")
    page = walk.goes("/me")
    page.locator('form[action="/me/code"] button').click()
    page.locator(".recovery").wait_for()
    walk.looks()
    walk.goes("/tokens")
    person = page.request.get("/api/me").json()["id"]
    for path in (f"/person/{person}", "/sign-in", "/ladder", "/ladder?kind=free-fast", "/about"):
        walk.goes(path)
    for path in ("/api", "/offline"):
        walk.goes(path)
    page.locator("#undo").focus()
    page.locator('ir-board [data-move="3"]').click()
    walk.looks()
    for path in (
        "/nothing",
        "/game/no-such-game",
        "/person/nobody-here",
        "/ladder?kind=a",
    ):
        page.goto(path)
        walk.looks()
    visits = walk.visits
    assert all("404" in each or "400" in each or "422" in each for each in visits.complaints)
    visits.complaints.clear()
