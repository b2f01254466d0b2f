from collections.abc import Iterator
from random import Random

import inarow as ir
from inarow import zugzwang
from inarow.explain.zugzwang import Plan
from support.strategies import play_random

SIZES = ("5x4x4", "6x5x4", "5x5x4", "4x6x4", "7x6x4", "6x6x4", "7x5x4", "4x4x3")


def plans(count: int, seed: int) -> Iterator[tuple[ir.Position, Plan]]:
    """Random late positions that have a plan."""
    random = Random(seed)
    while count:
        rules = ir.Rules.parse(random.choice(SIZES))
        position = play_random(rules, random, random.randint(9, rules.cell_count - 2)).position
        plan = zugzwang.find(position)
        if plan is not None:
            count -= 1
            yield position, plan


def any_cell(position: ir.Position, random: Random) -> ir.Cell:
    """Where a disc of a random move comes to rest."""
    cell = position.cell_of(random.choice(position.legal_moves()))
    assert cell is not None
    return cell


def test_no_plan_contradicts_the_exact_score() -> None:
    solver = ir.Solver(table_mb=4)
    wins = 0
    for position, plan in plans(60, seed=1):
        score = -int(solver.solve(position))
        assert score >= plan.score, position.text()
        wins += plan.score > 0
    assert wins > 15


def test_whoever_follows_a_plan_gets_what_it_promises() -> None:
    random = Random(2)
    for start, plan in plans(60, seed=2):
        for _ in range(5):
            position = start
            while position.outcome() is None:
                last = any_cell(position, random)
                position = position.play(last.column)
                if position.outcome() is None:
                    position = position.play(plan.answer(position, last))
            outcome = position.outcome()
            assert outcome is not None
            assert outcome.winner is not plan.follower.other, start.text()
            if plan.score:
                assert outcome.winner is plan.follower, start.text()
                assert (position.rules.cell_count + 2 - position.ply) // 2 >= plan.score


def test_the_opponent_never_gets_other_cells() -> None:
    random = Random(3)
    for start, plan in plans(30, seed=3):
        allowed = set(plan.opponent) | {cell for pair in plan.pairs for cell in pair}
        position = start
        while position.outcome() is None:
            last = any_cell(position, random)
            below = [cell for cell in plan.waiting if cell == (last.column, last.row + 1)]
            assert last in allowed or below, start.text()
            position = position.play(last.column)
            if position.outcome() is None:
                position = position.play(plan.answer(position, last))


def play_all(position: ir.Position, plan: Plan) -> int:
    """Follow *plan* against every way to play; the number of games."""
    games = 0
    for move in position.legal_moves():
        last = position.cell_of(move)
        assert last is not None
        now = position.play(move)
        if now.outcome() is None:
            now = now.play(plan.answer(now, last))
        outcome = now.outcome()
        if outcome is None:
            games += play_all(now, plan)
            continue
        games += 1
        assert outcome.winner is not plan.follower.other
        if plan.score:
            assert outcome.winner is plan.follower
            assert (now.rules.cell_count + 2 - now.ply) // 2 >= plan.score
        if outcome.is_draw:
            assert all(now.at(*cell) is plan.follower for cell in plan.own)
    return games


def test_plans_hold_against_every_opponent_on_small_boards() -> None:
    random = Random(4)
    held = won = games = 0
    while games < 10_000:
        rules = ir.Rules.parse(
            random.choice(("4x4x3", "5x4x4", "4x4x4", "3x6x3", "2x6x3", "6x3x3"))
        )
        least = rules.cell_count - 12
        start = play_random(rules, random, random.randint(least, rules.cell_count - 3)).position
        plan = zugzwang.find(start)
        if plan is not None:
            games += play_all(start, plan)
            held, won = held + (plan.score == 0), won + (plan.score > 0)
    assert held > 20
    assert won > 5


def test_there_is_no_plan_if_discs_float() -> None:
    assert zugzwang.find(ir.Position.parse("2x4x3 2/x1/2/2 o")) is None


def test_there_is_no_plan_without_gravity_at_the_end_or_in_a_fight() -> None:
    assert zugzwang.find(ir.Position(ir.TIC_TAC_TOE)) is None
    assert zugzwang.find(ir.Board(ir.CONNECT_FOUR, "4455667").position) is None
    assert zugzwang.find(ir.Board(ir.CONNECT_FOUR, "445566").position) is None


def test_an_even_board_is_held_by_following() -> None:
    plan = zugzwang.find(ir.Position(ir.Rules(2, 4, 3)))
    lower, upper = (
        tuple(ir.Cell(column, row) for column in (0, 1) for row in rows)
        for rows in ((0, 2), (1, 3))
    )
    assert plan == Plan(ir.Side.SECOND, 0, (), (0, 1), (), lower, upper)


def test_many_odd_columns_are_not_tried_in_every_pairing() -> None:
    assert zugzwang.find(ir.Position(ir.Rules(18, 1, 4))) is None
