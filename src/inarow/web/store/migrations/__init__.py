"""The steps that bring a database to the tables of today, run by `upgrade`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from inarow.web.store.databases import DatabaseError, unhurried

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

__all__ = ["NEWEST", "config", "head", "knows", "upgrade"]

NEWEST = "0012"
"""The name of the newest step: a database that has taken it is opened without loading Alembic."""

LOCK = 0x696E61726F77  # PostgreSQL's lock of this number lets one instance at a time upgrade


def config() -> Config:
    """Where the steps are."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    return settings


def head() -> str | None:
    """The name of the newest step."""
    return _steps().get_current_head()


def _steps() -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(config())


def knows(revision: str) -> bool:
    """Whether there is a step of this name."""
    return any(step.revision == revision for step in _steps().walk_revisions())


def upgrade(connection: Connection, to: str = "head") -> None:
    """Take the steps up to *to* that the database has not taken yet, in one transaction."""
    with unhurried(connection):
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        taken = _taken(connection)
        if to == "head" and taken == NEWEST:
            return
        if taken is not None and not knows(taken):
            raise DatabaseError(
                "the database is from a newer version of inarow: start the site with that version"
            )
        from alembic import command

        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, to)


def _taken(connection: Connection) -> str | None:
    """The newest step that the database has taken."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
