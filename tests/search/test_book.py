import struct
import zlib
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import inarow as ir
from inarow import batch
from inarow.search.book import LAYOUT, NO_SCORE, counts, shipped
from inarow.search.book_builder import build, solve_here
from inarow.search.counting import count_positions
from support.strategies import play_random


def made(folder: Path, size: str, depth: int) -> ir.Book:
    rules = ir.Rules.parse(size)
    return build(folder / "test.book", rules, depth, solve_here(ir.Solver(table_mb=4)))


@pytest.mark.parametrize(("size", "depth"), [("5x4x4", 7), ("4x5x3", 4), ("9x7x10", 2)])
def test_a_book_has_the_exact_score_of_every_position(
    tmp_path: Path, size: str, depth: int
) -> None:
    book, solver, random = made(tmp_path, size, depth), ir.Solver(table_mb=4), Random(1)
    assert (str(book.rules), book.depth) == (size, depth)
    for _ in range(100):
        position = play_random(book.rules, random, random.randint(0, depth)).position
        if position.outcome() is None:
            assert book.score(position) == solver.solve(position)
            assert book.score(position.mirror()) == solver.solve(position)


def test_moves_are_scored_for_the_side_to_move(tmp_path: Path) -> None:
    book, solver, random = made(tmp_path, "5x4x4", 7), ir.Solver(table_mb=4), Random(2)
    for _ in range(30):
        position = play_random(book.rules, random, random.randint(0, 6)).position
        if position.outcome() is None:
            assert book.scores(position) == solver.analyze(position, line=False).scores
    last = play_random(book.rules, Random(4), 7).position
    assert book.score(last) is not None
    assert book.scores(last) is None  # its moves lead out of the book


@pytest.mark.parametrize(("size", "depth"), [("5x4x4", 6), ("9x7x10", 2), ("3x3x3/free", 4)])
def test_many_at_once_have_the_scores_of_each(tmp_path: Path, size: str, depth: int) -> None:
    book, random = made(tmp_path, size, depth), Random(6)
    boards = [play_random(book.rules, random, random.randint(0, depth + 1)) for _ in range(80)]
    positions = [board.position for board in boards]
    own = batch.pack([p.discs(p.turn) for p in positions], book.rules)
    other = batch.pack([p.discs(p.turn.other) for p in positions], book.rules)
    each = [book.score(position) for position in positions]
    assert book.score_many(own, other).tolist() == [
        NO_SCORE if score is None else score.value for score in each
    ]
    assert None in each
    with pytest.raises(ir.PositionError, match="expected other of shape"):
        book.score_many(own, other[1:])


def test_moves_that_end_the_game_are_scored_too(tmp_path: Path) -> None:
    book = made(tmp_path, "3x3x3/free", 8)
    solver = ir.Solver(table_mb=1)
    for moves in ("", "b2 a1 a3", "b2 a1 c1 a3 a2 c2 b3 b1"):
        position = ir.Board(book.rules, moves).position
        assert book.scores(position) == solver.analyze(position, line=False).scores
    over = ir.Board(book.rules, "b2 a1 a2 b1 c2").position
    assert over.outcome() is not None
    assert book.scores(over) is None


def test_what_is_not_in_a_book_has_no_score(tmp_path: Path) -> None:
    book = made(tmp_path, "5x4x4", 3)
    assert book.score(ir.Board(book.rules, "1212").position) is None
    assert book.score(ir.Position(ir.CONNECT_FOUR)) is None
    floating = ir.Position(book.rules, first=book.rules.bit(1, 2), turn=ir.Side.SECOND)
    assert book.score(floating) is None
    assert book.scores(floating) is None


def damaged(kind: str) -> Callable[[bytes], bytes]:
    def with_two(data: bytes, at: int) -> bytes:
        fields = data[:at] + b"\x02" + data[at + 1 : LAYOUT.size - 4]
        return fields + struct.pack("<I", zlib.crc32(fields)) + data[LAYOUT.size :]

    return {
        "foreign": lambda data: b"PK\x03\x04" + data,
        "empty": lambda _: b"",
        "header cut": lambda data: data[:20],
        "header changed": lambda data: data[:9] + b"\x09" + data[10:],
        "gravity of 2": lambda data: with_two(data, 12),
        "newer": lambda data: with_two(data, 8),
        "cut": lambda data: data[:-1],
        "longer": lambda data: data + b"\0",
        "changed": lambda data: data[:-5] + bytes([data[-5] ^ 1]) + data[-4:],
    }[kind]


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("foreign", "expected a book, got another kind of file"),
        ("empty", "expected a book, got another kind of file"),
        ("header cut", "expected a book, got one that ends in its header"),
        ("header changed", "expected a book, got one with a damaged header"),
        ("gravity of 2", "expected a book, got one with other bytes in its header"),
        ("newer", "expected a book of version 1, got version 2"),
        ("cut", "the book is damaged: its size is not what its header says"),
        ("longer", "the book is damaged: its size is not what its header says"),
        ("changed", "expected the checksum in the header, got other bytes: it is damaged"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, kind: str, says: str) -> None:
    path = made(tmp_path, "4x4x4", 2).path
    bad = tmp_path / "bad.book"
    bad.write_bytes(damaged(kind)(path.read_bytes()))
    with pytest.raises(ir.BookError) as caught:
        ir.Book(bad)
    assert str(caught.value) == f"{bad}: {says}"


def test_won_drawn_and_lost_positions_are_counted(tmp_path: Path) -> None:
    book, solver = made(tmp_path, "4x4x3", 5), ir.Solver(table_mb=1)
    found = list(counts(book))
    totals = count_positions(book.rules, 5)
    assert [sum(each[:3]) for each in found] == [each.total for each in totals]
    assert [each.finished for each in found] == [each.finished for each in totals]
    firsts = [solver.solve(ir.Position(book.rules).play(move)) for move in range(4)]
    assert found[1].won == sum(score.value < 0 for score in firsts)


def test_the_shipped_book_has_the_published_counts() -> None:
    book = shipped(ir.CONNECT_FOUR)
    assert book is not None
    assert (book.depth, len(book)) == (8, 129_498)
    assert book.path.stat().st_size < 2**21
    assert [tuple(each) for each in islice(counts(book), 7)] == [
        (1, 0, 0, 0),
        (1, 2, 4, 0),
        (27, 12, 10, 0),
        (35, 58, 145, 0),
        (690, 200, 230, 0),
        (1080, 697, 2486, 0),
        (10889, 1943, 3590, 0),
    ]
    scores = book.scores(ir.Position(ir.CONNECT_FOUR))
    assert scores is not None
    assert [score.value for score in scores.values()] == [-2, -1, 0, 1, 0, -1, -2]


def test_nothing_is_shipped_for_rare_games() -> None:
    assert shipped(ir.Rules(5, 4, 4)) is None
