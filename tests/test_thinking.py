from queue import Queue

import inarow as ir
from inarow.engine import Result
from inarow.thinking import Thinking

ENDLESS = ir.Limit(depth=100)


def engine() -> ir.Engine:
    return ir.Engine(threads=1, table_mb=1, exact=False)


def test_a_search_tells_its_result_once() -> None:
    told: Queue[Result | str] = Queue()
    thinking = Thinking()
    position = ir.Position(ir.CONNECT_FOUR)
    thinking.begin(engine(), position, ir.Limit(depth=3), told.put)
    result = told.get(timeout=60)
    assert isinstance(result, Result)
    assert position.is_legal(result.move)
    assert not thinking.busy  # so that the next may begin when the result is known
    thinking.finish()
    assert told.empty()


def test_stop_ends_a_search_however_early_it_comes() -> None:
    told: Queue[Result | str] = Queue()
    thinking = Thinking()
    for _ in range(20):
        thinking.begin(engine(), ir.Position(ir.GOMOKU), ENDLESS, told.put)
        assert thinking.busy
        thinking.stop()
        assert isinstance(told.get_nowait(), Result)
        assert not thinking.busy


def test_a_held_result_waits_for_stop() -> None:
    told: Queue[Result | str] = Queue()
    thinking = Thinking()
    thinking.begin(engine(), ir.Position(ir.TIC_TAC_TOE), ir.Limit(depth=1), told.put, hold=True)
    assert thinking.busy
    assert told.empty()
    thinking.finish()
    assert isinstance(told.get_nowait(), Result)


def test_what_goes_wrong_is_told() -> None:
    told: Queue[Result | str] = Queue()
    thinking = Thinking()
    thinking.begin(engine(), ir.Position(ir.Rules(20, 20, 20)), ir.Limit(depth=1), told.put)
    thinking.finish()
    assert told.get_nowait() == "expected k up to 15, got 20x20x20"


def test_stop_without_a_search_does_nothing() -> None:
    Thinking().stop()
    Thinking().finish()
