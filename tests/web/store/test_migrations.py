"""The steps of the database lead to the tables that the code knows."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import downgrade
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, delete, inspect, select, text
from sqlalchemy.exc import IntegrityError

from inarow.web.store import databases, migrations
from inarow.web.store.tables import game, metadata, person, session, token


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


def test_whoever_was_there_before_stays_signed_in(database_url: str) -> None:
    engine = databases.writing(database_url)
    with engine.begin() as connection:
        migrations.upgrade(connection, "0002")
        connection.execute(text("CREATE TABLE other (person VARCHAR(40) REFERENCES person (id))"))
        for person_id, leaving in (("p", None), ("q", 7)):
            connection.execute(
                text(
                    "INSERT INTO person (id, name, secret, created, seen, leaving) "
                    "VALUES (:id, 'Ann', :secret, 5, 6, :leaving)"
                ),
                {"id": person_id, "secret": person_id.encode() * 32, "leaving": leaving},
            )
        connection.execute(
            text(
                "INSERT INTO token (id, person, label, scopes, secret, created) "
                "VALUES ('t', 'p', 'bot', 'read', :secret, 8)"
            ),
            {"secret": b"t" * 32},
        )
        connection.execute(text("INSERT INTO other VALUES ('p')"))
    with engine.begin() as connection:
        migrations.upgrade(connection)
    with engine.begin() as connection:
        people = connection.execute(select(person).order_by(person.c.id)).all()
        (signed_in,) = connection.execute(select(session)).all()
        assert connection.execute(select(token.c.person, token.c.expires)).all() == [("p", None)]
    assert [tuple(row) for row in people] == [
        ("p", "Ann", 5, 6, None, None, None),
        ("q", "Ann", 5, 6, 7, None, None),
    ]
    assert (signed_in.person, bytes(signed_in.secret), signed_in.seen) == ("p", b"p" * 32, 6)
    assert signed_in.expires > 10**12
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(delete(person).where(person.c.id == "p"))
    with engine.begin() as connection:
        settings = migrations.config()
        settings.attributes["connection"] = connection
        downgrade(settings, "0002")
        found = connection.execute(text("SELECT id, secret FROM person ORDER BY id")).all()
        assert (found[0].id, bytes(found[0].secret)) == ("p", b"p" * 32)
        migrations.upgrade(connection)
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
