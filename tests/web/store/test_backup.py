"""Backups of a running site, restored into either kind of database."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine, select

from inarow.web.live.hub import Hub
from inarow.web.live.messages import Move, NewGame
from inarow.web.store import Store, databases, migrations
from inarow.web.store import backup as module
from inarow.web.store.backup import backup, restore
from inarow.web.store.databases import DatabaseError
from inarow.web.store.ids import key
from inarow.web.store.tables import metadata
from support.web.people import ANN, started
from support.web.servers import frozen

pytestmark = pytest.mark.anyio


async def filled(url: str) -> Store:
    """A site with a person, a token, games and an outage."""
    store = await Store(url).open()
    await store.add_person("ann", "Änn", bytes(range(32)), 5)
    await store.add_token("t", "ann", "robot", "play", b"\xff" * 32, 6)
    await store.add_outage(1, 2)
    hub = await started(Hub(store))
    for number in range(30):
        game = await hub.create(ANN, NewGame(opponent="self", swap=number % 2 == 0, base=10**6))
        for move in range(number % 7):
            await hub.act(game.id, ANN, Move(move=move))
    await hub.stop()
    return store


def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    engine = create_engine(databases.address(url))
    with engine.connect() as connection:
        found = {
            table.name: [
                tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in metadata.sorted_tables
        }
    engine.dispose()
    return found


async def test_a_backup_holds_everything_and_fits_both_databases(
    database_url: str, tmp_path: Path, postgres_url: str
) -> None:
    store = await filled(database_url)
    file = tmp_path / "site.backup"
    await asyncio.to_thread(backup, database_url, file)
    await store.close()
    before = contents(database_url)
    assert oct(file.stat().st_mode & 0o777) == "0o600"
    assert len(before["game"]) == 30
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []

    target = f"sqlite:///{tmp_path / 'restored.db'}"
    restore(file, target)
    assert contents(target) == before
    again = await Store(target).open()  # and a site can go on with it
    ann = await again.person_of(bytes(range(32)), 5)
    assert ann is not None
    assert ann.name == "Änn"
    await again.close()

    if database_url.startswith("sqlite"):
        restore(file, postgres_url)
        assert contents(postgres_url) == before


async def test_a_database_with_something_in_it_is_not_overwritten(
    database_url: str, tmp_path: Path
) -> None:
    store = await filled(database_url)
    await store.close()
    file = tmp_path / "site.backup"
    backup(database_url, file)
    before = contents(database_url)
    with pytest.raises(DatabaseError, match="is not empty"):
        restore(file, database_url)
    assert contents(database_url) == before


async def test_a_backup_of_a_busy_site_is_of_one_moment(tmp_path: Path) -> None:
    """Each game's events come with its row, whatever was being written."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = await Store(url).open()
    hub = await started(Hub(store))
    busy = asyncio.create_task(_play_on(hub))
    while len(hub.lives) < 20:
        await asyncio.sleep(0)
    await asyncio.to_thread(backup, url, tmp_path / "site.backup")
    busy.cancel()
    await hub.stop()
    await store.close()
    with closing(sqlite3.connect(tmp_path / "site.backup")) as archive:
        rows = {key(row[0]) for row in archive.execute("SELECT id FROM game")}
        events = {row[0] for row in archive.execute("SELECT DISTINCT game FROM event")}
    assert len(rows) >= 19
    assert rows == events


async def _play_on(hub: Hub) -> None:
    while True:
        view = await hub.create(ANN, NewGame(opponent="self"))
        await hub.act(view.id, ANN, Move(move=0))


async def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    store = await filled(f"sqlite:///{tmp_path / 'games.db'}")
    await store.close()
    file = tmp_path / "site.backup"
    backup(f"sqlite:///{tmp_path / 'games.db'}", file)
    whole = file.read_bytes()
    target = f"sqlite:///{tmp_path / 'new.db'}"
    damaged = {
        "cut": whole[: len(whole) // 2],
        "empty": b"",
        "text": b"nothing of the kind",
        "flipped": whole.replace(b"robot", b"r0bot"),
        "bare": (tmp_path / "games.db").read_bytes(),
        "newer": whole.replace(f"revision{migrations.NEWEST}".encode(), b"revision9999"),
    }
    for name, data in damaged.items():
        assert name == "bare" or data != whole
        file.write_bytes(data)
        with pytest.raises(DatabaseError, match=r"backup|damaged|newer|restored"):
            restore(file, target)
    with pytest.raises(DatabaseError, match="no such backup"):
        restore(tmp_path / "nothing", target)
    assert not (tmp_path / "new.db").exists()


async def test_what_cannot_be_backed_up_leaves_nothing(tmp_path: Path, postgres_url: str) -> None:
    with pytest.raises(DatabaseError, match="no such database"):
        backup(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "site.backup")
    with pytest.raises(DatabaseError, match="its tables are missing"):
        backup(postgres_url, tmp_path / "site.backup")
    with pytest.raises(DatabaseError, match="could not be written"):
        backup(postgres_url, tmp_path / "nowhere" / "site.backup")
    assert list(tmp_path.iterdir()) == []


async def test_a_backup_waits_for_no_database_for_ever(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store(postgres_url).open()).close()
    file = tmp_path / "site.backup"
    with monkeypatch.context() as impatient:
        impatient.setattr(databases, "PATIENCE", 1)
        impatient.setattr(databases, "BUSY_MS", 1500)
        await _fail_to_back_up(postgres_url, file)
    assert list(tmp_path.iterdir()) == []
    backup(postgres_url, file)


async def _fail_to_back_up(postgres_url: str, file: Path) -> None:
    """First a table is locked, then the server says nothing at all."""
    async with asyncio.timeout(60):
        with psycopg.connect(postgres_url) as other:
            other.execute("LOCK TABLE event IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(DatabaseError, match="lock timeout"):
                await asyncio.to_thread(backup, postgres_url, file)
        with (
            frozen(postgres_url),
            pytest.raises(DatabaseError, match=r"timeout|does not answer"),
        ):
            await asyncio.to_thread(backup, postgres_url, file)


async def test_a_large_database_is_copied_row_by_row(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are, no statement has to bring more than a few."""
    monkeypatch.setattr(module, "AT_ONCE", 7)
    store = await filled(postgres_url)
    fetched: list[str] = []
    execute = psycopg.ServerCursor.fetchmany

    def fetch(cursor: Any, size: int = 0) -> Any:
        rows = execute(cursor, size)
        fetched.append(f"{len(rows)}")
        return rows

    monkeypatch.setattr(psycopg.ServerCursor, "fetchmany", fetch)
    backup(postgres_url, tmp_path / "site.backup")
    await store.close()
    assert sum(map(int, fetched)) >= 30
    assert max(map(int, fetched)) == 7


async def test_an_old_backup_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "site.backup"
    file.write_text("precious")
    with pytest.raises(DatabaseError):
        backup(f"sqlite:///{tmp_path / 'none.db'}", file)
    assert file.read_text() == "precious"
