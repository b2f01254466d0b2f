import inarow as ir
from inarow.explain import of_position


def test_a_fight_is_told_until_it_is_decided() -> None:
    wins = ir.Board(ir.CONNECT_FOUR, "445566").position
    assert [fact.kind for fact in of_position.tactics(wins)] == ["wins_now"]
    lost = ir.Board(ir.CONNECT_FOUR, "44556").position
    assert [fact.kind for fact in of_position.tactics(lost)] == ["cannot_stop"]
    calm = ir.Position(ir.CONNECT_FOUR)
    assert not list(of_position.tactics(calm))


def test_poisoned_columns_lie_below_a_threat() -> None:
    position = ir.Board(ir.Rules(5, 4, 4), "453332422451").position
    (fact,) = of_position.poisoned_moves(position)
    assert fact.moves == (4,)
    assert fact.cells == (ir.Cell(4, 3),)
    assert not list(of_position.poisoned_moves(ir.Position(ir.CONNECT_FOUR)))


def test_filling_is_counted_with_all_threat_columns_left_out() -> None:
    position = ir.Board(ir.Rules(5, 5, 4), "314253145124244112").position
    (fact,) = of_position.last_to_fill(position)
    assert fact.cells == (ir.Cell(2, 2), ir.Cell(4, 2))
    assert "1 cell is empty" in fact.text
    assert not list(of_position.last_to_fill(ir.Position(ir.CONNECT_FOUR)))


def test_a_line_tells_its_end_if_it_reaches_it() -> None:
    position = ir.Board(ir.CONNECT_FOUR, "445566").position
    assert of_position.best_line(position, (2,)).text == "Best play: 3, and x wins."
    assert of_position.best_line(position, (0, 0)).text == "Best play: 11."
