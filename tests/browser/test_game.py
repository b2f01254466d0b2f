"""Whole games in real browsers: by link, against a level, on one screen, by keyboard alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from support.browser.players import Player, friends
from support.browser.visits import Visits
from support.web.sites import Site, running


def test_two_people_play_a_game_by_link(visits: Visits) -> None:
    first, second = friends(visits)
    first.play(3)
    second.sees_discs(1)
    second.play(2)
    first.sees_discs(2)
    first.play(3)
    second.sees_discs(3)

    first.act("offer takeback")
    second.page.locator("#offer-yes").click()
    first.sees_discs(2)
    second.sees_discs(2)

    for move in (3, 2, 3, 2, 3):  # four in a column
        player = first if move == 3 else second
        player.sees("Your turn")
        player.play(move)
    first.sees("You win")
    second.sees("You lose")
    assert len(first.discs) == 7

    old = first.game
    second.act("offer rematch")
    first.page.locator("#offer-yes").click()
    for player in (first, second):
        player.page.wait_for_url(lambda url: "/game/" in url and old not in url)
        player.sees_seats()
    second.sees("Your turn")  # sides have changed
    second.play(0)
    first.sees_discs(1)
    first.play(1)
    second.sees_discs(2)
    second.act("resign")
    first.sees("You win")
    second.sees("You lose")


def test_a_draw_by_agreement_and_one_declined(visits: Visits) -> None:
    first, second = friends(visits)
    first.play(3)
    second.sees_discs(1)
    second.act("offer draw")
    first.page.locator("#offer-no").click()
    expect(second.page.locator('[data-act="offer draw"]')).to_be_enabled()
    first.act("offer draw")
    second.page.locator("#offer-yes").click()
    first.sees("Draw")
    second.sees("Draw")


def test_the_second_player_takes_over_the_first_move(visits: Visits) -> None:
    first, second = friends(visits, swap=True)
    first.play(3)
    second.act("swap")
    first.sees("Your turn")  # as o, for the disc is the other's now
    first.play(0)
    second.sees_discs(2)
    assert second.discs == {"d1": "x", "a1": "o"}


def test_a_win_is_claimed_when_the_other_has_gone(browser: Browser, tmp_path: Path) -> None:
    prelude = "from inarow.web.live import presence; presence.CLAIM_AFTER = 100"
    with running(Site(tmp_path, prelude=prelude)) as site:
        visits = Visits(browser, site)
        first, second = friends(visits)
        first.play(3)
        second.sees_discs(1)
        second.page.close()
        first.act("claim win")
        first.sees("You win")
        visits.close()
    assert not visits.complaints


def test_against_a_level(visits: Visits) -> None:
    page = visits.person()
    game = visits.new_game(page, opponent="level 1")
    page.goto(f"/game/{game}")
    player = Player(page)
    for ply in (0, 2, 4):
        player.sees("Your turn")
        assert len(player.discs) == ply
        player.play(ply)
    player.sees("Your turn")
    player.act("offer takeback")  # a program agrees at once
    player.sees_discs(4)
    player.act("resign")
    player.sees("You lose")


def test_a_computer_that_fails_leaves_a_way_on(browser: Browser, tmp_path: Path) -> None:
    prelude = "from inarow.web.live import programs; programs.choose = len"
    with running(Site(tmp_path, prelude=prelude)) as site:
        visits = Visits(browser, site)
        page = visits.person()
        page.goto(f"/game/{visits.new_game(page, opponent='level 3')}")
        player = Player(page)
        player.play(3)
        player.sees("Level 3 cannot move")
        expect(page.locator("#detail")).to_contain_text("take back a move")
        player.act("offer takeback")
        player.sees("Your turn")
        player.play(2)
        player.sees("Level 3 cannot move")
        page.locator('#actions [data-act="abort"]').click()
        page.locator("#ask-yes").click()
        player.sees("Cancelled")
        visits.close()
    assert not visits.complaints


def test_two_people_on_one_screen_with_the_keyboard_alone(visits: Visits) -> None:
    page = visits.person()
    page.goto(f"/game/{visits.new_game(page, opponent='self')}")
    player = Player(page)
    player.sees("First player to move")
    for ply, column in enumerate("1122334"):
        page.keyboard.press(column)
        player.sees_discs(ply + 1)
    player.sees("First player wins")


def test_somebody_else_watches(visits: Visits) -> None:
    first, second = friends(visits)
    watcher = Player(visits.person())
    watcher.page.goto(f"/game/{first.game}")
    first.play(3)
    watcher.sees_discs(1)
    second.play(3)
    watcher.sees_discs(2)
    for player in (first, second, watcher):
        expect(player.page.locator("#watching")).to_have_text("1 person watching")
    expect(watcher.page.locator("#actions button")).to_have_count(0)


def test_ones_own_seat_is_below_the_board_from_the_first_paint(visits: Visits) -> None:
    page = visits.person(java_script_enabled=False)
    game = visits.new_game(page, side="o", opponent="level 1")
    page.goto(f"/game/{game}")
    expect(page.locator("#seat-bottom")).to_have_attribute("data-side", "o")
    expect(page.locator("#seat-bottom")).to_contain_text("Guest")
    expect(page.locator("#seat-top")).to_contain_text("Level 1")
    page.goto(f"/game/{visits.new_game(page, opponent='self')}")
    expect(page.locator(".seat-name")).to_have_text(["Second player", "First player"])


def test_scripts_move_nothing_that_was_painted(visits: Visits) -> None:
    visits.offline_allowed = True  # scripts that do not come
    page = visits.person()
    game = visits.new_game(page, opponent="level 1")
    waits = page.context.new_page()
    waits.route(re.compile("live/game.js"), lambda route: route.abort())
    waits.goto(f"/game/{game}")
    page.goto(f"/game/{game}")
    Player(page).sees("Your turn")
    expect(waits.locator("#headline")).to_be_hidden()  # it would say less
    expect(waits.locator("#about")).to_be_hidden()
    for part in ("#seat-top", "#seat-bottom", ".game-tabs", "#moves"):
        assert page.locator(part).bounding_box() == pytest.approx(
            waits.locator(part).bounding_box(), abs=1
        )


def test_a_game_can_be_read_without_scripts(visits: Visits) -> None:
    first, second = friends(visits)
    first.play(3)
    second.sees_discs(1)
    reader = visits.person(java_script_enabled=False)
    reader.goto(f"/game/{first.game}")
    expect(reader.locator("ir-board svg")).to_be_visible()
    expect(reader.locator("#rows")).to_contain_text("4")


def test_a_screen_reader_hears_the_game(visits: Visits) -> None:
    first, second = friends(visits)
    first.play(3)
    second.sees("Your turn")
    expect(second.page.locator("#say")).to_contain_text(
        re.compile(r"Guest \d+ plays column 4\. Your turn\.")
    )
    tree = second.page.locator("main").aria_snapshot()
    assert 'button "Column 4, falls to row 2"' in tree
    assert "table" in tree  # the board, row by row
    assert 'button "Resign"' in tree or 'button "Cancel game"' in tree
    cells = second.page.locator("ir-board table td").all_inner_texts()
    assert sorted(set(cells)) == ["empty", "x"]
