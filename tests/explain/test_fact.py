import json

import inarow as ir
from inarow.board.render import Mark
from inarow.explain import explain_move, explain_position


def test_an_explanation_can_be_had_as_data() -> None:
    position = ir.Board(ir.CONNECT_FOUR, "4455").position
    data = explain_move(position, 1).to_dict()
    assert data["position"] == position.text()
    assert data["move"] == "2"
    assert data["facts"][0] == {
        "kind": "threat",
        "text": "x threatens to win with column 3: o must block there.",
        "side": "x",
        "cells": ["c1"],
        "moves": [],
    }
    assert data["facts"][1]["moves"] == ["3", "2", "6"]
    assert data["plans"] == []
    assert json.loads(json.dumps(data)) == data


def test_forced_lines_are_numbered_in_the_colours_of_the_sides() -> None:
    said = explain_position(ir.Board(ir.CONNECT_FOUR, "4455").position)
    first, second = ir.Side
    assert said.marks() == {
        ir.Cell(2, 0): Mark("1", first),
        ir.Cell(1, 0): Mark("2", second),
        ir.Cell(5, 0): Mark("3", first),
    }
    assert said.legend() == ["1, 2, ... the moves in order"]


def test_threats_are_marked_otherwise() -> None:
    said = explain_move(ir.Board(ir.CONNECT_FOUR, "445566").position, 0)
    assert {cell for cell, mark in said.marks().items() if mark.sign == "!"} == {
        ir.Cell(2, 0), ir.Cell(6, 0), ir.Cell(2, 1), ir.Cell(6, 1)
    }  # fmt: skip
    assert said.legend() == ["! completes a line"]
    assert said.shown == said.position.play(0)


def test_nothing_is_marked_after_the_end_or_where_nothing_is() -> None:
    assert explain_position(ir.Board(ir.CONNECT_FOUR, "4455667").position).marks() == {}
    calm = explain_move(ir.Position(ir.CONNECT_FOUR), 3)
    assert calm.marks() == {}
    assert calm.legend() == []


def test_plans_come_with_their_marks_and_sentences() -> None:
    said = explain_position(ir.Position(ir.Rules(2, 4, 3)))
    (certificate,) = said.certificates
    assert said.marks() == certificate.marks()
    assert said.sentences[-5:] == certificate.sentences[-5:]
    assert len(said.to_dict()["plans"]) == 1
