import json

import numpy as np
import pytest
from hypothesis import given

import inarow as ir
from inarow.protocols.json_lines import position_of, question, read_answer, read_move
from support.strategies import positions

FULL = ir.Board(ir.CONNECT_FOUR, "444444").position


@given(positions())
def test_a_question_says_all_there_is_to_know(position: ir.Position) -> None:
    asked = json.loads(json.dumps(question(position, 2.5)))
    assert position_of(asked) == position
    rules = ir.Rules(asked["width"], asked["height"], asked["k"], asked["gravity"])
    assert rules == position.rules == ir.Rules.parse(asked["rules"])
    assert (np.array(asked["board"]) == position.array()).all()
    assert (asked["turn"], asked["ply"]) == (position.turn, position.ply)
    assert tuple(asked["legal"]) == position.legal_moves()
    assert asked["seconds"] == 2.5


@pytest.mark.parametrize(
    "text", ["2", b"2", '{"move": 2}', '{"move": "3"}', ' {"move":2, "x":1}\n']
)
def test_an_answer_is_a_number_from_0_or_text_from_1(text: str | bytes) -> None:
    assert read_answer(text, FULL) == 2


def test_without_gravity_text_names_a_cell() -> None:
    assert read_answer('"b3"', ir.Position(ir.TIC_TAC_TOE)) == 7
    assert read_answer("7", ir.Position(ir.TIC_TAC_TOE)) == 7


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected a move in JSON, got ''"),
        ("three", "expected a move in JSON, got 'three'"),
        (b"\xff", "expected a move in JSON, got '\ufffd'"),
        ("[" * 100_000, "expected a move in JSON, got '[[["),
        ('{"column": 2}', "expected {\"move\": ...}, got {'column': 2}"),
        ("null", "expected a move from 0 to 6, got None"),
        ("2.0", "expected a move from 0 to 6, got 2.0"),
        ("true", "expected a move from 0 to 6, got True"),
        ("[2]", "expected a move from 0 to 6, got [2]"),
        ('"x9"', "expected a move from 0 to 6, got 'x9'"),
        ("7", "expected a legal move, got 7"),
        ("-1", "expected a legal move, got -1"),
        ("3", "expected a legal move, got 3 in 7x6x4 3o3/3x3/3o3/3x3/3o3/3x3 x"),
        ('"4"', "expected a legal move, got 4 in 7x6x4 3o3/3x3/3o3/3x3/3o3/3x3 x"),
        ('{"error": "no\\nidea"}', "no idea"),
        ('{"error": "no\\u001b[2J\\ud800idea"}', "no[2Jidea"),
        ('{"error": ""}', "no reason was given"),
    ],
)
def test_nonsense_gets_one_sentence(text: str | bytes, sentence: str) -> None:
    with pytest.raises(ir.PlayerError) as caught:
        read_answer(text, FULL)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_numbers_of_numpy_are_moves() -> None:
    assert read_move(np.int64(2), FULL) == 2
    with pytest.raises(ir.PlayerError, match="expected a move from 0 to 6, got array"):
        read_move(np.array([2, 3]), FULL)


@pytest.mark.parametrize("asked", [None, [], {}, {"position": 3}])
def test_a_question_needs_a_position(asked: object) -> None:
    with pytest.raises(ir.PlayerError, match="expected a question with a position, got"):
        position_of(asked)
