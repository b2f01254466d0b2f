"""Tournaments in real browsers: joining, being led to games and back, directing, the big screen."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from support.browser.contests import (
    at_game,
    at_table,
    direct,
    directed,
    enter,
    entrants,
    resign,
    row,
    sees,
)
from support.browser.visits import Visits, violations

SIZES = [(360, 740), (768, 1024), (1280, 800), (1366, 657)]


def test_four_people_play_and_one_leaves_and_comes_back(visits: Visits) -> None:
    teacher, path = directed(visits, name="Class 5b")
    ann, bob, cleo, dan = players = entrants(visits, path, 4)
    expect(teacher.locator("#rows tr")).to_have_count(4)
    direct(teacher, "start")
    assert len({at_game(page) for page in players}) == 2
    game = at_game(dan)
    dan.goto("/about")  # who leaves a game comes back by the link
    dan.goto(path)
    assert at_game(dan) == game
    dan.reload()
    assert at_game(dan) == game
    direct(teacher, "pause")
    for page in (dan, *[page for page in players if at_game(page) != game][:1]):
        resign(page)
    for page in players:
        at_table(page)
        sees(page, "paused")
    expect(row(teacher, "Dan").locator(".points")).to_have_text("0")
    expect(row(teacher, "Dan").locator("td").nth(2)).to_have_text("1")
    dan.locator("#now [data-part=paused] [value=leave]").click()
    sees(dan, "away")
    expect(row(teacher, "Dan")).to_contain_text("away")
    direct(teacher, "resume")
    expect(teacher.locator("#playing li")).to_have_count(1)
    sees(dan, "away")
    dan.locator("#now [value=return]").click()
    assert len({at_game(page) for page in players}) == 2
    teacher.get_by_text("End the tournament", exact=True).click()
    direct(teacher, "end")
    sees(teacher, "over")
    dan.goto(path)
    sees(dan, "over")
    expect(dan.locator("#result")).to_contain_text("of 4")
    ann.goto("/history")
    ann.get_by_text("Tournaments", exact=True).last.scroll_into_view_if_needed()
    assert ann.locator(f'a[href="{path}"]').count() == 1
    del bob, cleo


def test_a_round_robin_leads_to_its_game_back_to_the_table_and_ends(visits: Visits) -> None:
    teacher, path = directed(visits, kind="robin")
    ann, bob = entrants(visits, path, 2)
    direct(teacher, "start")
    assert at_game(ann) == at_game(bob)
    assert ann.locator('#actions :is([data-act="offer takeback"], [data-act="abort"])').count() == 0
    resign(ann)
    expect(bob.locator("#return-text")).to_contain_text("Back to the table")
    bob.locator("#stay").click()
    expect(bob.locator("#return")).to_be_hidden()
    at_table(ann)
    sees(ann, "over")
    expect(ann.locator("#result")).to_have_text("You are number 2 of 2.")
    bob.locator('[data-act="table"]').click()
    sees(bob, "over")
    expect(row(bob, "Bob").locator("td").first).to_have_text("1")


def test_who_stays_at_a_game_is_led_to_the_next_one(visits: Visits) -> None:
    teacher, path = directed(visits, kind="robin", double=True)
    ann, bob = entrants(visits, path, 2)
    direct(teacher, "start")
    first = at_game(ann)
    at_game(bob)
    resign(ann)
    for page in (ann, bob):
        page.locator("#stay").click()
    for page in (ann, bob):
        page.wait_for_url(lambda url: first not in url and "/game/" in url, wait_until="commit")


def test_the_director_closes_the_entrance_and_removes_a_player(visits: Visits) -> None:
    teacher, path = directed(visits)
    ann, bob = entrants(visits, path, 2)
    stranger = visits.person()
    stranger.goto(path)
    sees(stranger, "join")
    direct(teacher, "close")
    sees(stranger, "shut")
    direct(teacher, "reopen")
    sees(stranger, "join")
    teacher.get_by_text("Remove a player").click()
    teacher.locator("#removable").select_option(label="Bob")
    direct(teacher, "remove")
    sees(bob, "removed")
    expect(teacher.locator("#rows tr")).to_have_count(1)
    expect(teacher.locator("#removable option")).to_have_count(1)
    direct(teacher, "start")
    expect(teacher.locator("#toast")).to_contain_text("needs two players")
    sees(ann, "open")
    visits.complaints.clear()  # the browser tells of the 409


def test_a_name_that_is_taken_is_said_where_it_was_typed(visits: Visits) -> None:
    _, path = directed(visits)
    entrants(visits, path, 1)
    eve = visits.person()
    eve.goto(path)
    eve.locator("#join [name=name]").fill("ANN")
    eve.locator("#join button").click()
    expect(eve.get_by_role("alert")).to_contain_text("already called ANN")
    eve.locator("#join [name=name]").fill("Eve")
    eve.locator("#join button").click()
    sees(eve, "open")
    visits.complaints.clear()  # the browser tells of the 409


def test_a_lost_connection_costs_no_game(visits: Visits) -> None:
    visits.offline_allowed = True
    teacher, path = directed(visits)
    ann, bob = entrants(visits, path, 2)
    bob.context.set_offline(True)
    expect(bob.locator("#bar")).to_be_visible()
    direct(teacher, "start")
    sees(ann, "free")
    assert teacher.locator("#playing li").count() == 0
    bob.context.set_offline(False)
    assert at_game(ann) == at_game(bob)


def test_the_same_person_at_another_device_is_led_to_the_same_game(visits: Visits) -> None:
    teacher, path = directed(visits)
    ann, bob = entrants(visits, path, 2)
    other = ann.context.new_page()
    other.goto(path)
    sees(other, "open")
    direct(teacher, "start")
    assert at_game(ann) == at_game(other) == at_game(bob)


def focus_on(page: Page, selector: str) -> None:
    """Press Tab until it has the focus."""
    for _ in range(120):
        if page.evaluate("(s) => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by keyboard")


def test_everything_by_keyboard_alone(visits: Visits) -> None:
    teacher, pupil = visits.person(), visits.person()
    teacher.goto("/")
    focus_on(teacher, "a[href='/tournaments']")
    teacher.keyboard.press("Enter")
    teacher.wait_for_url("**/tournaments")
    focus_on(teacher, "#new-tournament [name=name]")
    teacher.keyboard.type("By keyboard")
    focus_on(teacher, "#new-tournament [name=kind]")
    teacher.keyboard.press("ArrowDown")
    focus_on(teacher, "#new-tournament [name=player]")
    teacher.keyboard.type("Ms Bell")
    teacher.keyboard.press("Enter")
    sees(teacher, "open")
    code = teacher.locator("#invite .code").inner_text()
    pupil.goto("/t")
    focus_on(pupil, "[name=code]")
    pupil.keyboard.type(code.lower())
    pupil.keyboard.press("Enter")
    pupil.wait_for_url("**/tournament/*")
    focus_on(pupil, "#join [name=name]")
    pupil.keyboard.type("Ann")
    pupil.keyboard.press("Enter")
    sees(pupil, "open")
    expect(teacher.locator("#rows tr")).to_have_count(2)
    focus_on(teacher, "#direct [value=start]")
    teacher.keyboard.press("Space")
    assert at_game(teacher) == at_game(pupil)
    focus_on(pupil, '[data-act="resign"]')
    pupil.keyboard.press("Enter")
    focus_on(pupil, "#ask-yes")
    pupil.keyboard.press("Enter")
    for page in (pupil, teacher):
        at_table(page)
        sees(page, "over")


def test_screen_readers_hear_what_happens(visits: Visits) -> None:
    teacher, path = directed(visits)
    watcher = visits.person()
    watcher.goto(path)
    said = watcher.locator("#say")
    entrants(visits, path, 2)
    direct(teacher, "start")
    expect(said).to_have_text("The tournament has started.")
    direct(teacher, "pause")
    expect(said).to_have_text("The tournament is paused.")
    direct(teacher, "resume")
    expect(said).to_have_text("The tournament goes on.")
    teacher.get_by_text("End the tournament", exact=True).click()
    direct(teacher, "end")
    expect(said).to_have_text("The tournament is over.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_of_a_tournament_are_accessible(visits: Visits, theme: str) -> None:
    teacher, path = directed(visits, name="Class 5b", kind="robin", double=True)
    teacher.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    stranger = visits.person(color_scheme=theme)
    stranger.goto(path)
    assert violations(stranger) == []
    ann = enter(visits.person(color_scheme=theme), path, "Ann")
    enter(visits.person(), path, "Bob")
    expect(teacher.locator("#rows tr")).to_have_count(2)
    assert violations(teacher) == []
    assert violations(ann) == []
    screen = teacher.context.new_page()
    screen.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    screen.goto(f"{path}/screen")
    assert violations(screen) == []
    direct(teacher, "start")
    at_game(ann)
    expect(screen.locator(".s-board")).to_have_count(1)
    expect(teacher.locator("#playing li")).to_have_count(1)
    assert violations(teacher) == []
    assert violations(screen) == []
    resign(ann)
    expect(ann.locator("#return")).to_be_visible()
    assert violations(ann) == []
    for details in ("Remove a player", "End the tournament"):
        teacher.get_by_text(details, exact=True).click()
    assert violations(teacher) == []
    direct(teacher, "end")
    sees(teacher, "over")
    assert violations(teacher) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_cut_off_or_jumps(visits: Visits, width: int, height: int) -> None:
    teacher, path = directed(visits, name="A tournament with quite a long name, 5b")
    for number in range(8):
        join = f"{visits.site.url}/api/tournaments/{path.rpartition('/')[2]}/join"
        name = {"name": f"{'Maximiliane-' * 2}{number}"}
        assert httpx.post(join, json=name, headers={"origin": visits.site.url}).is_success
    page = teacher.context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    for place in (path, f"{path}/screen"):
        page.goto(place)
        expect(page.locator("#rows tr")).to_have_count(8)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        shifts = """new Promise((done) => new PerformanceObserver((list) => done(
          list.getEntries().reduce((sum, entry) => sum + entry.value, 0)
        )).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""
        assert page.evaluate(shifts) < 0.1  # what is called good


def test_the_big_screen_shows_boards_as_they_are_played(visits: Visits) -> None:
    teacher, path = directed(visits)
    ann, bob = entrants(visits, path, 2)
    screen = teacher.context.new_page()
    screen.set_viewport_size({"width": 1280, "height": 800})
    screen.goto(f"{path}/screen")
    code = screen.locator(".s-code").inner_text()
    assert screen.locator("svg.qr path").count() >= 1
    direct(teacher, "start")
    at_game(ann)
    at_game(bob)
    expect(screen.locator(".s-board figcaption")).to_contain_text("Ann")
    for page in (ann, bob):
        if "Your turn" in page.locator("#headline").inner_text():
            page.locator('ir-board [data-move="3"]').click()
            break
    screen.wait_for_function(
        "Object.keys(document.querySelector('.s-board ir-board').discs).length === 1"
    )
    assert screen.evaluate("document.documentElement.scrollHeight") <= 800
    other = visits.person()
    other.goto(f"/t/{code}")
    sees(other, "join")
    teacher.get_by_text("End the tournament", exact=True).click()
    direct(teacher, "end")
    expect(screen.locator(".s-join")).to_be_hidden()
    expect(screen.locator(".s-board")).to_have_count(0)


def test_without_scripts_one_joins_directs_and_reads_the_table(visits: Visits) -> None:
    teacher, ann = (visits.person(java_script_enabled=False) for _ in range(2))
    teacher.goto("/tournaments")
    teacher.locator("#new-tournament [name=player]").fill("Ms Bell")
    teacher.get_by_role("button", name="Create tournament").click()
    teacher.wait_for_url("**/tournament/*")
    ann.goto(teacher.url)
    ann.locator("#join [name=name]").fill("Ann")
    ann.locator("#join button").click()
    expect(ann.locator("[data-part=open]")).to_be_visible()
    direct(teacher, "start")
    expect(teacher.locator("#rows tr")).to_have_count(2)
    expect(teacher.locator("#direct [value=pause]")).to_be_visible()
    expect(teacher.locator("#direct [value=start]")).to_be_hidden()
