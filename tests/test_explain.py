from random import Random

import pytest

import inarow as ir
from inarow import explain, zugzwang
from strategies import play_random


def said(moves: str, move: int, rules: ir.Rules = ir.CONNECT_FOUR, *, scored: bool = True) -> str:
    position = ir.Board(rules, moves).position
    scores = ir.Solver(table_mb=4).analyze(position, line=False).scores if scored else None
    return " ".join(explain.explain_move(position, move - 1, scores))


@pytest.mark.parametrize(
    ("moves", "move", "sentences"),
    [
        ("445566", 3, "x wins: c1 d1 e1 f1."),
        ("445566", 1, "x misses a win at once: 3 and 7. "
         "It wins in 2 moves instead of 1 move: better were 3 and 7."),
        ("44556", 3, "o cannot stop all threats: x wins at 7. "
         "It loses, like every move, but as late as it can: in 1 move."),
        ("44556", 1, "o does not stop x, who wins at 3 and 7. "
         "It loses, like every move, but as late as it can: in 1 move."),
        ("4455", 3, "x threatens b1 and f1 at once: only one can be stopped. "
         "It keeps the win in 2 moves."),
        ("4455", 2, "x threatens c1. "
         "It throws away a win in 2 moves: now o wins; better were 3 and 6."),
        ("44444325", 3, "Later x wins at e4, once the cells below are filled. "
         "It keeps the win in 15 moves."),
        ("44444325", 5, "It wins in 17 moves instead of 15 moves: better were 2 and 3."),
    ],
)  # fmt: skip
def test_moves_are_explained(moves: str, move: int, sentences: str) -> None:
    assert said(moves, move) == sentences


def test_a_cell_given_away_is_named() -> None:
    assert said("5532765736", 4, scored=False) == "x gives o the cell above: d2 wins."


def test_without_gravity_too() -> None:
    rules = ir.TIC_TAC_TOE
    position = ir.Board(rules, "a1 b1 a2").position
    block = rules.move_at(0, 2)
    assert explain.explain_move(position, block) == ["o stops x, who would have won at a3."]
    assert explain.explain_position(position) == ["o must play a3, or x wins there."]


def test_positions_are_explained() -> None:
    over = ir.Board(ir.CONNECT_FOUR, "4455667").position
    assert explain.explain_position(over) == ["The game is over: x wins."]
    open_ = ir.Board(ir.CONNECT_FOUR, "44556").position
    score = ir.Solver(table_mb=1).solve(open_)
    assert explain.explain_position(open_, score) == [
        "o is to move: x wins in 1 move.",
        "x threatens c1 and g1: one cannot stop both.",
    ]


def test_a_plan_is_told_so_that_it_can_be_followed() -> None:
    plan = zugzwang.find(ir.Position(ir.Rules(2, 4, 3)))
    assert plan is not None
    assert explain.explain_plan(plan) == [
        "o can answer every disc in column 1 and 2 with one right above it.",
        "So x gets at most a1, a3, b1 and b3.",
        "No line of x fits there: x cannot win.",
    ]


def test_no_sentence_contradicts_the_exact_score() -> None:
    random, solver = Random(4), ir.Solver(table_mb=4)
    seen = set()
    for _ in range(600):
        rules = ir.Rules.parse(random.choice(("7x6x4", "6x5x4", "4x6x4", "5x4x4")))
        position = play_random(rules, random, random.randint(2, rules.cell_count - 1)).position
        if position.outcome() is not None or rules.cell_count - position.ply > 26:
            continue
        scores = solver.analyze(position, line=False).scores
        for move, score in scores.items():
            text = " ".join(explain.explain_move(position, move, scores))
            if "only one can be stopped" in text:
                assert score.wins_in == 2
                seen.add("double")
            if "the cell above" in text or "does not stop" in text or "cannot stop" in text:
                assert score.loses_in == 1
                seen.add("lost")
            if "right above it" in text:
                assert score.wins_in == 2
                seen.add("stacked")
        best = max(scores.values(), key=int)
        for sentence in explain.explain_position(position):
            if "must, and" in sentence:
                assert best.value < 0
                seen.add("zugzwang")
            if "cannot win" in sentence:
                assert best.value <= 0
                seen.add("held")
    assert seen == {"double", "lost", "stacked", "zugzwang", "held"}


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(ir.IllegalMoveError, match="expected a legal move, got 9"):
        explain.explain_move(ir.Position(ir.CONNECT_FOUR), 9)
