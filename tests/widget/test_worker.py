import subprocess
import sys
from threading import Event, RLock

from inarow import GOMOKU, Limit, Position
from inarow.search.desk import Desk
from inarow.widget.worker import Tell, Worker


def test_what_is_found_is_told() -> None:
    worker, told = Worker(RLock()), list[int]()
    worker.begin(lambda _, tell: tell(lambda: told.append(1)))
    worker.join()
    assert told == [1]
    assert not worker.busy


def test_new_work_ends_the_work_before_which_tells_nothing() -> None:
    worker, told, begun = Worker(RLock()), list[str](), Event()

    def long(desk: Desk, tell: Tell) -> None:
        begun.set()
        desk.engine.search(Position(GOMOKU), Limit(seconds=600))
        tell(lambda: told.append("old"))

    worker.begin(long)
    begun.wait()
    worker.begin(lambda desk, tell: tell(lambda: told.append(f"new {desk.stopped}")))
    worker.join()
    assert told == ["new False"]


def test_stop_ends_the_work_without_waiting_for_it() -> None:
    worker, begun = Worker(RLock()), Event()

    def long(desk: Desk, tell: Tell) -> None:
        begun.set()
        desk.engine.search(Position(GOMOKU), Limit(seconds=600))

    worker.begin(long)
    begun.wait()
    assert worker.busy
    worker.stop()
    assert not worker.busy
    worker.join()


def test_work_that_is_replaced_before_it_begins_never_begins() -> None:
    worker, done, open_, begun = Worker(RLock()), list[int](), Event(), Event()

    def first(_: Desk, __: Tell) -> None:
        begun.set()
        open_.wait()

    worker.begin(first)
    begun.wait()
    worker.begin(lambda _, tell: done.append(1))
    worker.begin(lambda _, tell: done.append(2))
    open_.set()
    worker.join()
    assert done == [2]


def test_work_may_begin_other_work_by_what_it_tells() -> None:
    worker, told = Worker(RLock()), list[int]()

    def first(_: Desk, tell: Tell) -> None:
        tell(lambda: worker.begin(lambda _, tell: tell(lambda: told.append(2))))

    worker.begin(first)
    worker.join()
    assert told == [2]


def test_a_program_may_end_in_the_middle_of_a_search() -> None:
    program = """if True:
        from threading import Event
        from inarow.widget import BoardWidget
        widget, came = BoardWidget("15x15x5/free", scores=True), Event()
        widget.observe(lambda _: came.set() if widget.finding else None, "finding")
        came.wait()
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
