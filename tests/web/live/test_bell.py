"""Clocks that run out."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from inarow.web.live import bell as module
from inarow.web.live.game import Live
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Join, Move, NewGame
from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from support.web.people import ANN, BOB, EVE, Listener, Time, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def hub(tmp_path: Path, time: Time) -> AsyncIterator[Hub]:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    hub = await Hub(store, now=time).start()
    yield hub
    await hub.stop()
    await store.close()


async def running(hub: Hub) -> Live:
    """A game of ten seconds in which Bob is to move."""
    view = await hub.create(ANN, NewGame(side="x", base=10_000, increment=0))
    await hub.act(view.id, BOB, Join())
    await hub.act(view.id, ANN, Move(move=3))
    return hub.lives[view.id]


async def test_a_clock_that_runs_out_ends_the_game(hub: Hub, time: Time) -> None:
    live = await running(hub)
    listener = Listener(EVE)
    await hub.subscribe(live.game, EVE, listener)
    await time.passes(10_000, hub)
    hub.bell.ring(live)
    await until(lambda: listener.of("event"))
    (message,) = listener.of("event")
    assert message["game"]["outcome"]["text"] == "x wins: o ran out of time"
    assert message["game"]["clock"]["o"] == 0
    assert live.timer is None


async def test_a_bell_that_rings_too_soon_is_set_anew(hub: Hub, time: Time) -> None:
    live = await running(hub)
    await time.passes(5_000, hub)
    await hub.act(live.game, BOB, Move(move=3))
    first = live.timer
    hub.bell.ring(live)
    assert live.timer is not None
    assert live.timer is not first
    assert live.state.end is None


async def test_a_flag_that_cannot_be_stored_falls_later(
    hub: Hub, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0)
    live = await running(hub)
    await time.passes(10_000, hub)
    submit, failures = hub.store.writer.submit, [DatabaseError("full")] * 3

    def failing(change: object, done: object) -> None:
        if failures:
            asyncio.get_running_loop().call_soon(done, failures.pop())  # type: ignore[arg-type]
        else:
            submit(change, done)  # type: ignore[arg-type]

    monkeypatch.setattr(hub.store.writer, "submit", failing)
    hub.bell.ring(live)
    await until(lambda: live.state.end)
    assert not failures
