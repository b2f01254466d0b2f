"""An answer belongs to what it was asked for: late ones change nothing that came after them."""

import json
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from support.browser.players import Player
from support.browser.visits import Visits

ROUNDS = 2_000
"""How many frames of the browser a request may take to be made."""


class Held:
    """Requests that wait until the test lets them through."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page, self.pattern = page, pattern
        self.routes: list[Route] = []
        page.route(pattern, lambda route: self.routes.append(route))

    def wait(self, count: int = 1) -> None:
        """Until so many wait."""
        for _ in range(ROUNDS):
            if len(self.routes) >= count:
                return
            settle(self.page)  # the browser's messages come in
        raise AssertionError(f"{len(self.routes)} of {count} requests came")

    def answer(self, number: int = 0) -> None:
        """Let one through, and wait until the page has seen the answer."""
        with self.page.expect_response(self.pattern) as response:
            self.routes[number].continue_()
        response.value.finished()
        settle(self.page)


def settle(page: Page) -> None:
    """Until what has arrived is drawn."""
    page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(done)))")


def discs(page: Page, board: str = "#board") -> dict[str, str]:
    found: dict[str, str] = page.evaluate("id => document.querySelector(id).discs", board)
    return found


def paste(page: Page, text: str) -> None:
    if not page.locator("#read textarea").is_visible():
        page.locator("summary", has_text="Paste").click()
    page.locator("#read textarea").fill(text)
    page.locator("#read button").click()


# -- analysis -------------------------------------------------------------------------------------


def test_the_position_of_the_address_is_there_before_the_moves_that_led_to_it(
    visits: Visits,
) -> None:
    page = visits.person()
    history = Held(page, "**/api/position/**history=true*")
    page.goto("/analysis/7x6x4/4453")
    history.wait()
    page.locator('ir-board [data-move="3"]').click()  # does not wait for them
    page.wait_for_url("**/analysis/7x6x4/44534*")
    assert len(discs(page)) == 5
    history.answer()
    expect(page.locator("#tree button")).to_have_count(5)
    expect(page.locator("#tree [aria-current]")).to_have_accessible_name("Move 5, × column 4")
    page.locator("#first").click()
    page.wait_for_url("**/analysis/7x6x4")
    assert discs(page) == {}


def test_a_review_is_not_told_of_another_game(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/7x6x4/44444752")
    hint = page.locator("#summary").inner_text()
    reviews = Held(page, "**/api/review/**")
    page.locator("#review").click()
    reviews.wait()
    paste(page, "1234")
    page.wait_for_url("**/analysis/7x6x4/1234*")
    settle(page)
    expect(page.locator("#summary")).to_have_text(hint)
    page.unroute_all()
    page.locator("#review").click()
    expect(page.locator("#summary")).to_contain_text(" made ")
    page.locator("#first").click()
    page.locator("#forward").click()
    page.locator("#delete").click()  # the whole game
    expect(page.locator("#summary")).to_have_text(hint)


def test_a_review_asked_for_twice_does_not_fail(visits: Visits) -> None:
    visits.offline_allowed = True  # the first one is cut off
    page = visits.person()
    page.goto("/analysis/7x6x4/44444752")
    reviews = Held(page, "**/api/review/**")
    page.locator("#review").click()
    reviews.wait()
    page.locator("#review").click()
    reviews.wait(2)
    settle(page)
    expect(page.locator("#summary")).not_to_contain_text("unexpected")
    expect(page.locator("#review")).to_have_attribute("aria-busy", "true")
    reviews.routes[1].continue_()
    expect(page.locator("#summary")).to_contain_text(" made ")


def test_a_move_that_could_not_be_shown_is_not_told_of_another_position(visits: Visits) -> None:
    visits.offline_allowed = True
    page = visits.person()
    page.goto("/analysis/7x6x4/44")
    expect(page.locator("#tree button")).to_have_count(2)
    moves = Held(page, "**/api/position/**play=**")
    Held(page, "**/api/analysis/**")  # what it finds would hide it
    page.locator('ir-board [data-move="0"]').click()
    moves.wait()
    page.locator("#first").click()
    page.wait_for_url("**/analysis/7x6x4")
    moves.routes[0].abort()
    settle(page)
    expect(page.locator("#worth")).not_to_contain_text("cannot be reached")
    assert discs(page) == {}


def test_of_two_pasted_games_the_later_one_is_shown(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis")
    texts = Held(page, "**/api/read*")
    paste(page, "11")
    texts.wait()
    paste(page, "222")
    texts.wait(2)
    texts.answer(1)
    page.wait_for_url("**/analysis/7x6x4/222*")
    texts.answer(0)
    assert len(discs(page)) == 3


# -- puzzles --------------------------------------------------------------------------------------


def puzzle(page: Page, name: str = "double-threat-1") -> str:
    page.goto(f"/puzzles/{name}")
    expect(page.locator("#said")).to_contain_text("Your move.")
    return page.locator("#name").inner_text()


def test_a_solution_is_not_shown_on_another_puzzle(visits: Visits) -> None:
    page = visits.person()
    old = puzzle(page)
    solutions = Held(page, "**/help*")
    page.locator("#solution").click()
    solutions.wait()
    page.locator("#next").click()
    expect(page.locator("#name")).not_to_have_text(old)
    before = discs(page)
    solutions.answer()
    assert discs(page) == before
    expect(page.locator("#said")).to_have_text("Your move.")


def test_a_hint_asked_for_twice_is_one_hint(visits: Visits) -> None:
    page = visits.person()
    puzzle(page)
    hints = Held(page, "**/help*")
    page.locator("#hint").click()
    hints.wait()
    page.locator("#hint").click()
    hints.answer()
    expect(page.locator("#said p")).to_have_count(2)
    expect(page.locator("#said")).to_contain_text("Your rating: ")


def test_a_verdict_that_comes_after_the_next_puzzle_still_counts(visits: Visits) -> None:
    page = visits.person()
    old = puzzle(page)
    verdicts = Held(page, "**/api/me/puzzles/double-threat-1*")
    page.locator('ir-board [aria-disabled="false"]').first.click()
    verdicts.wait()
    page.locator("#next").click()
    expect(page.locator("#name")).not_to_have_text(old)
    verdicts.answer()
    expect(page.locator("#rating")).not_to_have_text("1500?")  # it was a wrong move
    expect(page.locator("#said")).to_have_text("Your move.")


def test_a_puzzle_whose_solution_does_not_come_can_be_played_on(visits: Visits) -> None:
    visits.offline_allowed = True
    page = visits.person()
    puzzle(page)
    page.route("**/help*", lambda route: route.fulfill(body="no"))
    page.locator("#solution").click()
    expect(page.locator("#said .verdict-wrong")).to_be_visible()
    expect(page.locator('ir-board [data-move="0"]')).to_have_attribute("aria-disabled", "false")


def test_thinking_is_not_told_of_another_puzzle(visits: Visits) -> None:
    page = visits.person()
    page.clock.install(time=datetime(2026, 1, 1))
    old = puzzle(page)
    page.clock.pause_at(datetime(2026, 1, 2))
    Held(page, "**/api/position/**")
    with page.expect_request("**/api/position/**"):
        page.locator('ir-board [aria-disabled="false"]').first.click()
    page.locator("#next").click()
    expect(page.locator("#name")).not_to_have_text(old)
    page.clock.run_for(500)
    expect(page.locator("#said")).to_have_text("Your move.")


def test_of_two_puzzles_asked_for_the_later_one_is_shown(visits: Visits) -> None:
    page = visits.person()
    puzzle(page)
    puzzles = Held(page, "**/api/me/puzzles/next*")
    games = [option.get_attribute("value") or "" for option in page.locator("#game option").all()]
    page.locator("#game").select_option(games[1])
    puzzles.wait()
    page.locator("#game").select_option(games[2])
    puzzles.wait(2)
    puzzles.answer(1)
    puzzles.answer(0)
    expect(page.locator("#kind")).to_have_text(page.locator("#game option").nth(2).inner_text())


# -- the win lab ----------------------------------------------------------------------------------


def test_of_two_positions_asked_for_in_the_lab_the_later_one_is_shown(visits: Visits) -> None:
    page = visits.person()
    page.goto("/lab/7x6x4")
    positions = Held(page, "**/api/position/**")
    examples = page.locator("#examples option").all()
    values = [option.get_attribute("value") or "" for option in examples]
    page.locator("#examples").select_option(values[1])
    positions.wait()
    page.locator("#examples").select_option(values[3])
    positions.wait(2)
    positions.answer(1)
    now = discs(page)
    positions.answer(0)
    assert discs(page) == now
    assert page.url.endswith(f"/lab/{values[3]}")


def test_discs_put_by_hand_stay_when_an_example_comes_late(visits: Visits) -> None:
    page = visits.person()
    page.goto("/lab/7x6x4")
    examples = Held(page, "**/api/position/7x6x4/**")
    page.locator("#examples").select_option(index=1)
    examples.wait()
    page.locator('#board [data-cell="a1"]').click()
    examples.answer()
    assert discs(page) == {"a1": "x"}


def test_discs_put_by_hand_stay_when_the_trace_of_those_before_comes_late(visits: Visits) -> None:
    page = visits.person()
    traces = Held(page, "**/api/detect/**&from=0&**")
    page.goto("/lab/7x6x4")
    traces.wait()
    positions = Held(page, "**/api/position*")
    page.locator('#board [data-cell="a1"]').click()
    positions.wait()
    traces.answer()
    assert discs(page) == {"a1": "x"}


def test_the_lab_asks_for_each_trace_once(visits: Visits) -> None:
    page = visits.person()
    traces = Held(page, "**/api/detect/**")
    page.goto("/lab/7x6x4/4353637")
    traces.wait()
    settle(page)
    page.locator("#tab-scan").click()
    page.locator("#tab-views").click()
    page.locator("#tab-scan").click()
    traces.wait(2)
    settle(page)
    assert len(traces.routes) == 2


def test_what_the_lab_said_of_a_position_goes_with_it(visits: Visits) -> None:
    page = visits.person()
    page.goto("/lab/7x6x4")
    hint = page.locator("#said").inner_text()
    page.locator('#board [data-cell="a3"]').click()
    expect(page.locator("#said")).not_to_have_text(hint)  # it floats
    page.locator('#board [data-cell="a3"]').click()
    expect(page.locator("#said")).to_have_text(hint)


def test_the_lab_shows_nothing_of_the_position_before(visits: Visits) -> None:
    page = visits.person()
    page.goto("/lab/7x6x4/4353637")
    page.locator('input[name="view"][value="all"]').check()
    expect(page.locator("#boards ir-board")).to_have_count(6)
    traces = Held(page, "**/api/detect/**")
    page.locator("#examples").select_option(index=2)
    traces.wait()
    page.wait_for_url("**/lab/7x6x4/1224556*")
    settle(page)
    assert discs(page, "#boards ir-board") == discs(page)
    expect(page.locator("#table td").first).to_have_text("·")


# -- games ----------------------------------------------------------------------------------------


def test_a_move_chosen_for_after_another_is_not_played_when_that_one_was_refused(
    visits: Visits,
) -> None:
    page = visits.person()
    sent: list[dict[str, Any]] = []
    lines: list[WebSocketRoute] = []

    def line(socket: WebSocketRoute) -> None:
        lines.append(socket)
        server = socket.connect_to_server()

        def up(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["t"] == "move":
                sent.append(frame)
            else:
                server.send(text)

        socket.on_message(up)

    page.route_web_socket("**/live/game/**", line)
    page.goto(f"/game/{visits.new_game(page, opponent='self')}")
    player = Player(page)
    player.play(3)
    player.sees_discs(1)
    player.play(0)
    refused = {
        "t": "refused",
        "id": sent[0]["id"],
        "code": "busy",
        "text": "Not now.",
        "version": 1,
    }
    lines[-1].send(json.dumps(refused))
    player.sees_discs(0)
    settle(page)
    assert {frame["move"] for frame in sent} == {3}


@pytest.mark.parametrize("kept", [True, False])
def test_a_choice_belongs_to_the_position_that_it_was_made_in(visits: Visits, kept: bool) -> None:
    page = visits.person()
    page.goto("/analysis")
    now = {"d1": "x"} if kept else {"d1": "x", "a1": "o"}
    chosen = page.evaluate(
        """async (now) => {
          const board = document.createElement("ir-board");
          document.querySelector("main").append(board);
          const discs = { d1: "x" };
          board.show({ rules: "7x6x4", discs, turn: "o", legal: [2, 3], confirm: true });
          await new Promise(requestAnimationFrame);
          board.querySelector('[data-move="2"]').click();
          board.show({ discs: now });
          await new Promise(requestAnimationFrame);
          return board.chosen;
        }""",
        now,
    )
    assert chosen == (2 if kept else None)
