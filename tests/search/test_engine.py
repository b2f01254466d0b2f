import math
from random import Random

import pytest

import inarow as ir
from support.paths import DATA
from support.strategies import play_random
from support.waiting import told_to_stop

SIZES = [
    "3x3x3",
    "3x3x3/free",
    "4x3x9",
    "1x1x1",
    "1x9x4",
    "5x4x1",
    "2x2x2/free",
    "7x6x4",
    "8x7x4",
    "9x7x4",
    "8x15x4",
    "13x10x4",
    "18x18x4",
    "20x20x8",
    "20x20x8/free",
    "15x15x5/free",
    "20x20x4",
    "24x24x5/free",
    "35x35x15/free",
]
FORCED = (DATA / "forced_wins.txt").read_text().splitlines()


def one(**options: object) -> ir.Engine:
    return ir.Engine(threads=1, table_mb=1, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", SIZES)
def test_moves_are_legal_on_every_board(size: str) -> None:
    rules = ir.Rules.parse(size)
    random = Random(size)
    engine = one()
    for plies in (0, 1, rules.cell_count // 3, rules.cell_count - 2):
        board = play_random(rules, random, plies)
        if board.outcome() is not None:
            continue
        for limit in (ir.Limit(seconds=0.01), ir.Limit(nodes=1), ir.Limit(depth=1)):
            result = engine.search(board, limit, lines=3)
            moves = [line.move for line in result.lines]
            assert len(moves) == len(set(moves)) == min(3, len(board.legal_moves()))
            assert set(moves) <= set(board.legal_moves())
            assert result.move == result.line[0] == moves[0]
            ir.Board(board.position, result.line)  # the line can be played


def test_two_engines_play_a_game_to_the_end() -> None:
    for size in ("7x6x4", "6x6x4/free", "8x5x3"):
        player = ir.EnginePlayer(ir.Limit(depth=3), engine=one())
        game = ir.Game(ir.Rules.parse(size), (player, player.copy()))
        assert game.run() is not None
        again = ir.Game(ir.Rules.parse(size), (player, player.copy()))
        again.run()
        assert again.board.moves == game.board.moves


def test_a_win_is_taken_and_a_loss_is_seen() -> None:
    engine = one()
    won = ir.Board(ir.CONNECT_FOUR, "445566")
    result = engine.search(won, ir.Limit(depth=2))
    assert result.move in (2, 6)
    assert str(result.score) == "x wins in 1 move"
    assert isinstance(result.score, ir.Score)
    assert result.score.value == 18
    lost = ir.Board(ir.CONNECT_FOUR, "44556")
    result = engine.search(lost, ir.Limit(depth=2))
    assert (str(result.score), result.score.value, len(result.line)) == ("x wins in 1 move", -18, 2)


def test_a_proved_score_is_the_solvers() -> None:
    random = Random(4)
    engine, solver = one(exact=False), ir.Solver(table_mb=4, threads=1)
    proved = 0
    for size in ("5x5x4", "6x5x4", "7x6x4", "8x5x4", "6x6x5"):
        rules = ir.Rules.parse(size)
        for _ in range(12):
            board = play_random(rules, random, rules.cell_count // 2)
            if board.outcome() is not None:
                continue
            result = engine.search(board, ir.Limit(nodes=20_000), lines=2)
            exact = solver.analyze(board.position, line=False)
            for line in result.lines:
                if isinstance(line.score, ir.Score):
                    proved += 1
                    truth = exact.scores[line.move]
                    assert math.copysign(1, line.score.value) == math.copysign(1, truth.value)
                    assert (line.score.value == 0) == (truth.value == 0)
                    assert line.score.plies in (None, truth.plies)
    assert proved > 40


def test_near_the_end_the_solver_decides() -> None:
    random = Random(5)
    engine, solver = ir.Engine(threads=1), ir.Solver(threads=1)
    for _ in range(10):
        board = play_random(ir.CONNECT_FOUR, random, 24)
        if board.outcome() is not None:
            continue
        result = engine.search(board, ir.Limit(seconds=20), lines=3)
        exact = solver.analyze(board.position)
        assert result.score == exact.score
        assert result.move in exact.best
        assert len(result.line) == exact.score.plies
        assert [v.score for v in result.lines] == [exact.scores[v.move] for v in result.lines]


def test_small_games_are_decided() -> None:
    engine = one()
    for size, text in (("3x3x3/free", "draw"), ("4x3x3/free", "x wins"), ("3x3x3", "draw")):
        result = engine.search(ir.Position(ir.Rules.parse(size)), ir.Limit(depth=12))
        assert str(result.score) == text


@pytest.mark.parametrize("problem", FORCED[:6])
def test_forced_wins_are_found(problem: str) -> None:
    _, moves = problem.split(maxsplit=1)
    board = ir.Board(ir.GOMOKU, moves)
    assert not board.position.winning_moves(board.turn)
    result = one().search(board, ir.Limit(nodes=3_000_000, depth=20))
    assert str(result.score) == f"{board.turn} wins"
    outcome = ir.Board(board.position, result.line).outcome()
    assert outcome is not None
    assert outcome.winner is board.turn


def test_limits_of_nodes_and_depth_find_the_same_every_time() -> None:
    used = one(exact=False)
    for rules in (ir.CONNECT_FOUR, ir.GOMOKU, ir.Rules(18, 18, 4)):
        position = ir.Position(rules)
        used.search(position, ir.Limit(seconds=0.01))
        for limit in (ir.Limit(nodes=3000), ir.Limit(depth=4), ir.Limit(depth=3, nodes=10**9)):
            fresh = one(exact=False)
            first, second = used.search(position, limit), fresh.search(position, limit)
            assert (first.lines, first.nodes) == (second.lines, second.nodes)
            assert first.depth == (limit.depth or first.depth)
            assert limit.nodes is None or first.nodes <= limit.nodes


def test_what_is_found_so_far_is_told_depth_by_depth() -> None:
    for size in ("9x6x4", "15x15x5/free"):
        position = ir.Position(ir.Rules.parse(size))
        seen: list[ir.Result] = []
        limit = ir.Limit(depth=4)
        result = one(exact=False).search(position, limit, lines=2, progress=seen.append)
        assert [each.depth for each in seen] == [1, 2, 3, 4]
        assert (seen[-1].lines, seen[-1].nodes) == (result.lines, result.nodes)
        assert all(len(each.lines) == 2 for each in seen)


def test_a_watcher_may_end_the_search_by_an_error() -> None:
    def complain(result: ir.Result) -> None:
        raise ValueError(f"enough at depth {result.depth}")

    with pytest.raises(ValueError, match="enough at depth 1"):
        one(exact=False).search(ir.Position(ir.GOMOKU), ir.Limit(seconds=600), progress=complain)


def test_a_search_stops_when_told() -> None:
    for position in (ir.Position(ir.GOMOKU), ir.Position(ir.Rules(8, 8, 4))):
        engine = ir.Engine(threads=2)
        with told_to_stop(engine):
            result = engine.search(position, ir.Limit(seconds=600))
        assert result.seconds < 300
        assert result.move in position.legal_moves()


class Shelf:
    """A book of one position."""

    def __init__(self, position: ir.Position) -> None:
        self.position = position

    def scores(self, position: ir.Position) -> dict[int, ir.Score] | None:
        if position != self.position:
            return None
        return {move: ir.Score.of(move % 4, position) for move in position.legal_moves()}

    def score(self, position: ir.Position) -> ir.Score | None:
        return None


def test_what_the_book_knows_is_not_searched() -> None:
    start = ir.Position(ir.CONNECT_FOUR)
    engine = one(book=Shelf(start))
    result = engine.search(start, ir.Limit(seconds=100), lines=2)
    assert (result.nodes, [v.move for v in result.lines]) == (0, [3, 2])
    assert result.score == ir.Score.of(3, start)
    assert engine.search(start.play(3), ir.Limit(depth=2)).nodes > 0
    engine.exact = False
    assert engine.search(start, ir.Limit(depth=2)).nodes > 0


def test_the_book_that_comes_with_inarow_is_used() -> None:
    result = one().search(ir.Position(ir.CONNECT_FOUR), ir.Limit(seconds=100), lines=7)
    assert (result.nodes, result.move, str(result.score)) == (0, 3, "x wins in 21 moves")
    assert [int(variation.score) for variation in result.lines] == [1, 0, 0, -1, -1, -2, -2]


def test_an_estimate_says_who_is_better() -> None:
    even = ir.Estimate(0, ir.Side.FIRST)
    assert (str(even), even.win_probability, int(even)) == ("about even", 0.5, 0)
    texts = [str(ir.Estimate(value, ir.Side.SECOND)) for value in (50, -150, 300, -999)]
    assert texts == [
        "o is slightly better",
        "x is better",
        "o is much better",
        "x is close to winning",
    ]
    assert ir.Estimate(300, ir.Side.FIRST).win_probability == pytest.approx(0.953, abs=0.001)
    assert ir.Estimate(-90_000, ir.Side.FIRST).win_probability == pytest.approx(0)
    early = one().search(ir.Position(ir.Rules(12, 12, 4)), ir.Limit(depth=3))
    assert isinstance(early.score, ir.Estimate)


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ({}, "expected a limit of seconds, nodes or depth, got none"),
        ({"seconds": 0}, "expected seconds above 0, got 0"),
        ({"seconds": math.nan}, "expected seconds above 0, got nan"),
        ({"seconds": math.inf}, "expected seconds above 0, got inf"),
        ({"seconds": "1"}, "expected seconds above 0, got '1'"),
        ({"seconds": True}, "expected seconds above 0, got True"),
        ({"nodes": 0}, "expected nodes from 1 to 9223372036854775808, got 0"),
        ({"nodes": 1.5}, "expected nodes from 1 to 9223372036854775808, got 1.5"),
        ({"depth": -1}, "expected depth from 1 to 2147483647, got -1"),
        ({"depth": 10**12}, "expected depth from 1 to 2147483647, got 1000000000000"),
    ],
)
def test_absurd_limits_are_refused(limit: dict[str, int], message: str) -> None:
    with pytest.raises(ir.EngineError, match=message):
        ir.Limit(**limit)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7x6x4 7/7/7/7/3ooo1/3xxxx o", "the game is over: x wins"),
        ("2x1x2 xo x", "the game is over: draw"),
        ("3x2x3 x2/3 o", "expected a position that can be played on, but nothing lies under"),
        ("16x1x16 16 x", "expected k up to 15, got 16x1x16"),
    ],
)
def test_positions_that_cannot_be_played_are_refused(text: str, message: str) -> None:
    with pytest.raises(ir.EngineError, match=message):
        one().search(ir.Position.parse(text), ir.Limit(depth=1))


def test_other_bad_input_is_refused() -> None:
    start = ir.Position(ir.CONNECT_FOUR)
    with pytest.raises(ir.PositionError, match=r"expected a Position, a Board or text .* got 4"):
        one().search(4, ir.Limit(depth=1))  # type: ignore[arg-type]
    with pytest.raises(ir.EngineError, match="expected a Limit, got 3"):
        one().search(start, 3)  # type: ignore[arg-type]
    with pytest.raises(ir.EngineError, match="expected lines from 1 on, got 0"):
        one().search(start, ir.Limit(depth=1), lines=0)
    for options in ({"threads": 0}, {"table_mb": 0}, {"table_mb": 1.5}):
        with pytest.raises(ir.EngineError, match=r"expected (threads|table_mb) from 1 to"):
            ir.Engine(**options)


def test_engines_have_text_forms() -> None:
    assert repr(one()) == "Engine(threads=1, table_mb=1, exact=True)"
    assert repr(one(exact=False).copy()) == "Engine(threads=1, table_mb=1, exact=False)"
