from pathlib import Path

import pytest

from inarow import Side, detectors
from inarow.tui import words
from inarow.tui.lab import LabScreen
from support.screens import click_text, game, match_of, message, played, press, started, until


def lab(app: object) -> LabScreen:
    screen = app.screen  # type: ignore[attr-defined]
    assert isinstance(screen, LabScreen)
    return screen


@played
async def test_every_trace_is_stepped_forwards_and_backwards(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="4455667")) as (app, pilot):
        await press(pilot, "k")
        screen = lab(app)
        await until(pilot, lambda: len(screen.traces) == len(detectors.NAMES))
        assert screen.searched is Side.FIRST
        await press(pilot, "i")
        for number, name in enumerate(detectors.NAMES, start=1):
            await press(pilot, str(number))
            trace = detectors.trace(screen.position, Side.FIRST, detector=name, last=screen.last)
            assert screen.trace == trace
            for at in range(min(4, len(trace.steps))):
                assert screen.step == trace.steps[at]
                assert screen.view.scene.lit == frozenset(trace.steps[at].cells)
                await press(pilot, "right")
            await press(pilot, "end")
            assert screen.step == trace.steps[-1]
            await press(pilot, "left", "right", "right", "home")
            assert screen.step == trace.steps[0]
            await press(pilot, "n")
            assert screen.step is not None
            assert screen.step.lines
            assert words.LAB_FOUND in message(app)
        await press(pilot, "escape")
        assert game(app).match.outcome


@pytest.mark.parametrize("rules", ["18x18x4", "tic-tac-toe", "15x15x5/free"])
def test_other_boards_are_traced(rules: str, tmp_path: Path) -> None:
    @played
    async def stepped() -> None:
        first = "a1 b1 a2 b2 a3" if rules.endswith("free") else "1212121"
        first = "a1 b1 a2 b2 a3" if rules == "tic-tac-toe" else first
        async with started(tmp_path, match_of(rules, first)) as (app, pilot):
            await press(pilot, "k")
            screen = lab(app)
            await until(pilot, lambda: len(screen.traces) == len(detectors.NAMES))
            await press(pilot, "down", "right", "x")
            assert screen.searched is (Side.SECOND)
            await until(pilot, lambda: len(screen.traces) == 2 * len(detectors.NAMES))
            assert screen.detector == detectors.NAMES[1]

    stepped()


@played
async def test_a_detector_is_chosen_by_a_click_and_runs_by_itself(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("4x1x2", "12")) as (app, pilot):
        await press(pilot, "k")
        await click_text(app, pilot, "scan")
        screen = lab(app)
        assert screen.detector == "scan"
        await until(pilot, lambda: screen.trace)
        await press(pilot, "p")
        await until(pilot, lambda: not screen.running)
        assert screen.trace is not None
        assert screen.number == len(screen.trace.idea)  # the idea, and what it costs
        await press(pilot, "i", "p")
        await until(pilot, lambda: not screen.running)
        assert screen.number == len(screen.trace.steps) - 1


@played
async def test_the_idea_comes_first_and_ends_with_what_it_costs(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="4455667")) as (app, pilot):
        await press(pilot, "k")
        screen = lab(app)
        await until(pilot, lambda: len(screen.traces) == len(detectors.NAMES))
        for number in range(1, len(detectors.NAMES) + 1):
            await press(pilot, str(number))
            trace = screen.trace
            assert trace is not None
            for picture in trace.idea:
                assert message(app).split() == picture.text.split()
                await press(pilot, "right")
            assert " ".join(message(app).split()).startswith(trace.use)
            assert f"cells read {trace.cells_read}" in " ".join(message(app).split())


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
def test_the_code_that_runs_is_marked_beside_its_variables(
    size: tuple[int, int], tmp_path: Path
) -> None:
    @played
    async def coded() -> None:
        async with started(tmp_path, match_of(moves="4455667"), size=size) as (app, pilot):
            await press(pilot, "k")
            screen = lab(app)
            await until(pilot, lambda: len(screen.traces) == len(detectors.NAMES))
            await press(pilot, "i", "c")
            for number in range(1, len(detectors.NAMES) + 1):
                await press(pilot, str(number), "n")
                step, trace = screen.step, screen.trace
                assert step is not None
                assert trace is not None
                texts = ["".join(piece.text for piece in row) for row in screen.panel.lines]
                first = trace.code[step.code[0]].strip()[: screen.panel.size.width - 8]
                assert any(text.startswith(">") and first in text for text in texts), texts
                assert {each.name for each in step.values} <= {
                    text.split()[0] for text in texts if text.strip()
                }
                assert max(map(len, texts)) <= screen.panel.size.width

    coded()


@played
async def test_an_empty_board_has_nothing_to_check(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, pilot):
        await press(pilot, "k", "2")
        await until(pilot, lambda: lab(app).trace)
        await press(pilot, "right", "n", "left")
        assert "o has 0 discs, and a line needs 4: nothing to check." in message(app)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
def test_the_name_of_a_step_is_shown_in_full(size: tuple[int, int], tmp_path: Path) -> None:
    @played
    async def named() -> None:
        async with started(tmp_path, match_of(moves="4455667"), size=size) as (app, pilot):
            await press(pilot, "k", "1", "i")
            await until(pilot, lambda: lab(app).trace)
            texts = ["".join(piece.text for piece in row) for row in lab(app).panel.lines]
            assert "vertical 1" in " ".join(texts)
            assert max(map(len, texts[:4])) <= lab(app).panel.size.width

    named()
