"""The ways into a game from the home page: mouse, finger, keyboard, and without scripts."""

import re

from playwright.sync_api import Page, expect

from support.browser.players import Player
from support.browser.visits import Visits

AT_A_GAME = re.compile(r"/game/[\w-]{12,}")


def press(page: Page, key: str, selector: str) -> None:
    """Go to an element with the keyboard, as one does, and press a key there."""
    for _ in range(60):
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            page.keyboard.press(key)
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never reaches {selector}")


def test_one_click_makes_a_link_for_a_friend(visits: Visits) -> None:
    host, guest = visits.person(), visits.person()
    host.goto("/")
    host.locator('button[value="friend"]').click()
    host.wait_for_url(AT_A_GAME)
    link = host.locator("#link").input_value()
    guest.goto(link)
    expect(guest.locator("#headline")).to_contain_text("invites you")
    guest.locator("#accept button").click()
    Player(host).sees_seats()
    Player(guest).sees_seats()


def test_the_board_on_the_home_page_is_playable_at_once(visits: Visits) -> None:
    page = visits.person()
    page.goto("/")
    Player(page).play(3)
    page.wait_for_url(AT_A_GAME)
    player = Player(page)
    player.sees_discs(2)  # the program has answered
    player.sees("Your turn")


def test_what_was_chosen_is_remembered(visits: Visits) -> None:
    visits.offline_allowed = True  # pages are left before they have their line
    page = visits.person()
    page.goto("/")
    page.locator("#rules").select_option("9x7x5")
    page.locator('select[name="clock"]').select_option("180+2")
    page.locator("#level").fill("7")
    page.locator("#options summary").click()
    page.get_by_label("○ second").check()
    page.locator('[name="swap"]').check()
    page.goto("/about")
    page.goto("/")
    expect(page.locator("#rules")).to_have_value("9x7x5")
    expect(page.locator('select[name="clock"]')).to_have_value("180+2")
    expect(page.locator("#level-text")).to_have_text(re.compile(r"^7 · strong · \d+$"))
    expect(page.locator("#chosen")).to_contain_text("○ second")
    expect(page.locator('[name="swap"]')).to_be_checked()
    expect(page.locator("ir-board [data-move]")).to_have_count(9)


def test_home_leads_back_to_games_that_go_on(visits: Visits) -> None:
    visits.offline_allowed = True  # pages are left before they have their line
    page = visits.person()
    page.goto("/")
    expect(page.locator(".going")).to_have_count(0)
    game = visits.new_game(page, opponent="level 3")
    page.goto("/")
    page.get_by_role("link", name="Continue against level 3").click()
    Player(page).sees_seats()
    page.locator('#actions [data-act="abort"]').click()
    page.locator("#ask-yes").click()
    Player(page).sees("Cancelled")
    assert page.url.endswith(game)
    page.goto("/")
    expect(page.locator(".going")).to_have_count(0)


def test_perfect_play_is_offered_only_where_there_is_such_a_player(visits: Visits) -> None:
    page = visits.person()
    page.goto("/")
    perfect = page.locator("#perfect")
    perfect.check()
    expect(page.locator("#level")).to_be_disabled()
    page.locator("#options summary").click()
    page.locator("#rules").select_option("15x15x5-free")
    expect(perfect).to_be_disabled()
    expect(page.locator("#no-opponent")).to_contain_text("too large for perfect play")
    expect(page.locator("#level")).to_be_enabled()
    expect(page.locator("#level-text")).to_have_text(re.compile(r"^4 · easy · \d+$"))
    page.locator("#rules").select_option("3x3x3-free")
    expect(perfect).to_be_enabled()
    expect(page.locator("#no-opponent")).to_be_hidden()
    page.locator('button[value="computer"]').click()
    page.wait_for_url(AT_A_GAME)
    expect(page.locator(".seat-name", has_text="Perfect")).to_be_visible()


def test_somebody_is_found_in_the_lobby(visits: Visits) -> None:
    host, guest = visits.person(), visits.person()
    guest.goto("/")
    host.goto("/")
    host.locator('button[value="lobby"]').click()
    host.wait_for_url(AT_A_GAME)
    name = host.locator("#seat-bottom .seat-name").inner_text()
    row = guest.locator("#open-games li", has_text=name)
    row.locator("button").click()
    guest.wait_for_url(AT_A_GAME)
    Player(host).sees_seats()


def test_a_whole_game_with_the_keyboard_alone(visits: Visits) -> None:
    host, guest = visits.person(), visits.person()
    host.goto("/")
    press(host, "Enter", 'button[value="friend"]')
    host.wait_for_url(AT_A_GAME)
    guest.goto(host.url)
    press(guest, "Enter", "#accept button")
    players = [Player(host), Player(guest)]
    for player in players:
        player.sees_seats()
    if host.evaluate("document.querySelector('#seat-bottom').dataset.side") == "o":
        players.reverse()
    for ply, column in enumerate("1212121"):
        page = players[ply % 2].page
        players[ply % 2].sees("Your turn")
        press(page, column, "ir-board [data-move]")
        players[1 - ply % 2].sees_discs(ply + 1)
    players[0].sees("You win")
    expect(players[1].page.locator("#say")).to_contain_text("You lose")
    press(players[1].page, "Enter", '[data-act="offer rematch"]')
    expect(players[0].page.locator("#offer-yes")).to_be_visible()
    press(players[0].page, "Enter", "#offer-yes")
    for player in players:
        player.sees_seats()


def test_without_scripts_a_game_is_made_and_joined(visits: Visits) -> None:
    host, guest = (visits.person(java_script_enabled=False) for _ in range(2))
    host.goto("/")
    host.locator('button[value="friend"]').click()
    host.wait_for_url(AT_A_GAME)
    guest.goto(host.url)
    guest.locator("#accept button").click()
    expect(guest.locator("#accept")).to_have_count(0)
    expect(guest.locator("ir-board svg")).to_be_visible()
