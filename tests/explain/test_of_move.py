import inarow as ir
from inarow.explain import of_move
from inarow.explain.fact import Fact


def kinds(facts: object) -> list[str]:
    assert isinstance(facts, list)
    return [fact.kind for fact in facts]


def position_after(text: str, rules: ir.Rules = ir.CONNECT_FOUR) -> ir.Position:
    return ir.Board(rules, text).position


def made(text: str, move: int) -> list[Fact]:
    position = position_after(text)
    return list(of_move.threats_made(position, position.play(move)))


def test_a_block_is_met_and_an_overlooked_threat_is_not() -> None:
    position = position_after("41516")  # o to move, x wins at c1 and g1
    assert kinds(list(of_move.win_missed_or_stopped(position, 2))) == ["cannot_stop"]
    assert kinds(list(of_move.win_missed_or_stopped(position, 3))) == ["does_not_stop"]
    assert kinds(list(of_move.win_missed_or_stopped(position_after("14151"), 0))) == ["blocks"]


def test_threats_are_counted() -> None:
    assert kinds(made("4455", 2)) == ["double_threat"]
    assert kinds(made("4455", 1)) == ["threat"]


def test_a_threat_that_was_there_is_no_new_one() -> None:
    (threat,) = made("112233", 6)  # x could have won with column 4
    assert threat.text == "x still threatens to win with column 4: o must block there."


def test_a_cell_given_away_is_named() -> None:
    position = position_after("5532765736")
    (fact,) = of_move.wins_allowed(position, position.play(3))
    assert fact.cells == (ir.Cell(3, 1),)
    assert fact.side is ir.Side.SECOND
