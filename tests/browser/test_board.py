"""The board in the hands: a finger, a mouse, keys, and discs that fall."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Position, expect

from support.browser.players import Player, friends
from support.browser.visits import Visits
from support.web.couples import drawn_game

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}


def shared_game(page: Page, visits: Visits, rules: str = "7x6x4") -> Player:
    """A game for two on this page."""
    page.goto(f"/game/{visits.new_game(page, opponent='self', rules=rules)}")
    player = Player(page)
    player.sees("First player to move")
    return player


def press_column(page: Page, column: int, columns: int, tap: bool = False) -> None:
    """Press the picture of the board in the middle of a column."""
    face = page.locator("ir-board .face")
    box = face.bounding_box()
    assert box
    place = Position(x=box["width"] * (column + 0.5) / columns, y=box["height"] / 2)
    if tap:
        face.tap(position=place)
    else:
        face.click(position=place)


def ghosts(page: Page) -> Locator:
    return page.locator("ir-board .ghost, ir-board .chosen")


def test_one_tap_plays_where_a_finger_cannot_miss(visits: Visits) -> None:
    player = shared_game(visits.person(**PHONE), visits)
    column = player.page.locator('ir-board [data-move="2"]')
    column.tap()
    player.sees_discs(1)
    expect(ghosts(player.page)).to_have_count(0)
    expect(column).to_have_css("background-color", "rgba(0, 0, 0, 0)")  # no shade stays, either


def test_a_finger_confirms_where_it_may_miss(visits: Visits) -> None:
    player = shared_game(visits.person(**PHONE), visits, "10x7x4")
    zone = player.page.locator('ir-board [data-move="2"]')
    zone.tap()
    expect(player.page.locator("#detail")).to_contain_text("Press again")
    player.sees_discs(0)
    zone.tap()
    player.sees_discs(1)
    player.page.locator('ir-board [data-move="3"]').tap()
    player.page.locator('[data-act="play"]').tap()
    player.sees_discs(2)


def test_a_wide_board_is_playable_on_a_phone(visits: Visits) -> None:
    player = shared_game(visits.person(**PHONE), visits, "18x18x5")
    zone = player.page.locator('ir-board [data-move="17"]')
    zone.scroll_into_view_if_needed()
    box = zone.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24  # WCAG 2.2: the least size of a target
    zone.tap()
    player.sees_discs(1)
    press_column(player.page, 4, 18, tap=True)
    player.sees_discs(1)  # a column this narrow is proposed first
    press_column(player.page, 4, 18, tap=True)
    player.sees_discs(2)
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_mouse_needs_one_click_however_narrow_the_columns(visits: Visits) -> None:
    narrow = {"viewport": {"width": 420, "height": 740}}
    player = shared_game(visits.person(**narrow), visits, "18x18x5")
    player.page.locator('ir-board [data-move="16"]').hover()
    expect(ghosts(player.page)).to_have_count(1)
    player.page.locator('ir-board [data-move="16"]').click()
    player.sees_discs(1)


def test_a_mouse_beside_fingers_plays_on_the_picture(visits: Visits) -> None:
    player = shared_game(
        visits.person(viewport=PHONE["viewport"], has_touch=True), visits, "18x18x5"
    )
    press_column(player.page, 9, 18)
    player.sees_discs(1)
    expect(ghosts(player.page)).to_have_count(1)  # the mouse is still there


def after_three_moves(visits: Visits) -> tuple[Player, Locator]:
    """Somebody who has played both sides of a game, and the moves in the page's list."""
    player = shared_game(visits.person(), visits)
    for ply, move in enumerate((3, 2, 4)):
        player.play(move)
        player.sees_discs(ply + 1)
    moves = player.page.locator("#rows button")
    expect(moves).to_have_count(3)
    return player, moves


def test_arrows_step_and_digits_play_after_a_click_on_the_board(visits: Visits) -> None:
    player, moves = after_three_moves(visits)
    player.page.keyboard.press("ArrowLeft")
    expect(player.page.locator("#detail")).to_have_text("After move 2 of 3")
    player.sees_discs(2)
    player.page.keyboard.press("End")
    player.page.keyboard.press("1")
    player.sees_discs(4)
    expect(moves).to_have_count(4)
    player.page.keyboard.press("ArrowLeft")
    expect(player.page.locator("#detail")).to_have_text("After move 3 of 4")


