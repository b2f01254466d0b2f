"""`Disk`: one database for all instances: real SQL at simulated speed, and its troubles."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Table, create_engine, event, select
from sqlalchemy.pool import StaticPool

from inarow.web.store import Store, readers, tables
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import LOOK, OVERDUE, Change, Done, Writer, _Job
from support.simulation.truth import TrueTime, Truth
from support.simulation.world import Loop, World

__all__ = ["Disk", "SimulatedStore", "SimulatedWriter"]


@dataclass
class Trouble:
    """How often what goes wrong."""

    slow: float = 0.0
    hangs: float = 0.0
    fails: float = 0.0
    lost: float = 0.0  # committed, but nobody is told
    unread: float = 0.0


class Disk:
    """The database that all instances share, in memory."""

    def __init__(self, world: World, truth: Truth) -> None:
        self.world, self.truth = world, truth
        self.trouble = Trouble()
        self.down = False  # nothing can be read or stored
        self.full = False  # nothing can be stored
        self.hangs_until = 0.0  # when the last command is done that hangs
        self.watchers: list[Callable[[str, TrueTime, Change], None]] = []  # told of commits
        self.engine = _engine()
        with self.engine.begin() as connection:
            for table in reversed(tables.metadata.sorted_tables):
                connection.execute(table.delete())

    def rows(self, query: Any) -> Sequence[Any]:
        """What is stored, at once."""
        with self.engine.connect() as connection:
            return connection.execute(query).all()

    def add(self, table: Table, **values: Any) -> None:
        """Store a row, as if it had always been there."""
        with self.engine.begin() as connection:
            connection.execute(table.insert().values(values))

    def note_deleted(self) -> None:
        """Tell the truth which games and tokens have been deleted."""
        valid = {row.secret for row in self.rows(select(tables.token.c.secret))}
        for secret in self.truth.tokens:
            if secret not in valid:
                self.truth.withdrawn.setdefault(secret, self.truth.now)
        left = {row.id for row in self.rows(select(tables.game.c.id))}
        for game, history in self.truth.games.items():
            if history.deleted is None and game not in left:
                self.truth.deleted(history)

    def seconds(self) -> float:
        """How long a command takes."""
        if self.world.chance(self.trouble.slow):
            return self.world.draw(0.1, 8.0)
        if self.world.chance(self.trouble.hangs):
            seconds = self.world.draw(8.0, 40.0)
            self.hangs_until = max(self.hangs_until, self.world.time + seconds)
            return seconds
        return self.world.draw(0.0005, 0.02)


def _engine(made: list[Engine] = []) -> Engine:  # noqa: B006  one for all runs, emptied by each
    if not made:
        engine = create_engine("sqlite://", poolclass=StaticPool)
        event.listen(engine, "connect", lambda connection, _: _begin_ourselves(connection))
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        tables.metadata.create_all(engine)
        made.append(engine)
    return made[0]


def _begin_ourselves(connection: Any) -> None:
    connection.isolation_level = None


class SimulatedWriter(Writer):
    """The writer without its thread: what that does happens at simulated times."""

    def __init__(self, disk: Disk, loop: Loop, name: str, true_time: TrueTime) -> None:
        self.beat_at = 0  # the time of the latest heartbeat
        self._disk, self._own, self._busy = disk, loop, False
        self._name, self._true_time = name, true_time
        super().__init__(disk.engine, now=loop.time)

    def _start(self) -> None:
        """There is no thread."""

    def submit(self, change: Change, done: Done) -> None:
        """Write soon."""
        super().submit(change, done)
        if not self._busy:
            self._busy = True
            self._disk.world.after(self._disk.world.draw(0.0, 0.001), self._take)

    async def close(self) -> None:
        """Write what is waiting."""
        with suppress(DatabaseError):
            await self.write(Change())

    def _take(self) -> None:
        if not self._own.dead:
            batch, _ = self._next()
            self._disk.world.after(self._disk.seconds(), self._finish, batch)

    def _finish(self, batch: list[Any]) -> None:
        changes = [job.change for job in batch]
        self._check_patience(batch)
        if self._own.dead:  # the command may have gone to the database before
            if self._disk.world.chance(0.5):
                self._commit(changes)
            return
        self._tell(batch, self._commit(changes), 0.0)
        self._busy = not self._queue.empty()
        if self._busy:
            self._disk.world.after(0.0001, self._take)

    def _check_patience(self, batch: list[_Job]) -> None:
        limit = self._now() - OVERDUE - 2 * LOOK
        gone = self._own.dead or self._own.frozen
        if not gone and any(job.done and job.since < limit for job in batch):
            self._disk.world.fail("patience", "a command waits for a commit that hangs")

    def _transact(self, changes: list[Change]) -> None:
        disk, world = self._disk, self._disk.world
        if disk.down or disk.full or world.chance(disk.trouble.fails):
            world.note("disk", f"{self._name}: a commit fails")
            raise OSError("disk I/O error")
        super()._transact(changes)
        for change in changes:
            disk.truth.stored(self._name, self._true_time, change)
            for told in disk.watchers:
                told(self._name, self._true_time, change)
            if any(_is_beat(statement) for statement, _ in change.statements):
                disk.truth.beaten(self._true_time(self.beat_at))
        if any(_deletes(statement) for change in changes for statement, _ in change.statements):
            disk.note_deleted()
        if world.chance(disk.trouble.lost):
            world.note("disk", f"{self._name}: committed, but the answer is lost")
            raise OSError("the connection was lost")


class SimulatedStore(Store):
    """The store without threads: real queries, at simulated times."""

    def __init__(self, disk: Disk, loop: Loop, name: str, true_time: TrueTime) -> None:
        super().__init__("sqlite://")
        self._disk, self._own, self._true_time = disk, loop, true_time
        self.dialect = "sqlite"
        self.writer: SimulatedWriter = SimulatedWriter(disk, loop, name, true_time)

    async def beat(self, instance: str, at: int) -> None:
        """Say that this instance is alive."""
        self.writer.beat_at = at
        await super().beat(instance, at)
        self._disk.truth.heard_alive(self._true_time(at))

    async def close(self) -> None:
        """Write what is waiting."""
        await self.writer.close()

    async def fetch(self, query: Any, values: Any = None) -> Sequence[Any]:
        """The rows of *query*, as they are some time between question and answer."""
        world = self._disk.world
        answer: asyncio.Future[Callable[[], Sequence[Any]]] = self._own.create_future()
        world.after(self._disk.seconds() / 2, self._read, query, values, answer)
        return (await answer)()

    def _read(
        self, query: Any, values: Any, answer: asyncio.Future[Callable[[], Sequence[Any]]]
    ) -> None:
        if self._own.dead:
            return
        disk, world = self._disk, self._disk.world
        result: Callable[[], Sequence[Any]] = _unreadable
        if not disk.down and not world.chance(disk.trouble.unread):
            rows = readers.read(disk.engine, query, values)
            result = lambda: rows  # noqa: E731
        world.after(disk.seconds() / 2, self._own.call_soon, _set, answer, result)


def _is_beat(statement: Any) -> bool:
    return statement.is_insert and statement.table is tables.heartbeat


def _deletes(statement: Any) -> bool:
    return statement.is_delete and statement.table in (tables.event, tables.token)


def _unreadable() -> Sequence[Any]:
    raise DatabaseError("the connection was lost")


def _set(answer: asyncio.Future[Any], value: Any) -> None:
    if not answer.done():
        answer.set_result(value)
