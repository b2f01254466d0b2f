"""What the database knows of tournaments."""

import pytest

from inarow.web.live.messages import Move
from inarow.web.store.tables import tournament
from inarow.web.tournaments.decide import Pair
from inarow.web.tournaments.host import Host
from inarow.web.tournaments.messages import Away, End
from support.web.contests import TEACHER, opened
from support.web.people import ANN, BOB, EVE

pytestmark = pytest.mark.anyio


async def test_versions_and_events_of_tournaments(host: Host) -> None:
    session = await opened(host, [ANN, BOB], begin=False)
    records = host.records
    assert await records.versions([session.id, "nothing"]) == {session.id: 3}
    assert [row.version for row in await records.events(session.id, after=1)] == [2, 3]
    assert await records.events("nothing") == []


async def test_in_which_tournaments_something_goes_on(host: Host) -> None:
    waiting = await opened(host, [ANN, BOB], begin=False)
    playing = await opened(host, [ANN, BOB])
    over = await opened(host, [ANN, BOB])
    await host.act(over.id, TEACHER, End())
    now = host.hub.now()
    assert await host.records.going(now) == [playing.id]
    change = tournament.update().where(tournament.c.id == waiting.id).values(starts=now)
    await host.hub.store.write(change)
    assert set(await host.records.going(now)) == {waiting.id, playing.id}


async def test_whose_tournaments_there_are(host: Host) -> None:
    one = await opened(host, [ANN], begin=False)
    other = await opened(host, [ANN, BOB], begin=False)
    await host.act(other.id, ANN, Away())
    ids = {person: await host.records.of(person, 10) for person in ("ann", "bob", "eve")}
    found = {person: {row.id for row in rows} for person, rows in ids.items()}
    assert found == {"ann": {one.id, other.id}, "bob": {other.id}, "eve": set()}
    assert len(await host.records.of(TEACHER.id, 10)) == 2
    assert len(await host.records.of(TEACHER.id, 1)) == 1


async def test_how_far_games_have_come(host: Host) -> None:
    session = await opened(host, [ANN, BOB, EVE])
    await host.command(session, Pair({"ann", "bob"}))
    (game,) = session.state.running
    assert await host.records.begun([game]) == {}
    view = await host.hub.view(game, None)
    mover = ANN if view.seats["x"].name == "Ann" else BOB
    await host.hub.act(game, mover, Move(move=3))
    assert (await host.records.begun([game]))[game].moves == 1
    rows = await host.records.games([game, "nothing"])
    assert list(rows) == [game]


async def test_a_tournament_that_is_deleted_leaves_its_games(host: Host) -> None:
    session = await opened(host, [ANN, BOB])
    await host.command(session, Pair({"ann", "bob"}))
    (game,) = session.state.running
    await host.records.delete([session.id])
    assert await host.records.events(session.id) == []
    assert await host.records.of("ann", 10) == []
    assert (await host.hub.view(game, None)).tournament == session.id
