"""No command line, however odd, ends in a traceback, in nothing or with an unknown exit code."""

import pytest

from support.command_lines import broken_here, broken_outside, failures


@pytest.mark.parametrize("part", range(4))
def test_odd_command_lines_keep_every_promise(part: int) -> None:
    assert list(failures(range(part, 120, 4), broken_here)) == []


def test_odd_streams_keep_every_promise() -> None:
    assert list(failures(range(5000, 5012), broken_outside)) == []
