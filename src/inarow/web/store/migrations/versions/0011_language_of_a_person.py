"""The language that somebody has chosen, for their other browsers."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("person", sa.Column("language", sa.String(length=8), nullable=True))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("person", "language")
