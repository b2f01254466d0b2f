"""Browsers in which one is signed in, passkeys, recovery codes, and when tokens expire."""

import os
import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LIFETIME = 400 * 24 * 3_600_000
"""Milliseconds until the cookies that there are now expire, as far as anybody knows."""


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "session",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_session_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
        sa.UniqueConstraint("secret", name=op.f("uq_session_secret")),
    )
    op.create_index(op.f("ix_session_person"), "session", ["person"])
    # Who is about to be forgotten has a secret that nobody knows. The id of a person will do.
    op.execute(
        "INSERT INTO session (id, person, secret, label, created, seen, expires) "
        "SELECT id, id, secret, '', created, seen, "
        f"{time.time_ns() // 1_000_000 + LIFETIME} FROM person WHERE leaving IS NULL"
    )
    _drop_secret(op.get_bind())
    op.add_column("person", sa.Column("heir", sa.String(length=40), nullable=True))
    op.add_column("token", sa.Column("expires", sa.BigInteger(), nullable=True))
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("credential", sa.LargeBinary(length=1023), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_passkey_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkey")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkey_credential")),
    )
    op.create_index(op.f("ix_passkey_person"), "passkey", ["person"])
    op.create_table(
        "recovery",
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_recovery_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_recovery")),
        sa.UniqueConstraint("secret", name=op.f("uq_recovery_secret")),
    )
    op.create_table(
        "challenge",
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("challenge", sa.LargeBinary(length=64), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=True),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("secret", name=op.f("pk_challenge")),
    )
    op.create_index(op.f("ix_challenge_expires"), "challenge", ["expires"])


def downgrade() -> None:
    """Take it back: of each person the browser that was here last stays signed in."""
    op.drop_table("challenge")
    op.drop_table("recovery")
    op.drop_table("passkey")
    op.drop_column("token", "expires")
    op.drop_column("person", "heir")
    op.add_column("person", sa.Column("secret", sa.LargeBinary(length=32), nullable=True))
    connection = op.get_bind()
    newest = sa.text("SELECT secret FROM session WHERE person = :id ORDER BY seen DESC LIMIT 1")
    keep = sa.text("UPDATE person SET secret = :secret WHERE id = :id")
    for person in connection.execute(sa.text("SELECT id FROM person")).scalars().all():
        secret = connection.execute(newest, {"id": person}).scalar() or os.urandom(32)
        connection.execute(keep, {"id": person, "secret": secret})
    op.drop_table("session")
    op.create_index("uq_person_secret", "person", ["secret"], unique=True)


def _drop_secret(connection: sa.Connection) -> None:
    """Drop the column; SQLite cannot drop one that is unique, nor a table that others refer to.

    There the rows are laid aside, and foreign keys are checked only when they are back.
    """
    if connection.dialect.name != "sqlite":
        op.drop_column("person", "secret")
        return
    old = sa.Table("person", sa.MetaData(), autoload_with=connection)
    names = [column.name for column in old.columns if column.name != "secret"]
    listed = ", ".join(f'"{name}"' for name in names)
    op.execute("PRAGMA defer_foreign_keys = ON")
    op.execute(f"CREATE TEMPORARY TABLE people AS SELECT {listed} FROM person")
    op.execute("DELETE FROM person")
    op.drop_table("person")
    op.create_table(
        "person",
        *(_same(old.columns[name]) for name in names),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )
    op.execute(f"INSERT INTO person ({listed}) SELECT {listed} FROM people")
    op.execute("DROP TABLE people")
    for index in old.indexes:
        columns = [column.name for column in index.columns]
        if "secret" not in columns:
            op.create_index(index.name, "person", columns, unique=index.unique)


def _same(column: sa.Column[object]) -> sa.Column[object]:
    default = column.server_default
    return sa.Column(
        column.name,
        column.type,
        nullable=column.nullable,
        server_default=sa.text(str(default.arg)) if isinstance(default, sa.DefaultClause) else None,
    )
