"""Databases, message servers and hubs that the tests of the web site share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from inarow.web.live.hub import Hub
from inarow.web.store import Store
from support.web import servers
from support.web.people import Time, started


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with servers.postgres() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """An empty PostgreSQL database."""
    engine = create_engine(
        postgres_server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return postgres_server


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(scope="session")
def nats_url() -> Iterator[str]:
    with servers.nats() as url:
        yield url


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


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
