"""The player that follows a booklet, with the one that is bundled."""

import subprocess
import sys

import pytest

import inarow as ir
from inarow.booklet.diagram import Rule
from inarow.booklet.shipped import shipped
from inarow.booklet.text import read
from inarow.players.by_booklet import BookletPlayer
from support.paths import DATA


def winner(x: ir.Player, o: ir.Player) -> ir.Side | None:
    position = ir.Position(ir.CONNECT_FOUR)
    while (outcome := position.outcome()) is None:
        position = position.play((x if position.turn is ir.Side.FIRST else o).choose(position))
    return outcome.winner


def test_it_wins_every_game_without_any_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a search")

    for searcher in (ir.Solver, ir.Engine, ir.Oracle):
        for name in ("solve", "search", "analyze", "_value", "scores", "best"):
            if hasattr(searcher, name):
                monkeypatch.setattr(searcher, name, refuse)
    player = BookletPlayer()
    for seed in range(40):
        opponent = (ir.Random if seed % 2 else ir.Cautious)(seed=seed)
        assert winner(player, opponent) is ir.Side.FIRST


@pytest.mark.parametrize("seed", range(3))
def test_it_beats_a_level(seed: int) -> None:
    assert winner(ir.entrant("booklet"), ir.level(3, seed=seed)) is ir.Side.FIRST


def test_following_a_booklet_does_not_load_what_searches() -> None:
    program = (
        "import sys; from inarow.booklet import follow, shipped; import inarow as ir; "
        "booklet = shipped.shipped(ir.CONNECT_FOUR); "
        "print(follow.move(booklet, ir.Position(ir.CONNECT_FOUR))[0]); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    move, modules = done.stdout.decode().split("\n", 1)
    assert move == "3"
    assert not {"inarow._core", "inarow.search", "inarow.players"} & {*modules.split()}


def test_the_bundled_booklet_is_a_win_for_x_on_7x6() -> None:
    booklet = shipped(ir.CONNECT_FOUR)
    assert booklet
    assert (booklet.side, booklet.is_draw_enough) == (ir.Side.FIRST, False)
    assert shipped(ir.WIDE_FOUR) is None


def test_it_says_why_and_plays_on_where_it_knows_nothing() -> None:
    player = BookletPlayer(read(DATA / "booklets" / "5x5x4.booklet"))
    board = ir.Board("5x5x4", "")
    assert (player.choose(board), player.rule) == (2, Rule.PAGE)
    assert player.choose(ir.Board("5x5x4", "121212")) == 0
    assert str(player.rule) == "win"
    player.choose(ir.Board("5x5x4", "11"))
    assert str(player.rule) == "none"
    assert player.rule.sentence == "the booklet does not have this position"


def test_it_objects_to_rules_without_a_booklet() -> None:
    assert BookletPlayer().objection(ir.CONNECT_FOUR) == ""
    assert BookletPlayer().objection(ir.GOMOKU) == "there is no booklet for it"


def test_its_text_has_nothing_else() -> None:
    with pytest.raises(ir.PlayerError, match="expected booklet, got 'booklet 3'"):
        ir.entrant("booklet 3")
