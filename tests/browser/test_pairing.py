"""Two who press *Find an opponent*, and what one does until then."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser.players import Player
from support.browser.visits import Visits, violations

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def visits(visits: Visits) -> Visits:
    """Pages are left before they have their line."""
    visits.offline_allowed = True
    return visits


AT_A_GAME = re.compile(r"/game/[\w-]{12,}")


def look(page: Page, clock: str, rules: str = "7x6x4", **clicks: str) -> str:
    """Look for an opponent; the game where one waits, or sits."""
    page.goto("/")
    page.locator("#rules").select_option(rules)
    page.locator('[name="clock"]').select_option(clock)
    for name in clicks:
        page.locator("#options summary").click()
        page.locator(f'[name="{name}"]').check()
    page.locator('button[value="lobby"]').click()
    page.wait_for_url(AT_A_GAME)
    return Player(page).game


def test_two_strangers_are_seated_at_once(visits: Visits) -> None:
    one, other = visits.person(**PHONE), visits.person(**PHONE)
    game = look(one, "60+1")
    expect(one.locator("#headline")).to_have_text("Looking for an opponent")
    expect(one.locator("#waiting-people")).to_have_text(re.compile("online"))
    expect(one.locator("#invite")).to_be_hidden()
    assert violations(one) == []
    other.goto("/")
    expect(other.locator("#seekers")).to_have_text(re.compile("waiting"))
    expect(other.locator("#seekers")).to_be_in_viewport()
    assert look(other, "60+1") == game
    for page in (one, other):
        Player(page).sees_seats()
        expect(page.locator("#seeking")).to_be_hidden()
    assert one.locator("#seat-bottom").get_attribute("data-side") != other.locator(
        "#seat-bottom"
    ).get_attribute("data-side")


def test_who_wants_something_else_waits_on(visits: Visits) -> None:
    one, other = visits.person(), visits.person()
    assert look(one, "180+2") != look(other, "180+2", swap="on")
    Player(one).sees("Looking for an opponent")
    Player(other).sees("Looking for an opponent")


def test_the_computer_plays_until_somebody_comes(visits: Visits) -> None:
    one, other = visits.person(), visits.person()
    game = look(one, "none", "15x15x5-free")
    one.get_by_role("button", name="Play the computer meanwhile").click()
    one.wait_for_url("**looking=**")
    expect(one.locator("#looking")).to_be_visible()
    expect(one.locator("#fact-rules")).to_have_text(re.compile("15 × 15"))
    assert violations(one) == []
    Player(one).sees_seats()
    assert look(other, "none", "15x15x5-free") == game
    one.wait_for_url(f"**/game/{game}")
    Player(one).sees_seats()
    Player(other).sees_seats()


def test_one_stops_looking(visits: Visits) -> None:
    page = visits.person()
    look(page, "600+5")
    page.get_by_role("button", name="Play the computer meanwhile").click()
    page.wait_for_url("**looking=**")
    page.get_by_role("button", name="Stop looking").click()
    page.wait_for_url("**/")
    other = visits.person()
    look(other, "600+5")
    Player(other).sees("Looking for an opponent")
    other.get_by_role("button", name="Stop looking").click()
    other.wait_for_url("**/")


def test_it_works_without_scripts(visits: Visits) -> None:
    one, other = (visits.person(java_script_enabled=False) for _ in range(2))
    one.goto("/")
    one.locator('button[value="lobby"]').click()
    expect(one.locator("#headline")).to_have_text("Looking for an opponent")
    expect(one.get_by_role("button", name="Stop looking")).to_be_visible()
    other.goto("/")
    other.locator('button[value="lobby"]').click()
    expect(other.locator("#headline")).to_have_text("In progress")
