"""How databases are opened."""

from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from inarow.web.store import databases
from inarow.web.store.databases import DatabaseError


def test_sqlite_is_opened_for_safety(tmp_path: Path) -> None:
    engine = databases.writing(f"sqlite:///{tmp_path / 'games.db'}")
    with engine.begin() as connection:
        pragmas = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    engine.dispose()


def test_one_server_has_a_file_to_itself(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'games.db'}"
    refusal = pytest.raises(DatabaseError, match="in use by another server")
    with databases.alone(url), refusal, databases.alone(url):
        pass
    with databases.alone(url):
        pass
    (tmp_path / "file").touch()
    nowhere = f"sqlite:///{tmp_path / 'file' / 'games.db'}"
    with pytest.raises(DatabaseError, match="cannot be opened"), databases.alone(nowhere):
        pass


def test_a_link_leads_to_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    (tmp_path / "link.db").symlink_to("games.db")
    refusal = pytest.raises(DatabaseError, match="in use by another server")
    names = (f"sqlite:///{tmp_path / name}" for name in ("games.db", "link.db"))
    with databases.alone(next(names)), refusal, databases.alone(next(names)):
        pass


def test_files_are_for_nobody_else(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    url = f"sqlite:///{folder / 'games.db'}"
    with databases.alone(url):
        engine = databases.writing(url)
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE thing (n INTEGER)"))
            modes = {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}
        engine.dispose()
    names = ["games.db", "games.db-shm", "games.db-wal", "games.db.lock"]
    assert modes == dict.fromkeys(names, "0o600")
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_site_on_postgresql_is_alone_or_one_of_several(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock is held by the connection: it ends with it."""
    monkeypatch.setattr(databases, "BUSY_MS", 1100)
    alone, other = (databases.writing(postgres_url, alone=True) for _ in range(2))
    one, two = (databases.writing(postgres_url, alone=False) for _ in range(2))
    free = databases.writing(postgres_url)  # no site
    with alone.connect():
        for engine in (one, other):
            with pytest.raises(DatabaseError, match="in use by another server"):
                engine.connect()
    alone.dispose()
    with one.connect(), two.connect():
        with pytest.raises(DatabaseError, match="give each of them the same --bus"):
            alone.connect()
        with free.connect():
            pass
    for engine in (one, two, other, alone, free):
        engine.dispose()


def test_changing_tables_may_take_its_time(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("PATIENCE", 1), ("BUSY_MS", 1200)):
        monkeypatch.setattr(databases, name, value)
    engine = databases.writing(postgres_url)
    slow = text("SELECT pg_sleep(1.5)")
    with engine.begin() as connection, databases.unhurried(connection):
        connection.execute(slow)
    with pytest.raises(SQLAlchemyError, match=r"timeout|answer"), engine.begin() as connection:
        connection.execute(slow)
    engine.dispose()


def test_readers_cannot_write(database_url: str) -> None:
    writer = databases.writing(database_url)
    with writer.begin() as connection:
        connection.execute(text("CREATE TABLE thing (n INTEGER)"))
    reader = databases.reading(database_url)
    with reader.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM thing")).scalar() == 0
        with pytest.raises(SQLAlchemyError, match=r"readonly|read-only"):
            connection.execute(text("INSERT INTO thing VALUES (1)"))
    reader.dispose()
    writer.dispose()


def test_addresses() -> None:
    assert databases.address("postgresql://a@b/c").drivername == "postgresql+psycopg"
    assert databases.address("sqlite:///x.db").database == "x.db"
    for url in ("", "x.db", "mysql://a", "postgresql://a:secret@b:port/c"):
        with pytest.raises(DatabaseError, match="expected a database"):
            databases.address(url)
    for url in ("sqlite://", "sqlite:///:memory:"):
        with pytest.raises(DatabaseError, match="in-memory databases are not supported"):
            databases.address(url)
