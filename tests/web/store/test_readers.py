"""The threads that read."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from inarow.web.store import databases, readers
from inarow.web.store.databases import DatabaseError
from inarow.web.store.readers import Readers

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'numbers.db'}"
    with databases.alone(url):
        engine = databases.writing(url)
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE number (value INTEGER)"))
        engine.dispose()
    return url


async def test_all_that_was_asked_is_answered(url: str) -> None:
    asked = Readers(databases.reading(url, 2), 2)
    ones = [asked.fetch(text("SELECT :one"), {"one": one}) for one in range(100)]
    answers = await asyncio.gather(*ones)
    assert [rows[0][0] for rows in answers] == list(range(100))
    await asked.close()


async def test_a_bad_query_harms_no_other(url: str) -> None:
    asked = Readers(databases.reading(url, 1), 1)
    with pytest.raises(DatabaseError, match="no such table"):
        await asked.fetch(text("SELECT * FROM missing"), None)
    with pytest.raises(OverflowError):
        await asked.fetch(text("SELECT :number"), {"number": 1 << 70})
    assert (await asked.fetch(text("SELECT count(*) FROM number"), None))[0][0] == 0
    await asked.close()


async def test_a_database_that_says_nothing_is_not_waited_for(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "OVERDUE", 0.0)
    asked = Readers(databases.reading(url, 1), 1)
    with pytest.raises(DatabaseError, match="does not answer"):
        await asked.fetch(text("SELECT 1"), None)
    await asked.close()
