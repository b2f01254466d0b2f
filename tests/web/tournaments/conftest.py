"""A hub with tournaments on a database of its own, and a clock that goes when it is told to."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from inarow.web.live.hub import Hub
from inarow.web.store import Store
from inarow.web.tournaments.conductor import Conductor
from inarow.web.tournaments.host import Host
from support.web.people import Time, started


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    yield store
    await store.close()


@pytest.fixture
async def hub(store: Store, time: Time) -> AsyncIterator[Hub]:
    hub = await started(Hub(store, now=time))
    yield hub
    await hub.stop()


@pytest.fixture
def host(hub: Hub) -> Host:
    return Host(hub)


@pytest.fixture
def conductor(host: Host) -> Conductor:
    return Conductor(host)
