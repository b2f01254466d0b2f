"""Every page: no accessibility problem in either theme, no error, nothing from elsewhere, light."""

import pytest
from playwright.sync_api import Page, expect

from support.browser.players import Player
from support.browser.visits import Visits, violations

PAGES = [
    "/ladder",
    "/sign-in",
    "/offline",
    "/",
    "/analysis/7x6x4/44444752",
    "/analysis/15x15x5-free/h8i9",
    "/lab/7x6x4/4353637",
    "/puzzles",
    "/learn/connect-four",
    "/learn/connect-four#on",
    "/tournaments",
    "/t",
    "/history",
    "/about",
    "/api",
    "/tokens",
    "/me",
    "/embed/7x6x4/4453",
]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FIRST_LOAD = 60 * 1024  # bytes of scripts and styles, compressed


def arrive(page: Page, path: str) -> None:
    """Open a page, until its scripts have begun."""
    page.goto(path)
    page.wait_for_function("!document.querySelector(':not(:defined)')")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible(visits: Visits, path: str, theme: str) -> None:
    page = visits.person(color_scheme=theme)
    arrive(page, path)
    assert violations(page) == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone(visits: Visits, path: str) -> None:
    page = visits.person(**PHONE)
    arrive(page, path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


TOO_SMALL = """least => {
  const inText = (e) => e.tagName === "A" && getComputedStyle(e).display === "inline";
  return [...document.querySelectorAll("a, button, input, select, summary")]
    .map((e) => (e.matches("[type=checkbox], [type=radio]") ? (e.closest("label") ?? e) : e))
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !inText(e))
    .filter((e) => !e.closest(".visually-hidden, .skip"))
    .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect().height])
    .filter(([, height]) => height < least);
}"""


@pytest.mark.parametrize("path", ["/", "/history", "/me", "/sign-in", "/tournaments", "/ladder"])
def test_a_finger_hits_everything(visits: Visits, path: str) -> None:
    page = visits.person(**PHONE)
    visits.new_game(page, opponent="self")
    arrive(page, path)
    page.locator(".settings-button").tap()
    page.locator("#my-name").wait_for()
    assert page.evaluate(TOO_SMALL, 40) == []


def test_a_finger_hits_everything_at_a_game(visits: Visits) -> None:
    page = visits.person(**PHONE)
    game = visits.new_game(page, opponent="self")
    arrive(page, f"/game/{game}")
    Player(page).play(3)
    page.locator("#rows button").wait_for()
    assert page.evaluate(TOO_SMALL, 40) == []


def test_what_was_saved_in_the_settings_is_said_in_sight(visits: Visits) -> None:
    page = visits.person(**PHONE)
    arrive(page, "/")
    page.locator(".settings-button").tap()
    page.locator("#my-name").fill("Mara")
    page.locator("#naming button").tap()
    expect(page.locator("#naming output")).to_have_text("Saved.")
    expect(page.locator("#naming output")).to_be_in_viewport()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_game_is_accessible_from_beginning_to_end(visits: Visits, theme: str) -> None:
    page, other = (visits.person(color_scheme=theme) for _ in range(2))
    game = visits.new_game(page, base=300_000, increment=3_000)
    arrive(page, f"/game/{game}")
    arrive(other, f"/game/{game}")
    assert violations(page) == []
    assert violations(other) == []
    other.locator("#accept button").click()
    Player(other).is_seated()
    Player(page).play(3)
    Player(other).sees_discs(1)
    assert violations(other) == []
    Player(other).play(3)
    Player(page).sees_discs(2)
    page.locator('[data-act="resign"]').click()
    assert violations(page) == []  # with the question open
    page.locator("#ask-yes").click()
    Player(other).sees("You win")
    assert violations(other) == []


def test_the_first_page_is_light(visits: Visits) -> None:
    page = visits.person()
    sizes: dict[str, int] = {}
    page.on(
        "requestfinished",
        lambda request: (
            sizes.update({request.url: request.sizes()["responseBodySize"]})
            if request.resource_type in ("script", "stylesheet")
            else None
        ),
    )
    page.goto("/", wait_until="networkidle")
    assert sizes
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


@pytest.mark.parametrize("path", PAGES)
def test_a_page_can_be_read_without_scripts(visits: Visits, path: str) -> None:
    page = visits.person(java_script_enabled=False)
    page.goto(path)
    assert page.locator("main").inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lists_with_something_in_them_are_accessible(visits: Visits, theme: str) -> None:
    page = visits.person(color_scheme=theme)
    arrive(page, "/tokens")
    page.get_by_label("Token name").fill("my bot")
    page.get_by_role("button", name="Create token").click()
    page.get_by_text("shown only once").wait_for()
    assert violations(page) == []
    made = page.request.post(
        "/api/games", data={"opponent": "self"}, headers={"origin": page.url.rpartition("/")[0]}
    )
    page.request.post(
        f"/api/games/{made.json()['id']}/move",
        data={"move": 3},
        headers={"origin": page.url.rpartition("/")[0]},
    )
    arrive(page, "/history")
    page.get_by_role("cell", name="in progress").wait_for()
    assert violations(page) == []
    arrive(page, "/game/no-such-game")
    page.get_by_role("heading", name="There is no such game.").wait_for()
    assert violations(page) == []
    (complaint,) = visits.complaints
    assert "404" in complaint
    visits.complaints.clear()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_deletes_ones_data_only_when_sure(visits: Visits, theme: str) -> None:
    page = visits.person(color_scheme=theme, viewport={"width": 360, "height": 740})
    visits.new_game(page, opponent="self")
    arrive(page, "/me")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    delete = page.get_by_role("button", name="Delete my data")
    delete.click()
    assert page.url.endswith("/me"), "the box has to be ticked first"
    page.get_by_label("Yes, delete everything").check()
    delete.click()
    page.get_by_role("heading", name="Drop a disc to start").wait_for()
    arrive(page, "/me")
    page.get_by_text("does not know you").wait_for()
