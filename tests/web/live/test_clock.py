"""Clocks as values."""

import pytest

from inarow.board.rules import Side
from inarow.web.live.clock import Clock, server_time


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


def test_the_time_of_the_server_does_not_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    now = server_time()
    first = now()
    monkeypatch.setattr("inarow.web.live.clock.time", lambda: 0.0)  # somebody sets the clock
    assert first <= now() <= first + 60_000
