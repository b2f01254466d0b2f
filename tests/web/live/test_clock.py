"""The time of the server."""

from time import time

from inarow.web.live.clock import server_time


def test_the_time_of_the_server_does_not_jump() -> None:
    wall, passed = [1_000.0], [5.0]
    now = server_time(lambda: wall[0], lambda: passed[0])
    assert now() == 1_000_000
    wall[0] = 0.0  # somebody sets the clock
    passed[0] += 1
    assert now() == 1_001_000


def test_the_time_of_the_server_is_that_of_the_clock_on_the_wall() -> None:
    assert abs(server_time()() - time() * 1000) < 60_000
