import pytest

import inarow as ir


def scripted(*moves: int) -> ir.Human:
    waiting = iter(moves)
    return ir.Human("script", ask=lambda _: next(waiting))


def test_two_players_play_to_the_outcome() -> None:
    game = ir.Game(ir.CONNECT_FOUR, (scripted(3, 4, 5, 6), scripted(3, 4, 5)))
    outcome = game.run()
    assert outcome.winner is ir.Side.FIRST
    (line,) = outcome.lines
    assert line.cells == ((3, 0), (4, 0), (5, 0), (6, 0))
    assert game.outcome() == outcome


def test_every_winning_line_is_in_the_outcome() -> None:
    start = ir.Position.parse("3x3x3/free xx1/oox/oox x")
    game = ir.Game(start, (scripted(8), scripted()))
    assert len(game.run().lines) == 2


def test_an_illegal_choice_raises_and_changes_nothing() -> None:
    game = ir.Game(ir.CONNECT_FOUR, (scripted(3, 9), scripted(3)))
    game.step()
    game.step()
    with pytest.raises(ir.IllegalMoveError):
        game.step()
    assert game.board.moves == (3, 3)
    assert game.outcome() is None


def test_it_knows_who_is_to_move() -> None:
    ann, bob = ir.Human("Ann", ask=lambda _: 0), ir.Human("Bob", ask=lambda _: 0)
    game = ir.Game(ir.CONNECT_FOUR, (ann, bob))
    assert game.to_move is ann
    assert game.step() == 0
    assert game.to_move is bob
    assert game.player(ir.Side.FIRST) is ann
    assert repr(game) == "<Game Ann - Bob, 7x6x4: 1>"


def test_the_record_names_the_players() -> None:
    game = ir.Game(ir.Board(ir.CONNECT_FOUR, "44"), (ir.Human("Ann"), ir.Random("Bob", seed=1)))
    record = ir.Record.parse(game.record())
    assert record.tags == {"First": "Ann", "Second": "Bob"}
    assert record.result == "*"
    assert record.board() == game.board


def test_it_takes_two() -> None:
    with pytest.raises(ir.PlayerError, match="expected two players, got 1"):
        ir.Game(ir.CONNECT_FOUR, (ir.Random(),))


def test_nobody_is_asked_after_the_end() -> None:
    game = ir.Game(ir.Board(ir.CONNECT_FOUR, "4455667"), (ir.Random(), ir.Random()))
    with pytest.raises(ir.IllegalMoveError, match="the game is over: no move can be played"):
        game.step()


def test_players_may_be_text_or_functions() -> None:
    assert ir.Game("3x3x3/free", ("level 3", "perfect")).run().winner is not ir.Side.FIRST
    game = ir.Game("4453", (lambda position: position.legal_moves()[0], ir.Random(seed=1)))
    assert game.run() is not None
    for players, said in [
        (("level 3", 4), "expected a function, got 4"),
        (("level 99", "level 1"), "expected a level from 1 to 10, got 99"),
        ("xo", "expected two players, got 'xo'"),
    ]:
        with pytest.raises(ir.PlayerError, match=said):
            ir.Game("7x6x4", players)  # type: ignore[arg-type]
    with pytest.raises(ir.PlayerError, match="expected a name, got 3"):
        ir.Perfect(3)  # type: ignore[arg-type]