def test_the_reply_falls_when_the_move_before_it_lies(visits: Visits) -> None:
    page = visits.person(reduced_motion="no-preference")
    page.goto("/")
    found = page.evaluate(
        """async () => {
          const board = document.createElement("ir-board");
          document.querySelector("main").append(board);
          const shown = () => new Promise((done) => setTimeout(done));
          board.show({ rules: "7x6x4", discs: {}, turn: "x", legal: [0, 1, 2, 3, 4, 5, 6] });
          await shown();
          board.show({ discs: { d1: "x" }, last: "d1", turn: "o" });
          await shown();
          board.show({ discs: { d1: "x", c1: "o" }, last: "c1", turn: "x" });
          await shown();
          const early = board.querySelectorAll(".last").length;
          const falls = board.getAnimations({ subtree: true });
          const busy = performance.now() + 60;
          while (performance.now() < busy);
          await Promise.all(falls.map((fall) => fall.finished));
          while (!board.querySelector(".last")) await new Promise(requestAnimationFrame);
          const [first, second] = falls.map((fall) => fall.effect.getComputedTiming());
          const lies = falls[0].startTime + first.endTime;
          return { early, falls: falls.length, after: falls[1].startTime + second.delay - lies };
        }"""
    )
    assert found["falls"] == 2
    assert found["early"] == 0
    assert abs(found["after"]) < 1  # milliseconds, of about 450


@pytest.mark.parametrize(
    "screen",
    [
        {"viewport": {"width": 1366, "height": 657}},
        {"viewport": {"width": 1280, "height": 800}},
        {"viewport": {"width": 768, "height": 1024}},
        PHONE | {"viewport": {"width": 740, "height": 360}},
    ],
    ids=["small laptop", "laptop", "tablet", "phone on its side"],
)
def test_both_seats_stay_in_sight_however_long_the_game(
    visits: Visits, screen: dict[str, Any]
) -> None:
    player = shared_game(visits.person(**screen), visits)
    for ply, move in enumerate(drawn_game(0)[:24]):
        player.play(move)
        player.sees_discs(ply + 1)
    for seat in ("#seat-top", "#seat-bottom", "#actions"):
        expect(player.page.locator(seat)).to_be_in_viewport(ratio=1)
    tabs = player.page.locator(".game-tabs").bounding_box()
    assert tabs
    assert tabs["height"] < 60  # however much room there is


def test_ratings_that_change_move_nothing_on_a_phone(visits: Visits) -> None:
    first, second = friends(visits, rated=True, base=300_000, increment=3_000)
    second.page.set_viewport_size(PHONE["viewport"])
    for ply, move in enumerate([3, 0, 3, 0]):
        (first, second)[ply % 2].play(move)
        second.sees_discs(ply + 1)
    before = second.page.locator("ir-board").bounding_box()
    first.act("resign")
    expect(second.page.locator("#seat-bottom .change")).to_be_visible()
    assert second.page.locator("ir-board").bounding_box() == before


def test_offers_are_answered_in_sight_on_a_phone(visits: Visits) -> None:
    first, second = friends(visits)
    first.play(3)
    second.sees_discs(1)
    second.page.set_viewport_size(PHONE["viewport"])
    first.act("offer draw")
    expect(second.page.locator("#offer")).to_be_in_viewport(ratio=1)
    expect(second.page.locator("#actions")).to_be_in_viewport(ratio=1)
    watcher = visits.person()
    watcher.goto(f"/game/{first.game}")
    second.page.locator("#offer-no").click()
    expect(first.page.locator("#toast")).to_have_text("Your draw offer was declined.")
    expect(watcher.locator("#toast")).to_have_count(0)
    expect(second.page.locator("#toast")).to_have_count(0)


def test_the_tab_says_what_is_going_on(visits: Visits) -> None:
    first, second = friends(visits)
    expect(first.page).to_have_title(re.compile("^Your turn · Guest .* against Guest"))
    first.play(3)
    expect(second.page).to_have_title(re.compile("^Your turn"))
    for move in (2, 3, 2, 3, 2, 3):
        player = second if move == 2 else first
        player.sees("Your turn")
        player.play(move)
    expect(second.page).to_have_title(re.compile("^You lose"))


def test_a_swap_is_told(visits: Visits) -> None:
    first, second = friends(visits, swap=True)
    first.play(3)
    second.act("swap")
    told = "The players swapped sides. You are "
    expect(first.page.locator("#toast")).to_have_text(f"{told}○ now.")
    expect(second.page.locator("#toast")).to_have_text(f"{told}× now.")


