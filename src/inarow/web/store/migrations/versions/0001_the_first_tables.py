"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "event",
        sa.Column("game", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "version", name=op.f("pk_event")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("swap", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("base", sa.Integer(), nullable=True),
        sa.Column("increment", sa.Integer(), nullable=True),
        sa.Column("x", sa.String(length=40), nullable=True),
        sa.Column("x_name", sa.String(length=80), nullable=True),
        sa.Column("o", sa.String(length=40), nullable=True),
        sa.Column("o_name", sa.String(length=80), nullable=True),
        sa.Column("winner", sa.String(length=1), nullable=True),
        sa.Column("reason", sa.String(length=8), nullable=True),
        sa.Column("moves", sa.Text(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_o_created"), ["o", "created"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_game_visibility_status_updated"),
            ["visibility", "status", "updated"],
            unique=False,
        )
        batch_op.create_index(batch_op.f("ix_game_x_created"), ["x", "created"], unique=False)

    op.create_table(
        "heartbeat",
        sa.Column("instance", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("instance", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "outage",
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("since", name=op.f("pk_outage")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("secret", name=op.f("uq_person_secret")),
    )
    op.create_table(
        "token",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("scopes", sa.String(length=200), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_token_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_token")),
        sa.UniqueConstraint("secret", name=op.f("uq_token_secret")),
    )
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_token_person"), ["person"], unique=False)


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_token_person"))

    op.drop_table("token")
    op.drop_table("person")
    op.drop_table("outage")
    op.drop_table("heartbeat")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_x_created"))
        batch_op.drop_index(batch_op.f("ix_game_visibility_status_updated"))
        batch_op.drop_index(batch_op.f("ix_game_o_created"))

    op.drop_table("game")
    op.drop_table("event")
