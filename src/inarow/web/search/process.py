"""`Process`: work done in a process of its own, which can be stopped, limited, killed and replaced.

The live process only waits for it: whatever a stranger asks for, sockets and games go on. A process
does one job at a time. One that takes too long, or does not end when it is told to, is killed, and
the next job starts another.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Lock, Thread, Timer
from time import monotonic, process_time, thread_time
from typing import Any, Final, Protocol, TypeAlias

from inarow.search.background import Searchers
from inarow.search.stop import Stop

__all__ = ["PATIENCE", "Broken", "Desk", "Here", "Job", "Process", "prepare"]

Job: TypeAlias = Callable[..., Any]
"""Called with `Searchers`, and with `tell=` if somebody wants to hear what is found on the way."""

Tell: TypeAlias = Callable[[Any], None]

PATIENCE: Final = 5.0
"""How many seconds a worker tries to find exact scores."""

GRACE: Final = 3.0
"""How many seconds a job has to end after it was told to."""

MEMORY: Final = 1 << 30
"""How many bytes of data a process may have."""

SLOWNESS: Final = 10
"""A machine may be so busy that a job takes this many times its seconds."""

NICE: Final = 5
"""How much less a process is entitled to a busy core than the live process is."""


class Broken(Exception):  # noqa: N818  it is what happened
    """The process has ended in the middle of a job, by itself or because it took too long."""


class Desk(Protocol):
    """A place to do one job at a time."""

    used: float
    """The seconds of the processor that the last job took, as far as that is known."""

    def do(self, job: Job, stop: Stop, tell: Tell | None, seconds: float, /) -> Any:
        """What *job* returns or raises; *stop* ends it."""

    def close(self) -> None:
        """Do no more."""


class Here:
    """A desk in the thread that calls it, with nothing to protect that from the jobs."""

    def __init__(self, *, table_mb: int = 32, patience: float = PATIENCE) -> None:
        self._searchers = Searchers(table_mb=table_mb, patience=patience)
        self.used = 0.0

    def do(self, job: Job, stop: Stop, tell: Tell | None, _seconds: float, /) -> Any:
        """What *job* returns or raises."""
        start = thread_time()
        try:
            return _call(job, self._searchers.until(stop), tell)
        finally:
            self.used = thread_time() - start

    def close(self) -> None:
        """Nothing is left behind."""


class Process:
    """A desk in another process, which is started for its first job."""

    def __init__(self, *, table_mb: int = 32, patience: float = PATIENCE) -> None:
        self._settings = table_mb, patience
        self.used = 0.0
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._number = 0
        self._busy = False
        self._sending = Lock()

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        return self._process.pid if self._process else None

    def do(self, job: Job, stop: Stop, tell: Tell | None, seconds: float, /) -> Any:
        """What *job*, which can be pickled, returns or raises.

        `Broken` after *seconds* of the processor, or if nothing is heard for very much longer.
        """
        self.used = 0.0
        work = pickle.dumps((job, tell is not None, seconds))
        pipe = self._started()
        self._number += 1
        self._busy = True
        start = monotonic()
        try:
            self._send(pipe, (self._number, work))
            with stop.calling(self._stop):
                return self._answer(pipe, tell, seconds)
        except (EOFError, OSError) as error:
            self.used = min(seconds, monotonic() - start)  # at most; it cannot tell any more
            self.close()
            raise Broken("the worker has ended in the middle of a job") from error
        finally:
            self._busy = False

    def close(self) -> None:
        """End the process, whatever it does."""
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None and pipe is not None:
            process.kill()
            process.join()
            pipe.close()

    def _started(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self.close()
        self._pipe, theirs = multiprocessing.Pipe()
        self._process = _context().Process(  # type: ignore[attr-defined]
            target=_work, args=(theirs, *self._settings), name="inarow worker", daemon=True
        )
        self._process.start()
        theirs.close()  # ours alone would hide that it has ended
        return self._pipe

    def _send(self, pipe: Connection, message: tuple[int, bytes | None]) -> None:
        with self._sending:
            pipe.send(message)

    def _answer(self, pipe: Connection, tell: Tell | None, seconds: float) -> Any:
        while pipe.poll(SLOWNESS * seconds):
            kind, value = pipe.recv()
            if kind == "told" and tell is not None:
                tell(value)
            elif kind == "used":
                self.used = value
            elif kind == "raised":
                raise value
            elif kind == "done":
                return value
        raise EOFError

    def _stop(self) -> None:
        """Tell the process to end its job, and see to it that it does."""
        number, process, pipe = self._number, self._process, self._pipe
        if process is None or pipe is None:
            return
        with suppress(OSError):
            self._send(pipe, (number, None))

        def kill() -> None:
            if self._busy and self._number == number:
                process.kill()

        end = Timer(GRACE, kill)
        end.daemon = True
        end.start()


def prepare() -> None:
    """Begin to load what workers need, so that the first of them starts at once."""
    context = _context()
    if context.get_start_method() == "forkserver":
        from multiprocessing import forkserver

        forkserver.ensure_running()


def _context() -> BaseContext:
    """Workers are copies of a process that has loaded everything and has no threads."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["inarow.web.routes.studies"])
    return context


def _call(job: Job, searchers: Searchers, tell: Tell | None) -> Any:
    return job(searchers) if tell is None else job(searchers, tell=tell)


# -- in the process -------------------------------------------------------------------------------


def _work(pipe: Connection, table_mb: int, patience: float) -> None:
    """Do jobs until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who waits for us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _be_modest()
    searchers = Searchers(table_mb=table_mb, patience=patience)
    jobs: SimpleQueue[tuple[bytes, Stop]] = SimpleQueue()
    Thread(target=_listen, args=(pipe, jobs), daemon=True).start()
    while True:
        work, stop = jobs.get()

        def tell(value: object) -> None:
            pipe.send(("told", value))

        start = process_time()
        try:
            try:
                job, telling, seconds = pickle.loads(work)
                with _limit(seconds):
                    value = _call(job, searchers.until(stop), tell if telling else None)
            finally:
                pipe.send(("used", process_time() - start))
            pipe.send(("done", value))
        except Exception as error:
            pipe.send(("raised", _that_travels(error)))


def _listen(pipe: Connection, jobs: SimpleQueue[tuple[bytes, Stop]]) -> None:
    current, stop = 0, Stop()
    try:
        while True:
            number, work = pipe.recv()
            if work is not None:
                current, stop = number, Stop()
                jobs.put((work, stop))
            elif number == current:
                with suppress(RuntimeError):  # what it would have told has ended just now
                    stop.set()
    except (EOFError, OSError):
        os._exit(0)  # nobody waits for anything any more


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """End this process if it computes for longer, whatever holds the interpreter."""
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)  # its signal is not handled, so it kills
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _be_modest() -> None:
    if sys.platform == "win32":
        return
    import resource

    os.nice(NICE)
    with suppress(ValueError, OSError):  # not everywhere
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def _that_travels(error: Exception) -> Exception:
    """The error, or one that says the same if it cannot be pickled."""
    with suppress(Exception):
        error.add_note(f"In a worker:\n{traceback.format_exc()}")
        pickle.loads(pickle.dumps(error))
        return error
    return RuntimeError(traceback.format_exc())
