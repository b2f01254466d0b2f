"""Group commit: many changes in one transaction, each all or nothing."""

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import delete, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from inarow.web.store.ids import key, new_game
from inarow.web.store.tables import event, heartbeat
from inarow.web.store.writer import OVERDUE, Change, Conflict, EventRow, Statement

pytestmark = pytest.mark.anyio


GAME, OTHER = new_game(1), new_game(2)


def row(version: int, game: str = GAME) -> EventRow:
    return EventRow(game, version, "move", "{}", 0)


async def versions(store: Store, game: str = GAME) -> list[int]:
    query = select(event.c.version).where(event.c.game == key(game)).order_by(event.c.version)
    return [found.version for found in await store.fetch(query)]


async def test_what_waits_shares_a_commit(database_url: str) -> None:
    sizes: list[int] = []
    store = await Store(database_url, committed=lambda size, _: sizes.append(size)).open()
    await asyncio.gather(*(store.writer.write(Change((row(i),))) for i in range(1, 301)))
    assert sum(sizes) == 300
    assert len(sizes) < 100
    assert await versions(store) == list(range(1, 301))
    await store.close()


async def test_a_conflict_does_not_harm_its_neighbours(database_url: str) -> None:
    store = await Store(database_url).open()
    changes = [Change((row(1),)), Change((row(1), row(2, OTHER))), Change((row(2),))]
    results = await asyncio.gather(
        *(store.writer.write(change) for change in changes), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), Conflict, type(None)]
    assert await versions(store) == [1, 2]
    assert await versions(store, OTHER) == []
    await store.close()


async def test_a_claim_is_met_once_and_takes_all_of_its_change_with_it(database_url: str) -> None:
    store = await Store(database_url).open()
    await store.beat("here", 5)
    claim: Statement = delete(heartbeat).where(heartbeat.c.instance == "here"), {}
    first = Change((row(1),), claims=(claim,))
    second = Change((row(2),), claims=(claim,))
    results = await asyncio.gather(
        *(store.writer.write(change) for change in (first, second, Change((row(3),)))),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Conflict, type(None)]
    assert await versions(store) == [1, 3]
    assert await store.last_beat() is None
    await store.close()


async def test_one_that_cannot_hear_the_answer_does_not_harm_its_neighbours(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: DatabaseError | None) -> None:
        raise RuntimeError("deaf")

    store = await Store(database_url).open()
    async with asyncio.timeout(60):
        store.writer.submit(Change((row(1),)), fails)
        await store.writer.write(Change((row(2),)))
        await store.writer.write(Change((row(3),)))
    assert await versions(store) == [1, 2, 3]
    assert "could not be told" in caplog.text
    await store.close()


async def test_a_statement_that_fails_takes_its_events_with_it(database_url: str) -> None:
    store = await Store(database_url).open()
    wrong = Change((row(1),), ((text("INSERT INTO nowhere VALUES (1)"), {}),))
    with pytest.raises(DatabaseError):
        await store.writer.write(wrong)
    assert await versions(store) == []
    await store.writer.write(Change((row(1),)))
    await store.close()


async def test_one_that_cannot_be_written_does_not_harm_its_neighbours(
    postgres_url: str,
) -> None:
    store = await Store(postgres_url).open()
    bad = Change((row(1, OTHER)._replace(payload="\0"),))
    results = await asyncio.gather(
        *(store.writer.write(change) for change in (Change((row(1),)), bad, Change((row(2),)))),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), DatabaseError, type(None)]
    assert await versions(store) == [1, 2]
    await store.close()


async def test_who_waits_too_long_is_answered_once(tmp_path: Path) -> None:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    now, stuck, told = [0.0], threading.Event(), list[object]()
    writer = store.writer
    writer._now, transact = lambda: now[0], writer._transact

    def slow(changes: list[Change]) -> None:
        assert stuck.wait(60)
        transact(changes)

    def go_on(error: DatabaseError | None) -> None:
        told.append(error)
        writer.submit(Change(), lambda _: None)  # as a session does that has more to store

    writer._transact = slow  # type: ignore[method-assign]
    for version in (1, 2):
        writer.submit(Change((row(version),)), go_on)
    writer.look()
    assert told == []
    now[0] = OVERDUE
    writer.submit(Change((row(3),)), told.append)
    writer.look()
    assert [str(error) for error in told] == ["the database does not answer"] * 2
    stuck.set()
    await writer.write(Change())
    assert [str(error) for error in told[2:]] == ["None"]
    assert await versions(store) == [1, 2, 3]
    await store.close()


async def test_after_the_database_has_failed_nothing_more_of_a_commit_is_tried(
    tmp_path: Path,
) -> None:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    tried = 0

    def fail(changes: list[Change]) -> None:
        nonlocal tried
        tried += 1
        if tried == 1:
            raise IntegrityError("", None, Exception("twice"))
        raise OperationalError("", None, Exception("gone"))

    with pytest.MonkeyPatch.context() as failing:
        failing.setattr(store.writer, "_transact", fail)
        results = store.writer._commit([Change()] * 100)
    assert tried == 2
    assert [str(result) for result in results] == ["gone"] * 100
    await store.close()


async def test_closing_writes_what_waits(database_url: str) -> None:
    store = await Store(database_url).open()
    told: list[object] = []
    for version in range(1, 50):
        store.writer.submit(Change((row(version),)), told.append)
    await store.close()
    assert told == [None] * 49
    again = await Store(database_url).open()
    assert len(await versions(again)) == 49
    await again.close()


async def test_a_full_disk_refuses_and_space_heals(tmp_path: Path) -> None:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    await store.writer.write(Change((row(1),)))
    pages = await _limit_pages(store, 1)
    big = Change(tuple(EventRow(OTHER, i, "move", "x" * 4000, 0) for i in range(1, 201)))
    with pytest.raises(DatabaseError, match="full"):
        await store.writer.write(big)
    assert await versions(store, OTHER) == []
    await _limit_pages(store, pages + 10_000)
    await store.writer.write(big)
    assert len(await versions(store, OTHER)) == 200
    await store.close()


async def _limit_pages(store: Store, most: int) -> int:
    """Have the database file grow no further than this (or than it is); how large it may be."""
    engine = store.writer._engine

    def limit() -> int:
        with engine.connect() as connection:
            dbapi = connection.connection.dbapi_connection
            assert dbapi is not None
            return int(dbapi.execute(f"PRAGMA max_page_count = {most}").fetchone()[0])

    return await asyncio.to_thread(limit)
