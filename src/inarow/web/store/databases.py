"""Opening a database: SQLite (one writer, readers that cannot write) or PostgreSQL."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from inarow.errors import WebError

__all__ = ["DatabaseError", "address", "alone", "copying", "reading", "unhurried", "writing"]

CHECKPOINT = 2000
"""After how many pages of the write-ahead log SQLite's writer moves them into the database."""

PATIENCE = 5
"""For how many seconds a database may leave one call without an answer."""

BUSY_MS = 1000 * PATIENCE

PRIVATE = 0o600
"""Who may read and write our files: nobody else on this machine."""

READ_ONLY = "-c default_transaction_read_only=on"
"""What tells PostgreSQL that a connection writes nothing."""

SITE = 0x696E61726F78
"""PostgreSQL's lock of this number is held by every instance: shared, or by one that is alone."""


class DatabaseError(WebError):
    """A database that cannot be opened, read or written."""


def address(url: str) -> URL:
    """The address of a database, with the driver that we use; a `DatabaseError` if it is none."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the port is no number
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
    """Be the only one that writes to an SQLite database; PostgreSQL has `SITE` for that."""
    where = address(url)
    if where.get_backend_name() == "postgresql":
        yield
        return
    path = Path(str(where.database)).resolve()  # a link leads to the same file
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(_open(path.with_name(f"{path.name}.lock")), "ab") as lock:
            _lock(lock)  # ends with this process, too
            if not path.exists():  # else this would end the locks that SQLite may have
                os.close(_open(path))  # its journals will be as private
            yield
    except BlockingIOError:
        raise DatabaseError(f"{path} is in use by another server; stop that one first") from None
    except OSError as error:
        raise DatabaseError(f"{path} cannot be opened: {error.strerror}") from None


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, PRIVATE)


def _lock(file: IO[bytes]) -> None:
    """Lock *file* until it is closed; a `BlockingIOError` if another process has."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def writing(url: str, *, alone: bool | None = None) -> Engine:
    """An engine with exactly one connection, whose transactions write.

    With PostgreSQL it is that of a site, *alone* or one of several instances, or else (`None`) of
    no site.
    """
    where = address(url)
    if where.get_backend_name() == "postgresql":
        engine = _bounded(where, connections=1)
        if alone is not None:
            event.listen(engine, "connect", lambda connection, _: _join(connection, alone))
        return engine
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
        options = {"pool_pre_ping": True, "isolation_level": "AUTOCOMMIT"}
        return _bounded(where, READ_ONLY, connections=connections, **options)
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


def copying(url: str) -> Engine:
    """An engine with one connection that reads PostgreSQL as it is at one moment."""
    return _bounded(address(url), READ_ONLY, connections=1, isolation_level="REPEATABLE READ")


def _bounded(where: URL, *settings: str, connections: int, **options: Any) -> Engine:
    """An engine for PostgreSQL whose every call ends in time, whatever happens to the server."""
    from inarow.web.store.bounded import BoundedConnection

    limits = (
        f"-c statement_timeout={BUSY_MS}",
        f"-c lock_timeout={BUSY_MS - 1000}",
        "-c tcp_keepalives_idle=10",  # so that the locks of a machine that is gone are freed
        "-c tcp_keepalives_interval=5",
        "-c tcp_keepalives_count=3",
    )
    engine = create_engine(
        where,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=PATIENCE,
        connect_args={
            "connect_timeout": PATIENCE,
            "tcp_user_timeout": BUSY_MS,
            "options": " ".join([*limits, *settings]),
        },
        **options,
    )

    @event.listens_for(engine, "do_connect")
    def connect(_: object, __: object, arguments: Any, named: Any) -> BoundedConnection:
        return BoundedConnection.open(PATIENCE, *arguments, **named)

    return engine


def _join(connection: Any, alone: bool) -> None:
    """Hold the lock that keeps apart sites that could not hear each other."""
    from psycopg import Error
    from psycopg.errors import LockNotAvailable

    name = "pg_advisory_lock" if alone else "pg_advisory_lock_shared"
    try:
        connection.execute(f"SELECT {name}({SITE})")
        connection.commit()
    except Error as error:
        connection.close()
        if not isinstance(error, LockNotAvailable):
            raise DatabaseError(str(error).partition("\n")[0]) from None
        raise DatabaseError(
            "the database is in use by another server: stop that one, "
            "or give each of them the same --bus"
        ) from None


@contextmanager
def unhurried(connection: Connection) -> Iterator[None]:
    """Let statements take as long as they need, in the transaction that has begun."""
    if connection.dialect.name != "postgresql":
        yield
        return
    from inarow.web.store.bounded import BoundedConnection

    for name in ("statement_timeout", "lock_timeout"):
        connection.execute(text(f"SET LOCAL {name} = 0"))
    bounded = connection.connection.dbapi_connection
    if not isinstance(bounded, BoundedConnection):
        yield
        return
    with bounded.unbounded():
        yield
