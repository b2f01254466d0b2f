import pytest
from hypothesis import given

import inarow as ir
from inarow.board.rules import MAX_SIDE, PRESETS
from support.strategies import ODD_RULES, rules


def test_the_presets_have_the_sizes_people_know() -> None:
    assert {name: str(preset.rules) for name, preset in PRESETS.items()} == {
        "connect-four": "7x6x4",
        "wide-four": "9x6x4",
        "tic-tac-toe": "3x3x3/free",
        "gomoku": "15x15x5/free",
    }


@given(rules())
def test_text_and_rules_are_the_same_thing(rules: ir.Rules) -> None:
    assert ir.Rules.parse(str(rules)) == rules
    assert eval(repr(rules), {"Rules": ir.Rules}) == rules


@pytest.mark.parametrize("name", ["connect-four", " Connect-Four ", "7X6X4"])
def test_names_and_case_and_space_do_not_matter(name: str) -> None:
    assert ir.Rules.parse(name) == ir.CONNECT_FOUR


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "7x6",
        "7x6x4x1",
        "0x6x4",
        "7x36x4",
        "7x6x0",
        "-7x6x4",
        "7x6x4/frei",
        "７x6x4",
        "chess",
    ],
)
def test_other_text_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(ir.RulesError, match=r"^expected .* got .*[^.]$"):
        ir.Rules.parse(text)


@pytest.mark.parametrize("bad", [0, -1, MAX_SIDE + 1, True, 7.0, "7", None])
def test_sides_outside_the_range_are_refused(bad: object) -> None:
    for name in ("width", "height", "k"):
        values: dict[str, object] = {"width": 7, "height": 6, "k": 4, name: bad}
        with pytest.raises(ir.RulesError, match=f"expected {name} from 1 to 35, got"):
            ir.Rules(**values)  # type: ignore[arg-type]


def test_gravity_is_yes_or_no() -> None:
    with pytest.raises(ir.RulesError, match="expected gravity to be True or False, got 1"):
        ir.Rules(7, 6, 4, gravity=1)  # type: ignore[arg-type]


@given(rules())
def test_bits_and_cells_are_the_same_thing(rules: ir.Rules) -> None:
    cells = rules.cells(rules.board)
    assert len(set(cells)) == rules.cell_count
    assert rules.bits(cells) == rules.board
    assert all(rules.has(*cell) for cell in cells)


def test_the_bit_order_is_the_drawn_one() -> None:
    rules = ir.Rules(5, 3, 3)
    assert rules.bit(0, 0) == 1 << 0
    assert rules.bit(0, 2) == 1 << 2
    assert rules.bit(1, 0) == 1 << 4
    assert rules.bit(4, 2) == 1 << 18


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
def test_moves_number_the_columns_or_the_cells(rules: ir.Rules) -> None:
    moves = {rules.move_at(*cell) for cell in rules.cells(rules.board)}
    assert moves == set(range(rules.move_count))
    if not rules.gravity:
        assert all(rules.move_at(*rules.cell_at(move)) == move for move in moves)


@given(rules(largest=35))
def test_words_put_together_are_the_set(rules: ir.Rules) -> None:
    words = rules.split(rules.board)
    assert len(words) == rules.words
    assert sum(word << (64 * i) for i, word in enumerate(words)) == rules.board
    assert max(words) < 2**64


def test_a_cell_outside_is_refused() -> None:
    with pytest.raises(
        ir.PositionError, match="column 0 to 6 and row 0 to 5, got column 7 and row 0"
    ):
        ir.CONNECT_FOUR.bit(7, 0)


def test_sides_have_an_opponent_and_a_symbol() -> None:
    assert ir.Side.FIRST.other is ir.Side.SECOND
    assert ir.Side.SECOND.other is ir.Side.FIRST
    assert [str(side) for side in ir.Side] == ["x", "o"]


def test_a_cell_knows_the_one_above() -> None:
    assert ir.Cell(2, 3).above == ir.Cell(2, 4)
