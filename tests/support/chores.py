"""Work for other processes, in a module that they can import."""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import inarow as ir
from inarow.jobs import Run

J = TypeVar("J")
R = TypeVar("R")


def double(number: int) -> int:
    return 2 * number


def who(_: int) -> int:
    return os.getpid()


def fail(number: int) -> int:
    raise ir.NotationError(f"cannot read {number}", place=4)


def fail_oddly(_: int) -> int:
    class HomemadeError(Exception):
        pass

    raise HomemadeError("made here")


def die_once(folder: Path, number: int) -> int:
    """Kill the worker at the first try of every third job."""
    mark = folder / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def tidy(folder: Path, number: int) -> int:
    """Be quick with job 0 and long with the others, and leave a mark when told to end."""
    if number == 0:
        while not (folder / "begun").exists():
            time.sleep(0.01)
        return 0
    try:
        (folder / "begun").touch()
        for _ in range(60_000):  # of one long sleep, a signal just before it would not be heard
            time.sleep(0.01)
    finally:
        (folder / "tidied").touch()
    return number


def die(_: str) -> None:
    os._exit(7)


def killing(folder: Path, run: Run) -> Run:
    """*run*, but the first worker that begins the sixth job or a later one is killed in it."""

    def run_and_kill(work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]:
        return run(partial(_kill_sixth, folder, work), enumerate(jobs))

    return run_and_kill


def _kill_sixth(folder: Path, work: Callable[[J], R], job: tuple[int, J]) -> R:
    number, value = job
    with suppress(FileExistsError):
        if number >= 5:
            (folder / "killed").touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
    return work(value)


def end_process(pid: int | None) -> None:
    """End a process, or without a number the program that watches over this worker; then wait."""
    os.kill(os.getppid() if pid is None else pid, signal.SIGKILL)
    time.sleep(60)
