import sys
from collections.abc import Callable
from threading import Event, current_thread, main_thread
from typing import Any

import pytest

import inarow as ir
from inarow import CONNECT_FOUR, GOMOKU, TIC_TAC_TOE, Board, IllegalMoveError, Position, Rules, Side
from inarow.errors import InarowError, PlayerError, PositionError
from inarow.widget import BoardWidget
from support.widgets import ask, settle, shown


class Scripted(ir.Player):
    """Does what a function says, and notes what happens to it."""

    def __init__(self, choose: Callable[[Position], Any], stop: Callable[[], None] | None = None):
        super().__init__("the script")
        self._choose, self._stop = choose, stop
        self.closed = 0

    def choose(self, position: Position) -> int:
        move: int = self._choose(position)
        return move

    def stop(self) -> None:
        if self._stop is not None:
            self._stop()

    def close(self) -> None:
        self.closed += 1


LEFTMOST = Scripted(lambda position: position.legal_moves()[0])


@pytest.mark.parametrize(
    "what",
    [
        "9x6x4",
        Rules(9, 6, 4),
        Position(Rules(9, 6, 4)),
        Board(Rules(9, 6, 4)),
        "9x6x4 9/9/9/9/9/9 x",
    ],
)
def test_it_shows_whatever_has_a_board(what: Any) -> None:
    with shown(what) as widget:
        assert widget.board == Board(Rules(9, 6, 4))
        assert widget._view["rules"] == "9x6x4"
        assert widget._view["legal"] == list(range(9))


def test_without_gravity_moves_are_cells() -> None:
    with shown("3x3x3/free") as widget:
        view = ask(widget, do="play", move=4)
        assert view["discs"] == {"b2": "x"}
        assert view["legal"] == [0, 1, 2, 3, 5, 6, 7, 8]


def test_what_is_no_board_is_refused_in_one_sentence() -> None:
    with pytest.raises(PositionError, match="expected a board, a position, rules or their text"):
        BoardWidget(3)  # type: ignore[arg-type]
    with pytest.raises(ir.RulesError):
        BoardWidget("seven")


def test_people_play_both_sides() -> None:
    with shown() as widget:
        assert widget._view["status"] == "× to move."
        ask(widget, do="play", move=3)
        view = ask(widget, do="play", move=3)
        assert view["discs"] == {"d1": "x", "d2": "o"}
        assert widget.board.moves_text() == "44"
        assert view["error"] == ""


def test_what_a_view_may_not_do_is_said_in_the_widget_and_changes_nothing() -> None:
    with shown(Board(CONNECT_FOUR, "444444")) as widget:
        position = widget._view["position"]
        for content in (
            {"do": "play", "move": 3, "position": position},
            {"do": "play", "move": 99, "position": position},
            {"do": "play", "move": 0},
            {"do": "set", "name": "board", "value": True},
            {"do": "dance"},
            "nonsense",
        ):
            widget._handle_custom_msg(content, [])
            assert widget._view["error"].endswith("."), content
            assert widget.board.moves_text() == "444444"
        assert ask(widget, do="play", move=0)["error"] == ""


def test_a_move_is_for_the_position_that_the_view_had_drawn() -> None:
    with shown(Board(CONNECT_FOUR, "4455")) as widget:
        seen = widget._view["position"]
        widget.board = Board(CONNECT_FOUR, "1122")  # as many moves, another position
        view = ask(widget, do="play", move=6, position=seen)
        assert view["error"] == "The position has changed. Choose again."
        assert widget.board.moves_text() == "1122"


def test_whoever_is_told_of_a_move_finds_nothing_about_the_position_before() -> None:
    with shown(Board(CONNECT_FOUR, "112233"), scores=True, explain=True) as widget:
        settle(widget)
        assert widget.finding
        assert widget.sentences
        found: list[object] = []
        widget.observe(lambda _: found.extend([widget.finding, widget.sentences]), "board")
        widget.play(6)
        assert found == [None, ()]


def test_every_request_is_answered_even_if_nothing_changes() -> None:
    with shown() as widget:
        before = widget._view["answers"]
        assert ask(widget, do="undo")["answers"] == before + 1


def test_python_plays_and_is_told_of_moves() -> None:
    with shown() as widget:
        told: list[str] = []
        widget.observe(lambda change: told.append(change.new.moves_text()), "board")
        widget.play(3)
        ask(widget, do="play", move=2)
        widget.board = Board(CONNECT_FOUR, "4455")
        assert told == ["4", "43", "4455"]
        with pytest.raises(IllegalMoveError):
            widget.play(7)


def test_the_board_that_is_read_is_a_copy() -> None:
    with shown() as widget:
        widget.board.play(3)
        assert widget.board.moves == ()
        mine = Board(CONNECT_FOUR)
        widget.board = mine
        mine.play(3)
        assert widget.board.moves == ()


