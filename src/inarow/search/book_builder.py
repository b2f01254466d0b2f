"""Making a book: solve its last ply piece by piece, with a journal that survives any end.

The journal lies beside the book as NAME.part. It starts with a line of JSON that says what is being
built; then come pieces, each with its number, its scores and a checksum. A piece that was cut off
is solved again. The bytes of the finished book do not depend on how often the work was interrupted,
nor on who did it.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TypeAlias

from inarow import _core, files
from inarow.board.rules import Rules
from inarow.errors import BookError
from inarow.jobs import Run
from inarow.search.book import Book, Header, digest
from inarow.search.solver import Solver, kept_solver

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Piece", "Work", "build", "solve_by", "solve_here"]

PIECE: Final = 128
"""How many positions are solved, and can be lost, at a time."""

Piece: TypeAlias = "tuple[int, NDArray[np.uint64], NDArray[np.uint64]]"
"""A piece of work: its number and the positions, packed as `inarow.batch` says."""

Work: TypeAlias = "Callable[[Rules, Iterable[Piece]], Iterable[tuple[int, NDArray[np.int8]]]]"
"""Solves pieces, in any order: yields the number and the scores of each as it is done."""


def solve_here(solver: Solver) -> Work:
    """The way to solve pieces with all threads of *solver*."""

    def work(rules: Rules, pieces: Iterable[Piece]) -> Iterator[tuple[int, NDArray[np.int8]]]:
        for number, own, other in pieces:
            yield number, solver.solve_many(own, other, rules)

    return work


def solve_by(run: Run, table_mb: int = 64) -> Work:
    """The way to solve pieces as jobs of *run*, each with one thread and a table of its own."""

    def work(rules: Rules, pieces: Iterable[Piece]) -> Iterator[tuple[int, NDArray[np.int8]]]:
        return run(partial(_solve_piece, rules, table_mb), pieces)

    return work


def _solve_piece(rules: Rules, table_mb: int, piece: Piece) -> tuple[int, NDArray[np.int8]]:
    number, own, other = piece
    return number, kept_solver(table_mb).solve_many(own, other, rules)


def build(
    path: str | os.PathLike[str],
    rules: Rules,
    depth: int,
    work: Work,
    progress: Callable[[int, int], None] | None = None,
) -> Book:
    """Write the book of *rules* to *depth* plies, going on where an earlier call ended.

    *progress* is called with the number of positions solved and of all.
    """
    import numpy as np

    target = Path(path)
    try:
        core = _core.BookBuilder(rules, depth)
    except ValueError as error:
        raise BookError(str(error)) from None
    scores = np.zeros(core.leaves, dtype=np.int8)
    with _Journal(target.with_name(target.name + ".part"), rules, depth) as journal:
        done = set()
        for number, found in journal.read():
            scores[number * PIECE : number * PIECE + len(found)] = np.frombuffer(found, np.int8)
            done.add(number)
        solved = sum(len(scores[number * PIECE : (number + 1) * PIECE]) for number in done)
        if progress:
            progress(solved, len(scores))
        missing = (n for n in range(-(-len(scores) // PIECE)) if n not in done)
        for number, values in work(rules, (_piece(core, rules, number) for number in missing)):
            journal.add(number, values.tobytes())
            scores[number * PIECE : number * PIECE + len(values)] = values
            solved += len(values)
            if progress:
                progress(solved, len(scores))
        payload, bucket_bits, count = core.payload(scores)
        header = Header(rules, depth, bucket_bits, count, digest(payload))
        files.write(target, header.to_bytes() + payload, BookError, durable=True)
        journal.remove()
    return Book(target)


def _piece(core: _core.BookBuilder, rules: Rules, number: int) -> Piece:
    import numpy as np

    start = number * PIECE
    count = min(PIECE, core.leaves - start)
    shape = (count,) if rules.words == 1 else (count, rules.words)
    own, other = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    core.read(start, own, other)
    return number, own, other


class _Journal:
    """The pieces that are done, on disk."""

    HEAD = struct.Struct("<III")  # number, length, checksum of both and the scores

    def __init__(self, path: Path, rules: Rules, depth: int) -> None:
        self.path = path
        about = {"book": str(rules), "depth": depth, "piece": PIECE, "version": 1}
        self.about = (json.dumps(about) + "\n").encode()
        self._file: BinaryIO | None = None

    def __enter__(self) -> _Journal:
        self._file = self.path.open("a+b")
        try:
            _lock(self._file)
            self._file.seek(0)
            first = self._file.readline()
            if not self.about.startswith(first):
                raise BookError(
                    f"{self.path} belongs to another book; remove it, or choose another name"
                )
            if first != self.about:  # new, or killed while the line was written
                self._file.truncate(0)
                self._file.write(self.about)
                self._file.flush()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def read(self) -> Iterator[tuple[int, bytes]]:
        """The pieces so far; a cut-off end is dropped."""
        assert self._file
        self._file.seek(len(self.about))
        good = self._file.tell()
        while len(head := self._file.read(self.HEAD.size)) == self.HEAD.size:
            number, length, crc = self.HEAD.unpack(head)
            scores = self._file.read(min(length, PIECE))
            if zlib.crc32(head[:8] + scores) != crc:
                break
            good = self._file.tell()
            yield number, scores
        self._file.truncate(good)

    def add(self, number: int, scores: bytes) -> None:
        """Keep one more piece, for good."""
        assert self._file
        head = struct.pack("<II", number, len(scores))
        self._file.write(head + struct.pack("<I", zlib.crc32(head + scores)) + scores)
        self._file.flush()
        os.fsync(self._file.fileno())

    def remove(self) -> None:
        """The book is there: the journal has done its work."""
        self.path.unlink()


def _lock(file: BinaryIO) -> None:
    """Keep a second builder out, where the system can."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BookError("another program is building this book") from None
