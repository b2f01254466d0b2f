"""A tournament on pages: its director, players, and the way between table and games."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from support.browser.visits import PATIENCE, Visits

expect.set_options(timeout=PATIENCE)

NAMES = ("Ann", "Bob", "Cleo", "Dan")


def directed(visits: Visits, **wanted: Any) -> tuple[Page, str]:
    """Who directs a tournament, at its page; and its address."""
    page = visits.person()
    answer = page.request.post("/api/tournaments", data=wanted, headers={"Origin": visits.site.url})
    assert answer.status == 201, answer.text()
    path = f"/tournament/{answer.json()['id']}"
    page.goto(path)
    return page, path


def enter(page: Page, path: str, name: str) -> Page:
    """Join with a name, as a guest."""
    page.goto(path)
    page.locator("#join [name=name]").fill(name)
    page.locator("#join button").click()
    expect(page.locator("[data-part=join]")).to_be_hidden()
    return page


def entrants(visits: Visits, path: str, count: int) -> list[Page]:
    return [enter(visits.person(), path, name) for name in NAMES[:count]]


def direct(page: Page, wish: str) -> None:
    """Press one of the director's buttons."""
    page.locator(f"#direct [value={wish}]").click()


def at_game(page: Page) -> str:
    """Wait until a page has been led to a game; its id."""
    page.wait_for_url("**/game/*", wait_until="commit")
    expect(page.locator("#game")).to_have_attribute("data-status", "playing")
    return page.url.partition("/game/")[2]


def at_table(page: Page) -> None:
    """Wait until a page is back at the table."""
    page.wait_for_url("**/tournament/*", wait_until="commit")


def sees(page: Page, part: str) -> None:
    """Wait until the page has this part for its person."""
    expect(page.locator(f"#now [data-part={part}]")).to_be_visible()


def resign(page: Page) -> None:
    page.locator('[data-act="resign"]').click()
    page.locator("#ask-yes").click()


def row(page: Page, name: str) -> Any:
    """The line of a player in the table."""
    return page.locator("#rows tr", has=page.locator(".who", has_text=name))
