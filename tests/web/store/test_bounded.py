"""A database that says nothing: everything ends in time, and nothing is lost or made up."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from inarow.web.live.hub import Hub
from inarow.web.live.messages import Move, NewGame
from inarow.web.live.state import Refused
from inarow.web.live.upkeep import Upkeep
from inarow.web.store import Store, databases
from inarow.web.store.databases import DatabaseError
from support.web.people import ANN, Listener, started, until
from support.web.servers import frozen

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr(databases, "PATIENCE", 1)
    store = await Store(postgres_url).open()
    yield store
    async with asyncio.timeout(60):
        await store.close()


async def test_a_frozen_server_is_not_waited_for(store: Store, postgres_url: str) -> None:
    nothing = pytest.raises(DatabaseError, match=r"does not answer|timeout")
    await store.beat("a", 1)
    assert await store.last_beat() == 1  # there are connections
    with frozen(postgres_url):
        async with asyncio.timeout(60):
            for _ in range(2):  # on the old connection, then on none
                with nothing:
                    await store.beat("a", 2)
                with nothing:
                    await store.last_beat()
    await store.beat("a", 3)
    assert await store.last_beat() == 3


async def test_a_server_that_is_frozen_from_the_start_is_said_in_a_sentence(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 1)
    with frozen(postgres_url):
        async with asyncio.timeout(60):
            with pytest.raises(DatabaseError, match="timeout"):
                await Store(postgres_url).open()


async def test_a_move_to_a_frozen_database_is_refused_and_can_be_sent_again(
    store: Store, postgres_url: str
) -> None:
    hub = await started(Hub(store))
    game = (await hub.create(ANN, NewGame(opponent="self"))).id
    listener = Listener(ANN)
    await hub.subscribe(game, ANN, listener)
    move = Move(move=3, id="the-move")
    with frozen(postgres_url):
        async with asyncio.timeout(60):
            with pytest.raises(Refused, match="could not be saved"):
                await hub.act(game, ANN, move)
        assert not listener.of("event")
    ack = await hub.act(game, ANN, move)
    assert (ack.id, ack.version) == ("the-move", 2)
    rows = await store.events(game)
    assert [(row.version, row.kind) for row in rows] == [(1, "create"), (2, "move")]
    await hub.stop()


async def test_what_was_stored_although_nobody_said_so_is_taken_into_account(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = await started(Hub(store))
    game = (await hub.create(ANN, NewGame(opponent="self"))).id
    listener = Listener(ANN)
    await hub.subscribe(game, ANN, listener)
    commit = store.writer._commit

    def silent(changes: list[object]) -> list[DatabaseError]:
        commit(changes)  # type: ignore[arg-type]
        return [DatabaseError("the database does not answer") for _ in changes]

    with monkeypatch.context() as late:
        late.setattr(store.writer, "_commit", silent)
        with pytest.raises(Refused, match="could not be saved"):
            await hub.act(game, ANN, Move(move=3, id="the-move"))
    await Upkeep(hub).beat()
    await until(lambda: listener.of("event"))
    assert hub.lives[game].state.moves == (3,)
    ack = await hub.act(game, ANN, Move(move=3, id="the-move"))  # sent again
    assert ack.version == 2
    assert len(await store.events(game)) == 2
    await hub.stop()
