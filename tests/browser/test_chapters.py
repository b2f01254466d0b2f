"""How to win at Connect Four in a real browser: by mouse, by keyboard, and on another day."""

import pytest
from playwright.sync_api import Page, expect

from inarow.lessons.chapters import chapters
from support.browser.visits import PATIENCE, Visits, violations

expect.set_options(timeout=PATIENCE)
PAGE = "/learn/connect-four"


def press(page: Page, move: int) -> None:
    page.locator(f'#board [data-move="{move}"]').click()


def tab_to_the_board(page: Page) -> None:
    for _ in range(40):
        if page.evaluate("document.activeElement.closest('ir-board') !== null"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the board cannot be reached by Tab")


def test_a_wrong_move_is_answered_with_the_reason_and_a_right_one_goes_on(visits: Visits) -> None:
    page = visits.person()
    page.goto(PAGE)
    expect(page.locator("#which")).to_have_text("Task 1 of 2")
    press(page, 0)
    expect(page.locator("#said")).to_contain_text("Not that one.")
    expect(page.locator("#said")).to_contain_text("x does not stop o from winning with column 4.")
    expect(page.locator("#again")).to_be_focused()
    page.locator("#again").click()
    expect(page.locator("#board .discs .disc")).to_have_count(10)
    press(page, 2)
    expect(page.locator("#said")).to_contain_text("Winning comes before blocking.")
    expect(page.locator("#next")).to_be_focused()
    page.locator("#next").click()
    expect(page.locator("#which")).to_have_text("Task 2 of 2")
    press(page, 5)
    page.locator("#next").click()
    expect(page.get_by_role("heading", name="The middle")).to_be_focused()
    assert page.url.endswith("#middle")


def test_the_other_side_answers_until_all_moves_are_found(visits: Visits) -> None:
    page = visits.person()
    page.goto(f"{PAGE}#zugzwang")
    press(page, 0)
    expect(page.locator("#said")).to_have_text("Right. Go on.o plays column 1.")
    expect(page.locator("#board .discs .disc")).to_have_count(36)
    press(page, 5)
    expect(page.locator("#said")).to_contain_text("Not that one.")
    page.locator("#again").click()
    expect(page.locator("#board .discs .disc")).to_have_count(36)


def test_progress_is_remembered(visits: Visits) -> None:
    page = visits.person()
    page.goto(f"{PAGE}#middle")
    press(page, 3)
    expect(page.locator("#said")).to_contain_text("Correct.")
    page.goto("/about")
    page.goto(f"{PAGE}#on")
    expect(page.locator("#tally")).to_have_text("Tasks solved: 1 of 14.")
    expect(page.locator(".chapters-head a.done")).to_have_count(1)
    expect(page.locator(".chapters-head a.done")).to_contain_text("solved")


def test_every_chapter_is_learned_by_keyboard_alone(visits: Visits) -> None:
    page = visits.person()
    page.goto(PAGE)
    for chapter in chapters()[:-1]:
        expect(page.get_by_role("heading", name=chapter.title, exact=True)).to_be_visible()
        for task in chapter.tasks:
            expect(page.locator("#asked")).to_have_text(task.asked)
            for number, accepted in enumerate(task.accepted):
                played = len(task.board_at(number).moves)
                expect(page.locator("#board .discs .disc")).to_have_count(played)
                expect(page.locator("#show")).to_be_visible()
                tab_to_the_board(page)
                page.keyboard.press(accepted[0])
            expect(page.locator("#said")).to_contain_text(task.learned)
            expect(page.locator("#next")).to_be_focused()
            page.keyboard.press("Enter")
    expect(page.locator("#tally")).to_have_text("Tasks solved: 14 of 14.")


def test_the_solution_is_shown_and_does_not_count(visits: Visits) -> None:
    page = visits.person()
    page.goto(f"{PAGE}#zugzwang")
    page.locator("#show").click()
    expect(page.locator("#said")).to_contain_text("Solution: 1, 1, 6")
    expect(page.locator("#board .signs .line")).to_have_count(1)
    page.goto(f"{PAGE}#on")
    expect(page.locator("#tally")).to_have_text("Tasks solved: 0 of 14.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_answers_are_accessible(visits: Visits, theme: str) -> None:
    page = visits.person(color_scheme=theme)
    page.goto(f"{PAGE}#double")
    press(page, 0)
    expect(page.locator("#again")).to_be_visible()
    assert violations(page) == []
    page.locator("#again").click()
    press(page, 4)
    expect(page.locator("#next")).to_be_visible()
    assert violations(page) == []
