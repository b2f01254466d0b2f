import math
from collections import Counter, defaultdict

import numpy as np
import pytest

import inarow as ir
from inarow.env.batch import Batch
from inarow.env.episode import Episode
from inarow.env.opponent import BatchOpponent, Opponent
from inarow.env.spec import Spec
from inarow.players.levels import _worth
from inarow.search.scores import Estimate


def replies(opponent: Opponent) -> list[int]:
    """What it plays against itself."""
    episode, moves = Episode(Spec()), list[int]()
    while not episode.over:
        moves.append(opponent.reply(episode))
        episode.play(moves[-1])
    return moves


@pytest.mark.parametrize("text", ["random", "cautious", "level 2", "level 5"])
def test_the_same_seed_brings_the_same_replies(text: str) -> None:
    opponent = Opponent(text)
    opponent.restart(1)
    first = replies(opponent)
    replies(opponent)
    opponent.restart(1)
    assert replies(opponent) == first
    assert any(_after(opponent, seed) != first for seed in range(2, 8))


def _after(opponent: Opponent, seed: int) -> list[int]:
    opponent.restart(seed)
    return replies(opponent)


def test_the_random_player_chooses_what_it_would_have_chosen() -> None:
    episode, opponent = Episode(Spec()), Opponent("random")
    opponent.restart(5)
    same = ir.Random(seed=5)
    for _ in range(5):
        move = opponent.reply(episode)
        assert move == same.choose(episode.position)
        episode.play(move)


def test_the_player_that_was_given_is_not_changed() -> None:
    player = ir.Random(seed=1)
    state = player.random.getstate()
    opponent = Opponent(player)
    replies(opponent)
    opponent.restart(2)
    assert player.random.getstate() == state


def test_who_cannot_play_is_refused() -> None:
    with pytest.raises(ir.PlayerError, match="expected a player such as"):
        Opponent("nobody")
    with pytest.raises(
        ir.EnvError, match="expected an opponent such as 'random' or a Player, got 3"
    ):
        Opponent(3)  # type: ignore[arg-type]


def shares(player: ir.Level, position: ir.Position) -> dict[int, float]:
    """How often a level plays each move, worked out from what it sees."""
    skill = player.skill
    found: dict[int, float] = defaultdict(float)
    for side in (position.turn, position.turn.other):
        if moves := position.winning_moves(side):
            found |= dict.fromkeys(moves, skill.alert / len(moves))
            break
    looks = 1 - sum(found.values())
    for share, limit in (
        (skill.overlook, ir.Limit(depth=1)),
        (1 - skill.overlook, ir.Limit(nodes=skill.nodes)),
    ):
        lines = player.engine.search(position, limit, lines=12).lines
        values = {line.move: _worth(line.score) for line in lines}
        if limit.depth:
            values = {v.move: v.score.value * isinstance(v.score, Estimate) for v in lines}
        weights = {move: math.exp(value / skill.spread) for move, value in values.items()}
        for move, weight in weights.items():
            found[move] += looks * share * weight / sum(weights.values())
    return found


@pytest.mark.parametrize(
    "position",
    [
        ir.Board(ir.CONNECT_FOUR, "4").position,
        ir.Board(ir.CONNECT_FOUR, "44553").position,  # a block is needed
        ir.Board(ir.CONNECT_FOUR, "4141612").position,
        ir.Board(ir.TIC_TAC_TOE, "b2a1").position,
        ir.Board(ir.Rules(9, 8, 4), "5565444").position,
    ],
    ids=str,
)
def test_a_level_inside_plays_as_the_player_does(position: ir.Position) -> None:
    skill = ir.Skill(nodes=60, overlook=0.4, spread=80, alert=0.5)
    player = ir.Level(5, skill=skill)
    n = 3000
    games = Batch(
        n, position.rules, opponent=player, start=position, side=_other(position.turn), threads=2
    )
    games.reset(seed=1)  # the level opens
    before = position.discs(position.turn)
    moves = Counter(
        position.rules.move_at(*position.rules.cells(discs ^ before)[0])
        for discs in _discs(games, position)
    )
    for move, share in shares(player, position).items():
        error = 4 * math.sqrt(n * share * (1 - share)) + 1
        assert abs(moves[move] - n * share) <= error, move
    assert sum(moves.values()) == n


def _other(side: ir.Side) -> str:
    return "second" if side is ir.Side.FIRST else "first"


def _discs(games: Batch, position: ir.Position) -> list[int]:
    return [games.position(i).discs(position.turn) for i in range(games.n)]


def test_an_engine_inside_plays_its_best_move() -> None:
    player = ir.entrant("engine:300n,inexact")
    games = Batch(6, opponent=player)
    assert not BatchOpponent(player, ir.CONNECT_FOUR).is_asked
    games.reset(seed=1)
    for _ in range(4):
        before = [games.position(i) for i in range(games.n)]
        games.step()
        for i, position in enumerate(before):
            if not games.done[i]:
                asked = position.play(int(games.action[i]))
                assert games.position(i) == asked.play(player.choose(asked))


@pytest.mark.parametrize(
    ("opponent", "is_asked"),
    [
        ("random", False),
        ("level 4", False),
        ("engine:d3,inexact", False),
        ("engine:d3", True),
        ("engine:10ms,inexact", True),
        ("cautious", True),
        (None, False),
        (lambda own, other: own, True),
    ],
)
def test_what_the_core_cannot_play_is_asked(opponent: object, is_asked: bool) -> None:
    found = BatchOpponent(opponent, ir.CONNECT_FOUR)  # type: ignore[arg-type]
    assert found.is_asked == is_asked
    assert found.plays == (opponent is not None)


def test_a_players_chances_come_from_the_seed() -> None:
    def play(seed: int) -> list[int]:
        games = Batch(5, opponent="cautious", side="second")
        games.reset(seed=seed)
        for _ in range(3):
            games.step()
        return games.other.tolist()  # type: ignore[no-any-return]

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_a_function_must_return_a_move_for_every_game() -> None:
    for bad in (np.zeros(2), np.zeros(2, np.int64), 3):
        games = Batch(5, opponent=lambda own, other, bad=bad: bad)  # type: ignore[misc]
        games.reset(seed=1)
        with pytest.raises(ir.EnvError, match=r"return an integer array of shape \(5,\), got"):
            games.step()


def test_closing_a_batch_closes_the_player() -> None:
    closed = []

    class Closing(ir.Cautious):
        def close(self) -> None:
            closed.append(self)

    games = Batch(1, opponent=Closing())
    games.close()
    assert len(closed) == 1
    Batch(1, opponent="random").close()
