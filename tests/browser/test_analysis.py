"""The analysis page as somebody uses it who studies games."""

import re
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect

from inarow import Record
from support.browser.visits import Visits, violations

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def press(page: Page, *cells: str) -> None:
    for cell in cells:
        page.locator(f'#board [data-cell="{cell}"]').click()


def height(page: Page) -> list[float]:
    """How high the graph is after each move, from 0 at the top."""
    heights: list[float] = page.evaluate(
        """() => [...document.querySelectorAll("#graph .curve")]
            .flatMap((path) => path.getAttribute("d").match(/[\\d.]+ [\\d.]+/g))
            .map((point) => Number(point.split(" ")[1]))"""
    )
    return heights


# -- positions set up by hand ---------------------------------------------------------------------


def test_a_position_is_set_up_by_hand(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/7x6x4/44")
    page.get_by_role("button", name="Build a position").click()
    expect(page.locator("#status")).to_have_text(
        "Click a cell to place a disc; click it again to remove it."
    )
    page.get_by_role("button", name="Clear").click()
    press(page, "a1", "b1")
    page.get_by_text("○", exact=True).click()
    press(page, "c1", "d1", "d2")
    press(page, "d2")  # taken away again
    expect(page.locator("#status")).to_have_text("x to move")
    page.get_by_text("○ to move").click()
    expect(page.locator("#status")).to_have_text("With 2 x and 2 o it is x's turn, not o's.")
    assert violations(page) == []
    page.get_by_role("button", name="Analyse this position").click()
    page.wait_for_url(re.compile(r"/analysis/7x6x4\?position="))
    expect(page.locator("#verdict")).not_to_have_text("·")
    assert page.evaluate("document.querySelector('#board').discs") == {
        "a1": "x",
        "b1": "x",
        "c1": "o",
        "d1": "o",
    }
    page.locator('#board [data-move="4"]').click()
    expect(page.locator("#tree button")).to_have_count(1)


def test_discs_in_the_air_are_refused(visits: Visits) -> None:
    page = visits.person(**PHONE)
    page.goto("/analysis/7x6x4/44")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Build a position").click()
    press(page, "a3")
    expect(page.locator("#status.error")).to_contain_text(
        "Nothing lies under the disc in column 1, row 3."
    )
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator("#set-up")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#set-up")).to_be_hidden()
    expect(page.locator("#status")).to_have_text("x to move")
    expect(page).to_have_url("/analysis/7x6x4/44")


# -- the line that one follows --------------------------------------------------------------------


def test_one_jumps_from_mistake_to_mistake(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/4x4x3/4413442223")
    after = page.get_by_role("button", name="Next mistake")
    expect(after).to_be_disabled()
    page.get_by_role("button", name="Review the game").click()
    before = page.get_by_role("button", name="Previous mistake")
    expect(before).to_be_enabled()
    signs = page.locator("#tree .move:has(.sign)")
    count = signs.count()
    assert count > 1
    page.locator("#first").click()
    for index in range(count):
        page.keyboard.press("Shift+ArrowRight")
        expect(signs.nth(index)).to_have_attribute("aria-current", "true")
    expect(after).to_be_disabled()
    before.click()
    expect(signs.nth(count - 2)).to_have_attribute("aria-current", "true")


def test_graph_and_review_follow_a_variation(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/4x4x3/4413442223")
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#summary")).to_contain_text("mistake")
    main = page.locator("#summary").inner_text()
    page.locator("#tree button").nth(3).click()
    page.locator('#board [data-move="0"]').click()
    expect(page.locator("#summary")).not_to_have_text(main)
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#summary")).to_contain_text("made")
    shorter = page.locator("#summary").inner_text()
    assert shorter != main
    page.locator("#tree .line-of-play > li > .move").last.click()
    expect(page.locator("#summary")).to_have_text(main)


def test_the_graph_grows_towards_the_win(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/7x6x4/1213141")  # x has won with the fourth disc in column 1
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#summary")).to_contain_text("made")
    known = height(page)
    assert known[-1] == min(known)
    assert len({*known}) > 2


# -- drawings, comments and records ---------------------------------------------------------------


def drag(page: Page, start: str, end: str, button: Literal["left", "right"]) -> None:
    """Press in one cell and let go in another."""
    middles = page.evaluate(
        """(cells) => {
            const board = document.querySelector("#board");
            const box = board.querySelector("svg").getBoundingClientRect();
            const [left, top, wide, high] = ["--left", "--top", "--wide", "--high"].map((name) =>
                Number(board.style.getPropertyValue(name)));
            const across = (cell) => left + wide * (cell.charCodeAt(0) - 96.5) / 7;
            const down = (cell) => top + high * (6.5 - Number(cell[1])) / 6;
            return cells.map((cell) =>
                [box.left + box.width * across(cell), box.top + box.height * down(cell)]);
        }""",
        [start, end],
    )
    page.mouse.move(*middles[0])
    page.mouse.down(button=button)
    page.mouse.move(*middles[1])
    page.mouse.up(button=button)


def test_arrows_circles_and_comments_are_kept_in_the_record(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/7x6x4/44")
    page.locator(".marks").wait_for(state="attached")
    drag(page, "a1", "c3", "right")
    drag(page, "d4", "d4", "right")
    drag(page, "d5", "d5", "right")
    drag(page, "d5", "d5", "right")  # taken away again
    expect(page.locator(".marks path")).to_have_count(2)
    draw = page.get_by_role("button", name="Draw", exact=True)
    draw.click()
    expect(draw).to_have_attribute("aria-pressed", "true")
    drag(page, "g6", "f6", "left")
    expect(page.locator(".marks path")).to_have_count(3)
    expect(page).to_have_url(re.compile("/44$"))  # nothing was played
    page.get_by_label("Comment on this move").fill("a tower } {")
    assert violations(page) == []
    draw.click()
    expect(draw).to_have_attribute("aria-pressed", "false")
    page.locator('#board [data-move="0"]').click()
    expect(page.locator(".marks path")).to_have_count(0)
    expect(page.get_by_label("Comment on this move")).to_have_value("")
    page.locator("#back").click()
    expect(page.locator(".marks path")).to_have_count(3)
    page.locator("summary", has_text="Share").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Game record").click()
    text = Path(download.value.path()).read_text()
    record = Record.parse(text)
    assert record.main.moves == [3, 3, 0]
    assert record.main.nodes[1].comment == "a tower } { [%marks a1-c3 d4 g6-f6]"
    page.goto("/analysis")
    page.locator("summary", has_text="Paste").click()
    page.locator("#read textarea").fill(text)
    page.locator("#read button").click()
    page.locator("#back").click()
    expect(page.locator(".marks path")).to_have_count(3)
    expect(page.get_by_label("Comment on this move")).to_have_value("a tower } {")
    page.get_by_role("button", name="Erase the drawing").click()
    expect(page.locator(".marks path")).to_have_count(0)


def test_a_finger_draws_too(visits: Visits) -> None:
    page = visits.person(**PHONE)
    page.goto("/analysis/7x6x4/44")
    page.get_by_role("tab", name="More").click()
    draw = page.get_by_role("button", name="Draw", exact=True)
    draw.click()
    expect(draw).to_have_attribute("aria-pressed", "true")
    page.evaluate("scrollTo(0, 0)")
    box = page.locator("#board .face").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".marks path")).to_have_count(1)
    expect(page.locator("#tree button")).to_have_count(2)
    assert page.url.endswith("/44")


# -- studies --------------------------------------------------------------------------------------


def saved(page: Page, name: str = "Towers") -> str:
    """Save what is on the page under a name; the address that it has then."""
    page.get_by_role("button", name="Save as a study").click()
    page.get_by_label("Name of the study").fill(name)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#study-said")).to_have_text(
        "Saved. Everybody who has the link can see it."
    )
    return page.url


def test_a_study_is_saved_shown_to_others_and_copied(visits: Visits) -> None:
    page, other = visits.person(), visits.person()
    page.goto("/analysis/7x6x4/44")
    page.locator(".marks").wait_for(state="attached")
    drag(page, "a1", "c3", "right")
    page.get_by_label("Comment on this move").fill("a tower")
    page.locator("#back").click()
    page.locator('#board [data-move="0"]').click()
    link = saved(page)
    assert re.search(r"/study/[\w-]{16}$", link)
    assert page.locator("#study-link").input_value() == link
    assert violations(page) == []

    other.goto(link)
    expect(other.get_by_role("heading", name="Towers")).to_be_visible()
    expect(other.locator("#tree button")).to_have_count(3)
    expect(other.get_by_text("You save changes as a copy of your own.")).to_be_visible()
    assert violations(other) == []
    other.locator("#tree button").nth(1).click()
    expect(other.locator(".marks path")).to_have_count(1)
    expect(other.get_by_label("Comment on this move")).to_have_value("a tower")
    expect(other).to_have_url(link)
    other.get_by_role("button", name="Save as a copy").click()
    expect(other).not_to_have_url(link)
    expect(other.locator("#study-submit")).to_have_text("Save")
    other.goto("/me")
    other.get_by_role("link", name="Towers").click()
    expect(other.locator("#tree button")).to_have_count(3)


def test_of_two_tabs_the_later_one_can_save_a_copy(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/7x6x4/44")
    link = saved(page)
    tab = page.context.new_page()
    tab.goto(link)
    expect(tab.locator("#tree button")).to_have_count(2)
    page.locator('#board [data-move="0"]').click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#study-said")).to_contain_text("Saved.")
    tab.locator("#last").click()
    tab.locator('#board [data-move="6"]').click()
    expect(tab.locator("#tree button")).to_have_count(3)
    tab.get_by_role("button", name="Save", exact=True).click()
    expect(tab.locator("#study-said")).to_have_text(
        "This study was changed elsewhere. You can save yours as a copy."
    )
    tab.get_by_role("button", name="Save as a copy").click()
    expect(tab.locator("#study-said")).to_contain_text("Saved.")
    expect(tab).not_to_have_url(link)
    (complaint,) = visits.complaints
    assert "409" in complaint
    visits.complaints.clear()


def test_what_was_deleted_elsewhere_can_be_saved_as_a_copy(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/7x6x4/44")
    link = saved(page)
    study = link.rpartition("/")[2]
    page.request.delete(f"/api/studies/{study}", headers={"Origin": visits.site.url})
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#study-said")).to_have_text("There is no such study.")
    page.get_by_role("button", name="Save as a copy").click()
    expect(page.locator("#study-said")).to_contain_text("Saved.")
    expect(page).not_to_have_url(link)
    (complaint,) = visits.complaints
    assert "404" in complaint
    visits.complaints.clear()


def test_another_game_is_another_study(visits: Visits) -> None:
    page = visits.person(**PHONE)
    page.goto("/analysis/7x6x4/44")
    page.get_by_role("tab", name="More").click()
    link = saved(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("summary", has_text="Paste").click()
    page.locator("#read textarea").fill("1234")
    page.locator("#read button").click()
    page.wait_for_url("**/analysis/7x6x4/1234")
    assert page.get_by_label("Name of the study").input_value() == ""
    page.goto(link)
    expect(page.locator("#tree button")).to_have_count(2)


# -- openings -------------------------------------------------------------------------------------


def test_openings_show_scores_and_how_people_play(visits: Visits) -> None:
    page = visits.person()
    game = visits.new_game(page, opponent="self", visibility="public", rules="4x4x3")
    for move in (0, 1, 0, 1, 0):
        page.request.post(
            f"/api/games/{game}/move", data={"move": move}, headers={"Origin": visits.site.url}
        )
    page.goto("/analysis/4x4x3/4")
    page.get_by_role("button", name="Openings").click()
    expect(page.locator("#openings-said")).to_have_text("1 game came here.")
    played = page.locator("#openings-rows tr", has=page.locator(".results"))
    expect(played).to_have_count(1)
    expect(played.locator("th")).to_have_text("3")  # the mirror image of what was played
    expect(page.locator("#openings-rows td").first).to_have_text(re.compile(r"^[+-]?\d+$"))
    assert violations(page) == []
    played.get_by_role("button").click()
    expect(page).to_have_url(re.compile("/43$"))
    expect(page.locator("#openings-rows .results")).to_have_count(1)
    page.locator("#first").click()
    expect(page.locator("#openings-rows th").first).to_have_text(re.compile(r"^\d, \d$"))
