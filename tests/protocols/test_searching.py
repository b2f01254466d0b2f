from queue import Queue
from threading import Event, Thread
from typing import Any

import inarow as ir
from inarow.protocols.searching import Searching
from inarow.search.engine import Result

ENDLESS = ir.Limit(depth=100)


def engine() -> ir.Engine:
    return ir.Engine(threads=1, table_mb=1, exact=False)


def test_a_search_tells_its_result_once() -> None:
    reported: Queue[Result | str] = Queue()
    searching = Searching()
    position = ir.Position(ir.CONNECT_FOUR)
    searching.begin(engine(), position, ir.Limit(depth=3), reported.put)
    result = reported.get(timeout=60)
    assert isinstance(result, Result)
    assert position.is_legal(result.move)
    assert not searching.busy  # so that the next may begin when the result is known
    searching.finish()
    assert reported.empty()


def test_stop_ends_a_search_however_early_it_comes() -> None:
    reported: Queue[Result | str] = Queue()
    searching = Searching()
    for _ in range(20):
        searching.begin(engine(), ir.Position(ir.GOMOKU), ENDLESS, reported.put)
        assert searching.busy
        searching.stop()
        assert isinstance(reported.get_nowait(), Result)
        assert not searching.busy


def test_a_held_result_waits_for_stop() -> None:
    reported: Queue[Result | str] = Queue()
    searching = Searching()
    searching.begin(
        engine(), ir.Position(ir.TIC_TAC_TOE), ir.Limit(depth=1), reported.put, hold=True
    )
    assert searching.busy
    assert reported.empty()
    searching.finish()
    assert isinstance(reported.get_nowait(), Result)


class Steady(ir.Engine):
    """Goes deeper every 40 ms, as its results say."""

    def search(self, position: ir.Position, limit: ir.Limit, **options: Any) -> Result:  # type: ignore[override]
        for depth in range(1, 10):
            options["progress"](Result(position, (), depth, 0, 0.04 * depth))
        return Result(position, (), 9, 0, 0.36)


def test_progress_is_told_not_too_often() -> None:
    seen: list[int] = []
    searching = Searching()
    searching.begin(
        Steady(threads=1),
        ir.Position(ir.GOMOKU),
        ENDLESS,
        lambda _: None,
        progress=lambda result: seen.append(result.depth),
    )
    searching.finish()
    assert seen == [3, 6, 9]


def test_what_goes_wrong_is_told() -> None:
    reported: Queue[Result | str] = Queue()
    searching = Searching()
    searching.begin(engine(), ir.Position(ir.Rules(20, 20, 20)), ir.Limit(depth=1), reported.put)
    searching.finish()
    assert reported.get_nowait() == "expected k up to 15, got 20x20x20"


def test_stop_without_a_search_does_nothing() -> None:
    Searching().stop()
    Searching().finish()


def test_nothing_else_is_done_before_a_result_has_been_reported() -> None:
    said: list[str] = []
    reporting, go_on = Event(), Event()
    searching = Searching()

    def report(_: object) -> None:
        reporting.set()
        go_on.wait()
        said.append("the result")

    def listen() -> None:
        assert not searching.busy
        said.append("the next line")

    searching.begin(engine(), ir.Position(ir.CONNECT_FOUR), ir.Limit(depth=1), report)
    reporting.wait()
    listener = Thread(target=listen)
    listener.start()
    listener.join(0.1)  # it waits, too
    go_on.set()
    listener.join()
    searching.finish()
    assert said == ["the result", "the next line"]
