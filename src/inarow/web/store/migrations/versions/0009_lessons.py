"""Lessons that come again on a day."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "lesson",
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("box", sa.Integer(), nullable=False),
        sa.Column("due", sa.String(length=10), nullable=False),
        sa.PrimaryKeyConstraint("person", "name", name="pk_lesson"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_lesson_person"),
    )
    op.create_index("ix_lesson_person_due", "lesson", ["person", "due"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("lesson")