def test_undo_redo_and_going_through_a_game() -> None:
    with shown(Board(CONNECT_FOUR, "4455")) as widget:
        widget.undo()
        assert (widget.board.moves_text(), widget._view["place"]) == ("445", 3)
        assert widget._view["moves"] == [3, 3, 4, 4]
        widget.redo()
        assert widget.board.moves_text() == "4455"
        assert ask(widget, do="go", place=1)["discs"] == {"d1": "x"}
        widget.play(0)
        assert widget._view["moves"] == [3, 0]
        widget.go(99)
        assert widget._view["place"] == 2
        widget.new_game()
        assert (widget._view["moves"], widget.board) == ([], Board(CONNECT_FOUR))


def test_a_new_game_begins_with_the_start_that_was_set_up() -> None:
    start = Position.parse("4x4x3 4/4/4/x3 o")
    with shown(start) as widget:
        widget.play(1)
        widget.new_game()
        assert widget.board.position == start


def test_an_opponent_answers_in_another_thread() -> None:
    threads: list[object] = []

    def choose(position: Position) -> int:
        threads.append(current_thread())
        return position.legal_moves()[0]

    with shown(opponent=Scripted(choose)) as widget:
        assert widget._view["status"] == "Your turn: you play ×."
        widget.play(3)
        settle(widget)
        assert widget.board.moves_text() == "41"
        assert threads != [main_thread()]


def test_an_opponent_may_begin() -> None:
    with shown(opponent=LEFTMOST, side="o") as widget:
        view = settle(widget)
        assert widget.board.moves_text() == "1"
        assert view["status"] == "Your turn: you play ○."


def test_players_may_be_named_by_text() -> None:
    with shown(TIC_TAC_TOE, opponent="level 3") as widget:
        widget.play(4)
        settle(widget)
        assert len(widget.board.moves) == 2
    with pytest.raises(PlayerError, match="expected a player"):
        BoardWidget(opponent="nobody")


def test_while_the_opponent_thinks_views_say_so_and_cannot_play() -> None:
    go, stopped = Event(), Event()
    player = Scripted(lambda position: go.wait(60) and 0, stopped.set)
    with shown(opponent=player) as widget:
        view = ask(widget, do="play", move=3)
        assert view["thinking"]
        assert view["status"] == "The script is thinking …"
        assert view["legal"] == []
        assert ask(widget, do="play", move=3)["error"] == "It is the script's turn."
        go.set()
        view = settle(widget)
        assert not view["thinking"]
        assert widget.board.moves_text() == "41"


def test_undo_ends_the_opponents_thinking() -> None:
    stopped = Event()
    player = Scripted(lambda position: stopped.wait(60) and 0, stopped.set)
    with shown(opponent=player) as widget:
        widget.play(3)
        widget.undo()
        settle(widget)
        assert stopped.is_set()
        assert widget.board.moves == ()


def test_undo_against_an_opponent_goes_back_to_the_turn_before() -> None:
    told = []
    with shown(opponent=LEFTMOST) as widget:
        widget.play(3)
        settle(widget)
        widget.observe(lambda change: told.append(change.new.moves_text()), "board")
        widget.undo()
        widget.redo()
        assert told == ["", "41"]


def test_a_move_played_again_is_answered_again() -> None:
    answers = iter([0, 5])
    with shown(opponent=Scripted(lambda _: next(answers))) as widget:
        widget.play(3)
        settle(widget)
        widget.undo()
        widget.play(3)
        assert settle(widget)["moves"] == [3, 5]


def test_looking_back_does_not_wake_the_opponent() -> None:
    with shown(opponent=LEFTMOST) as widget:
        widget.play(3)
        settle(widget)
        widget.go(1)
        view = settle(widget)
        assert (view["place"], len(view["moves"])) == (1, 2)
        assert (view["status"], view["legal"]) == ("The script to move.", [])


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (lambda _: 1 // 0, "The script failed to choose a move: ZeroDivisionError: "),
        (lambda _: 99, "The script chose an illegal move: expected a move"),
        (lambda _: 4.5, "The script chose an illegal move: "),
        (lambda _: None, "The script chose an illegal move: "),
    ],
)
def test_an_opponent_that_fails_is_told_in_one_sentence(
    choose: Callable[[Position], Any], said: str
) -> None:
    with shown(opponent=Scripted(choose)) as widget:
        widget.play(3)
        view = settle(widget)
        assert view["error"].startswith(said)
        assert (view["thinking"], widget.board.moves_text()) == (False, "4")
        widget.undo()
        assert widget._view["error"] == ""


def test_an_opponent_that_exits_is_told_in_one_sentence() -> None:
    with shown(opponent=Scripted(lambda _: sys.exit(3))) as widget:
        widget.play(3)
        view = settle(widget)
        assert view["error"] == "The script failed to choose a move: SystemExit."
        assert not view["thinking"]


