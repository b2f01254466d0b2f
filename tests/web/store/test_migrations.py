"""The steps of the database lead to the tables that the code knows."""

from alembic.autogenerate import compare_metadata
from alembic.command import downgrade
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from inarow.web.store import databases, migrations
from inarow.web.store.tables import metadata


def test_the_steps_lead_to_the_tables(database_url: str) -> None:
    engine = create_engine(databases.address(database_url))
    with engine.begin() as connection:
        migrations.upgrade(connection)
        migrations.upgrade(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert context.get_current_revision() == migrations.head() == migrations.NEWEST
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_steps_lead_back(database_url: str) -> None:
    engine = create_engine(databases.address(database_url))
    with engine.begin() as connection:
        migrations.upgrade(connection)
        settings = migrations.config()
        settings.attributes["connection"] = connection
        downgrade(settings, "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()
