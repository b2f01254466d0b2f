"""How people do at puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "puzzle_attempt",
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("puzzle", sa.String(length=40), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_puzzle_attempt"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_puzzle_attempt_person"),
    )
    op.create_index("ix_puzzle_attempt_person_at", "puzzle_attempt", ["person", "at"])
    op.create_table(
        "puzzle_record",
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("rush", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_puzzle_record"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_puzzle_record_person"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("puzzle_record")
    op.drop_table("puzzle_attempt")
