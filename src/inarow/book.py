"""`Book`: exact scores of the first plies, read from a file (its format: docs/book-format.md)."""

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
from typing import Any, Final, NamedTuple, cast

from inarow import _core
from inarow.errors import BookError, RulesError
from inarow.position import Position
from inarow.rules import Rules, Side
from inarow.solver import Score

__all__ = ["Book", "Counts", "Header", "counts", "shipped"]

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
        return cls(rules, depth, bits, count, digest)


class Book:
    """The exact scores of every open position of one game up to some ply.

    The file is mapped into memory: opening is instant, and only what is asked for is read.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            start = file.read(LAYOUT.size)
            try:
                self.header = Header.parse(start)
                self._payload = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[
                    LAYOUT.size :
                ]
                rules, header = self.header.rules, self.header
                self._core = _core.Book(
                    *(rules.width, rules.height, rules.k, rules.gravity),
                    *(header.bucket_bits, header.count, cast("Any", self._payload)),
                )
                if len(self._payload) <= CHECKED_AT_ONCE:
                    self.check()
            except BookError as error:
                raise BookError(f"{self.path}: {error}") from None
            except ValueError as error:
                raise BookError(f"{self.path}: expected a whole book, but {error}") from None

    @property
    def rules(self) -> Rules:
        """The game it is for."""
        return self.header.rules

    @property
    def depth(self) -> int:
        """The last ply whose positions it has."""
        return self.header.depth

    def __len__(self) -> int:
        return self.header.count

    def __repr__(self) -> str:
        return f"Book({str(self.path)!r})"

    def check(self) -> None:
        """Read everything and compare the checksum; a damaged book is a `BookError`."""
        if digest(self._payload) != self.header.digest:
            raise BookError("expected the checksum in the header, got other bytes: it is damaged")

    def score(self, position: Position) -> Score | None:
        """The score of an open position, `None` if it is not here."""
        rules = position.rules
        if rules != self.rules or position.ply > self.depth:
            return None
        own, other = position.first, position.second
        if position.turn is Side.SECOND:
            own, other = other, own
        value = self._core.lookup(rules.split(own), rules.split(other))
        return None if value is None else Score.of(value, position)

    def scores(self, position: Position) -> dict[int, Score] | None:
        """The score of every legal move for the side to move, `None` if one is not here."""
        if position.rules != self.rules or position.outcome() is not None:
            return None
        found = {}
        for move in position.legal_moves():
            after = position.play(move)
            outcome = after.outcome()
            if outcome is not None:
                value = 0 if outcome.is_draw else (self.rules.cell_count + 2 - after.ply) // 2
            else:
                score = self.score(after)
                if score is None:
                    return None
                value = -score.value
            found[move] = Score.of(value, position)
        return found


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
