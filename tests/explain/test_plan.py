from random import Random

import inarow as ir
from inarow import render, zugzwang
from support import plain_facts
from support.strategies import play_random

WAITING = ir.Position.parse("6x6x4 6/6/o1x2o/x1o2x/ooxoox/oxxoxx x")


def shown(position: ir.Position) -> ir.Certificate:
    plan = zugzwang.find(position)
    assert plan is not None
    return ir.Certificate(position, plan)


def test_the_picture_marks_what_everybody_gets() -> None:
    certificate = shown(WAITING)
    assert render.text(WAITING, marks=certificate.marks()).splitlines()[:4] == [
        "+ + + . + +",
        "- - - . - -",
        "o + x * + o",
        "x - o - - x",
    ]
    assert certificate.legend() == [
        "+ o gets these",
        "- x gets at most these",
        "* o wins here when x has to play below",
    ]


def test_pairs_have_letters() -> None:
    position = ir.Board(ir.Rules(5, 4, 4), "453332422451").position
    certificate = shown(position)
    assert render.text(position, marks=certificate.marks()).splitlines() == [
        "+ A B B *",
        "- x x o -",
        "A o o x x",
        "o o x x o",
        "1 2 3 4 5",
    ]
    assert certificate.legend()[2] == "A B pairs: one cell each"
    assert "The pairs are columns 1 and 2; columns 3 and 4." in " ".join(certificate.sentences)


def test_a_first_move_comes_first() -> None:
    certificate = ir.Certificate(WAITING, shown(WAITING).plan, 3)
    assert certificate.sentences[0] == (
        "o can play column 4 and then follow a plan: answer every disc of x directly above it."
    )


def test_it_can_be_had_as_data() -> None:
    data = shown(WAITING).to_dict()
    assert data["follower"] == "o"
    assert data["waiting"] == ["d4"]
    assert data["blocking"] == ["a6", "b6", "d4", "d5", "d6", "e4"]
    assert data["last_disc"] == 34
    assert data["marks"]["d4"] == "*"
    assert data["sentences"] == shown(WAITING).sentences


def test_every_word_of_random_certificates_holds() -> None:
    """Against the exact score, and line by line against the board."""
    random, solver, seen = Random(8), ir.Solver(table_mb=4, threads=1), set()
    for _ in range(600):
        rules = ir.Rules.parse(random.choice(("5x4x4", "6x5x4", "4x6x4", "7x5x4", "6x4x5")))
        least = max(4, rules.cell_count - 18)
        position = play_random(rules, random, random.randint(least, rules.cell_count - 2)).position
        plan = zugzwang.find(position)
        if plan is not None:
            worth = -solver.solve(position).value
            seen.add(plain_facts.check_certificate(ir.Certificate(position, plan), worth))
    assert seen == {"plan: waits", "plan: line", "plan: holds"}
