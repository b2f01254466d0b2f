"""For whom games over days wait, and until when."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("game", sa.Column("waits_for", sa.String(length=40), nullable=True))
    op.add_column("game", sa.Column("due", sa.BigInteger(), nullable=True))
    op.create_index("ix_game_due", "game", ["due"])
    op.create_index("ix_game_waits_for_due", "game", ["waits_for", "due"])


def downgrade() -> None:
    """Take it back."""
    op.drop_index("ix_game_waits_for_due", "game")
    op.drop_index("ix_game_due", "game")
    op.drop_column("game", "due")
    op.drop_column("game", "waits_for")
