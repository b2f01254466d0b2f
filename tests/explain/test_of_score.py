import pytest

import inarow as ir
from inarow.explain import of_score

START = ir.Position(ir.CONNECT_FOUR)


def scored(*values: int) -> dict[int, ir.Score]:
    """Scores of the first moves on the empty board."""
    return {move: ir.Score.of(value, START) for move, value in enumerate(values)}


@pytest.mark.parametrize(
    ("values", "kind", "text"),
    [
        ((1, 0), "keeps_win", "x's 1 keeps the win: x wins in 21 moves, this one included."),
        ((0, -1), "keeps_draw", "x's 1 keeps the draw."),
        ((-1, -1), "all_lose", "Every move of x loses: o wins in 21 moves."),
        ((-1, -2), "slowest_loss",
         "Every move of x loses, but column 1 holds out longest: o wins in 21 moves."),
        ((1, 3), "slower_win",
         "x's 1 wins in 21 moves instead of 19. Column 2 was better."),
        ((0, 1, 1), "throws_win",
         "x's 1 throws away a win in 21 moves: now the game is a draw. "
         "Columns 2 and 3 were better."),
        ((-1, 2), "throws_win",
         "x's 1 throws away a win in 20 moves: now o wins in 21 moves. Column 2 was better."),
        ((-4, 0), "throws_draw",
         "x's 1 turns a draw into a loss: now o wins in 18 moves. Column 2 was better."),
        ((-4, -2), "faster_loss",
         "x's 1 lets o win in 18 moves instead of 20. Column 2 was better."),
        ((0, 1, 1, 1, 1, 1, 1), "throws_win",
         "x's 1 throws away a win in 21 moves: now the game is a draw. "
         "There were 6 better moves, such as column 2."),
        ((1,), "only_move", "x's 1 is the only legal move: x wins in 21 moves."),
        ((0,), "only_move", "x's 1 is the only legal move: the game is a draw."),
        ((-1,), "only_move", "x's 1 is the only legal move: o wins in 21 moves."),
    ],
)  # fmt: skip
def test_moves_are_compared_with_the_best(values: tuple[int, ...], kind: str, text: str) -> None:
    fact = of_score.of_move(START, 0, scored(*values))
    assert (fact.kind, fact.text) == (kind, text)


def test_the_side_is_whom_it_is_good_for() -> None:
    assert of_score.of_move(START, 0, scored(1, 0)).side is ir.Side.FIRST
    assert of_score.of_move(START, 0, scored(0, 1)).side is None
    assert of_score.of_move(START, 0, scored(-1, 0)).side is ir.Side.SECOND
    assert of_score.of_move(START, 0, scored(-1, 0, 0)).moves == (1, 2)


def test_positions() -> None:
    said = [of_score.of_position(START, ir.Score.of(value, START)).text for value in (1, 0, -1)]
    assert said == [
        "x is to move and wins in 21 moves.",
        "x is to move; with best play the game is a draw.",
        "x is to move, but o wins in 21 moves.",
    ]
    weak = ir.Score(-1, ir.Side.FIRST, None)
    assert of_score.of_position(START, weak).text == "x is to move, but o wins."
