"""Which games are rated."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    rated: sa.Column[bool] = sa.Column(
        "rated", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("game", rated)


def downgrade() -> None:
    """Take it back."""
    op.drop_column("game", "rated")
