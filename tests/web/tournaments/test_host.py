"""The host: what is stored has happened, and everybody it concerns is told."""

import asyncio

import pytest

from inarow.web.http.faults import Fault
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Abort
from inarow.web.live.state import Refused
from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import Change, Writer
from inarow.web.tournaments import host as module
from inarow.web.tournaments.conductor import Conductor
from inarow.web.tournaments.decide import Pair
from inarow.web.tournaments.host import Host, NoSuchTournament
from inarow.web.tournaments.messages import Away, Back, Door, End, Enter, NewTournament, Start
from support.web.contests import TEACHER, opened, table
from support.web.people import ANN, BOB, EVE, Listener, Time, joined, until

pytestmark = pytest.mark.anyio


async def test_what_is_stored_is_the_same_after_a_restart(host: Host, hub: Hub) -> None:
    session = await opened(host, [ANN, BOB, EVE], name="Class 5b")
    await host.command(session, Pair({ANN.id, BOB.id}))
    await host.act(session.id, EVE, Away())
    again = await Host(hub).session(session.id)
    assert again.state == session.state
    assert again.acks == session.acks
    assert [game.x for game in again.state.running.values()] in ([1], [2])


async def test_games_begin_together_with_their_pairing(host: Host, hub: Hub) -> None:
    session = await opened(host, [ANN, BOB], base=60_000, increment=0, rated=True)
    await host.command(session, Pair({ANN.id, BOB.id}))
    (game,) = session.state.running
    view = await hub.view(game, ANN)
    assert (view.status, view.tournament, view.rated) == ("playing", session.id, True)
    assert {seat.name for seat in view.seats.values()} == {"Ann", "Bob"}
    assert view.clock is not None
    assert view.clock.base == 60_000
    with pytest.raises(Refused, match="tournament"):
        await hub.act(game, ANN, Abort())


async def test_who_follows_is_told_the_table_and_what_they_are(host: Host) -> None:
    session = await opened(host, [ANN], begin=False)
    listener = Listener(BOB)
    await host.subscribe(session.id, listener)
    assert [message["t"] for message in listener.messages] == ["table", "you"]
    await host.act(session.id, BOB, Enter(name="Bobby"))
    assert listener.of("you")[-1]["you"]["status"] == "in"
    await until(lambda: session.table.version == session.state.version)
    news = listener.of("news")[-1]
    assert "Bobby" in [row["name"] for row in news["players"]]
    assert news["order"] == [1, 2]
    host.unsubscribe(session, listener)
    host.unsubscribe(session, listener)
    count = len(listener.texts)
    await host.act(session.id, BOB, Away())
    assert len(listener.texts) == count


async def test_many_changes_are_told_in_few_messages(host: Host, time: Time) -> None:
    session = await opened(host, [], begin=False)
    listener = Listener()
    await host.subscribe(session.id, listener)
    for _ in range(10):
        await host.act(session.id, TEACHER, Enter())
        await host.act(session.id, TEACHER, Away())
    time.now += module.PAUSE
    await until(lambda: session.table.version == session.state.version)
    assert len(listener.of("news")) <= 2


async def test_a_command_with_the_same_id_is_carried_out_once(host: Host) -> None:
    session = await opened(host, [ANN], begin=False)
    away = Away()
    await host.act(session.id, ANN, away)
    await host.act(session.id, ANN, Back())
    version = session.state.version
    await host.act(session.id, ANN, away)
    assert session.state.version == version
    with pytest.raises(Refused):  # the id of another person's command is no secret that helps
        await host.act(session.id, BOB, away)


async def test_all_who_come_at_once_get_numbers_of_their_own(host: Host) -> None:
    session = await opened(host, [], begin=False)
    people = [ANN, BOB, EVE, TEACHER]
    await asyncio.gather(*(host.act(session.id, one, Enter()) for one in people))
    assert sorted(session.state.players) == [1, 2, 3, 4]


