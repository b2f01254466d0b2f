"""Lines that break: offline and back, frames that are lost, late or doubled. Nothing is lost."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as Late

from support.browser.players import Player, friends
from support.browser.visits import Visits

PATIENCE = 1_500
"""Milliseconds for a page to have a line again before its clock runs on."""

GAME = (3, 3, 2, 4, 1, 0, 4, 5)  # nobody has won after these


def play_through(players: tuple[Player, Player]) -> None:
    for ply, move in enumerate(GAME):
        player, other = players[ply % 2], players[1 - ply % 2]
        player.sees("Your turn")
        player.play(move)
        arrive(players, other, ply + 1)
    assert players[0].discs == players[1].discs


def arrive(players: tuple[Player, Player], other: Player, count: int) -> None:
    """Until the other sees the move; the pages' own timers notice what was lost on the way."""
    for _ in range(20):
        try:
            other.sees_discs(count, patience=PATIENCE)
            expect(players[0].page.locator("#detail")).not_to_contain_text(
                "Sending", timeout=PATIENCE
            )
            expect(players[1].page.locator("#detail")).not_to_contain_text(
                "Sending", timeout=PATIENCE
            )
            return
        except (AssertionError, Late):
            for player in players:
                player.page.clock.run_for(16_000)
    raise AssertionError(f"move {count} never arrived")


def stored(page: Page, game: str) -> list[int]:
    moves: list[int] = page.request.get(f"/api/games/{game}").json()["moves"]
    return moves


def test_offline_and_back_in_the_middle_of_a_game(visits: Visits) -> None:
    visits.offline_allowed = True
    first, second = friends(visits)
    first.play(3)
    second.sees_discs(1)
    second.play(3)
    first.sees_discs(2)

    first.page.context.set_offline(True)
    first.page.locator("#bar").wait_for(state="visible")
    first.play(2)  # made without a line: it goes out later
    second.page.context.set_offline(True)
    second.page.locator("#bar").wait_for(state="visible")
    second.page.context.set_offline(False)
    second.page.locator("#bar").wait_for(state="hidden")
    first.page.context.set_offline(False)
    first.page.locator("#bar").wait_for(state="hidden")

    second.sees_discs(3)
    second.play(4)
    first.sees_discs(4)
    assert stored(first.page, first.game) == [3, 3, 2, 4]


def test_the_page_follows_a_site_that_is_started_again(visits: Visits) -> None:
    visits.offline_allowed = True
    first, second = friends(visits)
    first.play(3)
    second.sees_discs(1)
    visits.site.kill()
    second.play(3)
    visits.site.start()
    first.sees_discs(2)
    first.play(2)
    second.sees_discs(3)
    assert stored(first.page, first.game) == [3, 3, 2]


Line = Callable[[WebSocketRoute], None]


def dropping(every: int) -> Line:
    """Lose each so many-th frame, in both directions; the first ones and pongs get through."""
    seen = [0, 0]

    def lose(which: int, text: str) -> bool:
        seen[which] += 1
        return seen[which] % every == 0

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if lose(0, str(text)) else server.send(text))
        server.on_message(lambda text: None if lose(1, str(text)) else socket.send(text))

    return route


def doubling(socket: WebSocketRoute) -> None:
    server = socket.connect_to_server()

    def up(text: str | bytes) -> None:
        server.send(text)
        server.send(text)

    def down(text: str | bytes) -> None:
        socket.send(text)
        socket.send(text)

    socket.on_message(up)
    server.on_message(down)


def delaying(socket: WebSocketRoute) -> None:
    """Every frame comes only with the next one, or with the next ping: late, two at a time."""
    server = socket.connect_to_server()
    held: list[str] = []

    def late(text: str | bytes) -> None:
        held.append(str(text))
        urgent = json.loads(text)["t"] != "event" or len(held) > 1
        while urgent and held:
            socket.send(held.pop())  # the newest first

    socket.on_message(server.send)
    server.on_message(late)


@pytest.mark.parametrize(
    "line", [dropping(3), doubling, delaying], ids=["dropped", "doubled", "delayed"]
)
def test_frames_are_dropped_doubled_and_delayed(visits: Visits, line: Line) -> None:
    visits.offline_allowed = True  # a page that hears nothing opens its socket again
    first, second = friends(visits)
    for player in (first, second):
        player.page.route_web_socket("**/live/game/**", line)
        player.page.clock.install()
        player.page.reload()
        player.sees_seats()
    play_through((first, second))
    assert stored(first.page, first.game) == list(GAME)
