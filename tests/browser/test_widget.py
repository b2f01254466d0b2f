"""The notebook widget in a real browser: its own script, and the real widget behind it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from inarow import CONNECT_FOUR, Board, Player, Position
from inarow.widget import BoardWidget, LabWidget
from support.browser.notebooks import MODEL, Notebook
from support.browser.visits import violations
from support.widgets import shown


@contextmanager
def notebook(
    browser: Browser,
    *arguments: Any,
    views: int = 1,
    page: dict[str, Any] | None = None,
    **more: Any,
) -> Iterator[tuple[Notebook, BoardWidget]]:
    """A page with a widget; it must not have complained about anything."""
    with shown(*arguments, **more) as widget:
        shows = Notebook(browser, widget, views, **(page or {}))
        yield shows, widget
        shows.context.close()
        assert shows.complaints == []


def test_people_play_by_click_and_by_key(browser: Browser) -> None:
    with notebook(browser) as (page, widget):
        page.status("× to move.")
        page.column(3).click()
        page.status("○ to move.")
        page.column(3).focus()
        page.page.keyboard.press("ArrowRight")
        page.page.keyboard.press("Enter")
        page.status("× to move.")
        assert widget.board.moves_text() == "45"
        page.page.keyboard.press("1")
        page.status("○ to move.")
        assert widget.board.moves_text() == "451"


def test_free_boards_have_cells(browser: Browser) -> None:
    with notebook(browser, "3x3x3/free") as (page, widget):
        page.view().get_by_role("gridcell", name="b2, empty").click()
        page.status("○ to move.")
        assert widget.board.moves_text() == "b2"


def test_a_program_answers(browser: Browser) -> None:
    with notebook(browser, opponent="cautious", side="o") as (page, _):
        page.status("Your turn: you play ○.")
        page.column(0).click()
        page.status("Your turn: you play ○.")
        expect(page.view().locator(".discs .disc")).to_have_count(3)


def test_undo_redo_new_game_and_going_through(browser: Browser) -> None:
    with notebook(browser, Board(CONNECT_FOUR, "4455")) as (page, widget):
        discs = page.view().locator(".discs .disc")
        expect(discs).to_have_count(4)
        page.button("Undo").click()
        expect(discs).to_have_count(3)
        page.button("Redo").click()
        expect(discs).to_have_count(4)
        expect(page.button("Redo")).to_be_disabled()
        slider = page.view().get_by_role("slider", name="Step through the game")
        slider.fill("1")
        expect(discs).to_have_count(1)
        expect(page.view().locator(".counter")).to_have_text("Move 1 of 4")
        page.button("New game").click()
        expect(discs).to_have_count(0)
        assert widget.board == Board(CONNECT_FOUR)


def test_scores_threats_and_words_are_switched_on(browser: Browser) -> None:
    with notebook(browser, Board(CONNECT_FOUR, "112233")) as (page, widget):
        expect(page.view().locator(".threat")).to_have_count(0)
        page.button("Threats").click()
        expect(page.view().locator(".threat")).to_have_count(2)
        page.button("Scores").click()
        expect(page.view().locator(".score.best")).to_have_text("+18")
        expect(page.view().locator(".worth")).to_contain_text("+18 x wins in 1 move exact")
        page.button("Explain").click()
        expect(page.view().locator(".why li").first).to_be_visible()
        expect(page.button("Explain")).to_have_attribute("aria-pressed", "true")
        assert (widget.scores, widget.threats, widget.explain) == (True, True, True)
        page.column(3).click()
        page.status("× wins.")
        expect(page.view().locator(".line .over")).to_have_count(1)


def test_what_python_does_is_seen_and_errors_are_said(browser: Browser) -> None:
    class Lazy(Player):
        def choose(self, position: Position) -> int:
            raise RuntimeError("too lazy")

    with notebook(browser) as (page, widget):
        widget.play(3)
        page.status("○ to move.")
        widget.board = "3x3x3/free"
        expect(page.view().get_by_role("gridcell")).to_have_count(9)
        widget.opponent = Lazy("the bot")
        widget.play(4)
        expect(page.view().get_by_role("alert")).to_have_text(
            "The bot failed to choose a move: RuntimeError: too lazy."
        )
        page.button("Undo").click()
        expect(page.view().get_by_role("alert")).to_be_hidden()


def test_several_views_stay_in_step_and_one_that_goes_leaves_nothing(browser: Browser) -> None:
    with notebook(browser, views=2) as (page, _):
        page.column(3, view=1).click()
        for view in (0, 1):
            page.status("○ to move.", view)
            expect(page.view(view).locator(".discs .disc")).to_have_count(1)
        page.page.evaluate("window.leave[1]()")
        expect(page.page.locator(".inarow-board")).to_have_count(1)
        assert page.page.evaluate("told.size") == 1


def test_two_widgets_on_one_page(browser: Browser) -> None:
    with notebook(browser) as (page, _), shown("3x3x3/free") as other:
        page.page.expose_function("other", lambda: json.dumps(other.get_state()))
        page.page.evaluate(MODEL.replace("pull()", "other()"), 1)
        page.column(3).click()
        page.status("○ to move.")
        expect(page.view(1).get_by_role("gridcell")).to_have_count(9)


@pytest.mark.parametrize(("ground", "theme"), [("#ffffff", "light"), ("#111111", "dark")])
def test_it_follows_the_notebooks_colours_and_can_be_used_by_everybody(
    browser: Browser, ground: str, theme: str
) -> None:
    board = Board(CONNECT_FOUR, "4455")
    with notebook(browser, board, page={"ground": ground}, scores=True, explain=True) as (page, _):
        expect(page.view().locator(".widget")).to_have_attribute("data-theme", theme)
        expect(page.view().locator(".worth")).to_contain_text("exact")
        found = violations(page.page)
        assert [each for each in found if "color-contrast" not in each or theme == "light"] == []
        page.page.evaluate("document.body.dataset.jpThemeLight = String(false)")
        expect(page.view().locator(".widget")).to_have_attribute("data-theme", "dark")


def test_narrow_notebooks_have_everything_below_the_board(browser: Browser) -> None:
    page_of = {"viewport": {"width": 360, "height": 800}}
    with notebook(browser, "18x18x5", page=page_of) as (page, _):
        page.status("× to move.")
        assert page.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_lab_shows_idea_steps_and_code(browser: Browser) -> None:
    widget = LabWidget(Board(CONNECT_FOUR, "4353637"), detector="bitboard")
    notebook = Notebook(browser, widget, 1)
    lab = notebook.page.locator(".inarow-lab")
    expect(lab.locator(".counter")).to_have_text("Picture 1 of 5")
    expect(lab.locator(".spare").first).to_have_text("6")
    lab.get_by_role("button", name="Every step").click()
    expect(lab.locator(".counter")).to_have_text("Step 1 of 6")
    expect(lab.locator(".code mark").first).to_have_text("shifted = runs >> shift")
    lab.get_by_role("button", name="Find").click()
    expect(lab.locator(".counter")).to_have_text("Step 3 of 6")
    lab.get_by_role("button", name="convolution").click()
    expect(lab.locator(".here")).to_have_text("0")
    lab.get_by_role("slider").press("ArrowRight")
    expect(lab.locator(".counter")).to_have_text("Step 2 of 69")
    assert (widget.detector, widget.number) == ("convolution", 1)
    assert violations(notebook.page) == []
    notebook.context.close()
    widget.close()
    assert notebook.complaints == []
