"""The app under the tests: its folders, its players and what is on its screen."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, ParamSpec

from textual.pilot import Pilot

from inarow import Board, Human, Limit, Player, Record, Rules
from inarow.search.background import Searchers
from inarow.tui.app import InarowApp
from inarow.tui.game import GameScreen
from inarow.tui.match import Match
from inarow.tui.session import Session
from inarow.tui.storage import Folders
from inarow.tui.widgets import Rows

Play = Pilot[None]
Given = ParamSpec("Given")


def played(test: Callable[Given, Awaitable[None]]) -> Callable[Given, None]:
    """A test that waits for the app now and then."""

    @wraps(test)
    def run(*arguments: Given.args, **named: Given.kwargs) -> None:
        async def whole() -> None:
            await test(*arguments, **named)

        asyncio.run(whole())

    return run


NO_TIME = 1e-9
"""Seconds in which an oracle tells what it has stored, and solves nothing."""


def session_in(folder: Path, **settings: Any) -> Session:
    """A session whose programs always play the same, and which keeps its things in *folder*."""
    searchers = partial(Searchers, limit=Limit(nodes=300), patience=NO_TIME)
    folders = Folders(folder / "config", folder / "state", folder / "data")
    return Session(folders, animate=False, seed=1, searchers=searchers, pace=0.001, **settings)


def match_of(
    rules: str = "7x6x4", moves: str = "", players: tuple[Player, Player] | None = None
) -> Match:
    people = (Human("Ann"), Human("Bob"))
    return Match(Record.of(Board(Rules.parse(rules), moves)), players or people)


@asynccontextmanager
async def started(
    folder: Path,
    match: Match | None = None,
    size: tuple[int, int] = (80, 24),
    **settings: Any,
) -> AsyncIterator[tuple[InarowApp, Play]]:
    """The app, with everything in place."""
    app = InarowApp(session_in(folder, **settings), match)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        yield app, pilot


async def settled(app: InarowApp, pilot: Play) -> None:
    """Wait until all that is under way has been shown."""
    for _ in range(3):
        await pilot.pause()


async def until(pilot: Play, condition: Callable[[], object]) -> None:
    """Wait until something has happened in another thread."""
    async with asyncio.timeout(60):
        while not condition():
            await pilot.pause(0.005)


async def press(pilot: Play, *keys: str) -> None:
    """Press keys one after the other, each when the one before has been answered."""
    await pilot.press(*keys)
    await pilot.pause()


def game(app: InarowApp) -> GameScreen:
    """The game that is on the screen."""
    assert isinstance(app.screen, GameScreen)
    return app.screen


def message(app: InarowApp) -> str:
    """The message below."""
    return " ".join(app.screen.query_one("#message", Rows).text.split())


def moves(app: InarowApp) -> str:
    """The moves on the board."""
    return game(app).match.tree.board.moves_text()


async def click_cell(app: InarowApp, pilot: Play, column: int, row: int = 0) -> None:
    """Click on a cell of the board."""
    view = game(app).view
    region = view.frame.region(type(game(app).pointer.cell)(column, row), 0)
    await pilot.click(view, offset=(region.x + 1, region.y))
    await pilot.pause()


async def click_text(app: InarowApp, pilot: Play, text: str) -> None:
    """Click on words, wherever they are on the screen."""
    for widget in app.screen.query(Rows):
        for y, row in enumerate(widget.lines):
            x = "".join(piece.text for piece in row).find(text)
            if x >= 0:
                await pilot.click(widget, offset=(x, y - widget.first))
                await pilot.pause()
                return
    raise AssertionError(f"{text!r} is not on the screen")
