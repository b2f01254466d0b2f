"""Many jobs at once: `Run` is a way to do them, `here` does them on the cores of this machine.

A job is a value that can be pickled, and so is what comes back; the work is a function that a
module defines. Jobs on a cluster: `inarow.farm`.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from time import monotonic
from typing import Final, Generic, Protocol, TypeVar

from inarow.errors import JobError, quoted

__all__ = ["TRIES", "Run", "answer", "here", "in_order"]

J = TypeVar("J")
R = TypeVar("R")

TRIES: Final = 3
"""How many workers a job may end before it is given up."""

GRACE: Final = 0.5
"""How many seconds workers have to tidy up when the run ends."""


class Run(Protocol):
    """A way to do many jobs."""

    def __call__(self, work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]:
        """What *work* returns for each of *jobs*, in any order, as it is done.

        Jobs are taken as they can be begun, not all at once. What *work* raises comes out as it is,
        and ends the run.
        """


def here(workers: int | None = None) -> Run:
    """Jobs in *workers* processes of this machine, as many as it has cores if not given.

    With one worker they are done in this process. A worker that dies is replaced, and its job done
    again; a job that ends `TRIES` workers is a `JobError`. No process outlives the run, however it
    ends. A script that uses more than one worker needs the usual `if __name__ == "__main__":`.
    """
    count = os.cpu_count() or 1 if workers is None else workers
    if type(count) is not int or count < 1:
        raise JobError(f"expected at least one worker, got {quoted(workers)}")

    def run(work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]:
        return map(work, jobs) if count == 1 else _run(work, jobs, count)

    return run


def in_order(run: Run, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[R, None, None]:
    """What *work* returns for each of *jobs*, in their order, each as soon as it can be had."""
    early: dict[int, R] = {}
    due = 0
    for number, result in run(partial(_numbered, work), enumerate(jobs)):
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1


def _numbered(work: Callable[[J], R], job: tuple[int, J]) -> tuple[int, R]:
    number, value = job
    return number, work(value)


@dataclass(slots=True)
class _Job(Generic[J]):
    value: J
    ended: int = 0  # how many workers it has ended


@dataclass(slots=True)
class _Worker(Generic[J]):
    process: SpawnProcess
    pipe: Connection
    job: _Job[J] | None = None

    def begin(self, job: _Job[J]) -> None:
        self.job = job
        with suppress(BrokenPipeError, ConnectionResetError):  # it has died: to be found by recv
            self.pipe.send(job.value)


def _run(work: Callable[[J], R], values: Iterable[J], count: int) -> Iterator[R]:
    jobs = deque[_Job[J]]()  # to be done again
    source = (_Job(value) for value in values)
    crew: list[_Worker[J]] = []
    tool = pickle.dumps(work)

    def begin(worker: _Worker[J] | None) -> bool:
        """Give a worker, or a new one, a job if there is one."""
        job = jobs.popleft() if jobs else next(source, None)
        if job is not None:
            (worker or _start(tool, crew)).begin(job)
        return job is not None

    try:
        while True:
            while len(crew) < count and begin(None):
                pass
            busy = [worker for worker in crew if worker.job]
            if not busy:
                return
            ready = wait([worker.pipe for worker in busy])
            for worker in busy:
                if worker.pipe not in ready:
                    continue
                try:
                    result = worker.pipe.recv()
                except (EOFError, ConnectionResetError):
                    crew.remove(worker)
                    jobs.append(_after_death(worker))
                    continue
                worker.job = None
                begin(worker)  # before the result is looked at, which may take its time
                yield result()
    finally:
        _end(crew)


def _start(work: bytes, crew: list[_Worker[J]]) -> _Worker[J]:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=_serve, args=(work, theirs), daemon=True
    )
    with _deaf_to_interrupts():
        process.start()
        worker = _Worker[J](process, ours)
        crew.append(worker)
    theirs.close()  # ours alone would hide that the worker has died
    return worker


def _after_death(worker: _Worker[J]) -> _Job[J]:
    """The job of a worker that has died, to be done again."""
    worker.pipe.close()
    worker.process.join()
    assert worker.job
    worker.job.ended += 1
    if worker.job.ended < TRIES:
        return worker.job
    code = worker.process.exitcode or 0
    how = f"exit code {code}" if code >= 0 else f"signal {-code}"
    raise JobError(
        f"{TRIES} workers crashed on the same job (the last with {how}; signal 9 usually means "
        f"that memory ran out): {quoted(worker.job.value)}"
    )


def _end(crew: list[_Worker[J]]) -> None:
    """End all workers: those that can be told may tidy up, such as end programs they started."""
    for worker in crew:
        worker.process.terminate()
    deadline = monotonic() + GRACE
    for worker in crew:
        worker.process.join(max(0.0, deadline - monotonic()))
        worker.process.kill()
        worker.process.join()
        worker.process.close()
        worker.pipe.close()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C: we do, and end it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # would make us hear again if it were started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- in a worker ----------------------------------------------------------------------------------


def _serve(work: bytes, pipe: Connection) -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    Thread(target=_die_with_parent, daemon=True).start()
    with suppress(EOFError):
        while True:
            pipe.send_bytes(answer(work, pipe.recv_bytes()))


def _die_with_parent() -> None:
    """Even one that was killed leaves nobody behind."""
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)


def answer(work: bytes, job: bytes) -> bytes:
    """What a worker sends back: a pickled function that returns or raises what the work did."""
    try:
        return pickle.dumps(partial(_returned, pickle.loads(work)(pickle.loads(job))))
    except Exception as error:
        error.add_note(f"In a worker:\n{traceback.format_exc()}")
        try:
            answer = pickle.dumps(partial(_raised, error))
            pickle.loads(answer)
        except Exception:  # it cannot travel
            return pickle.dumps(partial(_raised, RuntimeError(traceback.format_exc())))
        return answer


def _returned(result: R) -> R:
    return result


def _raised(error: Exception) -> None:
    raise error
