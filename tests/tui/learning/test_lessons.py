"""Lessons in the full screen, by keys."""

from datetime import datetime
from pathlib import Path

import pytest

from inarow import Human, Random
from inarow.tui import words
from inarow.tui.app import InarowApp
from inarow.tui.game import GameScreen
from inarow.tui.learning.lessons import LessonScreen
from inarow.tui.review import ReviewScreen
from support.pictures import check
from support.screens import Play, match_of, message, played, press, settled, started, until

OPENING = "1423"  # x throws away a win, and so does everybody else: a book knows these positions
TODAY = datetime(2026, 11, 19, 18, 30)


def screen(app: InarowApp) -> LessonScreen:
    assert isinstance(app.screen, LessonScreen)
    return app.screen


async def answered(app: InarowApp, pilot: Play) -> None:
    await until(pilot, lambda: not screen(app)._work.busy)
    await pilot.pause()


async def learning(app: InarowApp, pilot: Play) -> LessonScreen:
    """The screen of lessons with the first of them."""
    await press(pilot, "f2")
    await until(pilot, lambda: screen(app).lesson)
    await pilot.pause()
    return screen(app)


@played
async def test_a_mistake_is_tried_refuted_and_mended(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("7x6x4", OPENING), today=lambda: TODAY) as (app, pilot):
        lessons = await learning(app, pilot)
        assert "Mistake 1 of" in lessons.head.text
        assert "In the game x played column 1" in lessons.head.text.replace("\n", " ")
        await press(pilot, "2")
        await answered(app, pilot)
        assert lessons.texts[0] == "No, column 2 is wrong."
        assert len(lessons.texts) >= 2
        assert message(app) == words.LESSON_TRY_AGAIN
        await press(pilot, "4")
        await answered(app, pilot)
        assert message(app) == words.LESSON_RIGHT
        assert lessons.board.moves_text() == "4"
        assert (lessons.found, lessons.later) == (0, 1)
        scheduled = app.session.schedule.scheduled()
        assert [when.due.isoformat() for _, when in scheduled] == ["2026-11-20"]


@played
async def test_hints_tell_the_kind_of_move_and_then_the_move(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("7x6x4", OPENING)) as (app, pilot):
        lessons = await learning(app, pilot)
        await press(pilot, "t")
        assert len(lessons.texts) == 1
        await press(pilot, "t")
        assert lessons.texts[1] == "Play column 4."
        await press(pilot, "v")
        assert lessons.is_over
        assert lessons.texts[0].startswith("Better was x 4")
        await answered(app, pilot)
        await press(pilot, "enter")
        assert message(app) == words.LESSON_OVER


@played
async def test_what_was_missed_is_repeated_on_its_day(tmp_path: Path) -> None:
    day = [TODAY]
    async with started(tmp_path, match_of("7x6x4", OPENING), today=lambda: day[-1]) as (app, pilot):
        lessons = await learning(app, pilot)
        await press(pilot, "v")
        while lessons.lesson:
            await press(pilot, "n")  # the others are skipped
        assert lessons.heading == words.LESSONS_DONE
        assert words.LESSONS_AGAIN.format(later=1) in lessons.texts
        await press(pilot, "escape", "f3")
        assert screen(app).heading == words.LESSONS_NONE_DUE
        assert screen(app).texts[0] == "The next lesson comes on 2026-11-20."
        day.append(TODAY.replace(day=20))
        await press(pilot, "escape", "f3")
        await settled(app, pilot)
        assert screen(app).heading == "Lesson 1 of 1 for today"
        await press(pilot, "4")
        await answered(app, pilot)
        ((_, when),) = app.session.schedule.scheduled()
        assert when.due.isoformat() == "2026-11-23"


@played
async def test_against_a_program_only_ones_own_mistakes_count(tmp_path: Path) -> None:
    players = (Random(seed=1), Human("Ann"))
    async with started(tmp_path, match_of("7x6x4", "174", players)) as (app, pilot):
        lessons = await learning(app, pilot)
        assert {str(lesson.side) for lesson in lessons.lessons} == {"o"}


@played
async def test_a_game_without_mistakes_says_so(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("7x6x4", "4444")) as (app, pilot):
        await press(pilot, "f2")
        await until(pilot, lambda: screen(app).heading == words.LESSONS_NONE)
        assert screen(app).texts[0] == "x made no mistakes: every move kept the result."
        await press(pilot, "n", "t", "v", "4", "enter")
        assert message(app) == words.LESSONS_BACK
        await press(pilot, "escape")
        assert isinstance(app.screen, GameScreen)


@played
async def test_before_the_first_move_there_is_nothing_to_learn(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, pilot):
        await press(pilot, "f2")
        assert message(app) == words.REVIEW_EMPTY


@played
async def test_lessons_begin_from_the_review_as_well(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("7x6x4", OPENING)) as (app, pilot):
        await press(pilot, "v")
        review = app.screen
        assert isinstance(review, ReviewScreen)
        await until(pilot, lambda: review.review)
        await press(pilot, "l")
        await settled(app, pilot)
        assert "Mistake 1 of" in screen(app).head.text
        await press(pilot, "escape")
        assert app.screen is review


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@played
async def test_a_lesson_as_it_looks(size: tuple[int, int], tmp_path: Path) -> None:
    async with started(tmp_path, match_of("7x6x4", OPENING), size) as (app, pilot):
        await learning(app, pilot)
        await press(pilot, "2")
        await answered(app, pilot)
        check(app, f"lesson-{size[0]}x{size[1]}")
