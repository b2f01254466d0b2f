"""Without a network: what is on the device works, and what is not is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow.puzzles import shipped
from support.browser.players import Player, friends
from support.browser.visits import Visits, violations
from support.web.sites import Site, running

CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) {
      const answer = await (await caches.open(name)).match(request);
      found.push([name, new URL(request.url).pathname, await answer.text()]);
    }
  }
  return found;
}"""
GONE = """(name) => new Promise((done) => {
  const look = async () => ((await caches.keys()).includes(name) ? setTimeout(look, 20) : done());
  void look();
})"""
NEWER = """
import hashlib
import inarow.web.http.assets as assets
assets.sha256 = lambda: hashlib.sha256(b"newer")
"""
"""What makes the site believe that its files are others."""

PUZZLE = next(p for p in shipped() if p.wins_in == 2)


@pytest.fixture
def visits(visits: Visits) -> Visits:
    """Pages may say that they cannot reach the site."""
    visits.offline_allowed = True
    return visits


def equipped(visits: Visits, **wishes: object) -> Page:
    """Somebody whose device is ready to be offline."""
    page = visits.person(service_workers="allow", **wishes)
    page.goto("/")
    ready(page)
    return page


def ready(page: Page) -> None:
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def go_offline(page: Page) -> None:
    page.context.set_offline(True)


def test_the_site_can_be_installed(visits: Visits) -> None:
    page = equipped(visits)
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        *("/", "/"),
        "standalone",
    )
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["/", "/puzzles", "/analysis"]
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],  # as every context here is
    )


def test_home_is_a_board_for_two_that_is_kept(visits: Visits) -> None:
    page = equipped(visits)
    go_offline(page)
    page.goto("/")
    expect(page.get_by_role("heading", name="Play offline")).to_be_visible()
    expect(page.locator("#away-text")).to_have_text("The site cannot be reached.")
    player = Player(page)
    player.sees("× to move")
    for move in (0, 1, 0, 1, 0, 1):
        player.play(move)
    player.sees_discs(6)
    page.get_by_role("button", name="Undo").click()
    player.sees_discs(5)
    player.sees("○ to move")
    player.play(2)
    player.play(0)
    player.sees("× wins")
    assert page.evaluate("document.querySelector('ir-board').lines") == [["a1", "a2", "a3", "a4"]]
    page.reload()
    player.sees("× wins")
    page.locator("#rules").select_option("3x3x3/free")
    player.sees("× to move")
    player.play(4)
    player.sees_discs(1)
    page.locator("#rules").select_option("7x6x4")
    player.sees("× wins")  # each board has its game
    page.get_by_role("button", name="New game").click()
    player.sees_discs(0)
    page.get_by_role("button", name="Undo").click()
    player.sees("× wins")  # nothing is lost by a slip
    assert violations(page) == []


def test_the_first_move_of_a_puzzle_is_judged(visits: Visits) -> None:
    page = equipped(visits)
    page.goto(f"/puzzles/{PUZZLE.name}")
    page.wait_for_function("() => localStorage.getItem('puzzle-stock')")
    go_offline(page)
    page.goto(f"/puzzles/{PUZZLE.name}")
    expect(page.locator("#name")).to_have_text(PUZZLE.title)
    player = Player(page)
    legal = PUZZLE.board.position.legal_moves()
    player.play(next(move for move in legal if move != PUZZLE.move))
    expect(page.locator("#said")).to_contain_text("Not that one.")
    page.get_by_role("button", name="Try again").click()
    player.play(PUZZLE.move)
    expect(page.locator("#said")).to_contain_text("Correct.")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#name")).not_to_have_text(PUZZLE.title)
    page.get_by_role("button", name="Solution").click()
    expect(page.locator("#said")).to_contain_text("Solution:")
    page.context.set_offline(False)
    page.goto(f"/puzzles/{PUZZLE.name}")
    expect(page.locator("#rating")).to_have_text("1500?")  # nothing was rated


def test_a_chapter_is_learned(visits: Visits) -> None:
    page = equipped(visits)
    go_offline(page)
    page.goto("/learn/connect-four#above")
    Player(page).play(1)
    expect(page.locator("#said")).to_contain_text("o lets x play on top")
    page.get_by_role("button", name="Try again").click()
    Player(page).play(0)
    expect(page.locator("#said")).to_contain_text("Correct.")


