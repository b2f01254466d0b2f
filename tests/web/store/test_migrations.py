"""The steps of the database lead to the tables that the code knows."""

from alembic.autogenerate import compare_metadata
from alembic.command import downgrade
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, select, text

from inarow.web.store import databases, migrations
from inarow.web.store.tables import game, metadata, person


def test_the_steps_lead_to_the_tables(database_url: str) -> None:
    engine = create_engine(databases.address(database_url))
    with engine.begin() as connection:
        migrations.upgrade(connection)
        migrations.upgrade(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert context.get_current_revision() == migrations.head() == migrations.NEWEST
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_whoever_was_there_before_counts_as_seen_now(database_url: str) -> None:
    engine = create_engine(databases.address(database_url))
    with engine.begin() as connection:
        migrations.upgrade(connection, "0001")
        connection.execute(
            text("INSERT INTO person (id, name, secret, created) VALUES ('p', 'Ann', :secret, 5)"),
            {"secret": b"s" * 32},
        )
        migrations.upgrade(connection)
        row = connection.execute(select(person.c.created, person.c.seen, person.c.leaving)).one()
    engine.dispose()
    assert (row.created, row.leaving) == (5, None)
    assert row.seen > 10**12


def test_the_steps_lead_back(database_url: str) -> None:
    engine = create_engine(databases.address(database_url))
    with engine.begin() as connection:
        migrations.upgrade(connection)
        settings = migrations.config()
        settings.attributes["connection"] = connection
        downgrade(settings, "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()


def test_rated_games_of_before_are_still_to_be_rated(database_url: str) -> None:
    engine = create_engine(databases.address(database_url))
    with engine.begin() as connection:
        migrations.upgrade(connection, "0003")
        for number, (rated, status) in enumerate(((1, "over"), (1, "playing"), (0, "over"))):
            connection.execute(
                text(
                    "INSERT INTO game (id, rules, swap, rated, visibility, status, created, "
                    "updated) VALUES (:id, '7x6x4', :no, :rated, 'link', :status, 5, 5)"
                ),
                {"id": str(number), "no": False, "rated": bool(rated), "status": status},
            )
        migrations.upgrade(connection)
        rows = connection.execute(select(game.c.verdict, game.c.near).order_by(game.c.id)).all()
    engine.dispose()
    assert rows == [("due", False), (None, False), (None, False)]
