from pathlib import Path
from random import Random
from threading import Thread

import numpy as np
import pytest

import inarow as ir
from inarow import batch
from inarow.search.scores import Score
from inarow.search.solver import expect_solvable, kept_solver
from support.paths import DATA
from support.plain_solver import PlainSolver
from support.strategies import play_random
from support.waiting import told_to_stop

# Published values: with whom and on which move perfect play ends.
VALUES = {
    "4x4x4": ("draw", 16),
    "5x4x4": ("draw", 20),
    "6x4x4": ("o", 24),
    "7x4x4": ("draw", 28),
    "4x5x4": ("draw", 20),
    "5x5x4": ("draw", 25),
    "6x5x4": ("draw", 30),
    "7x5x4": ("draw", 35),
    "4x6x4": ("draw", 24),
    "5x6x4": ("draw", 30),
    "6x6x4": ("o", 36),
    "4x8x4": ("draw", 32),
    "3x3x3/free": ("draw", 9),
    "4x3x3/free": ("x", 7),
    "4x4x3/free": ("x", 5),
    "4x4x4/free": ("draw", 16),
    "5x5x4/free": ("draw", 25),
    "6x5x4/free": ("x", 11),
    "6x6x4/free": ("x", 11),
    "6x6x5/free": ("draw", 36),
    "10x8x7/free": ("draw", 80),
}


@pytest.mark.parametrize("size", VALUES)
def test_empty_boards_have_their_published_values(size: str) -> None:
    winner, plies = VALUES[size]
    score = ir.Solver(table_mb=16).solve(ir.Position(ir.Rules.parse(size)))
    assert str(score).split()[0] == winner
    assert score.plies == plies


def test_the_openings_inputs_of_an_old_benchmark() -> None:
    solver = ir.Solver(table_mb=16)
    for moves, sign in (("45461667", 1), ("35333571", -1), ("13333111", 0)):
        position = ir.Board(ir.CONNECT_FOUR, moves).position
        assert solver.solve(position, weak=True).value == sign
        assert np.sign(solver.solve(position).value) == sign


def test_scores_say_when_it_ends() -> None:
    solver = ir.Solver(table_mb=1, threads=1)
    three = ir.Board(ir.CONNECT_FOUR, "445566").position
    score = solver.solve(three)
    assert (score.value, score.plies, score.wins_in, score.loses_in) == (18, 1, 1, None)
    assert str(score) == "x wins in 1 move"
    lost = ir.Board(ir.CONNECT_FOUR, "44556").position
    assert (str(solver.solve(lost)), solver.solve(lost).loses_in) == ("x wins in 1 move", 1)
    assert str(solver.solve(lost, weak=True)) == "x wins"
    assert str(Score(0, ir.Side.FIRST, 3)) == "draw"


def test_following_best_play_ends_as_the_score_says() -> None:
    random = Random(1)
    solver = ir.Solver(table_mb=4)
    for size in ("5x5x4", "6x5x4", "7x6x4", "9x7x4", "6x4x3", "4x3x3/free", "6x5x4/free"):
        rules = ir.Rules.parse(size)
        plies = rules.cell_count * 2 // 3 if rules.gravity else rules.cell_count // 3
        for _ in range(5):
            board = play_random(rules, random, plies)
            if board.outcome():
                continue
            analysis = solver.analyze(board.position)
            after = ir.Board(board.position, analysis.line)
            outcome = after.outcome()
            assert outcome is not None
            assert len(analysis.line) == analysis.score.plies
            assert analysis.line[0] in analysis.best
            expected = analysis.score.value
            winner = {1: board.turn, -1: board.turn.other, 0: None}[int(np.sign(expected))]
            assert outcome.winner is winner
            assert int(solver.solve(board.position)) == expected
            assert set(analysis.scores) == set(board.legal_moves())


@pytest.mark.parametrize(("size", "plies"), [("7x6x4", 16), ("6x5x4/free", 6)])
def test_threads_and_table_do_not_change_a_score(size: str, plies: int) -> None:
    random = Random(2)
    rules = ir.Rules.parse(size)
    positions: list[ir.Position] = []
    while len(positions) < 20:
        board = play_random(rules, random, plies)
        if board.outcome() is None:
            positions.append(board.position)
    expected = [int(ir.Solver(table_mb=1, threads=1).solve(p)) for p in positions]
    one, two = ir.Solver(threads=1), ir.Solver(threads=2)
    assert [int(one.solve(p)) for p in positions] == expected
    assert [int(two.solve(p)) for p in positions] == expected
    assert [int(one.solve(p, weak=True)) for p in positions] == np.sign(expected).tolist()
    own = batch.pack([p.discs(p.turn) for p in positions], rules)
    other = batch.pack([p.discs(p.turn.other) for p in positions], rules)
    for solver in (one, two):
        assert solver.solve_many(own, other, rules).tolist() == expected
    weak = two.solve_many(own, other, rules, weak=True)
    assert weak.tolist() == np.sign(expected).tolist()


