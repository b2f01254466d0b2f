"""Games over days in a browser: made, found, come back to."""

import re

import pytest
from playwright.sync_api import expect

from support.browser.players import Player, friends
from support.browser.visits import Visits, violations


def test_two_strangers_find_each_other_though_neither_stays(visits: Visits) -> None:
    first, second = visits.person(), visits.person()
    first.goto("/")
    first.get_by_label("Board").select_option("9x7x5")
    first.get_by_label("Clock").select_option("3 days per move")
    first.get_by_role("button", name="Find an opponent").click()
    first.wait_for_url(re.compile("/game/"))
    expect(first.locator("#detail")).to_contain_text("You need not stay here")
    game = Player(first).game
    first.goto("/about")  # away

    second.goto("/")
    listed = second.locator(f'#open-games [data-id="{game}"]')
    expect(listed).to_contain_text("(away)")
    expect(listed).to_contain_text("3 days per move")
    second.get_by_label("Board").select_option("9x7x5")
    second.get_by_label("Clock").select_option("3 days per move")
    second.get_by_role("button", name="Find an opponent").click()
    second.wait_for_url(re.compile(game))
    Player(second).sees_seats()
    for place in ("top", "bottom"):
        expect(second.locator(f"#seat-{place} .clock")).to_have_text(re.compile(r"^(3d|2d 23h)$"))
    expect(second.locator("#seat-top .seat-note")).to_have_text("")  # nobody has to be there
    assert violations(second) == []


def test_a_game_that_waits_for_me_is_counted_on_every_page(visits: Visits) -> None:
    first, second = friends(visits, days=2)
    page = first.page
    expect(page.locator("#fact-clock")).to_have_text("2 days per move")
    assert not page.title().startswith("("), "this page shows the game itself"
    page.goto("/puzzles")
    link = page.get_by_role("link", name="My games 1 game waits for you")
    expect(link).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(1\) Puzzles"))
    assert violations(page) == []
    page.goto("/")
    expect(page.locator(".going a").first).to_contain_text("Your turn against Guest")
    expect(page.locator(".going a").first).to_contain_text("1 day left")
    assert violations(page) == []
    link.click()
    expect(page.locator(".waiting li")).to_contain_text("1 day left")
    assert violations(page) == []
    page.locator(".waiting a").click()
    Player(page).sees("Your turn")
    Player(page).play(3)
    second.sees_discs(1)
    page.goto("/puzzles")
    expect(page.locator("#main")).to_be_visible()
    expect(page.locator(".badge")).to_have_count(0)
    second.page.set_viewport_size({"width": 360, "height": 740})
    second.page.goto("/about")
    expect(second.page.locator(".menu-button")).to_have_attribute("data-count", "1")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_game_over_days_is_accessible_on_a_phone(visits: Visits, theme: str) -> None:
    first, second = friends(visits, days=7)
    first.play(3)
    second.sees_discs(1)
    page = second.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto("/history")
    expect(page.locator(".waiting li")).to_have_count(1)
    expect(page.locator(".badge")).to_be_attached()
    expect(page.locator(".menu-button")).to_have_attribute("data-count", "1")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
