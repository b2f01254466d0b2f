"""`Target`: something that reads bytes from outside, and what it promises for all of them."""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import inarow as ir
from inarow.board.rules import PRESETS
from support.paths import ROOT
from support.strategies import ODD_RULES

T = TypeVar("T")

Trial = Callable[[bytes], None]
"""Has bytes read, and fails if a promise is broken."""

CORPUS = ROOT / "tests" / "data" / "fuzz"

RULES = [*(preset.rules for preset in PRESETS.values()), ir.Rules(4, 4, 3), *ODD_RULES]
"""Rules that a byte can choose."""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader.

    *begin* opens what its trials share; *modules* read, and should be reached everywhere; *words*
    help to find what they read.
    """

    name: str
    begin: Callable[[], AbstractContextManager[Trial]]
    modules: tuple[str, ...]
    words: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The file of its corpus."""
        return CORPUS / f"{self.name}.txt"

    def corpus(self) -> list[bytes]:
        """The inputs that are kept: those that reach new places, and those that broke a promise.

        Each is a line, with all but printable ASCII written as in Python.
        """
        lines = self.path.read_text("ascii").splitlines() if self.path.exists() else []
        return [line.encode().decode("unicode_escape").encode("latin-1") for line in lines]

    def keep(self, inputs: set[bytes]) -> None:
        """Store the corpus, the shortest first."""
        lines = (
            data.decode("latin-1").encode("unicode_escape").decode()
            for data in sorted(inputs, key=lambda data: (len(data), data))
        )
        self.path.write_text("".join(f"{line}\n" for line in lines), "ascii")


TARGETS: dict[str, Target] = {}
"""All of them by name, once `support.fuzz.targets` is imported."""


def target(*modules: str, words: str = "") -> Callable[[Trial], Trial]:
    """Make a target of a function."""

    def add(trial: Trial) -> Trial:
        _add(trial.__name__, lambda: nullcontext(trial), modules, words)
        return trial

    return add


def shared(
    *modules: str, words: str = ""
) -> Callable[[Callable[[], Iterator[Trial]]], Callable[[], AbstractContextManager[Trial]]]:
    """Make a target of a function that opens what its trials share, and yields a trial."""

    def add(begin: Callable[[], Iterator[Trial]]) -> Callable[[], AbstractContextManager[Trial]]:
        opened = contextmanager(begin)
        _add(begin.__name__, opened, modules, words)
        return opened

    return add


def _add(
    name: str,
    begin: Callable[[], AbstractContextManager[Trial]],
    modules: tuple[str, ...],
    words: str,
) -> None:
    full = tuple(f"inarow.{module}" for module in modules)
    TARGETS[name] = Target(name, begin, full, tuple(words.split()))


def as_text(data: bytes) -> str:
    """What the command line and files make of bytes."""
    return data.decode("utf-8", "surrogateescape")


def choose(data: bytes) -> tuple[ir.Rules, bytes]:
    """Rules that the first byte chooses, and the other bytes."""
    return RULES[data[0] % len(RULES) if data else 0], data[1:]


def tried(read: Callable[..., T], *arguments: object, **options: object) -> T | None:
    """What *read* returns, or `None` if it refuses in one sentence; anything else is a failure."""
    try:
        return read(*arguments, **options)
    except ir.InarowError as error:
        expect_sentence(str(error))
        return None


def expect_sentence(text: str) -> None:
    """One line that can be shown anywhere."""
    assert text, "nothing is said"
    assert text.isprintable(), repr(text)
    assert len(text) < 1000, len(text)


class Complaints(logging.Handler):
    """What the log says of errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record)

    def expect_none(self) -> None:
        found, self.found = self.found, []
        for record in found:
            error = record.exc_info[1] if record.exc_info else None
            raise AssertionError(record.getMessage()) from error


@contextmanager
def complaints() -> Iterator[Complaints]:
    """Listen to the log."""
    found, log = Complaints(), logging.getLogger()
    log.addHandler(found)
    try:
        yield found
    finally:
        log.removeHandler(found)
