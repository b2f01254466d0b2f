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
    assert of_position.best_line(position, (2,)).text == (
        "Best play: x 3, and x wins: columns 3 to 6 of row 1."
    )
    assert of_position.best_line(position, (0, 0)).text == "Best play: x 1, o 1, and so on."
    drawn = ir.Position(ir.Rules(2, 4, 3))
    assert of_position.best_line(drawn, (0, 0, 0, 0, 1, 1, 1, 1)).text.endswith(
        "x 2, o 2, and the game is a draw."
    )


def test_of_a_long_line_the_middle_is_left_out_and_that_is_said() -> None:
    line = [column for column in (3, 2, 1, 0) for _ in range(6)]
    fact = of_position.best_line(ir.Position(ir.Rules(7, 6, 7)), line)
    assert "x 3, o 3, x 3, o 3 … (8 moves left out) … x 1, o 1" in fact.text
    assert fact.moves == tuple(line)


def test_whoever_is_lost_blocks_what_can_be_blocked() -> None:
    lost = ir.Board(ir.CONNECT_FOUR, "44556").position
    assert of_position.best_line(lost, (0, 2)).moves == (2, 6)
    before = ir.Board(ir.CONNECT_FOUR, "4455").position
    assert of_position.resisting(before, (5, 0, 2)) == (5, 2, 6)
    assert of_position.resisting(before, (5, 0)) == (5, 0)  # the game goes on


def test_columns_below_a_threat_are_to_be_left_alone() -> None:
    position = ir.Board(ir.Rules(5, 5, 4), "314253145124244112").position
    (fact,) = of_position.to_watch(position, ir.Side.SECOND)
    assert fact.text == (
        "Watch out: o should not play column 3, where x wins on top; "
        "nor column 5 yet, where x blocks o's threat on top."
    )
    assert fact.moves == (2, 4)
    (fact,) = of_position.to_watch(position, ir.Side.SECOND, told=(2,))
    assert fact.moves == (4,)
    assert not list(of_position.to_watch(ir.Position(ir.TIC_TAC_TOE), ir.Side.FIRST))


def test_a_move_on_the_most_open_lines_is_named_if_it_is_the_only_one() -> None:
    empty = ir.Position(ir.CONNECT_FOUR)
    (fact,) = of_position.most_lines(empty, [3])
    assert fact.text == (
        "A disc in column 4 lies on 7 lines that x can still complete: more than anywhere else."
    )
    assert fact.moves == (3,)
    assert not list(of_position.most_lines(empty, [2, 4]))
    (fact,) = of_position.most_lines(ir.Position(ir.TIC_TAC_TOE), range(9))
    assert fact.text.startswith("A disc at b2 lies on 4 lines that x can still complete")
    taken = ir.Board(ir.TIC_TAC_TOE, "b2").position  # a1, c1, a3 and c3 have two lines each
    assert not list(of_position.most_lines(taken, [0, 2, 6, 8]))
    assert not list(of_position.most_lines(ir.Position(ir.Rules(1, 1, 1)), [0]))


def test_what_the_engine_prefers_is_called_an_estimate() -> None:
    fact = of_position.suggestion(ir.Position(ir.GOMOKU), 112, ir.Estimate(0, ir.Side.FIRST))
    assert fact.text == (
        "Play h8, the engine's choice (an estimate, not a proof): about even; "
        "x's winning chances are 50%."
    )
