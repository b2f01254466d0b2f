"""Every kind of player that fails fails with one error and one sentence."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import inarow as ir
from inarow import EnginePlayer, Level, Perfect, Player, PlayerError, Position, Rules
from inarow.players.agents import FunctionPlayer, HttpPlayer
from inarow.players.by_text import entrant
from inarow.players.decision import Absent, decision, expect_willing
from inarow.players.external import ExternalPlayer
from inarow.search.stop import Stop

EMPTY = Position(ir.CONNECT_FOUR)
LARGE = Rules(16, 16, 16)


class Answers(Player):
    """Does what it was told to do when it is asked."""

    def __init__(self, answer: Callable[[], Any]) -> None:
        super().__init__("it")
        self.answer = answer

    def choose(self, position: Position) -> int:
        return self.answer()  # type: ignore[no-any-return]


def failure(player: Player, position: Position = EMPTY) -> str:
    with pytest.raises(PlayerError) as caught:
        decision(player, position)
    player.close()
    return str(caught.value)


def test_a_good_answer_is_the_decision() -> None:
    assert decision(Answers(lambda: 3), EMPTY) == 3
    assert decision(Answers(lambda: "4"), EMPTY) == 3


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda: 1 // 0, "it: ZeroDivisionError: integer division or modulo by zero (test_decis"),
        (lambda: exit(3), "it: SystemExit: 3 (test_decision.py, line "),
        (lambda: None, "it: expected a move from 0 to 6, got None"),
        (lambda: 7, "it: expected a legal move, got 7"),
        (lambda: "soon", "it: expected a move from 0 to 6, got 'soon'"),
        (lambda: 3.0, "it: expected a move from 0 to 6, got 3.0"),
        (lambda: EMPTY.play(8), "it: expected a move from 0 to 6, got 8"),
    ],
)
def test_whatever_goes_wrong_is_one_sentence(answer: Callable[[], Any], sentence: str) -> None:
    assert failure(Answers(answer)).startswith(sentence)


def test_players_of_every_kind_begin_with_their_name(tmp_path: Path) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text("def agent(board):\n    raise ValueError('oops')\n")
    python = entrant(f"python:{bot}")
    assert failure(python) == f"{bot}: ValueError: oops (bad.py, line 2)"
    bot.write_text("def agent(board)\n    return 3\n")
    assert failure(python).endswith("SyntaxError: expected ':' (bad.py, line 1)")
    for protocol in ("ugi", "json", "gomocup"):
        free = Position(ir.TIC_TAC_TOE)
        for command in ("true", "no-such-program"):
            assert failure(ExternalPlayer(command, protocol, name="it"), free).startswith("it: ")
    assert failure(HttpPlayer("http://127.0.0.1:1/", "it")).startswith("it: the server did not")
    assert failure(FunctionPlayer(lambda p: 7, "it")) == "it: expected a legal move, got 7"
    assert failure(Level(3), Position(LARGE)) == "level 3: expected k up to 15, got 16x16x16"
    assert failure(Absent("gone.py", "no such file: gone.py")) == "gone.py: no such file: gone.py"


def test_a_program_that_is_waited_for_can_be_stopped() -> None:
    player = ExternalPlayer("sleep 60", "json", ir.Limit(seconds=60), "it")
    stop = Stop()
    stop.set()
    with pytest.raises(PlayerError, match="it: expected a move, but was told to stop"):
        decision(player, EMPTY, stop)
    player.close()


def test_what_a_player_cannot_play_is_known_before() -> None:
    why = "cannot play 16x16x16: the engine plays for up to 15 in a row"
    for player in (Level(1), EnginePlayer(), Perfect()):
        expect_willing(player, ir.CONNECT_FOUR)
        with pytest.raises(PlayerError, match=f"{player.name} {why}"):
            expect_willing(player, LARGE)
    expect_willing(Perfect(), Rules(16, 1, 16))  # which the solver can do
    kaggle = FunctionPlayer(lambda observation: 0, "it")
    with pytest.raises(PlayerError, match="it cannot play 3x3x3/free: a ConnectX agent needs grav"):
        expect_willing(kaggle, ir.TIC_TAC_TOE)
    gomocup = entrant("gomocup:true")
    with pytest.raises(PlayerError, match="cannot play 7x6x4: the protocol gomocup has no gravity"):
        expect_willing(gomocup, ir.CONNECT_FOUR)
    expect_willing(gomocup, ir.TIC_TAC_TOE)
