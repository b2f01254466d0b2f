from pathlib import Path

import pytest

from inarow.board.position import Position
from inarow.board.rules import TIC_TAC_TOE
from inarow.tui.layout import Scene
from inarow.tui.study_screen import StudyScreen
from inarow.tui.widgets import Piece, Rows
from support.screens import played, press, started


class Counting(StudyScreen[None]):
    """Counts to three by itself."""

    TICK = 0.01

    def __init__(self) -> None:
        self.number = 0
        self.panel = Rows(id="panel")
        super().__init__(Scene(Position(TIC_TAC_TOE)), self.panel)

    def begin(self) -> None:
        self.draw()

    def draw(self) -> None:
        self.panel.put([(Piece(f"at {self.number}", "label"),)])

    def go_on(self) -> bool:
        self.number += 1
        self.draw()
        return self.number < 3


@played
async def test_it_begins_runs_and_stops_by_itself(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        screen = Counting()
        await app.push_screen(screen)
        await press(pilot)
        assert screen.panel.text == "at 0"
        screen.action_run()
        while screen.running:
            await pilot.pause(0.01)
        assert screen.panel.text == "at 3"
        assert screen.view.frame.size > 2


def test_who_inherits_says_what_it_is_about() -> None:
    screen: StudyScreen[None] = StudyScreen(Scene(Position(TIC_TAC_TOE)))
    for unsaid in (screen.begin, screen.draw, screen.go_on):
        with pytest.raises(NotImplementedError):
            unsaid()
