"""Films what people do together on the site, as series of numbered pictures in docs/_build/films.

    python docs/make_films.py            all of them
    python docs/make_films.py pairing    only those whose names begin so

Each person has a browser of their own; a picture shows all of them side by side.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from support.browser.visits import Visits

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests")]
FILMS = ROOT / "docs" / "_build" / "films"

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


class Film:
    """Pictures of some pages, numbered in the order in which they were taken."""

    def __init__(self, name: str, *pages: Page) -> None:
        self.name, self.pages, self.count = name, pages, 0

    def take(self, what: str) -> None:
        """Take a picture of all pages."""
        self.count += 1
        shots = [Image.open(BytesIO(page.screenshot())) for page in self.pages]
        wide = sum(shot.width for shot in shots) + 16 * (len(shots) - 1)
        picture = Image.new("RGB", (wide, max(shot.height for shot in shots)), "#888")
        left = 0
        for shot in shots:
            picture.paste(shot, (left, 0))
            left += shot.width + 16
        FILMS.mkdir(parents=True, exist_ok=True)
        picture.save(FILMS / f"{self.name}-{self.count:02} {what}.png")


def pairing(visits: Visits) -> None:
    """Two strangers find each other on two phones."""
    from support.browser.players import Player

    ann, bob = (visits.person(**PHONE) for _ in range(2))
    film = Film("pairing", ann, bob)
    ann.goto("/")
    bob.goto("/")
    film.take("both at home")
    ann.get_by_role("button", name="Find an opponent").click()
    ann.wait_for_url("**/game/*")
    film.take("one waits")
    bob.get_by_role("button", name="Find an opponent").click()
    bob.wait_for_url("**/game/*")
    one, other = Player(ann), Player(bob)
    one.sees_seats()
    other.sees_seats()
    film.take("both are seated")
    x, o = (one, other) if ann.locator('#seat-bottom[data-side="x"]').count() else (other, one)
    for number, move in enumerate([3, 3, 2, 4], start=1):
        (x, o)[(number - 1) % 2].play(move)
        for player in (x, o):
            player.sees_discs(number)
    film.take("they play")


def rated(visits: Visits) -> None:
    """A rated game with a takeback, a draw by agreement, and a rematch."""
    from support.browser.players import friends

    x, o = friends(visits, rated=True, base=300_000, increment=3_000)
    film = Film("rated", x.page, o.page)
    for page in film.pages:
        page.set_viewport_size({"width": 768, "height": 700})
    for number, move in enumerate([3, 3, 2, 1], start=1):
        (x, o)[(number - 1) % 2].play(move)
        for player in (x, o):
            player.sees_discs(number)
    film.take("four moves")
    o.act("offer takeback")
    x.page.locator('#offer[data-what="takeback"]').wait_for()
    film.take("o asks to take a move back")
    x.page.locator("#offer-yes").click()
    for player in (x, o):
        player.sees_discs(3)
    film.take("it is taken back")
    o.play(4)
    for player in (x, o):
        player.sees_discs(4)
    x.act("offer draw")
    o.page.locator('#offer[data-what="draw"]').wait_for()
    film.take("x offers a draw")
    o.page.locator("#offer-yes").click()
    for page in film.pages:
        page.locator("#seat-top .change").wait_for()
    film.take("a draw, and both ratings have changed")
    o.act("offer rematch")
    x.page.locator('#offer[data-what="rematch"]').wait_for()
    film.take("o wants a rematch")
    before = x.page.url
    x.page.locator("#offer-yes").click()
    for page in film.pages:
        page.wait_for_function("before => location.href !== before", arg=before)
    for player in (x, o):
        player.sees_seats()
    film.take("the rematch, sides changed")


def account(visits: Visits) -> None:
    """One person in three browsers: by passkey, and by recovery code."""
    from browser.test_account import authenticator, carried_over

    phone, laptop, tablet = visits.person(**PHONE), visits.person(**LAPTOP), visits.person()
    film = Film("account", phone, laptop)
    visits.new_game(phone, opponent="self")
    phone.goto("/me")
    laptop.goto("/sign-in")
    film.take("a guest on a phone, nobody on a laptop")
    device = authenticator(phone)
    phone.get_by_label("Name of a new passkey").fill("my phone")
    phone.get_by_role("button", name="Add a passkey").click()
    phone.get_by_role("button", name="Remove: my phone").wait_for()
    film.take("a passkey has been added")
    carried_over(device, authenticator(laptop))
    laptop.get_by_role("button", name="Use a passkey").click()
    laptop.wait_for_url("**/history")
    film.take("the laptop has the same games")
    phone.get_by_role("button", name="Make a recovery code").click()
    code = phone.locator(".recovery").inner_text()
    phone.locator(".recovery").scroll_into_view_if_needed()
    film.take("a recovery code")
    tablet.goto("/sign-in")
    tablet.get_by_role("textbox", name="Recovery code").fill(code)
    film.pages = (phone, tablet)
    film.take("it is typed on a tablet")
    tablet.keyboard.press("Enter")
    tablet.wait_for_url("**/history")
    phone.goto("/me")
    phone.locator("#browsers").scroll_into_view_if_needed()
    film.take("three browsers are signed in")


def tournament(visits: Visits) -> None:
    """A tournament of eight, on phones, a director's laptop and the big screen; one leaves."""
    from support.browser.contests import at_game, at_table, direct, directed, enter, resign, sees

    teacher, path = directed(visits, name="Class 5b")
    screen = visits.person(**LAPTOP)
    screen.goto(f"{path}/screen")
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gül", "Hannah-Lena")
    players = [enter(visits.person(), path, name) for name in names]
    ann, bob = players[:2]
    for page in players:
        page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]
    film = Film("tournament", screen, ann)
    for page in film.pages:
        page.locator("#rows tr").nth(len(names) - 1).wait_for()
    film.take("eight are in")
    direct(teacher, "start")
    games = {at_game(page) for page in players}
    assert len(games) == 4
    film.take("all are led to their games")
    bob.goto("/about")
    bob.goto(path)
    at_game(bob)
    film.pages = (bob, teacher)
    film.take("one has left and come back")
    direct(teacher, "pause")
    resign(bob)
    at_table(bob)
    film.take("paused, and the first game is over")
    bob.locator("#now [data-part=paused] [value=leave]").click()
    sees(bob, "away")
    direct(teacher, "resume")
    for page in film.pages:
        page.locator('#tournament[data-paused="false"]').wait_for()
    film.take("one takes a break")
    teacher.get_by_text("End the tournament", exact=True).click()
    direct(teacher, "end")
    sees(teacher, "over")
    film.pages = (screen, teacher)
    film.take("the end")


SCENES: tuple[Callable[[Visits], None], ...] = (pairing, rated, account, tournament)


def main(wanted: str = "") -> None:
    """Make the films whose names begin so."""
    from playwright.sync_api import sync_playwright

    from browser.conftest import launched
    from support.browser.visits import Visits
    from support.web.sites import Site, running

    with ExitStack() as stack:
        browser: Browser = launched(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        for scene in SCENES:
            if not scene.__name__.startswith(wanted):
                continue
            with TemporaryDirectory() as folder:
                site = Site(Path(folder), environment={"INAROW_RATES": "1000"})
                with running(site):
                    site.url = re.sub(r"127\.0\.0\.1", "localhost", site.url)
                    visits = Visits(browser, site)
                    scene(visits)
                    visits.close()
                    if visits.complaints:
                        raise SystemExit("\n".join(visits.complaints))
            print(scene.__name__)


if __name__ == "__main__":
    main(*sys.argv[1:])