def test_a_move_is_chosen_in_advance_and_given_up(visits: Visits) -> None:
    first, second = friends(visits)
    second.play(0)
    expect(second.page.locator("#detail")).to_contain_text("Column 1 will be played next")
    expect(second.page.locator("ir-board .chosen.o")).to_have_count(1)
    second.play(0)
    expect(second.page.locator("ir-board .chosen")).to_have_count(0)
    second.play(0)
    second.page.keyboard.press("Escape")
    expect(second.page.locator("ir-board .chosen")).to_have_count(0)
    second.play(1)
    second.play(2)  # another one instead
    first.play(3)
    for player in (first, second):
        player.sees_discs(2)
        assert player.discs == {"d1": "x", "c1": "o"}
    expect(second.page.locator("ir-board .chosen")).to_have_count(0)


def test_the_second_press_of_a_double_click_plans_nothing(visits: Visits) -> None:
    first, second = friends(visits)
    first.page.evaluate(
        """async () => {
            const press = () => document.querySelector("ir-board [data-move='3']").click();
            const listed = () => document.querySelector("#rows button");
            const now = performance.now();
            performance.now = () => now; // however long the answer takes
            press();
            while (!listed()) await new Promise(requestAnimationFrame);
            press();
            delete performance.now;
        }"""
    )
    second.sees("Your turn")
    expect(first.page.locator("ir-board .chosen")).to_have_count(0)


