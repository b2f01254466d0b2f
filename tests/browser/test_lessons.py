"""Learning from mistakes in a real browser: by mouse, by keyboard alone, and on another day."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow.web.routes.learning import schedule
from support.browser.visits import PATIENCE, Visits, violations
from support.learning import SMALL
from support.web.threaded import site

expect.set_options(timeout=PATIENCE)
GAME = f"/learn/4x4x3/{SMALL}"


def begun(page: Page, side: str = "o") -> None:
    """Open the mistakes of one side, until the first is asked."""
    page.goto(f"{GAME}?side={side}")
    expect(page.locator("#hint")).to_be_visible()


def press(page: Page, move: int) -> None:
    page.locator(f'#board [data-move="{move}"]').click()


def test_a_wrong_move_is_answered_with_the_reason_and_a_right_one_goes_on(visits: Visits) -> None:
    page = visits.person()
    begun(page)
    expect(page.locator("#which")).to_have_text("Mistake 1 of 3, at move 2 of the game")
    expect(page.locator("#task")).to_have_text("o to move: find a move that keeps the win.")
    expect(page.locator("#said")).to_contain_text("In the game o played column 3")
    with page.expect_response("**/api/me/lessons*"):
        press(page, 0)
    expect(page.locator("#said")).to_contain_text("Not that one.")
    expect(page.locator("#said")).to_contain_text("o lets x win by force")
    expect(page.locator("#again")).to_be_focused()
    page.locator("#why").click()
    expect(page.locator("#said")).to_contain_text("Play continues: ")
    page.locator("#again").click()
    expect(page.locator("#board .discs .disc")).to_have_count(3)
    press(page, 1)
    expect(page.locator("#said")).to_contain_text("Correct.")
    expect(page.locator("#later")).to_have_text("1")
    expect(page.locator("#found")).to_have_text("0")
    expect(page.locator("#next")).to_be_focused()
    kept = page.request.get("/api/me/lessons").json()
    assert len(kept) == 1


def test_hints_and_the_solution_help_and_skipping_leaves_out(visits: Visits) -> None:
    page = visits.person()
    begun(page)
    page.locator("#hint").click()
    expect(page.locator("#said p")).to_have_count(1)
    page.locator("#hint").click()
    expect(page.locator("#said")).to_contain_text("Play column 2.")
    expect(page.locator("#hint")).to_be_hidden()
    page.locator("#show").click()
    expect(page.locator("#said")).to_contain_text("Better was: 2")
    page.locator("#next").click()
    page.locator("#skip").click()
    page.locator("#skip").click()
    expect(page.locator("#task")).to_have_text("That was the last one.")
    expect(page.locator("#said")).to_contain_text("Found at the first try: 0 of 3.")
    expect(page.locator("#said")).to_contain_text("The one that you missed comes again tomorrow.")
    expect(page.locator("#after a")).to_have_count(2)


def test_a_lesson_is_answered_by_keyboard_alone(visits: Visits) -> None:
    page = visits.person()
    begun(page)
    page.locator("#skip").press("Enter")
    page.locator("#skip").press("Enter")
    expect(page.locator("#task")).to_have_text("o to move: x threatens to win. Stop it.")
    expect(page.locator("#board :focus")).to_have_count(1)
    page.keyboard.press("3")
    expect(page.locator("#said")).to_contain_text("Correct.")
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#found")).to_have_text("1")
    page.keyboard.press("Enter")
    expect(page.locator("#task")).to_have_text("That was the last one.")
    expect(page.locator("#said")).to_contain_text("Nothing was missed.")


def test_what_was_missed_is_asked_again_on_its_day(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with site(tmp_path) as here:  # in this process, so that its calendar can be turned
        page = browser.new_page(base_url=here.url, reduced_motion="reduce")
        _repeated(page, monkeypatch)
        page.close()


def _repeated(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(page)
    with page.expect_response("**/api/me/lessons*"):
        page.locator("#show").click()
    expect(page.locator("#later")).to_have_text("1")
    page.goto("/learn")
    expect(page.locator("#task")).to_have_text("Nothing is due today.")
    tomorrow = schedule.today() + timedelta(days=1)
    said = page.evaluate(
        """day => new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" })
            .format(new Date(day))""",
        tomorrow.isoformat(),
    )
    expect(page.locator("#said time")).to_have_text(said)
    monkeypatch.setattr(schedule, "today", lambda: date.fromordinal(tomorrow.toordinal()))
    page.reload()
    expect(page.locator("#task")).to_have_text("o to move: find a move that keeps the win.")
    with page.expect_response("**/api/me/lessons*"):
        press(page, 1)
    expect(page.locator("#said")).to_contain_text("Correct.")
    page.locator("#next").click()
    expect(page.locator("#said")).to_contain_text("Found at the first try: 1 of 1.")
    page.reload()
    expect(page.locator("#task")).to_have_text("Nothing is due today.")
    assert page.request.get("/api/me/lessons").json()[0]["box"] == 1


def test_a_game_without_mistakes_says_so_kindly(visits: Visits) -> None:
    page = visits.person()
    page.goto("/learn/7x6x4/4444?side=x")
    expect(page.locator("#task")).to_have_text("Nothing to mend here.")
    expect(page.locator("#said")).to_have_text("x made no mistakes: every move kept the result.")
    expect(page.locator("#hint")).to_be_hidden()


def test_the_page_of_a_game_that_is_over_leads_there(visits: Visits) -> None:
    page = visits.person()
    game = visits.new_game(page, rules="4x4x3", opponent="self")
    for move in (3, 3, 0, 2, 3):
        page.request.post(
            f"/api/games/{game}/move", data={"move": move}, headers={"Origin": visits.site.url}
        )
    page.request.post(f"/api/games/{game}/resign", headers={"Origin": visits.site.url})
    page.goto(f"/game/{game}")
    page.locator('[data-act="learn"]').click()
    expect(page.locator("#which")).to_contain_text("Mistake 1 of")
    expect(page.locator(f'a[href="/game/{game}"]')).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lessons_are_accessible_all_the_way(visits: Visits, theme: str) -> None:
    page = visits.person(color_scheme=theme)
    begun(page)
    assert violations(page) == []
    press(page, 0)
    expect(page.locator("#again")).to_be_focused()
    assert violations(page) == []
    page.locator("#show").click()
    for _ in range(2):
        page.locator("#next").or_(page.locator("#skip")).locator("visible=true").click()
    page.goto("/learn")
    assert violations(page) == []


def test_lessons_fit_a_phone(visits: Visits) -> None:
    page = visits.person(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    begun(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    press(page, 0)
    expect(page.locator("#again")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
