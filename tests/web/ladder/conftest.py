"""A hub whose games are rated."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from inarow.web.ladder.rater import Rater
from inarow.web.live.hub import Hub
from inarow.web.store import Store
from inarow.web.store.ratings import Ratings
from support.web.people import Time, started


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await Store(database_url).open()
    yield store
    await store.close()


@pytest.fixture
async def hub(store: Store, time: Time) -> AsyncIterator[Hub]:
    hub = await started(Hub(store, now=time))
    yield hub
    await hub.stop()


@pytest.fixture
def rater(hub: Hub) -> Rater:
    return Rater(hub)


@pytest.fixture
def ratings(store: Store) -> Ratings:
    return Ratings(store)
