"""Every text that a page shows or speaks comes from the catalogues: a made-up language."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page

from support import made_up
from support.browser.visits import Visits
from support.web.sites import Site, running

TEXTS = """
() => {
  const found = [document.title];
  const skipped = "script, style, svg text, code, kbd, pre, .languages, [translate=no]";
  const names = ["aria-label", "title", "placeholder", "alt", "aria-description", "aria-valuetext"];
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === 3) {
        if (!node.parentElement?.closest(skipped)) found.push(node.data);
        continue;
      }
      if (node.shadowRoot) walk(node.shadowRoot);
      if (node.closest?.(skipped)) continue;
      for (const name of names) found.push(node.getAttribute?.(name) ?? "");
    }
  };
  walk(document.body);
  return found.map((text) => text.trim()).filter(Boolean);
}
"""

SAME = re.compile(r"inarow|Guest \d+|\d+x\d+x\d+\S*|µs|\bMio\b")
"""Names, of people and of puzzles, and units that the browser writes."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A site whose German is made up."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        made_up.write(folder / "locale", de=made_up.BRACKETS)
        environment = {"INAROW_RATES": "1000", "INAROW_LOCALE": str(folder / "locale")}
        with running(Site(folder, environment=environment)) as site:
            yield site


@pytest.fixture
def visits(browser: Browser, site: Site) -> Iterator[Visits]:
    visits = Visits(browser, site)
    yield visits
    visits.close()
    assert not [each for each in visits.complaints if "404" not in each]


PAGES = [
    "/",
    "/analysis/7x6x4/44444752",
    "/analysis/15x15x5-free/h8i9",
    "/analysis/7x6x4/4453?position=7x6x4 7/7/7/7/7/3x3 o",
    "/lab/7x6x4/4353637",
    "/puzzles",
    "/puzzles/sacrifice-1",
    "/ladder",
    "/history",
    "/about",
    "/tokens",
    "/me",
    "/sign-in",
    "/offline",
    "/embed/7x6x4/4453",
    "/nothing",
]


def own_texts(page: Page) -> list[str]:
    """What a page has from nowhere."""
    return [text for text in page.evaluate(TEXTS) if made_up.ordinary(SAME.sub("", text))]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_text_of_its_own(visits: Visits, path: str) -> None:
    page = visits.person(locale="de-DE")
    page.goto(path)
    page.wait_for_function("!document.querySelector(':not(:defined)')")
    page.wait_for_load_state("networkidle")
    assert own_texts(page) == []


@pytest.mark.parametrize("opponent", ["friend", "level 1"])
def test_a_game_has_no_text_of_its_own(visits: Visits, opponent: str) -> None:
    page = visits.person(locale="de-DE")
    page.goto("/")
    page.goto(f"/game/{visits.new_game(page, opponent=opponent)}")
    page.wait_for_load_state("networkidle")
    assert own_texts(page) == []


def test_the_explanations_of_a_position_are_translated(visits: Visits) -> None:
    page = visits.person(locale="de-DE")
    page.goto("/analysis/7x6x4/44444752")
    page.locator("#why .heading").first.wait_for()
    assert own_texts(page) == []
