import numpy as np
import pytest

import inarow as ir
from inarow.env.pixels import pixels

ORANGE, BLUE, WHITE = (213, 94, 0), (86, 180, 233), (255, 255, 255)


def at(
    picture: np.ndarray, column: int, row: int, rules: ir.Rules, cell: int = 48
) -> tuple[int, ...]:
    """The colour between the sign and the edge of a cell's disc, straight above its middle."""
    edge = cell // 6
    down = int(edge + (rules.height - row - 0.5) * cell - 0.3 * cell)
    return tuple(picture[down, int(edge + (column + 0.5) * cell)].tolist())


def test_discs_lie_where_they_are() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "445")
    picture = pixels(board)
    assert picture.shape == (6 * 48 + 16, 7 * 48 + 16, 3)
    assert picture.dtype == np.uint8
    assert at(picture, 3, 0, board.rules) == ORANGE
    assert at(picture, 3, 1, board.rules) == BLUE
    assert at(picture, 4, 0, board.rules) == ORANGE
    assert at(picture, 0, 0, board.rules) == WHITE


def test_discs_outside_the_winning_line_fade() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "4455667")
    outcome = board.outcome()
    assert outcome
    picture = pixels(board, lines=outcome.lines)
    assert at(picture, 3, 0, board.rules) == ORANGE
    assert at(picture, 3, 1, board.rules) not in (BLUE, WHITE)


def test_the_last_disc_has_a_dot() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "4")
    middle = 8 + int(5.5 * 48), 8 + int(3.5 * 48)
    assert pixels(board)[middle].tolist() != list(WHITE)
    assert pixels(board, last=board.last)[middle].tolist() == list(WHITE)


@pytest.mark.parametrize("rules", ["1x1x1", "3x3x3/free", "35x2x5", "1x9x4/free"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_any_board_can_be_drawn(rules: str, theme: str) -> None:
    board = ir.Board(ir.Rules.parse(rules))
    picture = pixels(board, cell=6, theme=theme)
    assert picture.shape == (board.rules.height * 6 + 2, board.rules.width * 6 + 2, 3)


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(ir.RenderError, match="expected the theme dark or light, got 'pink'"):
        pixels(ir.Board(), theme="pink")
    with pytest.raises(ir.RenderError, match="expected a cell of 4 to 512 pixels, got 0"):
        pixels(ir.Board(), cell=0)
