"""A backup of a running site in one file, which either kind of database can be restored from.

The file is an SQLite database with the tables of the site and one more, `archive`, that says how
many rows each table has and their checksum::

    name      rows   checksum (SHA-256 of the rows in the order of their keys)
    event     1234   8d2c…
    …
    revision  0      0001, the step of `migrations` that the tables are at
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, create_engine, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from inarow import files
from inarow.web.store import databases, migrations
from inarow.web.store.databases import DatabaseError
from inarow.web.store.tables import metadata

__all__ = ["backup", "restore"]

AT_ONCE = 1000
"""How many rows are read or written at a time."""


def backup(url: str, file: str | Path) -> None:
    """Write all that the database at *url* holds now to *file*; the site may go on meanwhile."""
    target = Path(file)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        part.touch(databases.PRIVATE, exist_ok=False)
        if databases.address(url).get_backend_name() == "sqlite":
            _copy_file(url, part)
        else:
            _copy_rows(url, part)
        with closing(sqlite3.connect(part)) as archive, archive:
            archive.execute("PRAGMA journal_mode = DELETE")
            _seal(archive)
        files.replace(target, part, durable=True)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise DatabaseError(f"the backup {target} could not be written: {_line(error)}") from None
    finally:
        part.unlink(missing_ok=True)


def restore(file: str | Path, url: str) -> None:
    """Fill the empty database at *url* with what the backup *file* holds, or change nothing."""
    source = Path(file)
    if not source.is_file():
        raise DatabaseError(f"no such backup: {source}")
    try:
        with closing(sqlite3.connect(f"file:{source.absolute()}?mode=ro", uri=True)) as archive:
            revision = _checked(archive, source)
            with databases.alone(url):
                _restore(archive, revision, url)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise DatabaseError(f"{source} could not be restored: {_line(error)}") from None


def _restore(archive: sqlite3.Connection, revision: str, url: str) -> None:
    engine = databases.writing(url)
    try:
        with engine.begin() as connection:
            _check_empty(connection)
            migrations.upgrade(connection, revision)
            _fill(connection, archive)
            migrations.upgrade(connection)
    finally:
        engine.dispose()


def _copy_file(url: str, part: Path) -> None:
    """SQLite's own way: a copy of all pages as they were at one moment."""
    path = Path(str(databases.address(url).database)).absolute()
    if not path.is_file():
        raise DatabaseError(f"no such database: {path}")
    with (
        closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(part)) as archive,
    ):
        source.execute(f"PRAGMA busy_timeout = {databases.BUSY_MS}")
        source.backup(archive)


def _copy_rows(url: str, part: Path) -> None:
    """PostgreSQL's rows as they were at one moment, in tables of the same names."""
    engine = databases.copying(url)
    archive = create_engine(f"sqlite:///{part.absolute()}")
    try:
        with engine.connect() as source, archive.begin() as target:
            found = MetaData()
            found.reflect(source)
            if "alembic_version" not in found.tables:
                raise DatabaseError("this is not the database of a site: its tables are missing")
            metadata.create_all(target)
            target.execute(text("CREATE TABLE alembic_version (version_num TEXT NOT NULL)"))
            in_portions = source.execution_options(yield_per=AT_ONCE)  # each in time
            for table in found.sorted_tables:
                for rows in in_portions.execute(select(table)).mappings().partitions():
                    target.execute(table.insert(), [dict(row) for row in rows])
    finally:
        engine.dispose()
        archive.dispose()


def _seal(archive: sqlite3.Connection) -> None:
    archive.execute("CREATE TABLE archive (name TEXT PRIMARY KEY, rows INTEGER, checksum TEXT)")
    (revision,) = archive.execute("SELECT version_num FROM alembic_version").fetchone()
    entries = [(name, *_count(archive, name)) for name in _tables(archive)]
    archive.executemany(
        "INSERT INTO archive VALUES (?, ?, ?)", [*entries, ("revision", 0, revision)]
    )


def _checked(archive: sqlite3.Connection, source: Path) -> str:
    """The revision of a backup that is whole; a `DatabaseError` for anything else."""
    try:
        entries = archive.execute("SELECT name, rows, checksum FROM archive").fetchall()
        sound = archive.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        expected = {name: (rows, checksum) for name, rows, checksum in entries}
        _, revision = expected.pop("revision")
        found = {name: _count(archive, name) for name in _tables(archive)}
    except (sqlite3.Error, KeyError):
        raise DatabaseError(f"{source} is not a backup of a site, or it is damaged") from None
    if not sound or found != expected:
        raise DatabaseError(f"{source} is damaged: its contents do not match their checksums")
    if not migrations.knows(revision):
        raise DatabaseError(
            f"{source} was made by a newer version of inarow: restore it with that version"
        )
    return str(revision)


def _tables(archive: sqlite3.Connection) -> list[str]:
    rows = archive.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    other = ("archive", "alembic_version")
    return [name for (name,) in rows if name not in other and not name.startswith("sqlite_")]


def _count(archive: sqlite3.Connection, table: str) -> tuple[int, str]:
    """How many rows a table has, and their checksum."""
    checksum, count = hashlib.sha256(), 0
    for row in _rows(archive, table):
        count += 1
        checksum.update(json.dumps(row, default=bytes.hex).encode())
    return count, checksum.hexdigest()


def _rows(archive: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    columns = archive.execute(f'PRAGMA table_info("{table}")').fetchall()
    keys = sorted((column[5], column[1]) for column in columns if column[5])
    order = ", ".join(f'"{name}"' for _, name in keys) or "1"
    yield from archive.execute(f'SELECT * FROM "{table}" ORDER BY {order}')


def _check_empty(connection: Connection) -> None:
    for name in inspect(connection).get_table_names():
        if name != "alembic_version":
            rows = connection.execute(select(text("1")).select_from(Table(name, MetaData())))
            if rows.first() is not None:
                raise DatabaseError("the database to restore into is not empty")


def _fill(connection: Connection, archive: sqlite3.Connection) -> None:
    found = MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if table.name == "alembic_version":
            continue
        cursor = archive.execute(f'SELECT * FROM "{table.name}"')
        names = [column[0] for column in cursor.description]
        flags = {column.name for column in table.columns if column.type.python_type is bool}
        while rows := cursor.fetchmany(AT_ONCE):
            values = [dict(zip(names, row, strict=True)) for row in rows]
            for value in values:
                value.update({name: bool(value[name]) for name in flags})
            connection.execute(table.insert(), values)


def _line(error: Exception) -> str:
    return str(error).partition("\n")[0]
