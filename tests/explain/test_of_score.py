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
        ((1, 0), "keeps_win", "It keeps the win, in 21 moves with this one."),
        ((0, -1), "keeps_draw", "It keeps the draw."),
        ((-1, -1), "all_lose", "Every move loses: o wins in 21 moves."),
        ((-1, -2), "slowest_loss",
         "Every move loses, but this one holds out longest: o wins in 21 moves."),
        ((1, 3), "slower_win", "It wins in 21 moves instead of 19. Better was column 2."),
        ((0, 1, 1), "throws_win",
         "It throws away a win in 21 moves: now it is a draw. Better were columns 2 and 3."),
        ((-1, 2), "throws_win",
         "It throws away a win in 20 moves: now o wins in 21 moves. Better was column 2."),
        ((-4, 0), "throws_draw",
         "It turns a draw into a loss: o wins in 18 moves. Better was column 2."),
        ((-4, -2), "faster_loss",
         "It lets o win in 18 moves instead of 20. Better was column 2."),
        ((0, 1, 1, 1, 1, 1, 1), "throws_win",
         "It throws away a win in 21 moves: now it is a draw. "
         "Better was any of 6 moves, such as column 2."),
        ((1,), "only_move", "It is the only move, and wins in 21 moves."),
        ((0,), "only_move", "It is the only move: a draw."),
        ((-1,), "only_move", "It is the only move: o wins in 21 moves."),
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
        "x is to move. With best play it is a draw.",
        "x is to move, but o wins in 21 moves.",
    ]
    weak = ir.Score(-1, ir.Side.FIRST, None)
    assert of_score.of_position(START, weak).text == "x is to move, but o wins."
