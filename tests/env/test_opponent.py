import pytest

import inarow as ir
from inarow.arena.openings import openings
from inarow.env.episode import Episode
from inarow.env.opponent import Opponent, starts
from inarow.env.spec import Spec


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


def test_a_start_can_be_written_in_several_ways() -> None:
    four = ir.CONNECT_FOUR
    position = ir.Board(four, "445").position
    assert starts(None, four) == [ir.Position(four)]
    for start in (position, "445", position.text(), (3, 3, 4)):
        assert starts(start, four) == [position]
    assert starts([position, "44"], four)[0] == position
    assert len(starts(openings(four, 5, 2), four)) == 5
    assert starts((), four) == [ir.Position(four)]


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        ([], r"expected a start or several, got \[\]"),
        (5, "expected a start or several, got 5"),
        ([5], "expected a start as a Position, a text or moves, got 5"),
        (ir.Position(ir.GOMOKU), "expected a start of 7x6x4, got one of 15x15x5/free"),
        ("4455667", "expected a start that is open, got 7x6x4"),
        ("99", "expected a column from 1 to 7"),
        ((3, 3, 3, 3, 3, 3, 3), "column 4 is full, in move 7"),
    ],
)
def test_a_start_that_is_none_gets_one_sentence(start: object, sentence: str) -> None:
    with pytest.raises(ir.InarowError, match=sentence):
        starts(start, ir.CONNECT_FOUR)  # type: ignore[arg-type]