@pytest.mark.parametrize(("size", "moves"), [("7x6x4", "44444325"), ("5x5x4/free", "c3")])
def test_one_thread_searches_the_same_nodes_every_time(size: str, moves: str) -> None:
    position = ir.Board(ir.Rules.parse(size), moves).position
    counts = []
    for _ in range(2):
        solver = ir.Solver(threads=1)
        solver.solve(position)
        counts.append(solver.nodes)
    assert counts[0] == counts[1] > 0


@pytest.mark.parametrize(("size", "plies"), [("7x6x4", 20), ("6x5x4/free", 5)])
def test_a_mirrored_position_has_the_same_score(size: str, plies: int) -> None:
    random = Random(3)
    solver = ir.Solver(table_mb=4)
    for _ in range(20):
        board = play_random(ir.Rules.parse(size), random, plies)
        if board.outcome() is None:
            mirrored = board.position.mirror()
            assert ir.Solver(table_mb=4).solve(mirrored).value == solver.solve(board.position).value


@pytest.mark.parametrize("size", ["6x5x4", "4x4x3/free"])
def test_a_move_keeps_its_score_and_no_more(size: str) -> None:
    rules, random = ir.Rules.parse(size), Random(6)
    solver = ir.Solver(table_mb=1, threads=1)
    for _ in range(6):
        board = play_random(rules, random, rules.cell_count // 2)
        if board.outcome() is not None:
            continue
        for move, score in solver.analyze(board.position, line=False).scores.items():
            assert solver.keeps(board.position, move, int(score))
            assert not solver.keeps(board.position, move, int(score) + 1)
            assert solver.keeps(board.position, move, -100)


def test_without_gravity_the_score_of_every_cell_is_told() -> None:
    position = ir.Board(ir.TIC_TAC_TOE, "b2 b1").position
    analysis = ir.Solver(table_mb=1, threads=1).analyze(position)
    assert {
        ir.notation.move_text(m, ir.TIC_TAC_TOE): int(s) for m, s in analysis.scores.items()
    } == {"a1": 2, "c1": 2, "a2": 2, "c2": 2, "a3": 2, "b3": 0, "c3": 2}
    assert [str(analysis.scores[m]) for m in (0, 7)] == ["x wins in 3 moves", "draw"]
    centre = ir.Solver(table_mb=1, threads=1).analyze(ir.Position(ir.TIC_TAC_TOE))
    assert centre.line[0] == 4
    assert len(centre.line) == 9


@pytest.mark.parametrize("rules", [ir.Rules(8, 8, 4), ir.Rules(8, 8, 5, gravity=False)])
def test_a_solve_ends_in_time_or_when_told(rules: ir.Rules) -> None:
    solver, hard = ir.Solver(), ir.Position(rules)
    with pytest.raises(ir.Stopped, match=r"stopped after .* nodes, before the score was found"):
        solver.solve(hard, timeout=0.05)
    with told_to_stop(solver), pytest.raises(ir.Stopped):
        solver.solve(hard)
    with pytest.raises(ir.Stopped):
        solver.analyze(hard, timeout=0.05)
    packed = batch.pack([0] * 10, rules)
    with pytest.raises(ir.Stopped):
        solver.solve_many(packed, packed.copy(), rules, timeout=0.05)


@pytest.mark.parametrize("rules", [ir.Rules(8, 8, 4), ir.Rules(8, 8, 5, gravity=False)])
def test_progress_is_told_and_may_raise(rules: ir.Rules) -> None:
    told = []

    def progress(nodes: int, low: int, high: int) -> None:
        told.append((nodes, low, high))
        if len(told) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ir.Solver().solve(ir.Position(rules), progress=progress)
    assert told[0][0] > 0
    assert all(low <= high for _, low, high in told)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7x6x4 7/7/7/7/3ooo1/3xxxx o", "the game is over: x wins"),
        ("2x1x2 xo x", "the game is over: draw"),
        ("3x2x3 x2/3 o", "expected a position that can be played on, but nothing lies under"),
        ("3x3x3/free xxx/oo1/3 o", "the game is over: x wins"),
        (
            "9x9x5/free " + "/".join(["9"] * 9) + " x",
            "exact solving without gravity reaches 80 cells, got 9x9x5/free with 81",
        ),
        ("18x18x4 " + "/".join(["18"] * 18) + " x", "up to 128 for exact solving, got 18x18x4"),
    ],
)
def test_what_cannot_be_solved_is_refused(text: str, message: str) -> None:
    with pytest.raises(ir.SolverError, match=message):
        ir.Solver(table_mb=1).solve(ir.Position.parse(text))


