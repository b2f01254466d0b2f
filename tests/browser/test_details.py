"""Details: what stands where, how large it is, and what covers what."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.browser.players import Player, friends
from support.browser.visits import Visits

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}

MIDDLES = """() => {
  const middle = (e) => {
    const box = e.getBoundingClientRect();
    return box.left + box.width / 2;
  };
  const labels = [...document.querySelectorAll("ir-board .labels text")].map(middle);
  const columns = [...document.querySelectorAll("ir-board .columns:not(.strip) .zone")];
  return columns.map(middle).map((at, i) => Math.abs(at - labels[i]));
}"""

DIGITS = """(clock) => {
  const digits = document.createRange();
  digits.selectNodeContents(clock);
  const [box, text] = [clock.getBoundingClientRect(), digits.getBoundingClientRect()];
  const across = box.left + box.right - text.left - text.right;
  return [across, box.top + box.bottom - text.top - text.bottom];
}"""


def game(visits: Visits, page: Page, **wishes: Any) -> None:
    """A game for two on this page."""
    page.goto(f"/game/{visits.new_game(page, opponent='self', **wishes)}")
    Player(page).sees_seats()
    page.locator("ir-board.ready").wait_for()


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("rules", ["7x6x4", "5x4x3"])
def test_labels_stand_below_the_middle_of_columns(
    visits: Visits, rules: str, screen: dict[str, Any]
) -> None:
    page = visits.person(**screen)
    game(visits, page, rules=rules)
    off = page.evaluate(MIDDLES)
    assert len(off) == int(rules.partition("x")[0])
    assert max(off) < 1  # pixels


def test_labels_are_no_larger_on_a_small_board(visits: Visits) -> None:
    page = visits.person(**LAPTOP)
    for rules in ("7x6x4", "3x3x3/free"):
        game(visits, page, rules=rules)
        box = page.locator("ir-board .labels text").first.bounding_box()
        assert box
        assert box["height"] < 36


def test_digits_stand_in_the_middle_of_a_clock(visits: Visits) -> None:
    page = visits.person(**LAPTOP)
    game(visits, page, base=300_000, increment=3_000)
    for clock in page.locator(".clock").all():
        assert max(map(abs, clock.evaluate(DIGITS))) < 2


def test_being_offline_is_said_below_the_navigation(visits: Visits) -> None:
    visits.offline_allowed = True
    page = visits.person(**PHONE)
    game(visits, page)
    page.context.set_offline(True)
    bar, head = page.locator("#bar"), page.locator(".head")
    expect(bar).to_be_visible()
    under, above = bar.bounding_box(), head.bounding_box()
    assert under
    assert above
    assert under["y"] >= above["y"] + above["height"] - 1


def test_a_message_covers_no_button(visits: Visits) -> None:
    first, second = friends(visits)
    first.play(3)
    second.sees_discs(1)
    for player in (first, second):
        player.page.set_viewport_size(PHONE["viewport"])
    first.act("offer draw")
    second.page.locator("#offer-no").click()
    toast = first.page.locator("#toast")
    expect(toast).to_have_text("Your draw offer was declined.")
    message = toast.bounding_box()
    assert message
    for button in first.page.locator("main .button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["y"] > message["y"] + message["height"]


@pytest.mark.parametrize(
    "screen",
    [
        {"width": 768, "height": 1024},
        {"width": 1366, "height": 657},
        {"width": 1280, "height": 800},
    ],
    ids=["tablet", "small laptop", "laptop"],
)
def test_the_link_for_a_friend_is_in_sight(visits: Visits, screen: dict[str, int]) -> None:
    page = visits.person(viewport=screen)
    page.goto(f"/game/{visits.new_game(page)}")
    for part in ("#link", '[data-copy="link"]', "#seat-top"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    if screen["width"] > 959:
        expect(page.locator("#seat-bottom")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("height", [740, 1024])
def test_every_way_to_play_is_in_sight(visits: Visits, height: int) -> None:
    """On a phone, and on a tablet."""
    page = visits.person(
        **(PHONE if height < 1000 else {"viewport": {"width": 768, "height": height}})
    )
    page.goto("/")
    for part in ("ir-board", "#rules", '[name="clock"]', "#level"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    for way in ("friend", "computer", "both", "lobby"):
        expect(page.locator(f'button[value="{way}"]')).to_be_in_viewport(ratio=1)


def test_the_page_of_the_api_is_folded(visits: Visits) -> None:
    page = visits.person(**LAPTOP)
    page.goto("/api")
    assert page.evaluate("document.documentElement.scrollHeight") < 20_000


def test_about_leads_to_what_it_tells_of(visits: Visits) -> None:
    page = visits.person()
    page.goto("/about")
    assert page.locator("main .prose a").count() >= 5


def test_games_that_are_looked_for_are_in_sight_on_a_phone(visits: Visits) -> None:
    page = visits.person(**PHONE)
    game = visits.new_game(page, opponent="self")
    page.goto("/history")
    page.locator(".filters summary").tap()
    page.locator('[name="opponent"]').select_option("self")
    page.get_by_role("button", name="Show").tap()
    page.wait_for_url("**/history?**opponent=self**")
    found = page.locator(f'.history a[href="/game/{game}"]')
    expect(found).to_be_in_viewport(ratio=1)
    box = found.bounding_box()
    assert box
    assert box["height"] >= 38


def test_who_directs_sees_first_how_people_get_in(visits: Visits) -> None:
    page = visits.person(**PHONE)
    page.goto("/tournaments")
    page.get_by_role("button", name="Create tournament").tap()
    page.wait_for_url("**/tournament/*")
    for part in ("#link", "#invite .code", '[value="start"]'):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
