"""Document 003: players, a board with history, and the win search by convolution."""

from typing import Any

import numpy as np
import pytest
from scipy.signal import convolve2d

import inarow as ir
from inarow import detectors
from inarow.board.lines import Direction
from inarow.detectors import convolution

X, O = ir.Side.FIRST, ir.Side.SECOND  # noqa: E741


def at(column: int, row: int) -> int:
    return ir.TIC_TAC_TOE.move_at(column, row)


# -- players --------------------------------------------------------------------------------------


def test_a_player_is_abstract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        ir.Player("nobody")  # type: ignore[abstract]


def test_a_player_has_a_name_a_number_an_icon_and_an_avatar() -> None:
    icon, avatar = ir.Picture("puck.svg", "a red puck"), ir.Picture("ann.png", "Ann, laughing")
    player = ir.Human("Ann", id=2**40, icon=icon, avatar=avatar)
    assert (player.name, player.id) == ("Ann", 2**40)
    assert (player.icon.resource, player.icon.description) == ("puck.svg", "a red puck")
    assert (player.avatar.resource, player.avatar.description) == ("ann.png", "Ann, laughing")


def test_a_player_has_a_text_form_and_a_copy() -> None:
    for player in (ir.Human("Ann", id=7), ir.Random("die", seed=1), ir.Cautious("fox", seed=1)):
        twin = player.copy()
        assert type(twin) is type(player)
        assert twin is not player
        assert (str(twin), twin.id, twin.icon, twin.avatar) == (
            str(player),
            player.id,
            player.icon,
            player.avatar,
        )


def test_the_copy_of_a_program_thinks_on_its_own() -> None:
    player = ir.Random(seed=1)
    twin = player.copy()
    position = ir.Position(ir.GOMOKU)
    assert [player.choose(position) for _ in range(9)] == [twin.choose(position) for _ in range(9)]


def test_a_program_decides_by_itself() -> None:
    position = ir.Board(ir.TIC_TAC_TOE, "b2 a1 c1").position
    assert ir.Cautious(seed=1).choose(position) == at(0, 2)  # blocks the diagonal


# -- board ----------------------------------------------------------------------------------------


def test_the_usual_board_is_three_by_three_with_three_to_win() -> None:
    assert ir.Board() == ir.Board(ir.Rules(width=3, height=3, k=3, gravity=False))


@pytest.mark.parametrize(
    ("sizes", "rules"),
    [
        ({"width": 5, "height": 4, "k": 4}, "5x4x4/free"),
        ({"width": 5}, "5x3x3/free"),
        ({"k": 2}, "3x3x2/free"),
    ],
)
def test_width_height_and_length_are_3_unless_given(sizes: dict[str, Any], rules: str) -> None:
    assert ir.Board(**sizes, gravity=False) == ir.Board(rules)


def test_state_and_history_can_be_set_in_the_constructor() -> None:
    played = ir.Board(ir.TIC_TAC_TOE, "b2 a1 c3")
    board = ir.Board(played.rules, position=played.position, history=played.history)
    assert board == played
    assert board.cells(X) == played.cells(X)
    board.undo()
    assert board == ir.Board(ir.TIC_TAC_TOE, "b2 a1")
    assert ir.Board(history=played.history) == played
    assert ir.Board(position=played).start == played.position  # without a history it begins there
    assert ir.Board(position=played).history == ()


@pytest.mark.parametrize("wrong", ["b2 a1", "b2 a2 c3", "b2 a1 c3 a2", "gomoku b2 a1 c3"])
def test_a_history_that_does_not_hang_together_is_refused(wrong: str) -> None:
    wrong = wrong if wrong.startswith("gomoku") else f"tic-tac-toe {wrong}"
    one, two, three = ir.Board(ir.TIC_TAC_TOE, "b2 a1 c3").history
    last = ir.Position.of(wrong)
    with pytest.raises(ir.PositionError, match="expected position to be the last one of history"):
        ir.Board(position=last, history=[one, two, three])
    with pytest.raises(ir.PositionError, match="expected each position of history a legal move"):
        ir.Board(history=[one, two, last])
    with pytest.raises(ir.PositionError, match="expected each position of history a legal move"):
        ir.Board(history=[two, three])


def test_the_state_is_a_grid_of_players_or_nothing() -> None:
    ann, bob = ir.Human("Ann"), ir.Human("Bob")
    game = ir.Game(ir.Board(ir.TIC_TAC_TOE, "a1 c2"), (ann, bob))
    assert game.grid() == [[ann, None, None], [None, None, bob], [None, None, None]]


