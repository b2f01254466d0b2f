from pathlib import Path
from threading import Event

import pytest

from inarow.tui.background import Background, Tell
from support.screens import played, started, until


@played
async def test_what_is_found_is_told_in_the_thread_of_the_screen(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        told: list[int] = []
        background = Background(app)
        background.ask(lambda tell: tell(told.append, 1))
        assert background.busy
        await until(pilot, lambda: told == [1] and not background.busy)


@played
async def test_a_new_question_ends_the_one_before(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        told: list[str] = []
        begun, stopped = Event(), Event()

        def long(tell: Tell) -> None:
            begun.set()
            stopped.wait()
            tell(told.append, "old")

        background = Background(app)
        background.ask(long, stopped.set)
        begun.wait()
        background.ask(lambda tell: tell(told.append, "new"))
        await until(pilot, lambda: told)
        assert told == ["new"]
        assert stopped.is_set()
        background.finish()


def test_an_error_is_the_screens(tmp_path: Path) -> None:
    @played
    async def failing() -> None:
        async with started(tmp_path) as (app, pilot):
            background = Background(app)
            background.ask(lambda _: [].pop())
            await until(pilot, lambda: app.return_code is not None or app._exception)

    with pytest.raises(IndexError):
        failing()
