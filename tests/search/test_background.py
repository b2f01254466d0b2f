import subprocess
import sys
from threading import Event

import pytest

from inarow import CONNECT_FOUR, GOMOKU, Board, Limit, Position, Stop
from inarow.search.background import Searchers, Tell, Worker

ENDLESS = Limit(seconds=600)


def test_searchers_search_and_solve() -> None:
    searchers = Searchers(table_mb=1)
    assert searchers.engine.search(Position(CONNECT_FOUR), Limit(depth=2)).lines
    assert searchers.oracle.scores(Board(CONNECT_FOUR, "4455").position)


def test_patience_is_lent_for_a_while() -> None:
    searchers = Searchers(table_mb=1, patience=5)
    with searchers.patience(0.5):
        assert searchers.oracle.patience == 0.5
    assert searchers.oracle.patience == 5


def test_what_is_found_is_told() -> None:
    worker, found = Worker(), list[int]()
    worker.ask(lambda _, tell: tell(found.append, 1))
    worker.join()
    assert found == [1]
    assert not worker.busy


def test_answers_are_delivered_where_they_are_wanted() -> None:
    waiting, found = list[object](), list[int]()
    worker = Worker(waiting.append)
    worker.ask(lambda _, tell: tell(found.append, 1))
    worker.join()
    assert (found, worker.busy, len(waiting)) == ([], True, 2)
    for answer in waiting:
        answer()  # type: ignore[operator]
    assert (found, worker.busy) == ([1], False)


def test_what_is_delivered_after_a_stop_is_not_told() -> None:
    waiting, found = list[object](), list[int]()
    worker = Worker(waiting.append)
    worker.ask(lambda _, tell: tell(found.append, 1))
    worker.join()
    worker.stop()
    for answer in waiting:
        answer()  # type: ignore[operator]
    assert (found, worker.busy) == ([], False)


def test_new_work_stops_the_work_before_which_tells_nothing() -> None:
    worker, found, begun = Worker(), list[str](), Event()

    def long(stop: Stop, tell: Tell) -> None:
        begun.set()
        Searchers(table_mb=1).engine.search(Position(GOMOKU), ENDLESS, stop=stop)
        tell(found.append, "old")

    worker.ask(long)
    begun.wait()
    worker.ask(lambda stop, tell: tell(found.append, f"new {stop.is_set()}"))
    worker.join()
    assert found == ["new False"]


def test_a_stop_is_not_lost_however_early_it_comes() -> None:
    searchers = Searchers(table_mb=1)
    worker = Worker()
    for _ in range(20):
        worker.begin(
            lambda stop: [searchers.engine.search(Position(GOMOKU), ENDLESS, stop=stop)].clear()
        )
        worker.stop()
        worker.join()


def test_work_that_is_replaced_before_it_begins_never_begins() -> None:
    worker, done, open_, begun = Worker(), list[int](), Event(), Event()

    def first(_: Stop, __: Tell) -> None:
        begun.set()
        open_.wait()

    worker.ask(first)
    begun.wait()
    worker.ask(lambda _, tell: done.append(1))
    worker.ask(lambda _, tell: done.append(2))
    open_.set()
    worker.join()
    assert done == [2]


def test_work_may_ask_for_other_work_by_what_it_tells() -> None:
    worker, found = Worker(), list[int]()

    def again() -> None:
        worker.ask(lambda _, tell: tell(found.append, 2))

    worker.ask(lambda _, tell: tell(again))
    worker.join()
    assert found == [2]


def test_an_error_is_raised_where_answers_are_wanted() -> None:
    waiting = list[object]()
    worker = Worker(waiting.append)
    worker.ask(lambda _, __: [].pop())
    worker.join()
    with pytest.raises(IndexError):
        waiting[0]()  # type: ignore[operator]


def test_a_program_may_end_in_the_middle_of_a_search() -> None:
    program = """if True:
        from threading import Event
        import inarow as ir
        from inarow.search.background import Searchers, Worker
        begun, searchers = Event(), Searchers(table_mb=1)
        def search(stop):
            searchers.engine.search(
                ir.Position(ir.GOMOKU), ir.Limit(seconds=600), stop=stop,
                progress=lambda _: begun.set(),
            )
        worker = Worker()
        worker.begin(search)
        begun.wait()
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
