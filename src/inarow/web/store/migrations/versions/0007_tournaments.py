"""Tournaments, their events, and who is in which."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=True),
        sa.Column("system", sa.String(length=8), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("director", sa.String(length=40), nullable=False),
        sa.Column("starts", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sa.UniqueConstraint("code", name="uq_tournament_code"),
    )
    op.create_index("ix_tournament_status_updated", "tournament", ["status", "updated"])
    op.create_index("ix_tournament_director", "tournament", ["director"])
    op.create_table(
        "tournament_event",
        sa.Column("tournament", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "version", name="pk_tournament_event"),
    )
    op.create_table(
        "entrant",
        sa.Column("tournament", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "person", name="pk_entrant"),
    )
    op.create_index("ix_entrant_person", "entrant", ["person"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("entrant")
    op.drop_table("tournament_event")
    op.drop_table("tournament")
