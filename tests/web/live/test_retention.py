"""What is deleted when, and what never is."""

from typing import Any

import pytest
from sqlalchemy import select

from inarow.web.http.identity import Person
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Join, Move, NewGame, OfferCommand, Resign
from inarow.web.live.retention import DAY, GONE, HOUR, Keeping, Retention
from inarow.web.store import Store, tables
from inarow.web.store.accounts import Accounts
from inarow.web.store.writer import Change
from support.web.people import ANN, BOB, Listener, Time, joined, started

pytestmark = pytest.mark.anyio

DAYS = 10
KEEPING = Keeping(guests=DAYS, abandoned=DAYS)


async def new_game(hub: Hub, moves: int = 0, **wanted: Any) -> str:
    """Ann's game with Bob."""
    game = (await hub.create(ANN, NewGame(**{"side": "x"} | wanted))).id
    if moves:
        await hub.act(game, BOB, Join())
    for number in range(moves):
        await hub.act(game, (ANN, BOB)[number % 2], Move(move=number))
    return game


async def reasons(store: Store) -> dict[str, str | None]:
    """Why each game ended that is still stored; each has its events."""
    rows = await store.fetch(select(tables.game.c.id, tables.game.c.reason))
    for row in rows:
        assert await store.events(row.id)
    return {row.id: row.reason for row in rows}


async def everything(store: Store) -> str:
    """All that is stored of games and people."""
    found = [
        await store.fetch(select(table)) for table in (tables.game, tables.event, tables.person)
    ]
    return repr(found)


async def test_abandoned_games_are_cancelled_then_deleted(
    hub: Hub, store: Store, time: Time
) -> None:
    tidy = Retention(hub, KEEPING).tidy
    games = [await new_game(hub), await new_game(hub, 3), await new_game(hub, opponent="self")]
    finished = await new_game(hub, 1)
    await hub.act(finished, BOB, Resign())
    await tidy()
    time.now += DAYS * DAY // 2
    await hub.act(games[1], BOB, Move(move=0))
    time.now += DAYS * DAY // 2 + 1
    await tidy()
    cancelled = dict.fromkeys(games, "aborted") | {games[1]: None, finished: "resign"}
    assert await reasons(store) == cancelled
    assert not hub.lives.keys() & {games[0], games[2]}, "which nobody looks at"
    time.now += DAYS * DAY + 1
    await tidy()
    assert await reasons(store) == {games[1]: "aborted", finished: "resign"}
    time.now += 1_000 * DAY
    await tidy()
    assert await reasons(store) == {finished: "resign"}
    events = await store.fetch(select(tables.event.c.kind).order_by(tables.event.c.version))
    assert [row.kind for row in events] == ["create", "join", "move", "end"]


async def test_a_game_at_which_somebody_is_goes_on(hub: Hub, store: Store, time: Time) -> None:
    game = await new_game(hub, 1)
    listener = Listener(BOB)
    await hub.subscribe(game, BOB, listener)
    time.now += 2 * DAYS * DAY
    retention = Retention(hub, KEEPING)
    await retention.tidy()
    assert await reasons(store) == {game: None}
    hub.unsubscribe(hub.lives[game], listener)
    await retention._expire(game, 2)  # what it was when we looked; a move has come since
    assert await reasons(store) == {game: None}


async def test_a_game_is_not_cancelled_while_somebody_joins_it_elsewhere(
    hub: Hub, store: Store, time: Time
) -> None:
    game = await new_game(hub)
    elsewhere = await started(Hub(store, now=time))
    await elsewhere.act(game, BOB, Join())  # which this hub has not heard
    await Retention(hub, KEEPING)._expire(game, 1)
    assert await reasons(store) == {game: None}
    assert (await hub.view(game, BOB)).you == "o"
    await elsewhere.stop()


async def test_nothing_is_deleted_unless_set_so(hub: Hub, store: Store, time: Time) -> None:
    await store.add_person("ann", "Ann", b"a" * 32, time.now)
    game = await new_game(hub, 1)
    time.now += 10_000 * DAY
    await Retention(hub, Keeping()).tidy()
    assert await reasons(store) == {game: None}
    assert await store.fetch(select(tables.person))
    assert not await store.fetch(select(tables.session)), "no browser keeps a cookie that long"