def test_an_opponent_that_failed_before_the_first_move_is_asked_again() -> None:
    divisors = iter([0, 1])
    with shown(opponent=Scripted(lambda _: 2 // next(divisors)), side="o") as widget:
        view = settle(widget)
        assert (view["waiting"], view["place"]) == (True, 0)
        ask(widget, do="retry")
        view = settle(widget)
        assert (view["waiting"], view["error"], view["moves"]) == (False, "", [2])


def test_the_failure_of_one_opponent_is_not_told_of_the_next() -> None:
    with shown(opponent=Scripted(lambda _: 1 // 0)) as widget:
        widget.play(3)
        assert settle(widget)["error"]
        go = Event()
        widget.opponent = Scripted(lambda _: go.wait(60) and 0, go.set)
        assert (widget._view["error"], widget._view["thinking"]) == ("", True)
        go.set()
        assert settle(widget)["moves"] == [3, 0]


def test_exact_scores_the_best_move_and_the_winning_line() -> None:
    with shown(Board(CONNECT_FOUR, "112233"), scores=True) as widget:
        found = settle(widget)["found"]
        assert (found["best"], found["exact"], found["done"]) == ([3], True, True)
        assert widget.finding is not None
        assert int(widget.finding.scores[3]) == 18
        widget.play(3)
        view = settle(widget)
        assert view["status"] == "× wins."
        assert view["lines"] == [["a1", "b1", "c1", "d1"]]
        assert view["found"] is None


def test_scores_may_be_switched_on_and_off() -> None:
    with shown(TIC_TAC_TOE) as widget:
        assert settle(widget)["found"] is None
        ask(widget, do="set", name="scores", value=True)
        assert settle(widget)["found"]["exact"]
        assert widget.scores
        widget.scores = False
        assert settle(widget)["found"] is None


def test_a_position_too_large_for_exact_scores_gets_estimates_that_end_with_the_widget() -> None:
    came = Event()
    with shown(GOMOKU, scores=True) as widget:
        widget.observe(lambda _: came.set() if widget.finding else None, "finding")
        came.wait()
        assert not widget._view["found"]["exact"]
        assert widget._analyse.busy
    assert not widget._analyse.busy


def test_scores_that_cannot_be_found_are_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise ir.EngineError("too large for the engine")

    monkeypatch.setattr("inarow.explain.analysis.analyze", fail)
    monkeypatch.setattr("inarow.explain.analysis.explain", fail)
    with shown(scores=True) as widget:
        assert settle(widget)["error"] == "The analysis failed: too large for the engine."
    with shown(explain=True) as widget:
        assert settle(widget)["error"] == "The explanation failed: too large for the engine."


def test_the_last_move_is_explained_in_words() -> None:
    with shown(Board(CONNECT_FOUR, "4455"), explain=True) as widget:
        view = settle(widget)
        assert any("throws away a win" in text for text in view["sentences"])
        assert widget.sentences == tuple(view["sentences"])


def test_a_position_that_cannot_be_played_says_why() -> None:
    with shown("4x4x4 4/4/1x2/4 o", scores=True, opponent=LEFTMOST) as widget:
        view = settle(widget)
        assert view["legal"] == []
        assert "d" in view["status"]
        assert view["found"] is None


def test_against_an_opponent_the_end_is_told_from_where_people_sit() -> None:
    won = Board(CONNECT_FOUR, "1122334")
    with shown(won, opponent=LEFTMOST) as widget:
        assert widget._view["status"] == "You win."
        widget.side = "o"
        assert widget._view["status"] == "The script wins."


def test_a_closed_widget_stops_its_work_and_can_be_played_no_more() -> None:
    stopped = Event()
    player = Scripted(lambda position: stopped.wait(60) and 0, stopped.set)
    with shown(opponent=player, side=Side.SECOND) as widget:
        widget.close()
        settle(widget)
        assert stopped.is_set()
        assert player.closed == 1
        assert widget.board.moves == ()
        with pytest.raises(InarowError, match="closed"):
            widget.play(3)


def test_an_opponent_that_is_replaced_gives_back_what_it_held() -> None:
    player = Scripted(lambda position: 0)
    with shown(opponent=player) as widget:
        widget.opponent = None
        assert player.closed == 1


def test_places_without_widgets_show_a_picture() -> None:
    with shown(Board(CONNECT_FOUR, "44")) as widget:
        bundle = widget._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        assert data["image/svg+xml"] == widget.board._repr_svg_()
        assert data["text/plain"] == repr(widget)


def test_without_anywidget_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "inarow.widget.board")
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delattr("inarow.widget.board")
    monkeypatch.delitem(vars(ir.widget), "BoardWidget")
    with pytest.raises(InarowError, match=r"pip install 'inarow\[notebook\]'"):
        ir.widget.BoardWidget  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute 'Bored'"):
        ir.widget.Bored  # noqa: B018
