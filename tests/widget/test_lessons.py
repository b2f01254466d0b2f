"""The mistakes of a game in the notebook widget, without a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import inarow as ir
from inarow import Board, IllegalMoveError
from inarow.lessons import find
from inarow.widget import LessonWidget
from support.learning import SMALL, reviewed
from support.widgets import ask, settle

REVIEW = reviewed(Board("4x4x3", SMALL))


@contextmanager
def lessons(game: Any = REVIEW, side: str | None = "o") -> Iterator[LessonWidget]:
    widget = LessonWidget(game, side=side)
    try:
        settle(widget)
        yield widget
    finally:
        widget.close()
        settle(widget)


def test_it_stops_at_each_mistake_and_asks_for_a_better_move() -> None:
    with lessons() as widget:
        assert widget.lessons == find(REVIEW, "o")
        assert widget._view["status"] == (
            "Mistake 1 of 3: o to move: find a move that keeps the win."
        )
        assert widget._view["sentences"] == ["In the game o played column 3 and threw away a win."]
        ask(widget, do="play", move=0)
        view = settle(widget)
        assert view["sentences"][0] == "Not that one."
        assert view["sentences"][1].startswith("o lets x win by force")
        assert view["lesson"] == {"asked": True, "next": True}
        ask(widget, do="play", move=1)
        view = settle(widget)
        assert view["sentences"][0] == "Right."
        assert view["legal"] == []
        assert widget.found == 0  # there was a wrong try
        ask(widget, do="next")
        ask(widget, do="next")
        ask(widget, do="play", move=2)
        assert settle(widget)["sentences"][0] == "Right."
        assert widget.found == 1
        view = ask(widget, do="next")
        assert view["status"] == "That was the last one."
        assert view["sentences"] == ["Found at the first try: 1 of 3."]
        assert view["lesson"] == {"asked": False, "next": False}
        with pytest.raises(IllegalMoveError, match="no move is asked for now"):
            widget.play(1)


def test_hints_tell_the_kind_of_move_and_then_the_move() -> None:
    with lessons() as widget:
        assert len(ask(widget, do="hint")["sentences"]) == 1
        assert ask(widget, do="hint")["sentences"][1] == "Play column 2."
        ask(widget, do="show")
        view = settle(widget)
        assert view["sentences"][0].startswith("o's column 2 keeps the win")
        assert len(view["moves"]) == len(widget.lessons[0].moves) + 1


def test_nothing_gives_the_answer_away() -> None:
    with lessons() as widget:
        assert widget._view["found"] is None
        for what in ({"do": "set", "name": "scores", "value": True}, {"do": "undo"}):
            assert "out of date" in ask(widget, **what)["error"]
        assert widget._view["found"] is None


def test_a_game_is_reviewed_in_the_background() -> None:
    with lessons("4444", None) as widget:
        assert widget.lessons == ()
        view = settle(widget)
        assert view["status"] == "No mistakes to learn from."
        assert view["sentences"][0] == "x made no mistakes: every move kept the result."
    with lessons(ir.Record.of(Board("7x6x4", "1423")), "x") as widget:
        assert [lesson.played for lesson in widget.lessons] == [0]
