"""The time of the server."""

import pytest

from inarow.web.live.clock import server_time


def test_the_time_of_the_server_does_not_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    now = server_time()
    first = now()
    monkeypatch.setattr("inarow.web.live.clock.time", lambda: 0.0)  # somebody sets the clock
    assert first <= now() <= first + 60_000
