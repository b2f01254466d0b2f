"""`Book`: exact scores of the first plies, read from a file.

docs/reference/book-format.md describes the format.
"""

from __future__ import annotations

import hashlib
import mmap
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from inarow import _core
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules, Side
from inarow.errors import BookError, RulesError
from inarow.search.scores import Score, exact_score

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NO_SCORE", "Book", "Counts", "Header", "counts", "shipped"]

NO_SCORE: Final = _core.NO_SCORE
"""What `Book.score_many` has for positions that are not in the book."""

MAGIC: Final = b"inarowbk"
VERSION: Final = 1
LAYOUT: Final = struct.Struct("<8s7BxQ16s20xI")
CHECKED_AT_ONCE: Final = 2**24
"""Payloads up to this size are checked when a book is opened; larger ones by `verify`."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the first 64 bytes of a book say."""

    rules: Rules
    depth: int
    bucket_bits: int
    count: int
    digest: bytes

    def to_bytes(self) -> bytes:
        """As the file has it."""
        rules = self.rules
        shape = (rules.width, rules.height, rules.k, rules.gravity, self.depth, self.bucket_bits)
        fields = LAYOUT.pack(MAGIC, VERSION, *shape, self.count, self.digest, 0)[:-4]
        return fields + struct.pack("<I", zlib.crc32(fields))

    @classmethod
    def parse(cls, data: bytes) -> Header:
        """The header at the start of *data*."""
        if not data.startswith(MAGIC):
            raise BookError("expected a book, got another kind of file")
        if len(data) < LAYOUT.size:
            raise BookError("expected a book, got one that ends in its header")
        _, version, width, height, k, gravity, depth, bits, count, digest, crc = LAYOUT.unpack(
            data[: LAYOUT.size]
        )
        if version != VERSION:
            raise BookError(f"expected a book of version {VERSION}, got version {version}")
        if zlib.crc32(data[: LAYOUT.size - 4]) != crc:
            raise BookError("expected a book, got one with a damaged header")
        try:
            rules = Rules(width, height, k, gravity=bool(gravity))
        except RulesError as error:
            raise BookError(f"expected a book for some game, but {error}") from None
        header = cls(rules, depth, bits, count, digest)
        if header.to_bytes() != data[: LAYOUT.size]:
            raise BookError("expected a book, got one with other bytes in its header")
        return header


class Book:
    """The exact scores of every open position of one game up to some ply.

    The file is mapped into memory: opening is instant, and only what is asked for is read.
    """

    rules: Rules
    """The game it is for."""

    depth: int
    """The last ply whose positions it has."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            start = file.read(LAYOUT.size)
            try:
                self.header = Header.parse(start)
                self._payload = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[
                    LAYOUT.size :
                ]
                header = self.header
                self.core = _core.Book(
                    header.rules, header.bucket_bits, header.count, cast("Any", self._payload)
                )
                if len(self._payload) <= CHECKED_AT_ONCE:
                    self.check()
            except BookError as error:
                raise BookError(f"{self.path}: {error}") from None
            except ValueError as error:
                raise BookError(f"{self.path}: the book is damaged: {error}") from None
        self.rules, self.depth = header.rules, header.depth
        self._words = header.rules.words

    def __len__(self) -> int:
        return self.header.count

    def __repr__(self) -> str:
        return f"Book({str(self.path)!r})"

    def check(self) -> None:
        """Read everything and compare the checksum; a damaged book is a `BookError`."""
        if digest(self._payload) != self.header.digest:
            raise BookError("expected the checksum in the header, got other bytes: it is damaged")

    def score(self, position: AnyPosition) -> Score | None:
        """The score of an open position, `None` if it is not here."""
        position = Position.of(position)
        if not self._may_have(position):
            return None
        own, other = _sides(position)
        if self._words == 1:
            value = self.core.lookup_word(own, other)
        else:
            value = self.core.lookup(self.rules.split(own), self.rules.split(other))
        return None if value is None else Score.of(value, position)

    def scores(self, position: AnyPosition) -> dict[int, Score] | None:
        """The score of every legal move for the side to move, `None` if one is not here."""
        position = Position.of(position)
        if not self._may_have(position):
            return None
        own, other = _sides(position)
        values = self.core.scores(self.rules.split(own), self.rules.split(other))
        if values is None:
            return None
        side, left = position.turn, self.rules.cell_count - position.ply
        moves = enumerate(values)
        return {move: exact_score(value, side, left) for move, value in moves if value is not None}

    def score_many(self, own: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.int8]:
        """Shape (n,): the scores for the owners of *own*, packed as `inarow.batch` says.

        `NO_SCORE` stands for what is not here.
        """
        import numpy as np

        from inarow.search import batch

        n = batch.expect("own", own, self.rules)
        batch.expect("other", other, self.rules, n)
        out = np.empty(n, dtype=np.int8)
        self.core.lookup_many(own, other, out)
        return out

    def _may_have(self, position: Position) -> bool:
        rules = position.rules
        return (rules is self.rules or rules == self.rules) and position.ply <= self.depth


def _sides(position: Position) -> tuple[int, int]:
    """The discs of the side to move, and the others."""
    if position.turn is Side.FIRST:
        return position.first, position.second
    return position.second, position.first


class Counts(NamedTuple):
    """How many positions of a ply the first side wins, draws and loses; *finished* are over."""

    won: int
    drawn: int
    lost: int
    finished: int


def counts(book: Book) -> Iterator[Counts]:
    """The counts of every ply of a book, by walking all its positions; mirror images count."""
    level = {Position(book.rules)}
    for _ in range(book.depth + 1):
        signs = [0, 0, 0]
        open_positions = []
        for position in level:
            outcome = position.outcome()
            if outcome is None:
                score = book.score(position)
                assert score is not None
                sign = (score.value > 0) - (score.value < 0)
                sign = sign if position.turn is Side.FIRST else -sign
                open_positions.append(position)
            else:
                sign = {None: 0, Side.FIRST: 1, Side.SECOND: -1}[outcome.winner]
            signs[1 - sign] += 1
        won, drawn, lost = signs
        yield Counts(won, drawn, lost, len(level) - len(open_positions))
        level = {p.play(move) for p in open_positions for move in p.legal_moves()}


def digest(payload: bytes | memoryview) -> bytes:
    """The checksum of a payload."""
    return hashlib.blake2b(payload, digest_size=16).digest()


@cache
def shipped(rules: Rules) -> Book | None:
    """The book that comes with inarow for these rules, if there is one."""
    path = resources.files("inarow") / "data" / f"{rules}.book".replace("/", "-")
    return Book(Path(str(path))) if path.is_file() else None
