from random import Random

import numpy as np
import pytest
from hypothesis import given

import inarow as ir
from inarow.arena.openings import openings
from inarow.env.episode import Episode, as_move, starts
from inarow.env.spec import Spec
from support.strategies import ODD_RULES, play_random, positions, rules, seeds


def play_along(rules: ir.Rules, random: Random, start: ir.Position | None = None) -> None:
    """A random game in both, compared after every move."""
    episode, position = Episode(Spec(rules)), start or ir.Position(rules)
    episode.begin(position)
    while not episode.over:
        if rules.cell_count < 300 or position.ply % 40 == 0:  # slow to tell on large boards
            assert tuple(episode.legal) == position.legal_moves()
        assert episode.mask.nonzero()[0].tolist() == episode.legal
        assert episode.position == position
        move = random.choice(episode.legal)
        cell = position.cell_of(move)
        episode.play(move)
        position = position.play(move)
        assert episode.last == cell
        assert episode.ply == position.ply
        outcome = position.outcome()
        assert episode.over == (outcome is not None)
        if outcome is not None:
            assert episode.winner == (None if outcome.winner is None else outcome.winner - 1)
    assert episode.position == position
    assert not episode.mask.any()


@given(rules(), seeds)
def test_a_game_goes_as_with_positions(rules: ir.Rules, random: Random) -> None:
    play_along(rules, random)


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
def test_a_game_goes_as_with_positions_on_odd_boards(rules: ir.Rules) -> None:
    play_along(rules, Random(1))


@given(positions(), seeds)
def test_a_game_may_begin_anywhere(position: ir.Position, random: Random) -> None:
    if position.is_playable and position.outcome() is None:
        play_along(position.rules, random, position)
        return
    what = "is open" if position.is_playable else "has no floating discs"
    with pytest.raises(ir.EnvError, match=f"expected a start that {what}, got"):
        Episode(Spec(position.rules)).begin(position)


def test_each_side_sees_its_own_discs_first() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "445")
    for kind in ("planes", "grid", "signed", "packed"):
        spec = Spec(observation=kind)
        episode = Episode(spec)
        episode.begin(board.position)
        first, second = board.position.first, board.position.second
        assert (episode.observe(0) == spec.observe(first, second)).all()
        assert (episode.observe(1) == spec.observe(second, first)).all()
        fixed = Episode(Spec(observation=kind, perspective="first"))
        fixed.begin(board.position)
        assert (fixed.observe(1) == spec.observe(first, second)).all()


def test_what_is_given_out_is_the_callers_own() -> None:
    episode = Episode(Spec())
    episode.observe(0)[:] = 1
    episode.mask[:] = 0
    assert not episode.observe(0).any()
    assert episode.mask.all()


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    episode = Episode(Spec())
    episode.begin(ir.Board(ir.CONNECT_FOUR, "444444").position)
    before = episode.position
    for move, sentence in ((3, "column 4 is full"), (-1, "expected a move from 0 to 6")):
        assert not episode.try_play(move)
        with pytest.raises(ir.IllegalMoveError, match=sentence):
            episode.play(move)
    assert episode.position == before
    finished = play_random(ir.TIC_TAC_TOE, Random(0))
    episode = Episode(Spec(ir.TIC_TAC_TOE))
    for move in finished.moves:
        episode.play(move)
    with pytest.raises(ir.IllegalMoveError, match="the game is over: reset the environment"):
        episode.play(0)


@pytest.mark.parametrize(
    ("action", "move"),
    [(3, 3), (np.int64(3), 3), (np.uint8(3), 3), (np.array(3), 3), (7, -1), (-1, -1), (2**70, -1)],
)
def test_whole_numbers_are_actions(action: object, move: int) -> None:
    assert as_move(action, 7) == move


@pytest.mark.parametrize(
    "action", [None, 3.0, "3", True, np.True_, np.array(3.0), np.array([3]), [3], np.zeros((2, 2))]
)
def test_anything_else_is_not(action: object) -> None:
    with pytest.raises(ir.EnvError, match="expected an action as a whole number from 0 to 6, got"):
        as_move(action, 7)


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
        (5, "expected a start as a Position, a Board, a text or moves, got 5"),
        ([5], "expected a start as a Position, a Board, a text or moves, got 5"),
        (ir.Position(ir.GOMOKU), "expected a start of 7x6x4, got one of 15x15x5/free"),
        ("4455667", "expected a start that is open, got 7x6x4"),
        ("99", "expected a column from 1 to 7"),
        ((3, 3, 3, 3, 3, 3, 3), "column 4 is full, in move 7"),
    ],
)
def test_a_start_that_is_none_gets_one_sentence(start: object, sentence: str) -> None:
    with pytest.raises(ir.InarowError, match=sentence):
        starts(start, ir.CONNECT_FOUR)  # type: ignore[arg-type]
