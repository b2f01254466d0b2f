"""How strong people are, game by game, and which games have still to be rated."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("game", sa.Column("verdict", sa.String(10), nullable=True))
    near: sa.Column[bool] = sa.Column(
        "near", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("game", near)
    game = sa.table("game", sa.column("rated"), sa.column("status"), sa.column("verdict"))
    is_over = sa.and_(game.c.rated == sa.true(), game.c.status == "over")
    op.execute(game.update().where(is_over).values(verdict="due"))
    op.create_index("ix_game_verdict_updated", "game", ["verdict", "updated"])
    op.create_table(
        "rating_change",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("opponent", sa.String(40), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("opponent_rating", sa.Double(), nullable=False),
        sa.Column("opponent_deviation", sa.Double(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "kind", "number", name="pk_rating_change"),
        sa.UniqueConstraint("person", "game", name="uq_rating_change_person_game"),
    )
    op.create_index("ix_rating_change_game", "rating_change", ["game"])
    op.create_index("ix_rating_change_kind_at", "rating_change", ["kind", "at"])
    op.create_index("ix_rating_change_person_at", "rating_change", ["person", "at"])
    op.create_index("ix_rating_change_opponent", "rating_change", ["opponent"])
    op.create_table(
        "desertion",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="pk_desertion"),
    )
    op.create_index("ix_desertion_at", "desertion", ["at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("desertion")
    op.drop_table("rating_change")
    op.drop_index("ix_game_verdict_updated", "game")
    op.drop_column("game", "near")
    op.drop_column("game", "verdict")
