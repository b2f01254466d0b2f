"""Opening a database: SQLite (one writer, readers that cannot write) or PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from inarow.errors import WebError

__all__ = ["DatabaseError", "address", "alone", "reading", "writing"]

CHECKPOINT = 2000
"""After how many pages of the write-ahead log SQLite's writer moves them into the database."""

BUSY_MS = 5000


class DatabaseError(WebError):
    """A database that cannot be opened, read or written."""


def address(url: str) -> URL:
    """The address of a database, with the driver that we use; a `DatabaseError` if it is none."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = None
    if parsed is not None and parsed.get_backend_name() == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    if parsed is None or parsed.get_backend_name() != "sqlite":
        raise DatabaseError("expected a database such as sqlite:///games.db or postgresql://...")
    if parsed.database in (None, "", ":memory:"):
        raise DatabaseError("in-memory databases are not supported")
    return parsed.set(drivername="sqlite+pysqlite")


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Be the only one that writes to an SQLite database; PostgreSQL is made for many."""
    where = address(url)
    if where.get_backend_name() == "postgresql" or os.name == "nt":
        yield
        return
    import fcntl

    path = Path(str(where.database)).absolute()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_name(f"{path.name}.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # ends with this process, too
            yield
    except BlockingIOError:
        raise DatabaseError(f"{path} is in use by another server; stop that one first") from None
    except OSError as error:
        raise DatabaseError(f"{path} cannot be opened: {error.strerror}") from None


def writing(url: str) -> Engine:
    """An engine with exactly one connection, whose transactions write."""
    where = address(url)
    if where.get_backend_name() == "postgresql":
        return create_engine(where, pool_size=1, max_overflow=0)
    engine = create_engine(
        where, pool_size=1, max_overflow=0, connect_args={"check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def made(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions are begun by us, below
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def reading(url: str, connections: int = 4) -> Engine:
    """An engine with a few connections that can only read."""
    where = address(url)
    if where.get_backend_name() == "postgresql":
        return create_engine(
            where,
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=True,
            isolation_level="AUTOCOMMIT",
            connect_args={"options": "-c default_transaction_read_only=on"},
        )
    path = Path(str(where.database)).absolute()
    engine = create_engine(
        URL.create("sqlite+pysqlite", database=f"file:{path}", query={"mode": "ro", "uri": "true"}),
        pool_size=connections,
        max_overflow=0,
        connect_args={"check_same_thread": False, "isolation_level": None},
    )

    @event.listens_for(engine, "connect")
    def made(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA query_only = ON")

    return engine
