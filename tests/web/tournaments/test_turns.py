"""What the conductor does in its turns: starts, pairings, results, forfeits, the end; deletions."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from inarow.web.http.identity import Person
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Move, Resign
from inarow.web.live.retention import DAY, Keeping
from inarow.web.store import Store, tables
from inarow.web.tournaments import conductor as module
from inarow.web.tournaments.conductor import ABSENT, KEPT, LOOK, Conductor
from inarow.web.tournaments.decide import BREAK, MOST_HOURS
from inarow.web.tournaments.host import Host
from inarow.web.tournaments.messages import Away, Back, Enter, NewTournament, Pause, Remove
from inarow.web.tournaments.session import Session
from inarow.web.tournaments.state import MINUTE
from support.web.contests import TEACHER, opened, pupil, status, table
from support.web.people import ANN, BOB, EVE, Listener, Time, joined, started

pytestmark = pytest.mark.anyio

PEOPLE = [ANN, BOB, EVE]


async def ends(host: Host, session: Session) -> None:
    """All games are resigned by o."""
    for game in session.state.running.values():
        loser = session.state.players[game.o]
        await host.hub.act(game.game, Person(loser.id, loser.name), Resign())


async def test_who_is_here_and_free_is_paired(host: Host, conductor: Conductor) -> None:
    session = await opened(host, PEOPLE)
    await conductor.turn()
    assert len(session.state.running) == 1
    await ends(host, session)
    await conductor.turn()
    assert sorted(table(session).values()) == [0, 0, 2]
    assert len(session.state.running) == 1, "the next game begins in the same turn"


async def test_who_is_not_here_is_not_paired_until_they_come_back(
    host: Host, conductor: Conductor, time: Time
) -> None:
    session = await opened(host, [ANN, BOB], follow=False)
    here = Listener(ANN), Listener(BOB)
    await host.subscribe(session.id, here[0])
    await conductor.turn()
    assert not session.state.running
    await host.subscribe(session.id, here[1], aside=True)
    await conductor.turn()
    assert not session.state.running, "a screen for all does not want to play"
    host.unsubscribe(session, here[1])
    await host.subscribe(session.id, here[1])
    await host.act(session.id, BOB, Away())
    await conductor.turn()
    assert not session.state.running
    await host.act(session.id, BOB, Back())
    await conductor.turn()
    assert len(session.state.running) == 1


async def test_two_devices_of_one_person_are_one_player(host: Host, conductor: Conductor) -> None:
    session = await opened(host, [ANN, BOB])
    second = Listener(ANN)
    await host.subscribe(session.id, second)
    await conductor.turn()
    (game,) = session.state.running
    assert second.of("you")[-1]["you"]["game"] == game
    host.unsubscribe(session, second)
    assert session.presence.is_here(ANN.id, host.hub.now())


async def test_who_does_not_make_the_first_move_has_lost_and_rests(
    host: Host, conductor: Conductor, time: Time
) -> None:
    session = await opened(host, [ANN, BOB])
    await conductor.turn()
    (running,) = session.state.running.values()
    x = session.state.players[running.x]
    await host.hub.act(running.game, Person(x.id, x.name), Move(move=3))
    await time.passes(ABSENT["arena"] - 1000, host.hub)
    await conductor.turn()
    assert session.state.running
    await time.passes(1000, host.hub)
    for _ in range(4):  # the result is looked for now and then
        await conductor.turn()
    assert table(session)[x.name] == 2
    assert session.state.players[running.o].status == "away"
    assert (await host.hub.view(running.game, None)).outcome.reason == "absent"  # type: ignore[union-attr]


async def test_who_is_removed_loses_the_game_in_progress(host: Host, conductor: Conductor) -> None:
    session = await opened(host, [ANN, BOB])
    await conductor.turn()
    await host.act(session.id, TEACHER, Remove(player=1))
    for _ in range(5):
        await conductor.turn()
    assert table(session) == {"Ann": 0, "Bob": 2}
    assert not session.state.running


async def test_a_round_robin_goes_on_round_by_round_to_its_end(
    host: Host, conductor: Conductor, time: Time
) -> None:
    session = await opened(host, [*PEOPLE, TEACHER], follow=False, kind="robin")
    for number in range(1, 4):
        await conductor.turn()
        assert (session.state.round, len(session.state.running)) == (number, 2)
        await ends(host, session)
        await conductor.turn()
        assert not session.state.running
        await time.passes(BREAK, host.hub)
    await conductor.turn()
    assert status(session) == "over"
    assert sum(table(session).values()) == 12
    assert host.view(session).players[0].place == 1


async def test_who_is_away_loses_the_round_without_a_game(
    host: Host, conductor: Conductor, time: Time
) -> None:
    session = await opened(host, [ANN, BOB], follow=False, kind="robin", double=True)
    await host.act(session.id, ANN, Away())
    await conductor.turn()
    assert table(session) == {"Ann": 0, "Bob": 2}
    await host.act(session.id, ANN, Back())
    await time.passes(BREAK, host.hub)
    await conductor.turn()
    assert len(session.state.running) == 1


async def test_a_tournament_starts_at_its_time_if_two_are_in(
    host: Host, conductor: Conductor, time: Time
) -> None:
    time.now = round(datetime.now(UTC).timestamp() * 1000)
    starts = datetime.now(UTC) + timedelta(minutes=5)
    session = await opened(host, [ANN], begin=False, starts=starts)
    await conductor.turn()
    assert status(session) == "open"
    await time.passes(6 * MINUTE, host.hub)
    await conductor.turn()
    assert status(session) == "open"
    await host.act(session.id, BOB, Enter())
    await conductor.turn()
    assert status(session) == "playing"


async def test_an_arena_ends_in_time_and_a_pause_adds_to_it(
    host: Host, conductor: Conductor, time: Time
) -> None:
    session = await opened(host, [ANN, BOB], minutes=5)
    await conductor.turn()
    await host.act(session.id, TEACHER, Pause())
    await time.passes(10 * MINUTE, host.hub)
    await conductor.turn()
    assert status(session) == "playing"
    assert host.view(session).left == 5 * MINUTE
    time.now += MOST_HOURS * 60 * MINUTE
    await conductor.turn()
    assert status(session) == "over", "nobody pauses for ever"


async def test_the_time_of_an_outage_is_given_back(
    host: Host, hub: Hub, conductor: Conductor, time: Time, store: Store
) -> None:
    session = await opened(host, [ANN, BOB], minutes=5, follow=False)
    await hub.stop()
    time.now += 60 * MINUTE
    later = Hub(store, now=time)
    host = Host(await started(later))
    session = await host.session(session.id)
    await Conductor(host).turn()
    assert status(session) == "playing"
    assert host.view(session).left > 4 * MINUTE  # type: ignore[operator]
    await time.passes(6 * MINUTE, later)
    await Conductor(host).turn()
    assert status(session) == "over"
    await later.stop()


async def test_one_of_two_instances_leads_and_the_other_takes_over(
    store: Store, time: Time
) -> None:
    hubs = await joined(store, time)
    hosts = [Host(hub) for hub in hubs]
    conductors = [Conductor(host) for host in hosts]
    session = await opened(hosts[0], [ANN, BOB], follow=False)
    for host, person in zip(hosts, (ANN, BOB), strict=True):
        await host.subscribe(session.id, Listener(person))
    for _ in range(2 * LOOK):  # until both have said who is here
        for conductor in conductors:
            await conductor.turn()
    (leader,) = (n for n in (0, 1) if conductors[n]._leadership.leads(session.id))
    assert len(hosts[1 - leader].sessions[session.id].state.running) == 1
    await hubs[leader].stop()  # and is never heard of again
    other = hosts[1 - leader]
    await ends(other, other.sessions[session.id])
    for _ in range(20):
        time.now += 1000
        await store.beat(hubs[1 - leader].bus.instance, time())
        await conductors[1 - leader].turn()
    assert sorted(table(other.sessions[session.id]).values()) == [0, 2]
    await hubs[1 - leader].stop()


async def test_a_session_that_nobody_needs_is_forgotten(
    host: Host, conductor: Conductor, time: Time
) -> None:
    session = await opened(host, [ANN], follow=False, begin=False)
    time.now += KEPT + 1
    await conductor.turn()
    assert not host.sessions
    listener = Listener(ANN)
    await host.subscribe(session.id, listener)
    time.now += KEPT + 1
    await conductor.turn()
    assert host.sessions


async def test_one_tournament_that_cannot_go_on_does_not_stop_the_others(
    host: Host, conductor: Conductor, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = [await opened(host, [ANN, BOB]) for _ in range(2)]
    lead = Conductor._lead

    async def fail(self: Conductor, session: Session) -> None:
        if session is broken:
            raise RuntimeError
        await lead(self, session)

    monkeypatch.setattr(Conductor, "_lead", fail)
    await conductor.turn()
    assert not broken.state.running
    assert sound.state.running


async def test_the_conductor_turns_by_itself(
    host: Host, conductor: Conductor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TURN", 0.001)
    session = await opened(host, [ANN, BOB])
    conductor.begin()
    async with asyncio.timeout(20):
        while not session.state.running:
            await asyncio.sleep(0.001)


# -- what is deleted -------------------------------------------------------------------------------


async def test_of_who_deletes_their_data_nothing_is_left(
    host: Host, conductor: Conductor, store: Store
) -> None:
    directed = await opened(host, [ANN, BOB], name="Of Ann")
    mine = await host.create(ANN, NewTournament(player="Annabel"))
    await conductor.turn()
    await conductor.erase(ANN.id)
    for session in (directed, mine):
        assert session.state.of(ANN.id) is None
        stored = await store.fetch(
            tables.tournament_event.select().where(
                tables.tournament_event.c.tournament == session.id
            )
        )
        assert f'"{ANN.id}"' not in repr(stored)
        assert "Annabel" not in repr(stored)
    assert await host.records.of(ANN.id, 10) == []
    assert [row.id for row in await host.records.of(BOB.id, 10)] == [directed.id]
    assert directed.state.players[1].status == "away"
    assert (await Host(host.hub).session(mine.id)).state == mine.state


async def test_who_signs_in_keeps_their_place(host: Host, conductor: Conductor) -> None:
    account = Person("account", "Ann Lee")
    session = await opened(host, [ANN, BOB])
    listener = Listener(account)
    await host.subscribe(session.id, listener)
    await conductor.hand_over(ANN.id, account.id)
    assert session.state.of(account.id) == session.state.players[1]
    assert session.state.players[1].name == "Ann"
    assert listener.of("you")[-1]["you"]["number"] == 1
    assert [row.id for row in await host.records.of(account.id, 10)] == [session.id]
    assert await host.records.of(ANN.id, 10) == []
    directed = await opened(host, [BOB], begin=False)
    await conductor.hand_over(TEACHER.id, account.id)
    assert directed.state.plan.director == (account.id, "Ms Bell")


async def test_nobody_has_two_places_after_signing_in(host: Host, conductor: Conductor) -> None:
    account = Person("account", "Ann Lee")
    session = await opened(host, [ANN, BOB, account])
    await conductor.hand_over(ANN.id, account.id)
    me = session.state.of(account.id)
    assert me is not None
    assert me.number == 3
    assert session.state.players[1].status == "away"
    assert session.state.of(ANN.id) is None


async def test_old_tournaments_are_deleted_and_those_in_progress_are_not(
    host: Host, conductor: Conductor, time: Time
) -> None:
    over = await opened(host, [ANN, BOB], minutes=5, follow=False)
    waiting = await opened(host, [ANN], begin=False)
    await time.passes(6 * MINUTE, host.hub)
    await conductor.turn()
    assert status(over) == "over"
    playing = await opened(host, [ANN, BOB], kind="robin", follow=False)
    time.now += 10 * DAY + 1
    await conductor.tidy(Keeping())
    assert len(host.sessions) == 3
    await conductor.tidy(Keeping(finished=10))
    assert over.id not in host.sessions
    await conductor.tidy(Keeping(abandoned=10))
    assert waiting.id not in host.sessions
    assert [row.id for row in await host.records.of(ANN.id, 10)] == [playing.id]


async def test_two_hundred_players_are_paired_at_once(host: Host, conductor: Conductor) -> None:
    session = await opened(host, [pupil(number) for number in range(200)])
    await conductor.turn()
    assert len(session.state.running) == 100
    with pytest.raises(Exception, match="full"):
        await host.act(session.id, ANN, Enter())
