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
        ((1, 0), "keeps_win", "x's column 1 keeps the win: x wins in 21 moves, this one included."),
        ((0, -1), "keeps_draw", "x's column 1 keeps the draw."),
        ((-1, -1), "all_lose", "x's column 1 loses, as does every other move: o wins in 21 moves."),
        ((-1, -2), "slowest_loss",
         "x's column 1 loses like every other move, but holds out longest: o wins in 21 moves."),
        ((1, 3), "slower_win",
         "x's column 1 wins in 21 moves instead of 19. Column 2 was better."),
        ((0, 1, 1), "throws_win",
         "x's column 1 throws away a win in 21 moves: now the game is a draw. "
         "Columns 2 and 3 were better."),
        ((-1, 2), "throws_win",
         "x's column 1 throws away a win in 20 moves: now o wins in 21 moves. "
         "Column 2 was better."),
        ((-4, 0), "throws_draw",
         "x's column 1 turns a draw into a loss: now o wins in 18 moves. "
         "Column 2 was better."),
        ((-4, -2), "faster_loss",
         "x's column 1 lets o win in 18 moves instead of 20. Column 2 was better."),
        ((0, 1, 1, 1, 1, 1, 1), "throws_win",
         "x's column 1 throws away a win in 21 moves: now the game is a draw. "
         "There were 6 better moves, such as column 2."),
        ((1,), "only_move", "x's column 1 is the only legal move: x wins in 21 moves."),
        ((0,), "only_move", "x's column 1 is the only legal move: the game is a draw."),
        ((-1,), "only_move", "x's column 1 is the only legal move: o wins in 21 moves."),
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


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ((1,), "Play column 1, the only legal move: x wins in 21 moves."),
        ((1, 0, -1), "Play column 1: only this wins for x, in 21 moves; "
         "column 2 only draws, column 3 loses."),
        ((1, 1, 0), "Play column 1 or 2: these win for x, in 21 moves; column 3 only draws."),
        ((3, 1, 0), "Play column 1: x wins in 19 moves; column 2 wins too, but later."),
        ((1, 1), "Play any move, such as column 1: x wins in 21 moves."),
        ((1, -1, -1, -1, -1, -1, -1),
         "Play column 1: only this wins for x, in 21 moves; every other move loses."),
        ((0, -1), "Play column 1: only this keeps the draw for x; column 2 loses."),
        ((0, 0, -1, -1), "Play column 1 or 2: these keep the draw for x; columns 3 and 4 lose."),
        ((0, 0, 0, 0, 0, 0, -1),
         "Play column 4, or any move except column 7: these keep the draw for x; column 7 loses."),
        ((0, 0), "Play any move, such as column 1: the game is a draw."),
        ((-1, -2), "Play column 1: x is losing, but this holds out longest; o wins in 21 moves."),
        ((-2, -1, -1),
         "Play column 2 or 3: x is losing, but these hold out longest; o wins in 21 moves."),
        ((-1, -1),
         "Play any move, such as column 1: x is losing, and none helps; o wins in 21 moves."),
    ],
)  # fmt: skip
def test_the_move_to_play_comes_first(values: tuple[int, ...], text: str) -> None:
    fact = of_score.advice(START, scored(*values), first=3)
    assert fact.text == text
    assert {*fact.moves} == {move for move, value in enumerate(values) if value == max(values)}


def test_of_many_good_moves_one_is_named() -> None:
    start = ir.Position(ir.GOMOKU)
    scores = {move: ir.Score.of(0 if move < 20 else -1, start) for move in range(40)}
    assert of_score.advice(start, scores, first=7).text == (
        "Play h1, or one of 19 other moves as good: these keep the draw for x; "
        "every other move loses."
    )


def test_positions() -> None:
    said = [of_score.of_position(START, ir.Score.of(value, START)).text for value in (1, 0, -1)]
    assert said == [
        "x is to move and wins in 21 moves.",
        "x is to move; with best play the game is a draw.",
        "x is to move, but o wins in 21 moves.",
    ]
    weak = ir.Score(-1, ir.Side.FIRST, None)
    won = ir.Score(1, ir.Side.FIRST, None)
    assert of_score.advice(START, {0: won, 1: weak}).text == (
        "Play column 1: only this wins for x; column 2 loses."
    )
    assert of_score.of_position(START, weak).text == "x is to move, but o wins."
