from inarow.web.routes.sheet import Row, rows


def test_moves_stand_in_pairs() -> None:
    assert rows({"rules": "7x6x4", "moves": [3, 3, 4]}) == [Row(1, "4", "4"), Row(2, "5", "")]


def test_without_gravity_moves_are_cells() -> None:
    assert rows({"rules": "3x3x3/free", "moves": [4, 0]}) == [Row(1, "b2", "a1")]


def test_a_new_game_has_no_rows() -> None:
    assert rows({"rules": "7x6x4", "moves": []}) == []