@pytest.mark.parametrize(
    "options", [{"table_mb": 0}, {"threads": 0}, {"threads": 1.5}, {"table_mb": 2**40}]
)
def test_absurd_sizes_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ir.SolverError, match=r"expected (table_mb|threads) from 1 to"):
        ir.Solver(**options)
    with pytest.raises(ir.PositionError, match=r"expected a Position, a Board or text .* got 4"):
        ir.Solver(table_mb=1).solve(4)  # type: ignore[arg-type]


GOLDEN = sorted((DATA / "solver").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_late_positions_have_the_scores_of_an_independent_solver(path: Path) -> None:
    rules = ir.Rules.parse(path.stem)
    lines = [line.split() for line in path.read_text().splitlines()]
    solver = ir.Solver(table_mb=1)
    for moves, score in lines:
        position = ir.Board(rules, moves).position
        assert int(solver.solve(position)) == int(score)
        assert int(solver.solve(position, weak=True)) == np.sign(int(score))
    plain = PlainSolver(rules.width, rules.height, rules.k)
    for move in ir.Board(rules, lines[0][0]).moves:
        assert not plain.play(move)
    assert plain.score() == int(lines[0][1])


def test_each_thread_keeps_a_solver_of_its_own() -> None:
    mine, others = kept_solver(1), list[ir.Solver]()
    thread = Thread(target=lambda: others.append(kept_solver(1)))
    thread.start()
    thread.join()
    assert kept_solver(1) is mine
    assert others[0] is not mine
    assert (kept_solver(2).table_mb, mine.threads) == (2, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4x1x2 xx2 o", "the game is over: x wins"),
        ("4x2x3 1x2/4 o", "expected a position that can be played on, but"),
        ("18x18x5 " + "18/" * 17 + "18 x", "up to 128 for exact solving, got 18x18x5"),
    ],
)
def test_what_cannot_be_solved_is_known_before(text: str, says: str) -> None:
    with pytest.raises(ir.SolverError, match=says):
        expect_solvable(ir.Position.parse(text))
    expect_solvable(ir.Position(ir.CONNECT_FOUR))


@pytest.mark.parametrize("weak", [False, True])
def test_many_may_hold_games_that_are_over(weak: bool) -> None:
    texts = ["tic-tac-toe b2 a1", "tic-tac-toe b2 a1 a2 c2 b3 b1 c1 a3 c3"]
    texts += ["tic-tac-toe a1 a2 b1 b2 c1", "tic-tac-toe"]
    positions = [ir.Position.of(text) for text in texts]
    rules = ir.TIC_TAC_TOE
    own = ir.batch.pack([position.own for position in positions], rules)
    other = ir.batch.pack([position.other for position in positions], rules)
    found = ir.Solver(table_mb=1, threads=1).solve_many(own, other, "tic-tac-toe", weak=weak)
    lost = positions[2].end_score
    assert lost == -3
    assert found.tolist() == [0, 0, -1 if weak else lost, 0]
    ends = ir.batch.end_scores(own, other, rules).tolist()
    assert ends == [ir.batch.NO_SCORE if p.end_score is None else p.end_score for p in positions]


@pytest.mark.parametrize(("own", "other"), [(0b10, 0), (1, 1), (1 << 6, 0), (1 << 63, 0)])
def test_many_are_refused_if_one_cannot_be_played_on(own: int, other: int) -> None:
    solver = ir.Solver(table_mb=1, threads=1)
    with pytest.raises(ir.SolverError, match="expected positions that can be played on"):
        solver.solve_many(np.array([0, own], np.uint64), np.array([0, other], np.uint64), "7x6x4")
