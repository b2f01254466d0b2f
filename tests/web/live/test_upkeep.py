"""Outages, restarts, several instances, tidying up."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from inarow.web.http.identity import Person
from inarow.web.live import upkeep as module
from inarow.web.live.bus import Bus, LocalBus, NatsBus
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Join, Move, NewGame, OfferCommand, Resign
from inarow.web.live.outages import ALIVE, GRACE
from inarow.web.live.state import Refused
from inarow.web.live.upkeep import KEPT, Upkeep
from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from inarow.web.store.old import Old
from inarow.web.store.sessions import LIFETIME
from inarow.web.store.writer import Change
from support.web import servers
from support.web.people import ANN, BOB, EVE, Listener, Time, started, until

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def instance(
    url: str, now: Callable[[], int] | None = None, bus: Bus | None = None
) -> AsyncIterator[Hub]:
    """A hub with its own connections to a database."""
    store = await Store(url).open()
    bus = bus or LocalBus()
    hub = await started(Hub(store, bus=bus, now=now))
    yield hub
    await hub.stop()
    await bus.close()
    await store.close()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


async def timed_game(hub: Hub) -> str:
    view = await hub.create(ANN, NewGame(side="x", base=60_000, increment=0))
    await hub.act(view.id, BOB, Join())
    await hub.act(view.id, ANN, Move(move=3))
    return view.id


async def test_the_time_of_an_outage_is_charged_to_nobody(url: str) -> None:
    time = Time()
    async with instance(url, time) as hub:
        game = await timed_game(hub)
        await time.passes(5_000, hub)
    time.now += 1_000_000  # nobody there
    async with instance(url, time) as hub:
        clock = (await hub.view(game, BOB)).clock
        assert clock is not None
        assert (clock.x, clock.o, clock.running) == (60_000, 55_000 + GRACE, "o")
        await time.passes(1_000 + GRACE, hub)
        await hub.act(game, BOB, Move(move=3))
        await time.passes(2_000, hub)
    time.now += 1_000_000
    async with instance(url, time) as hub:
        clock = (await hub.view(game, ANN)).clock
        assert clock is not None
        assert (clock.x, clock.o) == (58_000 + GRACE, 54_000)
        assert len(hub.outages.known) == 2


async def test_while_nothing_can_be_stored_nobody_loses_time(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    async with instance(url, time) as hub:
        game = await timed_game(hub)
        live = hub.lives[game]
        with monkeypatch.context() as broken:
            broken.setattr(hub.store.writer, "submit", full_disk)
            for _ in range(100):
                time.now += 1_000
                with suppress(DatabaseError):
                    await Upkeep(hub).beat()
                with pytest.raises(Refused, match="could not be saved"):
                    await hub.act(game, BOB, Move(move=3))
            hub.check_clock(live)
            await asyncio.sleep(0)
            assert live.state.end is None
        await Upkeep(hub).beat()
        clock = (await hub.act(game, BOB, Move(move=3))).game.clock  # type: ignore[union-attr]
        assert clock is not None
        assert 60_000 - ALIVE - 1_000 <= clock.o <= 60_000
        stored = await hub.store.outages()
        assert sum(until - since for since, until in stored) > 90_000


async def test_an_outage_that_ends_while_an_offer_is_being_stored_is_charged_to_nobody(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    async with instance(url, time) as hub:
        game = await timed_game(hub)
        writer, waiting = hub.store.writer, list[tuple[Any, Any]]()
        with monkeypatch.context() as slow:
            slow.setattr(writer, "submit", lambda change, done: waiting.append((change, done)))
            offering = asyncio.create_task(hub.act(game, BOB, OfferCommand(what="draw")))
            await until(lambda: waiting)
            time.now += 20_000
            await hub.settle()
        writer.submit(*waiting.pop())
        clock = (await offering).game.clock  # type: ignore[union-attr]
        assert clock is not None
        assert clock.o == 60_000


def full_disk(change: Change, done: Callable[[DatabaseError | None], None]) -> None:
    asyncio.get_running_loop().call_soon(done, DatabaseError("database or disk is full"))


class SharedBus(LocalBus):
    """The bus of an instance that is not the only one."""

    is_alone = False


@asynccontextmanager
async def two_instances(url: str, time: Time) -> AsyncIterator[tuple[Hub, Hub]]:
    """Two hubs that share a store, and a bus on which every message is lost."""
    async with instance(url, time, SharedBus("one")) as one:
        other = await started(Hub(one.store, bus=SharedBus("other"), now=time))
        yield one, other
        await other.stop()


async def test_an_outage_that_another_instance_has_noted_is_charged_to_nobody(url: str) -> None:
    time = Time()
    async with two_instances(url, time) as (one, other):
        game = await timed_game(other)
        time.now += 20_000  # nothing can be stored by either
        await Upkeep(one).beat()
        clock = (await other.act(game, BOB, Move(move=3))).game.clock  # type: ignore[union-attr]
        assert clock is not None
        assert clock.o == 60_000


async def test_time_in_which_another_instance_was_alive_is_charged(url: str) -> None:
    time = Time()
    async with two_instances(url, time) as (one, other):
        game = await timed_game(one)
        for _ in range(10):
            time.now += 1_000
            await Upkeep(other).beat()
        time.now += 3_000  # since then nobody was
        clock = (await one.act(game, BOB, Move(move=3))).game.clock  # type: ignore[union-attr]
        assert clock is not None
        assert clock.o == 50_000


async def test_time_that_passes_while_an_instance_asks_who_was_alive_is_charged_to_nobody(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    async with two_instances(url, time) as (one, _):
        game = await timed_game(one)
        time.now += 3_000
        outages, silences = one.store.outages, [20_000, 20_000]

        async def frozen() -> list[tuple[int, int]]:
            known = await outages()
            time.now += silences.pop() if silences else 0
            return known

        monkeypatch.setattr(one.store, "outages", frozen)
        clock = (await one.act(game, BOB, Move(move=3))).game.clock  # type: ignore[union-attr]
        assert clock is not None
        assert clock.o == 60_000


async def test_what_another_instance_has_stored_is_not_refused(url: str) -> None:
    time = Time()
    async with two_instances(url, time) as (one, other):
        view = await one.create(ANN, NewGame(side="x"))
        await other.view(view.id, BOB)
        await one.act(view.id, BOB, Join())
        move = Move(move=3, version=2, id="the-move-of-ann")
        first = await one.act(view.id, ANN, move)
        await one.act(view.id, BOB, Move(move=3, version=3))
        again = await other.act(view.id, ANN, move)
        assert (again.version, again.event) == (first.version, first.event)


async def test_one_who_knows_more_than_an_instance_is_told_no_less(url: str) -> None:
    time = Time()
    async with two_instances(url, time) as (one, other):
        view = await one.create(ANN, NewGame(side="x"))
        await other.view(view.id, BOB)
        await one.act(view.id, BOB, Join())
        live = await other.subscribe(view.id, BOB, Listener(BOB), version=2)
        assert live.state.version == 2


async def test_a_crash_after_an_outage_was_noted_does_not_hide_the_next(url: str) -> None:
    store = await Store(url).open()
    await store.beat("one", 5)
    await store.add_outage(5, 90)
    assert await store.last_beat() == 5
    await store.close()


@pytest.mark.parametrize("bus", [LocalBus, SharedBus])
async def test_a_quick_restart_is_an_outage_if_nobody_else_was_there(
    url: str, bus: type[LocalBus]
) -> None:
    time = Time()
    async with instance(url, time, bus()):
        start = time.now
    time.now += ALIVE
    async with instance(url, time, bus()) as hub:
        gaps = [(start, time.now + GRACE)] if hub.bus.is_alone else []
        assert hub.outages.known == gaps


async def test_a_clock_runs_out_although_nobody_looks(url: str) -> None:
    time = Time()
    async with instance(url, time) as hub:
        game = await timed_game(hub)
    time.now += 10 * ALIVE
    async with instance(url, time) as hub:
        await until(lambda: game in hub.lives)  # taken up by itself
        await time.passes(60_000 + GRACE, hub)
        hub.check_clock(hub.lives[game])
        await until(lambda: hub.lives[game].state.end)


async def test_a_game_that_is_deleted_meanwhile_keeps_no_other_from_going_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    async with instance(url, time) as hub:
        first, second = [await timed_game(hub) for _ in range(2)]

    async def timed_games(store: Store) -> list[str]:
        await Old(store).delete_games([first])
        return [first, second]

    monkeypatch.setattr(Store, "timed_games", timed_games)
    async with instance(url, time) as hub:
        await until(lambda: second in hub.lives)
        assert first not in hub.lives


async def test_games_of_an_instance_that_has_gone_are_taken_up_by_another(url: str) -> None:
    time = Time()
    async with two_instances(url, time) as (one, other):
        game = await timed_game(other)
        await other.stop()
        looking = Upkeep(one)
        await looking.sweep()
        assert not one.lives
        await looking.sweep()  # it has said nothing since
        await until(lambda: game in one.lives)
        assert list(await one.store.beats()) == ["one"]


async def test_games_of_an_instance_that_is_there_are_left_to_it(url: str) -> None:
    time = Time()
    async with two_instances(url, time) as (one, other):
        await timed_game(other)
        looking = Upkeep(one)
        for _ in range(5):
            await looking.sweep()
            time.now += 1_000
            await Upkeep(other).beat()
        assert not one.lives
        assert set(await one.store.beats()) == {"one", "other"}


async def test_a_game_that_has_been_deleted_is_let_go_of_although_nobody_says_so(url: str) -> None:
    async with instance(url) as hub:
        game = (await hub.create(ANN, NewGame(opponent="self"))).id
        await hub.act(game, ANN, Resign())
        listener = Listener(EVE)
        await hub.subscribe(game, EVE, listener)
        await Old(hub.store).delete_games([game])
        looking = Upkeep(hub)
        for _ in range(10):
            await looking.look()
        assert not hub.lives
        assert listener.closed


async def test_sessions_that_nobody_needs_are_forgotten(url: str) -> None:
    time = Time()
    async with instance(url, time) as hub:
        quiet = (await hub.create(ANN, NewGame(opponent="self"))).id
        watched = (await hub.create(ANN, NewGame(opponent="self"))).id
        listener = Listener(EVE)
        live = await hub.subscribe(watched, EVE, listener)
        timed = await timed_game(hub)
        time.now += KEPT - 1
        await Upkeep(hub).sweep()
        assert set(hub.lives) == {quiet, watched, timed}
        time.now += 1
        await Upkeep(hub).sweep()
        assert set(hub.lives) == {watched, timed}
        hub.unsubscribe(live, listener)
        time.now += KEPT
        await hub.act(timed, BOB, Resign())
        await Upkeep(hub).sweep()
        assert set(hub.lives) == {timed}
        assert (await hub.view(quiet, ANN)).version == 1


async def test_two_instances_play_one_game(postgres_url: str, nats_url: str) -> None:
    async with (
        instance(postgres_url, bus=NatsBus(nats_url)) as one,
        instance(postgres_url, bus=NatsBus(nats_url)) as two,
    ):
        game = (await one.create(ANN, NewGame(side="x", visibility="public"))).id
        ann, bob = Listener(ANN), Listener(BOB)
        await one.subscribe(game, ANN, ann)
        await until(lambda: one.bus.is_up and two.bus.is_up)
        await two.subscribe(game, BOB, bob)
        await until(lambda: one.lives[game].presence.is_here("bob", one.now()))
        await two.act(game, BOB, Join())
        await until(lambda: one.lives[game].state.status == "playing")
        for number in range(6):
            hub, person = ((one, ANN), (two, BOB))[number % 2]
            await hub.act(game, person, Move(move=number // 2, version=2 + number))
            await until(lambda: one.lives[game].state.moves == two.lives[game].state.moves)
        moves = [
            [message["event"]["move"] for message in who.of("event") if "move" in message["event"]]
            for who in (ann, bob)
        ]
        assert moves == [[0, 0, 1, 1, 2, 2]] * 2
        assert ann.of("event")[0]["game"]["seats"]["o"]["here"]  # at the other instance
        assert (await one.view(game, ANN)).seats["o"].here


async def test_moves_at_two_instances_at_once(postgres_url: str, nats_url: str) -> None:
    """Whoever is first in the database counts; the other is told so."""
    async with (
        instance(postgres_url, bus=NatsBus(nats_url)) as one,
        instance(postgres_url, bus=NatsBus(nats_url)) as two,
    ):
        game = (await one.create(ANN, NewGame(opponent="self"))).id
        await two.view(game, ANN)
        for version in range(1, 13):
            results = await asyncio.gather(
                *(
                    hub.act(game, ANN, Move(move=version % 7, version=version))
                    for hub in (one, two)
                ),
                return_exceptions=True,
            )
            codes = sorted(getattr(result, "code", "ok") for result in results)
            assert codes == ["ok", "stale"]
        events = await one.store.events(game)
        assert [event.version for event in events] == list(range(1, 14))


async def test_what_happens_while_a_game_is_read_is_not_missed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with instance(url) as hub:
        game = (await hub.create(ANN, NewGame(opponent="self"))).id
        old = await hub.store.events(game)
        await hub.act(game, ANN, Move(move=3))
        new = (await hub.store.events(game))[-1]
        hub.forget(hub.lives[game])
        answer = asyncio.get_running_loop().create_future()
        monkeypatch.setattr(hub.store, "events", lambda game: answer)
        subscribing = asyncio.create_task(hub.subscribe(game, ANN, listener := Listener(ANN)))
        await until(lambda: game in hub.loading)
        Upkeep(hub).hear("event", [new])
        answer.set_result(old)
        await subscribing
        await until(lambda: hub.lives[game].state.moves == (3,))
        told = [message["game"]["moves"] for message in listener.of("snapshot")]
        assert told == [[3]] or [event["event"]["move"] for event in listener.of("event")] == [3]


async def test_without_the_bus_the_database_is_looked_at(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DEAF", 0.01)
    port = servers.free_port()
    buses = [NatsBus(f"nats://127.0.0.1:{port}") for _ in range(2)]
    with ExitStack() as running:
        running.enter_context(servers.nats(port))
        async with (
            instance(postgres_url, bus=buses[0]) as one,
            instance(postgres_url, bus=buses[1]) as two,
        ):
            game = (await one.create(ANN, NewGame(opponent="self"))).id
            listener = Listener(EVE)
            await two.subscribe(game, EVE, listener)
            await one.act(game, ANN, Move(move=0))
            await until(lambda: len(listener.of("event")) == 1)
            running.close()
            await until(lambda: not any(bus.is_up for bus in buses))
            await one.act(game, ANN, Move(move=1))
            await until(lambda: len(listener.of("event")) == 2)
            running.enter_context(servers.nats(port))
            await until(lambda: all(bus.is_up for bus in buses))
            await one.act(game, ANN, Move(move=2))
            await until(lambda: len(listener.of("event")) == 3)
            assert [told["event"]["move"] for told in listener.of("event")] == [0, 1, 2]


async def test_what_was_opened_with_a_withdrawn_secret_is_closed(url: str) -> None:
    robot = Person("ann", "Ann", frozenset({"read"}), "token", b"t" * 32)
    browser = Person("ann", "Ann", secret=b"c" * 32)
    async with instance(url) as hub:
        await hub.store.add_person("ann", "Ann", browser.secret, hub.now())
        await hub.store.add_token("t", "ann", "robot", "read", robot.secret, 1)
        game = (await hub.create(ANN, NewGame())).id
        watching = [Listener(robot), Listener(browser), Listener(None)]
        for listener in watching:
            await hub.subscribe(game, listener.who, listener)
        upkeep = Upkeep(hub)
        await upkeep.sweep()
        assert [listener.closed for listener in watching] == [None] * 3
        await hub.store.drop_token("ann", "t")
        await upkeep.sweep()  # the message was lost, or came before the subscriber
        assert [listener.closed and listener.closed[0] for listener in watching] == [
            4401,
            None,
            None,
        ]
        upkeep.hear("withdrawn", [[browser.secret.hex()]])
        assert [listener.closed and listener.closed[0] for listener in watching] == [
            4401,
            4401,
            None,
        ]


async def test_what_was_opened_with_an_expired_secret_is_closed(url: str) -> None:
    robot = Person("ann", "Ann", frozenset({"read"}), "token", b"t" * 32)
    browser = Person("ann", "Ann", secret=b"c" * 32)
    async with instance(url) as hub:
        now = hub.now()
        await hub.store.add_person("ann", "Ann", browser.secret, now)
        await hub.store.add_token("t", "ann", "robot", "read", robot.secret, now, now + 9)
        game = (await hub.create(ANN, NewGame())).id
        watching = [Listener(robot), Listener(browser)]
        for listener in watching:
            await hub.subscribe(game, listener.who, listener)
        upkeep, expected = Upkeep(hub), [0, 0]
        for later, side in ((0, None), (9, 0), (LIFETIME, 1)):
            hub.now = lambda later=later: now + later  # type: ignore[misc]
            await upkeep.sweep()
            if side is not None:
                expected[side] = 4401
            assert [
                listener.closed[0] if listener.closed else 0 for listener in watching
            ] == expected


async def test_a_token_with_other_scopes_begins_anew(url: str) -> None:
    robot = Person("ann", "Ann", frozenset({"read", "play"}), "token", b"t" * 32)
    async with instance(url) as hub:
        await hub.store.add_person("ann", "Ann", b"c" * 32, 1)
        await hub.store.add_token("t", "ann", "robot", "read", robot.secret, 1)
        listener = Listener(robot)
        await hub.subscribe((await hub.create(ANN, NewGame())).id, robot, listener)
        await Upkeep(hub).sweep()
        assert listener.closed is not None


async def test_what_is_done_regularly_goes_on_whatever_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    results = [RuntimeError("odd"), DatabaseError("down"), None, None]

    async def work() -> None:
        if error := results.pop(0):
            raise error

    going = asyncio.create_task(module._regularly(0.0, work))
    await until(lambda: not results or going.done())
    going.cancel()
    assert not results
    assert "what is done regularly failed" in caplog.text
