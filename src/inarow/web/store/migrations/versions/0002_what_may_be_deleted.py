"""When a person was here last, who wants to be forgotten, and which games are old."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("person", sa.Column("seen", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("person", sa.Column("leaving", sa.BigInteger(), nullable=True))
    now = time.time_ns() // 1_000_000  # nobody knows better
    op.execute(sa.table("person", sa.column("seen")).update().values(seen=now))
    op.create_index("ix_game_status_reason_updated", "game", ["status", "reason", "updated"])


def downgrade() -> None:
    """Take it back."""
    op.drop_index("ix_game_status_reason_updated", "game")
    op.drop_column("person", "leaving")
    op.drop_column("person", "seen")
