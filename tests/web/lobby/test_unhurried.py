"""Finding an opponent for a game over days: neither has to be there when the other comes."""

import asyncio
from typing import Any

import pytest

from inarow.web.live.clock import DAY
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Join, NewGame, Wish
from inarow.web.lobby.lobby import Lobby
from inarow.web.lobby.pairing import AWAY, Pairing
from inarow.web.store import Store
from inarow.web.store.unhurried import OPEN
from support.web.people import ANN, BOB, EVE, Listener, Time, joined, until

pytestmark = pytest.mark.anyio


def wish(days: Any = 3, **wanted: Any) -> Wish:
    return Wish(days=days, **wanted)


async def away(pairing: Pairing, time: Time) -> None:
    """Long enough that whoever waits for a game of one sitting is forgotten."""
    for _ in range(3):
        time.now += AWAY
        pairing.look()
        await asyncio.sleep(0)


async def test_whoever_comes_later_sits_down_at_a_game_whose_maker_has_gone(
    hub: Hub, time: Time
) -> None:
    pairing = Pairing(hub)
    first = await pairing.pair(ANN, wish())
    assert (first.status, first.seek) == ("open", True)
    live, listener = hub.lives[first.id], Listener(ANN)
    await hub.subscribe(first.id, ANN, listener)
    hub.unsubscribe(live, listener)
    await away(pairing, time)
    assert live.state.status == "open", "it is not cancelled"
    second = await pairing.pair(BOB, wish())
    assert (second.id, second.status) == (first.id, "playing")
    assert second.clock is not None
    assert second.clock.running == "x"


async def test_also_at_another_instance(store: Store, time: Time) -> None:
    one, other = await joined(store, time)
    first = await Pairing(one).pair(ANN, wish())
    time.now += DAY
    for hub in (one, other):
        hub.outages.note_stored(time.now)
    assert (await Pairing(other).pair(BOB, wish())).id == first.id
    assert one.lives[first.id].state.status == "playing"
    await one.stop()
    await other.stop()


async def test_what_is_not_the_same_does_not_fit(hub: Hub) -> None:
    pairing = Pairing(hub)
    first = await pairing.pair(ANN, wish(3))
    for other in (wish(2), wish(None), wish(3, swap=True), wish(3, rules="9x7x5"), wish(None)):
        assert (await pairing.pair(EVE, other)).id != first.id
    assert (await pairing.pair(BOB, wish(3))).id == first.id


async def test_asking_again_leads_to_the_same_game_days_later(hub: Hub, time: Time) -> None:
    pairing = Pairing(hub)
    first = await pairing.pair(ANN, wish())
    await away(pairing, time)
    assert (await pairing.pair(ANN, wish())).id == first.id


async def test_a_week_later_it_is_too_late(hub: Hub, time: Time) -> None:
    pairing = Pairing(hub)
    first = await pairing.pair(ANN, wish())
    await away(pairing, time)
    time.now += OPEN
    hub.outages.note_stored(time.now)
    assert (await pairing.pair(BOB, wish())).id != first.id


async def test_a_fast_game_ends_no_wish_for_a_slow_one_and_the_other_way_round(
    hub: Hub, time: Time
) -> None:
    pairing = Pairing(hub)
    slow = await pairing.pair(ANN, wish())
    fast = await pairing.pair(ANN, Wish(base=60_000, increment=0))
    assert (await pairing.pair(BOB, Wish(base=60_000, increment=0))).id == fast.id
    await asyncio.sleep(0)
    pairing.look()
    await until(lambda: hub.lives[fast.id].state.status == "playing")
    assert hub.lives[slow.id].state.status == "open"
    waits = await pairing.pair(EVE, Wish(base=300_000, increment=0))
    assert (await pairing.pair(EVE, wish())).id == slow.id
    await asyncio.sleep(0)
    assert hub.lives[waits.id].state.status == "open"


async def test_the_lobby_lists_it_while_nobody_is_there_for_a_week(
    hub: Hub, store: Store, time: Time
) -> None:
    lobby = Lobby(store, hub)
    open_days = (await hub.create(ANN, NewGame(days=3, visibility="public", side="x"))).id
    await hub.create(ANN, NewGame(visibility="public"))
    await hub.create(ANN, NewGame(days=3))
    (listed,) = (await lobby.view()).open
    assert (listed.id, listed.days, listed.clock, listed.here) == (open_days, 3, None, False)
    listener = Listener(ANN)
    live = await hub.subscribe(open_days, ANN, listener)
    (listed,) = (await lobby.view()).open
    assert listed.here
    hub.unsubscribe(live, listener)
    time.now += OPEN
    hub.outages.note_stored(time.now)
    assert not (await lobby.view()).open


async def test_whoever_looks_at_the_lobby_is_told_of_it(hub: Hub, store: Store) -> None:
    lobby, watcher = Lobby(store, hub), Listener()
    lobby.subscribe(watcher)
    await until(lambda: watcher.of("lobby"))
    game = (await hub.create(ANN, NewGame(days=1, visibility="public"))).id
    await until(lambda: game in [one["id"] for one in watcher.of("lobby")[-1]["open"]])
    await hub.act(game, BOB, Join())
    await until(lambda: not watcher.of("lobby")[-1]["open"])


async def test_ghosts_do_not_fill_the_lobby(
    hub: Hub, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.web.live.hub.MOST_OPEN", 100)  # as if they had come at one moment
    monkeypatch.setattr("inarow.web.lobby.lobby.MOST_ABSENT", 4)
    lobby = Lobby(store, hub)
    one = (await hub.create(BOB, NewGame(days=3, visibility="public"))).id
    for _ in range(10):
        await hub.create(ANN, NewGame(days=3, visibility="public"))
    listed = (await lobby.view()).open
    assert len(listed) == 4
    assert one in [game.id for game in listed]
    assert sum(game.person == "ann" for game in listed) == 3