async def test_finished_games_are_deleted_if_set_so(hub: Hub, store: Store, time: Time) -> None:
    old = await new_game(hub, 1)
    await hub.act(old, BOB, Resign())
    time.now += DAYS * DAY + 1
    new, going = await new_game(hub, 1), await new_game(hub, 2)
    await hub.act(new, BOB, Resign())
    watching = Listener()
    await hub.subscribe(old, None, watching)
    await Retention(hub, Keeping(finished=DAYS)).tidy()
    assert await reasons(store) == {new: "resign", going: None}
    assert watching.closed is not None
    assert old not in hub.lives


async def test_guests_who_left_nothing_are_forgotten(hub: Hub, store: Store, time: Time) -> None:
    start = time.now
    for name in ("ann", "bob", "cat", "dan", "eve"):
        await store.add_person(name, name, name.encode().ljust(32), start)
    await store.add_token("t", "cat", "robot", "play", b"t" * 32, start)
    game = await new_game(hub, 1)  # of Ann and Bob
    await hub.act(game, BOB, Resign())
    time.now += DAYS * DAY + 1
    store.note_seen("dan", time.now)
    await store.writer.write(Change())
    await Retention(hub, KEEPING).tidy()
    rows = await store.fetch(select(tables.person.c.id).order_by(tables.person.c.id))
    assert [row.id for row in rows] == ["ann", "bob", "dan"]
    assert not await store.tokens_of("cat")


# -- who wants to be forgotten


@pytest.fixture
def zoe() -> Person:
    return Person("zoes-own-id", "Zoe Smith", secret=b"z" * 32)


async def leaves(store: Store, who: Person, at: int) -> None:
    gone = await Accounts(store).leave(who.id, GONE[1], at)
    assert gone == [who.secret]


async def test_who_leaves_leaves_no_trace(hub: Hub, store: Store, time: Time, zoe: Person) -> None:
    await store.add_person(zoe.id, zoe.name, zoe.secret, time.now)
    alone = (await hub.create(zoe, NewGame(opponent="self"))).id
    waiting = (await hub.create(zoe, NewGame())).id
    finished = await new_game(hub)
    await hub.act(finished, zoe, Join())
    for number in range(7):
        await hub.act(finished, (ANN, zoe)[number % 2], Move(move=number % 2))
    playing = (await hub.create(zoe, NewGame(side="x"))).id
    await hub.act(playing, ANN, Join())
    await hub.act(playing, zoe, Move(move=3))
    await hub.act(playing, ANN, OfferCommand(what="draw"))
    opponent = Listener(ANN)
    await hub.subscribe(playing, ANN, opponent)
    await leaves(store, zoe, time.now)
    retention = Retention(hub, Keeping())
    await retention.tidy()
    ended = await reasons(store)
    assert ended == {finished: "line", playing: "resign"}
    assert not {alone, waiting} & ended.keys()
    kept = await everything(store)
    assert "Zoe" not in kept
    assert opponent.closed is not None
    assert [message["event"]["kind"] for message in opponent.of("event")] == ["end"]
    view = await hub.view(playing, ANN)
    assert (view.you, view.seats["x"].name, view.moves) == ("o", "Deleted player", [3])
    assert view.outcome is not None
    assert view.outcome.winner == "o"
    time.now += HOUR + 1
    await retention.tidy()
    assert zoe.id not in await everything(store)


async def test_other_instances_show_no_trace_either(store: Store, time: Time, zoe: Person) -> None:
    hubs = await joined(store, time)
    game = (await hubs[0].create(zoe, NewGame(side="x"))).id
    await hubs[1].act(game, ANN, Join())
    listeners = Listener(ANN), Listener(zoe)
    for listener in listeners:
        await hubs[1].subscribe(game, listener.who, listener)
    hubs[0].withdraw([zoe.secret])
    assert [listener.closed and listener.closed[0] for listener in listeners] == [None, 4401]
    await Retention(hubs[0], Keeping()).erase(zoe.id)
    assert listeners[0].closed is not None
    for hub in hubs:
        view = await hub.view(game, ANN)
        assert (view.seats["x"].name, view.status) == ("Deleted player", "over")
        await hub.stop()


async def test_a_game_that_both_have_left_is_deleted(hub: Hub, store: Store, time: Time) -> None:
    game = await new_game(hub, 2)
    retention = Retention(hub, Keeping())
    await retention.erase(ANN.id)
    assert await reasons(store) == {game: "resign"}
    await retention.erase(BOB.id)
    assert await reasons(store) == {}
    assert not await store.fetch(select(tables.event))
