from itertools import pairwise
from random import Random

import pytest

import inarow as ir
from inarow.players.levels import LEVELS
from support.strategies import play_random


def moves_of(first: ir.Player, second: ir.Player, rules: ir.Rules) -> tuple[int, ...]:
    game = ir.Game(rules, (first, second))
    game.run()
    return game.board.moves


def perfect(**options: float) -> ir.Perfect:
    return ir.Perfect(
        seed=1,
        oracle=ir.Oracle(threads=1),
        engine=ir.Engine(threads=1, table_mb=4),
        **options,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("size", ["7x6x4", "3x3x3/free", "9x6x4", "15x15x5/free", "18x18x4"])
def test_every_level_plays_whole_games_and_the_same_with_the_same_seed(size: str) -> None:
    rules = ir.Rules.parse(size)
    for number in (1, 3, 5, 7):
        games = [
            moves_of(ir.level(number, seed=seed), ir.level(number, seed=seed + 1), rules)
            for seed in (1, 1, 5)
        ]
        assert games[0] == games[1]
        assert games[0] != games[2]


def test_games_without_a_seed_differ() -> None:
    games = {moves_of(ir.level(2), ir.level(2), ir.CONNECT_FOUR) for _ in range(5)}
    assert len(games) == 5


def test_from_level_4_no_win_or_block_is_missed() -> None:
    random = Random(3)
    players = [ir.level(number, seed=1) for number in range(4, 9)]
    seen = 0
    while seen < 20:
        board = play_random(ir.CONNECT_FOUR, random, random.randint(8, 20))
        own = board.position.winning_moves(board.turn)
        theirs = board.position.winning_moves(board.turn.other)
        if board.outcome() is None and (own or theirs):
            seen += 1
            assert all(p.choose(board.position) in (own or theirs) for p in players)


def test_low_levels_do_miss_wins() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "445566")
    player = ir.level(1, seed=1)
    assert len({player.choose(board.position) for _ in range(50)}) > 3


@pytest.mark.parametrize("size", ["7x6x4", "3x3x3/free", "15x15x5/free"])
def test_a_much_higher_level_is_stronger(size: str) -> None:
    rules = ir.Rules.parse(size)
    low, high = ir.level(1, seed=1), ir.level(6, seed=1)
    points = 0.0
    for players in [(high, low), (low, high)] * 5:
        outcome = ir.Game(rules, players).run()
        if outcome.winner is None:
            points += 0.5
        else:
            points += players[outcome.winner - 1] is high
    assert points >= 8


def test_a_copy_plays_the_same_from_there() -> None:
    start = ir.Position(ir.CONNECT_FOUR)
    player = ir.level(2, seed=7)
    player.choose(start)
    twin = player.copy()
    assert [player.choose(start) for _ in range(9)] == [twin.choose(start) for _ in range(9)]


def test_skills_grow() -> None:
    for below, above in pairwise(LEVELS):
        assert below.nodes < above.nodes
        assert below.overlook > above.overlook
        assert below.spread > above.spread
        assert below.alert <= above.alert


def test_bad_levels_are_refused() -> None:
    for number in (0, 11, "5", 2.0, True, None):
        with pytest.raises(ir.PlayerError, match="expected a level from 1 to 10, got"):
            ir.level(number)  # type: ignore[arg-type]


def test_perfect_against_itself_wins_as_first_with_disc_41() -> None:
    player = perfect()
    moves = moves_of(player, player, ir.CONNECT_FOUR)
    assert len(moves) == 41
    assert moves[0] == 3
    assert player.was_exact


@pytest.mark.parametrize("size", ["7x6x4", "6x5x4", "3x3x3/free", "4x4x4/free"])
def test_perfect_never_drops_value(size: str) -> None:
    rules = ir.Rules.parse(size)
    player, judge = perfect(), ir.Solver(threads=1)
    for number, opponent in enumerate(
        (ir.Random(seed=1), ir.level(3, seed=2), ir.level(7, seed=3))
    ):
        board, side = ir.Board(rules), ir.Side.FIRST if number % 2 else ir.Side.SECOND
        while board.outcome() is None:
            if board.turn is not side:
                board.play(opponent.choose(board.position))
                continue
            move = player.choose(board.position)
            if len(board.moves) >= 8 or rules != ir.CONNECT_FOUR:
                analysis = judge.analyze(board.position, line=False)
                assert analysis.scores[move] == analysis.score
            board.play(move)


def test_perfect_plays_on_where_nothing_is_exact() -> None:
    player = perfect(seconds=0.02)
    rules = ir.Rules(18, 18, 4)
    assert player.choose(ir.Position(rules)) in range(18)
    assert player.was_exact is False
    assert player.promise(rules).startswith("plays 18x18x4 as well as the engine can")
    assert player.promise(ir.CONNECT_FOUR) == "plays 7x6x4 perfectly"


def test_a_stopped_perfect_player_answers_soon() -> None:
    class Interrupted(ir.Oracle):
        def best(self, *_: object, **__: object) -> None:
            player.stop()

    player = ir.Perfect(seconds=600, oracle=Interrupted(), engine=ir.Engine(threads=1))
    assert player.choose(ir.Position(ir.GOMOKU)) in range(225)


def test_a_copy_of_perfect_has_tables_of_its_own() -> None:
    player = perfect()
    twin = player.copy()
    assert twin.engine is not player.engine
    assert twin.oracle is not player.oracle
    assert moves_of(player, player, ir.TIC_TAC_TOE) == moves_of(twin, twin, ir.TIC_TAC_TOE)


def test_how_likely_a_level_is_to_choose_each_move_is_known() -> None:
    quiet = ir.Position.parse("7x6x4 7/7/7/7/3o3/3x3 x")
    for number in (1, 5, 10):
        chances = ir.level(number, seed=1).chances(quiet)
        assert set(chances) == set(quiet.legal_moves())
        assert sum(chances.values()) == pytest.approx(1)
    chosen = [ir.level(2, seed=seed).choose(quiet) for seed in range(300)]
    for move, chance in ir.level(2, seed=1).chances(quiet).items():
        assert chosen.count(move) / 300 == pytest.approx(chance, abs=0.1)


def test_an_alert_level_never_misses_an_immediate_win() -> None:
    won = ir.Position.parse("7x6x4 7/7/7/7/ooo4/xxx4 x")
    assert ir.level(5, seed=1).chances(won)[3] == pytest.approx(1)
    assert ir.level(1, seed=1).chances(won)[3] < 0.9