async def test_only_so_many_commands_wait(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    session = await opened(host, [], begin=False)
    commands = [host.act(session.id, one, Enter()) for one in (ANN, BOB, EVE)]
    answers = await asyncio.gather(*commands, return_exceptions=True)
    assert [isinstance(answer, Refused) for answer in answers] == [False, False, True]


async def test_what_cannot_be_stored_has_not_happened(
    host: Host, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await opened(host, [], begin=False)

    async def fail(_self: Writer, _change: Change) -> None:
        raise DatabaseError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Writer, "write", fail)
        with pytest.raises(Refused) as refused:
            await host.act(session.id, ANN, Enter())
        assert refused.value.code == "storage"
        with pytest.raises(Refused):
            await host.create(ANN, NewTournament())
    assert session.state.version == 1
    assert session.unsure
    await host.read_on(session)
    assert not session.unsure
    await host.act(session.id, ANN, Enter())
    assert table(session) == {"Ann": 0}


async def test_a_code_that_is_taken_is_not_given_twice(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = iter(["BCDFGH", "BCDFGH", "JKMNPQ", *["BCDFGH"] * 100])
    monkeypatch.setattr(module, "new_code", lambda: next(codes))
    one, other = [await host.create(ANN, NewTournament()) for _ in range(2)]
    assert (one.state.plan.code, other.state.plan.code) == ("BCDFGH", "JKMNPQ")
    with pytest.raises(Refused):
        await host.create(ANN, NewTournament())
    assert await host.find("BCDFGH") == one.id
    await host.act(one.id, ANN, End())
    with pytest.raises(NoSuchTournament):
        await host.find("BCDFGH")
    assert (await host.create(ANN, NewTournament())).state.plan.code == "BCDFGH"


async def test_names_are_proper_or_refused(host: Host) -> None:
    session = await opened(host, [], begin=False)
    for name in ("level 3", "\u202e", "x" * 41):
        with pytest.raises(Fault):
            await host.act(session.id, ANN, Enter(name=name))
        with pytest.raises(Fault):
            await host.create(ANN, NewTournament(player=name))
    await host.act(session.id, ANN, Enter(name="  Ann   Lee "))
    assert table(session) == {"Ann Lee": 0}


async def test_there_is_no_such_tournament(host: Host) -> None:
    for name in ("nothing", "", "ND6dx-0JMdJ_CnfhBex-4lIQ"):
        with pytest.raises(NoSuchTournament):
            await host.session(name)
    listener = Listener(ANN)
    with pytest.raises(NoSuchTournament):
        await host.subscribe("nothing", listener)
    assert not listener.texts


async def test_nothing_begins_while_the_site_stops(host: Host, hub: Hub) -> None:
    session = await opened(host, [ANN], begin=False)
    hub.stopping = True
    with pytest.raises(Refused):
        await host.act(session.id, BOB, Enter())
    with pytest.raises(Refused):
        await host.subscribe(session.id, Listener(BOB))
    hub.stopping = False


async def test_what_one_instance_stores_the_other_tells(store: Store, time: Time) -> None:
    one, other = [Host(hub) for hub in await joined(store, time)]
    session = await opened(one, [ANN], begin=False)
    far = Listener(BOB)
    there = await other.subscribe(session.id, far)
    await one.act(session.id, BOB, Enter())
    assert there.state == session.state
    assert far.of("you")[-1]["you"]["number"] == 2
    assert session.presence.is_here(BOB.id, time())
    await other.act(session.id, TEACHER, Door(open=False))
    assert session.state.closed
    with pytest.raises(Refused):
        await one.act(session.id, EVE, Enter())
    await one.hub.stop()
    await other.hub.stop()


async def test_two_instances_that_decide_at_once_agree(store: Store, time: Time) -> None:
    one, other = [Host(hub) for hub in await joined(store, time)]
    for host in (one, other):
        host.hub.bus.hears = lambda *_: None  # type: ignore[attr-defined]  # the bus is down
    session = await opened(one, [ANN], begin=False)
    there = await other.session(session.id)
    await asyncio.gather(one.act(session.id, BOB, Enter()), other.act(session.id, EVE, Enter()))
    await one.read_on(session)
    await other.read_on(there)
    assert there.state == session.state
    assert sorted(session.state.players) == [1, 2, 3]
    with pytest.raises(Refused):  # the name was taken at the other instance
        await other.act(session.id, TEACHER, Enter(name="Bob"))
    await one.act(session.id, TEACHER, Start())
    pair = Pair({ANN.id, BOB.id, EVE.id})
    await asyncio.gather(one.command(session, pair), other.command(there, pair))
    await one.read_on(session)
    await other.read_on(there)
    assert len(session.state.running) == len(there.state.running) == 1
    await one.hub.stop()
    await other.hub.stop()


async def test_a_tournament_that_was_renewed_or_dropped_is_so_everywhere(
    store: Store, time: Time
) -> None:
    one, other = [Host(hub) for hub in await joined(store, time)]
    session = await opened(one, [ANN, BOB], begin=False)
    far = Listener(BOB)
    there = await other.subscribe(session.id, far)
    await Conductor(one).hand_over(ANN.id, EVE.id)
    await until(lambda: there.state.of(EVE.id))
    assert session.state.of(ANN.id) is None
    assert there.state == session.state
    await Conductor(one).erase(EVE.id)
    await until(lambda: there.state.of(EVE.id) is None)
    await until(lambda: "Deleted player" in far.texts[-2])
    await one.records.delete([session.id])
    one.drop(session.id)
    assert session.id not in one.sessions | other.sessions
    assert far.closed
    with pytest.raises(NoSuchTournament):
        await other.session(session.id)
    await one.hub.stop()
    await other.hub.stop()
