"""Files that may be books or booklets, and a reader of books as plain as book-format.md."""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import inarow as ir
from inarow.booklet.follow import move
from inarow.booklet.text import parse, text
from inarow.booklet.walk import walk
from inarow.search.book import LAYOUT, digest
from support.fuzz.records import folder
from support.fuzz.target import Trial, as_text, shared, target, tried
from support.strategies import play_random

SMALL = 16
"""How many cells a board may have on which all games are played."""

MULTIPLIER = 0x9E3779B97F4A7C15F39CC0605CEDC835


@shared("search.book", words="inarowbk")
def book() -> Iterator[Trial]:
    """A file is refused, or has the scores that a plain reader finds in it.

    Checksums would keep out nearly everything; so, but for an odd first byte, they are put right.
    """
    with folder() as place:
        path = place / "a.book"

        def trial(data: bytes) -> None:
            rest = data[1:]
            path.write_bytes(rest if data[:1] > b"\x7f" else mended(rest))
            found = tried(ir.Book, path)
            if found is not None:
                _expect_scores(found, path)

        yield trial


@target("booklet.text", "booklet.follow", words="inarow booklet rules side start diagram page >")
def booklet(data: bytes) -> None:
    """Text is refused, or written back the same; games by it go on as long as it says something."""
    found = tried(parse, as_text(data))
    if found is None:
        return
    assert parse(text(found)) == found
    if found.rules.board.bit_count() <= SMALL:
        tried(walk, found)
    if found.rules.gravity and found.rules.width < SMALL:
        position = ir.Position(found.rules)
        while position.outcome() is None:
            moves = position.legal_moves()
            said = tried(move, found, position) if position.turn is found.side else None
            column = said[0] if said else moves[len(data) % len(moves)]
            assert column in moves
            position = position.play(column)


def mended(data: bytes) -> bytes:
    """The same book with a magic and checksums that fit."""
    if len(data) < LAYOUT.size:
        return data
    head = bytearray(data[: LAYOUT.size])
    head[:9] = b"inarowbk\x01"
    head[24:40] = digest(data[LAYOUT.size :])
    head[60:] = struct.pack("<I", zlib.crc32(head[:60]))
    return bytes(head) + data[LAYOUT.size :]


def _expect_scores(found: ir.Book, path: Path) -> None:
    """A book's first 40 positions of random games, as both readers find them."""
    data = path.read_bytes()
    assert found.header.to_bytes()[:15] == data[:15]
    random = Random(1)
    for plies in range(min(found.depth, 20) + 1):
        for _ in range(2):
            position = play_random(found.rules, random, plies).position
            if position.outcome() is None:
                score = tried(found.score, position)
                assert (None if score is None else score.value) == plain_value(data, position)
                tried(found.scores, position)


def plain_value(data: bytes, position: ir.Position) -> int | None:
    """The score of a position in a book, for the side to move."""
    rules = position.rules
    depth, bits = data[13], data[14]
    if position.ply > depth:
        return None
    (count,) = struct.unpack_from("<Q", data, 16)
    key_bits = rules.width * rules.stride * (1 if rules.gravity else 2)
    size = (key_bits - bits + 7) // 8
    key = scattered(_key(position), key_bits)
    bucket, remainder = key >> (key_bits - bits), key & ((1 << (key_bits - bits)) - 1)
    first, last = struct.unpack_from("<II", data, 64 + 4 * bucket)
    remainders = 64 + 4 * (2**bits + 1)
    for entry in range(first, last):
        at = remainders + size * entry
        if int.from_bytes(data[at : at + size], "little") == remainder:
            (score,) = struct.unpack_from("<b", data, remainders + size * count + entry)
            return int(score)
    return None


def _key(position: ir.Position) -> int:
    """The number of the least image."""
    rules = position.rules
    images = [position, position.mirror()]
    if not rules.gravity:
        images += [_turned(image, swap=False) for image in images]
        if rules.width == rules.height:
            images += [_turned(image, swap=True) for image in images]
    pairs = [(rules.split(image.own), rules.split(image.occupied), image) for image in images]
    image = min(pairs, key=lambda pair: pair[:2])[2]
    if rules.gravity:
        return image.own + image.occupied
    return image.occupied | image.own << (rules.width * rules.stride)


def _turned(position: ir.Position, *, swap: bool) -> ir.Position:
    rules = position.rules

    def turn(bits: int) -> int:
        cells = rules.cells(bits)
        return rules.bits((r, c) if swap else (c, rules.height - 1 - r) for c, r in cells)

    return ir.Position(rules, turn(position.first), turn(position.second), position.turn)


def scattered(key: int, bits: int) -> int:
    for _ in range(2):
        key = key * MULTIPLIER % 2**bits
        key ^= key >> ((bits + 1) // 2)
    return key
