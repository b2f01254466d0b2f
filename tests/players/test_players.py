import pytest

import inarow as ir
from inarow.players import CROSS


def test_programs_play_legal_moves_to_the_end_everywhere() -> None:
    for rules in (ir.CONNECT_FOUR, ir.TIC_TAC_TOE, ir.Rules(1, 1, 1), ir.Rules(4, 3, 9)):
        for kind in (ir.Random, ir.Cautious):
            players = (kind(seed=1), kind(seed=2))
            assert ir.Game(rules, players).run() is not None


def test_the_same_seed_plays_the_same_game() -> None:
    def moves(seed: int) -> tuple[int, ...]:
        game = ir.Game(ir.CONNECT_FOUR, (ir.Random(seed=seed), ir.Cautious(seed=seed)))
        game.run()
        return game.board.moves

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


@pytest.mark.parametrize(
    ("moves", "choice"),
    [
        ("112233", 3),  # wins at once
        ("12131", 0),  # blocks the column
    ],
)
def test_the_cautious_player_wins_and_blocks(moves: str, choice: int) -> None:
    position = ir.Board(ir.CONNECT_FOUR, moves).position
    assert ir.Cautious(seed=1).choose(position) == choice


def test_the_cautious_player_gives_nothing_away() -> None:
    # o threatens d2: x must not play d1, though the middle is where it likes to be
    position = ir.Position.parse("7x6x4 7/7/7/7/ooo4/xxo2xx x")
    assert position.winning_moves(ir.Side.SECOND) == ()
    assert ir.Cautious(seed=1).choose(position) != 3
    assert ir.Cautious(seed=1).choose(ir.Position(ir.CONNECT_FOUR)) == 3


def test_the_cautious_player_moves_even_when_every_move_loses() -> None:
    # the only free cell is right under one that o waits for
    position = ir.Position.parse("3x2x3 oo1/xo1 x")
    assert position.threats(ir.Side.SECOND) == (ir.Cell(2, 1),)
    assert ir.Cautious(seed=1).choose(position) == 2


def test_a_cautious_player_beats_a_random_one() -> None:
    wins = sum(
        ir.Game(ir.CONNECT_FOUR, (ir.Random(seed=i), ir.Cautious(seed=i))).run().winner
        is ir.Side.SECOND
        for i in range(40)
    )
    assert wins >= 35


@pytest.mark.parametrize("kind", [ir.Random, ir.Cautious])
def test_where_nothing_can_be_played_there_is_nothing_to_choose(
    kind: type[ir.Random | ir.Cautious],
) -> None:
    for text, why in (
        ("4x4x7 xxxo/4/4/4 x", "a position with a legal move, got 4x4x7 xxxo/4/4/4 x"),
        ("3x1x3 xxx x", "a game in progress, but it is over: x wins"),
    ):
        with pytest.raises(ir.PlayerError, match=f"expected {why}"):
            kind(seed=1).choose(text)


def test_a_person_must_be_asked_by_someone() -> None:
    position = ir.Position(ir.CONNECT_FOUR)
    assert ir.Human("Ann", ask=lambda _: 3).choose(position) == 3
    with pytest.raises(ir.PlayerError, match="no way to ask Ann for a move"):
        ir.Human("Ann").choose(position)


def test_players_have_text_forms() -> None:
    ann = ir.Human("Ann", id=7)
    assert (str(ann), repr(ann)) == ("Ann", "<Human 'Ann' id=7>")
    assert ann.icon == CROSS
