"""Games reviewed so that the answer does not depend on how busy the machine is."""

import inarow as ir
from inarow.explain.review import Review, review

BLUNDERS = "443553676632344455"
"""A game of 18 discs on 7x6x4 that o wins, with mistakes of both."""

SMALL = "4413442223"
"""A game on 4x4x3, which is solved in a moment even on a busy machine, with seven mistakes."""

PATIENCE = 60.0


def reviewed(game: ir.Board | ir.Record | str, limit: ir.Limit | None = None) -> Review:
    """Exact wherever there are exact scores; with a *limit* of nodes, what the engine thinks."""
    return review(
        game,
        limit=limit or ir.Limit(seconds=PATIENCE),
        oracle=ir.Oracle(patience=PATIENCE, table_mb=4, threads=1),
        engine=ir.Engine(table_mb=1, threads=1, exact=limit is None),
    )
