"""Themes, each with a position that shows its definition."""

from inarow import Position, Rules, Solver
from inarow.puzzles import Goal, Place, Theme, shipped
from inarow.puzzles.making import _played_out
from inarow.puzzles.themes import place_of, theme_of


def at(text: str) -> Position:
    return Position.parse(text)


def played_out(theme: Theme) -> tuple[Position, tuple[int, ...]]:
    """A shipped puzzle of a theme, and its solution against best defence."""
    puzzle = next(p for p in shipped() if p.theme is theme and p.rules == Rules(5, 4, 4))
    position, solver = puzzle.board.position, Solver(threads=1, table_mb=8)
    return position, _played_out(position, puzzle.goal, puzzle.move, solver).moves


def test_a_win_in_one_move() -> None:
    position = at("7x6x4 7/7/7/7/ooo4/xxx4 x")
    assert theme_of(position, Goal.WIN, [3]) is Theme.WIN_NOW
    assert place_of(position, [3]) is Place.LEFT


def test_two_cells_at_once_are_a_double_threat() -> None:
    position = at("7x6x4 7/7/7/7/3o3/3x3 x")
    assert theme_of(position, Goal.WIN, [2, 6, 1, 0, 4]) is Theme.DOUBLE_THREAT


def test_the_cell_above_the_block_is_a_stacked_threat() -> None:
    position, line = played_out(Theme.STACKED_THREATS)
    side = position.turn
    for move in line[:-2]:
        position = position.play(move)
    (block,) = position.winning_moves(side)
    assert position.play(block).winning_moves(side) == (block,)  # right above it


def test_whoever_must_play_below_is_in_zugzwang() -> None:
    for theme, odd in ((Theme.ODD_ZUGZWANG, 0), (Theme.EVEN_ZUGZWANG, 1)):
        position, line = played_out(theme)
        side = position.turn
        for move in line[:-2]:
            position = position.play(move)
        assert not position.winning_moves(side)
        replies = [position.play(move) for move in position.legal_moves()]
        assert all(after.winning_moves(side) for after in replies)
        cell = position.play(line[-2]).cell_of(line[-1])
        assert cell is not None
        assert cell.row % 2 == odd


def test_a_threat_of_ones_own_is_given_up() -> None:
    for puzzle in [p for p in shipped() if p.theme is Theme.SACRIFICE][::10]:
        position = puzzle.board.position
        cell = position.cell_of(puzzle.move)
        assert cell is not None
        assert cell.above in position.threats(puzzle.turn)
        assert puzzle.move in position.play(puzzle.move).winning_moves(puzzle.turn)


def test_who_defends_has_something_to_fear() -> None:
    found = {p.theme for p in shipped() if p.goal is Goal.DRAW}
    assert found == {Theme.DEFENCE, Theme.ONLY_MOVE}
    threatened = at("7x6x4 7/7/7/7/7/2oo3 x")
    assert theme_of(threatened, Goal.DRAW, [1]) is Theme.DEFENCE
    assert theme_of(at("7x6x4 7/7/7/7/7/7 x"), Goal.DRAW, [3]) is Theme.ONLY_MOVE


def test_lines_lie_left_in_the_middle_or_right() -> None:
    assert place_of(at("7x6x4 7/7/7/7/ooo4/3xxx1 x"), [6]) is Place.RIGHT
    assert place_of(at("7x6x4 7/7/7/3x3/3x3/oo1x2o x"), [3]) is Place.MIDDLE
    assert place_of(at("7x6x4 7/7/7/7/7/7 x"), [3]) is Place.NOWHERE
