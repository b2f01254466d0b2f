"""`run`: the jobs of `inarow.jobs`, done by the workers of a Dask cluster."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

import inarow
from inarow.errors import JobError, missing_package, quoted
from inarow.jobs import Run, answer

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["run"]

J = TypeVar("J")
R = TypeVar("R")

CONNECT_SECONDS: Final = 10
"""How long to wait for the scheduler."""

WORKER_SECONDS: Final = 60
"""How long to wait for a worker when there is none."""

LOOK_SECONDS: Final = 5
"""How often to look whether there still is one."""


def run(address: str) -> Run:
    """Jobs on the cluster of the Dask scheduler at *address*, such as `tcp://127.0.0.1:8786`.

    At most two jobs for each thread of the cluster are on their way at a time. Workers may come and
    go, and be killed: their jobs are done again by others. A job that its workers die of again and
    again (the scheduler's `allowed-failures` says how often), or a cluster that is lost, is a
    `JobError`.
    """
    try:
        from distributed.comm.addressing import get_address_host_port
    except ModuleNotFoundError as error:
        raise missing_package(error) from None
    try:
        get_address_host_port(address)
    except ValueError:
        raise JobError(
            f"expected a scheduler's address such as tcp://127.0.0.1:8786, got {quoted(address)}"
        ) from None

    def run_there(work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]:
        with _connected(address) as client:
            yield from _Work(client, address, work, jobs).results()

    return run_there


class _Work(Generic[J, R]):
    """The jobs of one run, and those of them that are on their way."""

    def __init__(
        self, client: Client, address: str, work: Callable[[J], R], jobs: Iterable[J]
    ) -> None:
        self._client = client
        self._address = address
        self._work = pickle.dumps(work)
        self._jobs = iter(jobs)
        self._pending: dict[Future[bytes], J] = {}

    def results(self) -> Iterator[R]:
        self._begin()
        while self._pending:
            for future in self._done():
                answered = self._answer(future)
                if answered is None:
                    continue
                del self._pending[future]
                self._begin()  # before the result is looked at, which may take its time
                result: R = pickle.loads(answered)()
                yield result

    def _begin(self) -> None:
        """Send as many jobs as there should be on their way."""
        wanted = max(2 * self._threads(), 1)  # also while there is nobody to do it
        for job in islice(self._jobs, max(wanted - len(self._pending), 0)):
            with _talk(self._address):
                future = self._client.submit(
                    _do, inarow.__version__, self._work, pickle.dumps(job), pure=False
                )
            self._pending[future] = job

    def _threads(self) -> int:
        with _talk(self._address):
            return sum(self._client.nthreads().values())

    def _done(self) -> list[Future[bytes]]:
        """Jobs that are done, at least one; none when a look around was due."""
        from distributed import wait

        for _ in range(0, WORKER_SECONDS, LOOK_SECONDS):
            with _talk(self._address), self._client.as_current(), suppress(TimeoutError):
                return list(wait(list(self._pending), LOOK_SECONDS, "FIRST_COMPLETED").done)
            if self._threads() > 0:
                return []
        raise JobError(f"the cluster at {self._address} has lost all its workers")

    def _answer(self, future: Future[bytes]) -> bytes | None:
        """What a worker sent back; `None` if it was lost with it, and is being found again."""
        from distributed import KilledWorker

        with _talk(self._address):
            try:
                return future.result(timeout=LOOK_SECONDS)
            except TimeoutError:
                return None
            except KilledWorker as error:
                raise JobError(
                    f"{error.allowed_failures + 1} workers crashed on the same job (perhaps "
                    f"memory ran out): {quoted(self._pending[future])}"
                ) from None


def _do(version: str, work: bytes, job: bytes) -> bytes:
    """A job, in a worker."""
    if version != inarow.__version__:
        raise JobError(
            f"expected inarow {version} on all workers, got {inarow.__version__} on one of them"
        )
    return answer(work, job)


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VersionMismatchWarning)  # we say it ourselves
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except OSError:
        raise JobError(
            f"no Dask scheduler answers at {quoted(address)}: start one with `dask scheduler`, "
            "or look at the address that it shows"
        ) from None
    try:
        with _talk(address):
            _expect_workers(client, address)
        yield client
    finally:
        client.close(timeout=2)


@contextmanager
def _talk(address: str) -> Iterator[None]:
    """Say in one sentence what goes wrong between us, the scheduler and its workers."""
    from distributed import CancelledError

    try:
        yield
    except (OSError, CancelledError):
        raise JobError(f"the cluster at {address} has been lost") from None
    except ModuleNotFoundError as error:
        raise JobError(
            f"a worker of the cluster at {address} has no {error.name}: "
            "install the same packages on all of them"
        ) from None


def _expect_workers(client: Client, address: str) -> None:
    """That there are workers, with what we have."""
    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except TimeoutError:
        raise JobError(
            f"the cluster at {address} has no workers: start some with `dask worker {address}`"
        ) from None
    found = cast("Any", client.get_versions(packages=["inarow"]))
    ours = _versions(found["client"])
    theirs = {"the scheduler": found["scheduler"]} | found["workers"]
    for name, about in theirs.items():
        for package, version in _versions(about).items():
            if version != ours[package] and (name, package) != ("the scheduler", "inarow"):
                raise JobError(
                    f"expected {package} {ours[package]} as here, got {version or 'none'} at {name}"
                )


def _versions(about: Any) -> dict[str, str | None]:
    """What must be the same everywhere, from what Dask tells of one place."""
    packages = about["packages"]
    found = {name: packages.get(name) for name in ("inarow", "dask", "distributed")}
    return found | {"Python": ".".join(packages["python"].split(".")[:2])}
