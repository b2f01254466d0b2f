from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace

from inarow.web.live.archive import milliseconds, row_view, when


def test_times_go_both_ways_and_are_utc() -> None:
    at = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
    assert when(milliseconds(at)) == at
    assert milliseconds(at.replace(tzinfo=None)) == milliseconds(at)
    assert milliseconds(at.astimezone(timezone(timedelta(hours=5)))) == milliseconds(at)


def test_a_row_says_where_i_sit() -> None:
    row = SimpleNamespace(
        id="g", rules="7x6x4", visibility="link", status="open", x="ann", x_name="Ann", o=None,
        o_name=None, winner=None, reason=None, moves=None, created=0, base=None, increment=None,
        waits_for=None, due=None,
    )  # fmt: skip
    assert row_view(row, "ann")["you"] == "x"
    row.o = "ann"
    assert row_view(row, "ann")["you"] == "both"