def test_ones_own_games_are_listed_and_replayed(visits: Visits) -> None:
    page = equipped(visits)
    game = visits.new_game(page, opponent="self", rules="4x4x3")
    page.goto(f"/game/{game}")
    player = Player(page)
    for number, move in enumerate((0, 1, 0, 1, 0), start=1):
        player.play(move)
        player.sees_discs(number)
    player.sees("First player wins")
    go_offline(page)
    page.goto("/history")
    page.get_by_role("link", name="× wins").click()
    player.sees_discs(5)
    page.get_by_role("button", name="One move back").click()
    player.sees_discs(4)
    page.keyboard.press("Home")
    player.sees_discs(0)
    expect(page.locator("#place")).to_have_text("After move 0 of 5")
    assert violations(page) == []
    page.goto("/game/" + "n" * 24)
    expect(page.locator("h1")).to_have_text("This game is not saved on this device")
    page.goto("/analysis")
    expect(page.locator("h1")).to_have_text("This page needs a connection")
    assert violations(page) == []


def test_games_of_others_are_not_kept(visits: Visits) -> None:
    host, watcher = visits.person(), equipped(visits)
    game = visits.new_game(host, opponent="self")
    visits.new_game(watcher, opponent="self")
    watcher.goto(f"/game/{game}")
    watcher.goto("/about")
    assert json.loads(watcher.evaluate("localStorage['own-games']"))["games"] == []


def test_back_online_the_page_leads_on(visits: Visits) -> None:
    page = equipped(visits)
    go_offline(page)
    page.goto("/")
    expect(page.locator("#away-text")).to_be_visible()
    page.goto("/about")
    expect(page.locator("h1")).to_have_text("About inarow")
    page.goto("/")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#away-text")).to_have_text("You are online again.")
    page.get_by_role("button", name="Continue online").click()
    expect(page.get_by_role("heading", name="Drop a disc to start")).to_be_visible()


def test_live_play_goes_past_the_worker(visits: Visits) -> None:
    first, second = friends(visits)
    worker = equipped(visits)
    worker.goto(f"/game/{first.game}")
    for number, (player, move) in enumerate(((first, 3), (second, 3), (first, 4)), start=1):
        player.play(move)
        Player(worker).sees_discs(number)
    mine = visits.new_game(worker, opponent="level 1", side="x")
    worker.goto(f"/game/{mine}")
    Player(worker).play(3)
    Player(worker).sees_discs(2)
    paths = {path for _, path, _ in worker.evaluate(CACHED)}
    assert {path for path in paths if not path.startswith("/static/")} == {
        "/about",
        "/learn/connect-four",
        "/offline",
        "/puzzles",
    }


def test_nothing_of_a_person_stays_when_they_sign_out(visits: Visits) -> None:
    page = equipped(visits)
    game = visits.new_game(page, opponent="self")
    page.goto(f"/game/{game}")
    name = page.request.get("/api/me").json()["name"]
    other = page.context.new_page()
    other.goto(f"/game/{game}")
    assert game in page.evaluate("JSON.stringify(localStorage)")
    page.goto("/me")
    page.get_by_role("button", name="Sign out:").click()
    expect(page.get_by_role("heading", name="Drop a disc to start")).to_be_visible()
    other.close(run_before_unload=True)  # a page that was left open writes nothing any more
    kept = page.evaluate("JSON.stringify(localStorage)") + json.dumps(page.evaluate(CACHED))
    assert game not in kept
    assert name not in kept
    go_offline(page)
    page.goto("/history")
    expect(page.locator("#no-games")).to_be_visible()


def test_a_new_version_takes_over(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NEWER)
    old = Site(tmp_path, environment={"INAROW_RATES": "1000"})
    newer = Site(
        tmp_path,
        port=old.port,
        environment={"INAROW_RATES": "1000", "PYTHONPATH": str(tmp_path)},
    )
    visits = Visits(browser, old)
    visits.offline_allowed = True
    with running(old):
        page = equipped(visits)
        (before,) = page.evaluate("() => caches.keys()")
        old.stop()
    page.goto("/")
    expect(page.get_by_role("heading", name="Play offline")).to_be_visible()
    with running(newer):
        page.goto("/")
        page.evaluate(GONE, before)
        page.goto("/")
        expect(page.get_by_role("heading", name="Drop a disc to start")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", name="Play offline")).to_be_visible()
    (after,) = page.evaluate("() => caches.keys()")
    assert after != before
    versions = {
        text.split("?v=")[1][:12] for _, path, text in page.evaluate(CACHED) if path == "/offline"
    }
    assert [f"inarow-{version}-en" for version in versions] == [after]
    visits.close()
    assert not visits.complaints


def test_another_language_is_stored_in_place_of_the_one_before(visits: Visits) -> None:
    page = equipped(visits)
    (english,) = page.evaluate("() => caches.keys()")
    page.locator("footer").get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.evaluate(GONE, english)
    page.wait_for_function("() => navigator.serviceWorker.controller.scriptURL.endsWith('=de')")
    go_offline(page)
    for path in ("/history", "/about", "/puzzles"):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto("/history")
    expect(page.locator("footer [aria-current]")).to_have_text("Deutsch")
