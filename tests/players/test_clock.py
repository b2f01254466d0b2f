"""Clocks as values."""

import pytest

from inarow import Side
from inarow.errors import PlayerError
from inarow.players.clock import Clock, time_text


def test_only_the_running_side_spends_time() -> None:
    clock = Clock.new(60_000, 3_000)
    assert clock.at(10**6) == (60_000, 60_000)
    assert clock.ends is None
    assert clock.after_move(10**6) == (60_000, 60_000)
    running = clock.set((60_000, 50_000), Side.SECOND, 1_000)
    assert running.at(6_000) == (60_000, 45_000)
    assert running.after_move(6_000) == (60_000, 48_000)
    assert running.ends == 51_000
    assert running.at(10**6) == (60_000, 0)
    assert running.at(0) == (60_000, 50_000)  # a clock never gains time


def test_a_pause_is_charged_to_nobody() -> None:
    clock = Clock.new(60_000, 0).set((60_000, 60_000), Side.FIRST, 0)
    assert clock.later(30_000).at(40_000) == (50_000, 60_000)


@pytest.mark.parametrize(
    ("text", "base", "increment", "written"),
    [
        ("5+3", 300_000, 3_000, "5+3"),
        ("5", 300_000, 0, "5+0"),
        (" 0.5+0 ", 30_000, 0, "0.5+0"),
        ("90+30", 5_400_000, 30_000, "90+30"),
        ("0.25+1", 15_000, 1_000, "0.25+1"),
        ("123.45+1", 7_407_000, 1_000, "123.45+1"),
        ("9999+9999", 599_940_000, 9_999_000, "9999+9999"),
    ],
)
def test_a_clock_is_written_as_minutes_and_seconds(
    text: str, base: int, increment: int, written: str
) -> None:
    clock = Clock.parse(text)
    assert (clock.base, clock.increment, clock.text) == (base, increment, written)
    assert Clock.parse(clock.text) == clock


@pytest.mark.parametrize("text", ["", "0", "0+3", "-5", "5+", "5:00", "five", "99999", "5+3+1"])
def test_what_is_no_clock_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(PlayerError, match="expected a clock such as 5\\+3"):
        Clock.parse(text)


def test_what_is_left_is_written_and_read_back() -> None:
    clock = Clock.parse("5+3").set((271_200, 300_000), None, 0)
    assert clock.left_text == "271200 300000"
    assert Clock.parse("5+3", clock.left_text).left == clock.left
    assert Clock.parse("5+3", "rubbish").left == (300_000, 300_000)


def test_a_move_adds_the_increment_and_the_other_clock_runs() -> None:
    clock = Clock.parse("1+2").run(Side.FIRST, 1_000)
    moved = clock.moved(11_000)
    assert (moved.left, moved.running) == ((52_000, 60_000), None)
    assert moved.run(Side.SECOND, 11_000).at(13_000) == (52_000, 58_000)
    paused = moved.run(Side.SECOND, 11_000).run(None, 13_000)
    assert paused.at(10**9) == (52_000, 58_000)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (300_000, "5:00"),
        (271_001, "4:32"),
        (10_000, "0:10"),
        (9_400, "0:09.4"),
        (40, "0:00.0"),
        (0, "0:00.0"),
        (3_723_000, "1:02:03"),
    ],
)
def test_times_are_shown_as_clocks_do(milliseconds: int, text: str) -> None:
    assert time_text(milliseconds) == text