def test_the_second_press_of_a_double_click_is_no_move_either(visits: Visits) -> None:
    """Programs reply so soon that it may be one's turn again."""
    first, second = friends(visits)
    page = first.page
    page.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    box = page.locator('ir-board [data-move="3"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    second.sees("Your turn")
    second.play(0)
    first.sees("Your turn")
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.evaluate("() => { delete performance.now; }")
    first.play(1)
    first.sees_discs(3)
    assert first.discs == {"d1": "x", "a1": "o", "b1": "x"}


def test_a_plan_ends_with_the_position_it_was_made_for(visits: Visits) -> None:
    first, second = friends(visits)
    first.play(3)
    second.sees_discs(1)
    first.play(0)
    expect(first.page.locator("#detail")).to_contain_text("Column 1 will be played next")
    first.act("offer takeback")
    second.page.locator("#offer-yes").click()
    first.sees_discs(0)
    first.play(3)
    second.sees("Your turn")
    second.play(3)
    first.sees("Your turn")
    first.sees_discs(2)


def test_moves_in_advance_can_be_switched_off(visits: Visits) -> None:
    first, second = friends(visits)
    second.page.get_by_role("button", name="Settings").click()
    second.page.get_by_label("Choose the next move in advance").uncheck()
    second.page.keyboard.press("Escape")
    expect(second.page.locator('ir-board [data-move="0"]')).to_have_attribute(
        "aria-disabled", "true"
    )
    first.play(3)
    expect(second.page.locator('ir-board [data-move="0"]')).to_have_attribute(
        "aria-disabled", "false"
    )


RECORD = """
  window.given = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.given.push(this.frequency.value);
    start.call(this, at);
  };
  navigator.vibrate = (pattern) => window.given.push(pattern);
"""


def test_discs_and_ends_are_heard_and_felt_unless_switched_off(visits: Visits) -> None:
    page = visits.person()
    page.add_init_script(RECORD)
    player = shared_game(page, visits)
    player.play(3)
    page.wait_for_function("window.given.length === 3")  # a knock of two tones, and a buzz
    for name in ("Sounds", "Vibration"):
        page.get_by_role("button", name="Settings").click()
        page.get_by_label(name).uncheck()
        page.keyboard.press("Escape")
    page.evaluate("window.given = []")
    for ply, move in enumerate((2, 3, 2, 3, 2, 3)):
        player.play(move)
        player.sees_discs(ply + 2)
    player.sees("First player wins")
    assert page.evaluate("window.given") == []


def test_the_end_is_heard_after_the_disc_that_makes_it(visits: Visits) -> None:
    page = visits.person()
    page.add_init_script(RECORD)
    player = shared_game(page, visits)
    for ply, move in enumerate((3, 2, 3, 2, 3, 2, 3)):
        player.play(move)
        player.sees_discs(ply + 1)
    player.sees("First player wins")
    page.wait_for_function("window.given.length === 25")
    disc, won = [[12], 196, 98], [[60], 392, 494, 587]
    assert page.evaluate("window.given") == [*7 * disc, *won]


def test_no_move_is_planned_beyond_the_end(visits: Visits) -> None:
    player = shared_game(visits.person(), visits)
    for ply, move in enumerate((3, 2, 3, 2, 3, 2)):
        player.play(move)
        player.sees_discs(ply + 1)
    expect(player.page.locator("#rows button")).to_have_count(6)
    # Quicker than the answer to the first of them, which wins.
    player.page.evaluate(
        "for (const move of [3, 0])"
        " document.querySelector(`ir-board [data-move='${move}']`).click()"
    )
    player.sees("First player wins")
    expect(player.page.locator("#detail")).to_have_text("First player wins: four in a row.")


def test_escape_gives_up_a_planned_move(visits: Visits) -> None:
    first, second = friends(visits)
    second.play(4)
    expect(second.page.locator("#detail")).to_contain_text("Column 5 will be played next")
    second.page.keyboard.press("Escape")
    expect(second.page.locator("#detail")).to_have_text("")
    first.play(3)
    second.sees("Your turn")
    second.sees_discs(1)


def test_the_icon_and_a_message_say_that_it_is_ones_turn(visits: Visits) -> None:
    first, second = friends(visits)
    icon = second.page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", re.compile(r"/icon\b"))
    second.page.evaluate(
        """() => {
          window.told = [];
          window.Notification = class { constructor(text) { window.told.push(text); } };
          window.Notification.permission = "granted";
          localStorage.setItem("notify", "yes");
          Object.defineProperty(document, "hidden", { value: true });
        }"""
    )
    first.play(3)
    expect(icon).to_have_attribute("href", re.compile("/icon-turn"))
    second.page.wait_for_function("window.told.length === 1")
    (told,) = second.page.evaluate("window.told")
    assert re.fullmatch(r"Your turn · Guest \d+ against Guest \d+ · inarow", told)
    first.page.get_by_role("button", name="Offer draw").click()  # no reason to tell it again
    expect(second.page.locator("#offer")).to_be_visible()
    assert len(second.page.evaluate("window.told")) == 1


def test_a_browser_that_allows_no_message_shows_the_move_all_the_same(visits: Visits) -> None:
    first, second = friends(visits)
    second.page.evaluate(
        """() => {
          window.Notification = class {
            constructor() { throw new TypeError("Illegal constructor"); }
          };
          localStorage.setItem("notify", "yes");
          Object.defineProperty(document, "hidden", { value: true });
        }"""
    )
    first.play(3)
    second.sees_discs(1)


def test_a_message_on_a_phone_takes_one_line_where_it_can(visits: Visits) -> None:
    page = visits.person(viewport={"width": 360, "height": 740})
    page.goto("/analysis/7x6x4/444444")
    page.locator('#board [data-move="3"]').click(force=True)
    toast = page.locator("#toast")
    expect(toast).to_have_text("Column 4 is full. Choose another.")
    assert toast.evaluate("(box) => box.getClientRects()[0].height") < 50


def test_a_full_column_says_so(visits: Visits) -> None:
    player = shared_game(visits.person(), visits)
    for ply in range(6):
        player.play(0)
        player.sees_discs(ply + 1)
    player.page.locator('ir-board [data-move="0"]').click(force=True)
    expect(player.page.locator("#toast")).to_have_text("Column 1 is full. Choose another.")


def test_the_tab_key_stops_once_in_the_list_of_moves(visits: Visits) -> None:
    player, _ = after_three_moves(visits)
    expect(player.page.locator('#rows button[tabindex="0"]')).to_have_text("5")


def test_discs_may_be_plain_and_of_other_colours(visits: Visits) -> None:
    player = shared_game(visits.person(), visits)
    player.play(3)
    sign = player.page.locator("ir-board .disc .sign").first
    expect(sign).to_be_visible()
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_label("Plain discs").check()
    player.page.get_by_label("red and yellow").check(force=True)
    expect(sign).to_be_hidden()
    disc = player.page.locator("ir-board .disc .body").first
    expect(disc).to_have_css("fill", "rgb(217, 43, 43)")
    player.page.reload()
    expect(disc).to_have_css("fill", "rgb(217, 43, 43)")
    expect(sign).to_be_hidden()
