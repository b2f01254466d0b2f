"""The tutorials, followed to the letter."""

import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from support.paths import DOCS
from support.pictures import picture
from support.screens import message, moves, played, press, started, until
from support.walkthrough import follow, timeless
from support.web.servers import free_port

TUTORIALS = DOCS / "tutorials"


@pytest.mark.parametrize("name", ["first-bot", "own-detector", "analyse", "train-and-judge"])
def test_every_step_shows_what_the_page_says(name: str, tmp_path: Path) -> None:
    assert follow(TUTORIALS / f"{name}.md", tmp_path)


def test_neither_a_time_nor_the_width_of_its_column_matters() -> None:
    shown = "points    time\n 4.5/8  190 µs\n   1/8    7 ms\n"
    assert timeless(shown) == timeless("points   time\n 4.5/8  74 µs\n   1/8   4 ms\n")
    assert timeless(shown) != timeless(shown.replace("4.5", "5.5"))


def test_the_positions_about_zugzwang_are_explained_as_shown(tmp_path: Path) -> None:
    assert follow(DOCS / "explanation" / "zugzwang.md", tmp_path)


def test_the_site_is_hosted_as_the_page_says(tmp_path: Path) -> None:
    port = str(free_port())
    page = tmp_path / "host.md"
    page.write_text((TUTORIALS / "host.md").read_text().replace("8000", port))
    (command,) = re.findall(r"^\$ (inarow serve --host.*)$", page.read_text(), re.MULTILINE)
    with ExitStack() as stack:
        server = subprocess.Popen(
            [sys.executable, "-m", *command.split(), "--port", port],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            text=True,
        )
        stack.callback(server.wait, 60)
        stack.callback(os.kill, server.pid, signal.SIGTERM)
        assert server.stdout is not None
        stack.enter_context(server.stdout)
        assert server.stdout.readline() in page.read_text()
        assert follow(page, tmp_path) == 4


@played
async def play_the_first_game(folder: Path, page: str) -> None:
    """Press what the page says to press, and look for what it says that one sees."""

    async def see(text: str) -> None:
        assert text in page
        await until(pilot, lambda: text in shown())

    def shown() -> str:
        rows = picture(app).split("\n")[:24]
        beside = " ".join(" ".join(row[44:] for row in rows).split())
        return f"{message(app)}\n{beside}"

    async with started(folder) as (app, pilot):
        await press(pilot, "enter", "4")
        await see("level 3 plays column 6. Player 1 to move.")
        await press(pilot, "t")
        await see("Play column 2 or 6: these win for x, in 19 moves;")
        await press(pilot, "2")
        await see("level 3 plays column 4.")
        await press(pilot, "3")
        await see("level 3 plays column 1")
        await press(pilot, "w")
        await see("o cannot stop every threat.")
        await see("Play column 5: x completes a line and wins.")
        await press(pilot, "5")
        await see("Player 1 wins: columns 2 to 5 of row 1.")
        await press(pilot, "u")
        await see("Undone. Player 1 to move.")
        await press(pilot, "r")
        await see("Redone. Player 1 wins: columns 2 to 5 of row 1.")
        assert moves(app) == "4624315"
        await press(pilot, "k", "n")
        await see("view of columns 2 to 5, rows 1 to 4 × filter horizontal 4: sum 4.")
        await see("step 98 of 120")
        await press(pilot, "2")
        await see("horizontal from column 5, row 1: 3 to the left + 0 to the right = 3.")
        await press(pilot, "escape", "v")
        await see("4 of 4 moves judged exactly kept the result")
        await press(pilot, "n")
        await see("Column 3 was better.")
        await press(pilot, "escape", "s", "enter")
        await until(pilot, lambda: message(app) == "Saved to game.txt.")
    assert " ".join(Path("game.txt").read_text().split()) in page


def test_the_first_game_goes_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play_the_first_game(tmp_path, " ".join((TUTORIALS / "first-game.md").read_text().split()))