@pytest.mark.parametrize("size", ["3x3x3/free", "4x3x2/free", "10x20x5/free"])
def test_any_size_and_any_length_begins_blank(size: str) -> None:
    board = ir.Board(ir.Rules.parse(size))
    assert board.history == ()
    assert board.position.array().any() == False  # noqa: E712  NumPy's bool


def test_placing_on_a_free_cell_answers_true_and_joins_the_history() -> None:
    board = ir.Board(ir.TIC_TAC_TOE)
    assert board.try_play(at(1, 1)) is True
    assert board.at(1, 1) is X
    assert board.history == (board.position,)


@pytest.mark.parametrize("move", [at(1, 1), -1, 9, 100])
def test_placing_on_a_taken_or_outside_cell_answers_false_and_changes_nothing(move: int) -> None:
    board = ir.Board(ir.TIC_TAC_TOE, "b2")
    before = board.copy()
    assert board.try_play(move) is False
    assert board == before


def test_undo_returns_to_the_state_before() -> None:
    board = ir.Board(ir.TIC_TAC_TOE, "b2 a1")
    board.undo()
    assert board.history == (board.position,)
    assert board == ir.Board(ir.TIC_TAC_TOE, "b2")
    board.undo()
    assert board.position == ir.Position(ir.TIC_TAC_TOE)


def test_undo_on_an_empty_history_changes_nothing() -> None:
    board = ir.Board(ir.TIC_TAC_TOE)
    assert board.undo() is None
    assert board == ir.Board(ir.TIC_TAC_TOE)


def test_clear_empties_board_and_history() -> None:
    board = ir.Board(ir.TIC_TAC_TOE, "b2 a1 c3")
    board.clear()
    assert board.history == ()
    assert board.position == ir.Position(ir.TIC_TAC_TOE)


def test_history_keeps_states_that_later_moves_do_not_touch() -> None:
    board = ir.Board(ir.TIC_TAC_TOE, "b2")
    old = board.history[0]
    board.play(at(0, 0))
    assert old == ir.Board(ir.TIC_TAC_TOE, "b2").position  # a deep copy, in the document's words


# -- win search -----------------------------------------------------------------------------------


def test_the_four_kernels_are_the_drawn_ones() -> None:
    drawn = {direction: kernel.tolist() for direction, kernel in convolution.kernels(3).items()}
    assert drawn == {
        Direction.VERTICAL: [[1], [1], [1]],
        Direction.HORIZONTAL: [[1, 1, 1]],
        Direction.FALLING: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        Direction.RISING: [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
    }


def test_it_is_a_convolution() -> None:
    random = np.random.default_rng(1)
    board = random.integers(0, 2, (6, 7))
    for k in (1, 2, 3, 4, 5, 6):
        for kernel in convolution.kernels(k).values():
            expected = convolve2d(board, kernel, mode="valid")
            assert convolution.convolve(board, kernel).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("moves", "configuration"),
    [
        ("a1 a2 b1 b2 c1", "horizontal"),
        ("a1 b1 a2 b2 a3", "vertical"),
        ("a1 a2 b2 b1 c3", "diagonal"),
        ("a3 a2 b2 b1 c1", "diagonal"),
    ],
)
def test_it_answers_the_configuration_and_that_there_is_a_win(
    moves: str, configuration: str
) -> None:
    position = ir.Board(ir.TIC_TAC_TOE, moves).position
    lines = detectors.find(position, X, detector="convolution")
    assert [line.direction.configuration for line in lines] == [configuration]
    assert detectors.find(position, O, detector="convolution") == ()
    assert detectors.win_condition(position, X) == (configuration, True)
    assert detectors.win_condition(position, O) == ("", False)


def test_it_finds_all_lines() -> None:
    position = ir.Position.parse("3x3x3/free xxx/xoo/xoo o")
    lines = detectors.find(position, X, detector="convolution")
    assert [line.direction.configuration for line in lines] == ["horizontal", "vertical"]


def test_a_response_of_k_marks_the_line() -> None:
    position = ir.Board(ir.TIC_TAC_TOE, "a1 a2 b2 b1 c3").position
    trace = detectors.trace(position, X, detector="convolution")
    best: dict[str, int] = {}
    for step in trace.steps:
        best[step.values[0].value] = max(step.value, best.get(step.values[0].value, 0))
    assert best == {"vertical": 1, "horizontal": 1, "diagonal \\": 1, "diagonal /": 3}
    hit = next(step for step in trace.steps if step.lines)
    assert [panel.title for panel in hit.panels] == ["kernel", "cells below", "response"]
    assert hit.panels[2].rows == ((3,),)
