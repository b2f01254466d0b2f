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
    for url in ("", "x.db", "mysql://a"):
        with pytest.raises(DatabaseError, match="expected a database"):
            databases.address(url)
    for url in ("sqlite://", "sqlite:///:memory:"):
        with pytest.raises(DatabaseError, match="in-memory databases are not supported"):
            databases.address(url)
