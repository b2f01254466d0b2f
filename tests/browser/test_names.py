"""Columns have numbers and nothing else, wherever people look; letters are for free boards."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser.players import Player
from support.browser.visits import Visits

WIDE = [str(number) for number in range(1, 19)]


def edge(page: Page) -> list[str]:
    """What is written around the board."""
    page.locator("ir-board .labels text").first.wait_for()
    return page.locator("ir-board .labels text").all_text_contents()


def test_a_wide_board_has_numbers_for_its_columns_on_every_page(visits: Visits) -> None:
    page = visits.person()
    game = visits.new_game(page, opponent="self", rules="18x18x5")
    page.goto(f"/game/{game}")
    assert edge(page) == WIDE
    Player(page).play(11)
    expect(page.locator("#rows td").first).to_have_text("12")
    expect(page.locator("#say")).to_contain_text("First player plays column 12.")
    assert page.locator("ir-board th[scope=col]").all_inner_texts() == ["Row", *WIDE]
    page.reload()
    expect(page.locator("#rows td").first).to_have_text("12")

    page.goto("/analysis/18x18x5/cc")
    assert edge(page) == [*WIDE, *WIDE]  # columns below, rows at the left
    expect(page.locator("#tree button").first).to_have_text("12")
    expect(page.locator("#tree button").first).to_have_accessible_name("Move 1, × column 12")
    expect(page.locator('ir-board [data-move="11"]')).to_have_accessible_name(
        re.compile("^Column 12, falls to row 3")
    )
    expect(page.locator("#line .chip").first).to_have_text(re.compile(r"^\d+$"))

    page.goto("/lab/18x18x5/cc")
    assert edge(page) == [*WIDE, *WIDE]
    cell = page.locator('#board [data-cell="l1"]')
    expect(cell).to_have_accessible_name("Column 12, row 1, x")


def test_a_free_board_has_letters_and_row_numbers(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/3x3x3-free/b2")
    assert edge(page) == ["a", "b", "c", "1", "2", "3"]
    expect(page.locator("#tree button").first).to_have_text("b2")
    expect(page.locator('ir-board [data-cell="b2"]')).to_have_accessible_name("b2, x")


def test_the_line_counters_of_the_lab_stand_under_columns_and_rows(visits: Visits) -> None:
    page = visits.person()
    page.goto("/lab/7x6x4/4353637")
    page.locator("#tab-scan").click()
    page.locator('input[name="level"][value="steps"]').check()
    heads = page.locator("#panels .count-panel tr")
    expect(heads.nth(0)).to_have_text("Column1234567")
    expect(heads.nth(1)).to_have_text("Row6666666")


def test_solutions_of_puzzles_name_columns(visits: Visits) -> None:
    page = visits.person()
    page.goto("/puzzles/double-threat-1")
    page.locator("#solution").click()
    expect(page.locator("#said p").nth(1)).to_have_text(re.compile(r"^\d(, \d)*$"))


@pytest.mark.parametrize(
    ("rules", "keys", "move"),
    [
        ("7x6x4", ["5"], 4),
        ("18x18x5", ["1", "2", "Enter"], 11),
        ("18x18x5", ["3", "1", "Enter"], 0),
    ],
)
def test_columns_are_typed_by_their_numbers(
    visits: Visits, rules: str, keys: list[str], move: int
) -> None:
    page = visits.person()
    page.goto(f"/game/{visits.new_game(page, opponent='self', rules=rules)}")
    player = Player(page)
    player.sees("First player to move")
    for key in keys:
        page.keyboard.press(key)
    player.sees_discs(1)
    expect(page.locator("#rows td").first).to_have_text(str(move + 1))


def test_a_cell_is_typed_by_its_letter_and_its_row(visits: Visits) -> None:
    page = visits.person()
    page.goto(f"/game/{visits.new_game(page, opponent='self', rules='15x15x5/free')}")
    player = Player(page)
    player.sees("First player to move")
    for key in ("j", "1", "2", "Enter"):
        page.keyboard.press(key)
    player.sees_discs(1)
    assert player.discs == {"j12": "x"}
