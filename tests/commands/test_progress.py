import sys
from io import StringIO

import pytest

from inarow.commands.progress import WIDTH, Meter, StatusLine


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_the_line_and_then_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("COLUMNS", "80")
    line = StatusLine(pause=0)
    assert line.due()
    line.show("half")
    line.show("all")
    line.clear()
    blank = " " * WIDTH
    assert terminal.getvalue() == f"\r{'half':<{WIDTH}}\r{'all':<{WIDTH}}\r{blank}\r"
    assert line.seconds > 0
    line.show("x" * 200)
    assert terminal.getvalue().endswith("\r" + "x" * WIDTH)


def test_a_narrow_terminal_gets_a_short_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("COLUMNS", "10")
    line = StatusLine(pause=0)
    line.show("a text that is too long")
    line.clear()
    assert terminal.getvalue() == "\ra text th\r         \r"


def test_others_see_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", pipe := StringIO())
    line = StatusLine(pause=0)
    assert not line.due()
    line.show("half")
    line.clear()
    assert pipe.getvalue() == ""


def test_it_waits_before_it_says_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert not StatusLine(pause=1000).due()


def test_a_meter_says_how_far_it_is_and_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    meter = Meter()
    meter.line.pause = 0
    meter(10, 30)
    meter.line.start -= 100
    meter(20, 30)
    assert (meter.done, meter.total) == (20, 30)
    shown = [text.strip() for text in terminal.getvalue().split("\r") if text.strip()]
    assert shown == ["10 of 30 positions", "20 of 30 positions, about 1 min 40 s left"]
