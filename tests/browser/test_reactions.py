"""What players say to each other, as they see and hear it."""

import re

import pytest
from playwright.sync_api import expect

from support.browser.players import Player, friends
from support.browser.visits import Visits, violations


def say(player: Player, what: str) -> None:
    player.page.locator("#react").click()
    player.page.locator(f'[data-react="{what}"]').click()
    expect(player.page.locator("#reactions")).to_be_hidden()


def test_a_reaction_is_shown_at_the_seat_of_who_sends_it(visits: Visits) -> None:
    first, second = friends(visits)
    watcher = visits.person()
    watcher.goto(f"/game/{first.game}")
    expect(watcher.locator("#watching")).to_have_text("1 person watching")
    expect(watcher.locator("#react")).to_be_hidden()
    say(first, "good")
    expect(first.page.locator("#seat-bottom .said")).to_have_text("Good move")
    expect(first.page.locator("#said")).to_have_text("You: Good move")
    for page in (second.page, watcher):
        place = "top" if page is second.page else "bottom"
        expect(page.locator(f"#seat-{place} .said")).to_have_text("Good move")
        expect(page.locator("#said")).to_have_text(re.compile(r"Guest \d+: Good move"))
    expect(first.page.locator("#react")).to_be_focused()
    expect(first.page.locator("#seat-bottom .said")).to_be_hidden()  # after some seconds
    expect(first.page.locator("#said")).to_have_text("")


def test_the_other_can_be_muted_in_this_game_and_in_all(visits: Visits) -> None:
    first, second = friends(visits)
    watcher = visits.person()
    watcher.goto(f"/game/{first.game}")
    page = second.page
    page.locator("#react").click()
    page.get_by_label("Hide my opponent's reactions in this game").check()
    page.keyboard.press("Escape")
    page.reload()
    second.is_seated()
    say(first, "oops")
    expect(watcher.locator("#seat-bottom .said")).to_have_text("Oops")  # it has been sent
    expect(page.locator("#seat-top .said")).to_be_hidden()
    expect(page.locator("#said")).to_have_text("")
    say(second, "thanks")
    expect(page.locator("#seat-bottom .said")).to_have_text("Thanks")  # one's own is shown
    expect(first.page.locator("#seat-top .said")).to_have_text("Thanks")

    first.page.locator(".settings-button").click()
    first.page.get_by_label("Show reactions of other players").uncheck()
    first.page.keyboard.press("Escape")
    first.page.locator("#react").click()
    expect(first.page.locator("#mute")).to_be_checked()
    expect(first.page.locator("#mute")).to_be_disabled()
    first.page.keyboard.press("Escape")
    expect(first.page.locator("#seat-top .said")).to_be_hidden()
    say(second, "hello")
    expect(watcher.locator("#seat-top .said")).to_have_text("Hello")
    expect(first.page.locator("#seat-top .said")).to_be_hidden()


def test_against_the_computer_nobody_would_read_it(visits: Visits) -> None:
    page = visits.person()
    page.goto(f"/game/{visits.new_game(page, opponent='level 1')}")
    Player(page).sees("Your turn")
    expect(page.locator("#react")).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_reactions_are_accessible_and_fit_a_phone(visits: Visits, theme: str) -> None:
    first, second = friends(visits)
    page = second.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    say(first, "played")
    expect(page.locator("#seat-top .said")).to_have_text("Well played")
    assert violations(page) == []
    page.locator("#react").click()
    expect(page.locator("#reactions")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    box = page.locator("#reactions").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= 360
    assert box["y"] + box["height"] <= 740
