import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import inarow as ir
from inarow.jobs import here
from inarow.search import book_builder
from inarow.search.book_builder import build, solve_by, solve_here
from support.chores import killing

RULES = ir.Rules(5, 4, 4)


def work() -> book_builder.Work:
    return solve_here(ir.Solver(table_mb=1))


def test_built_twice_it_has_the_same_bytes(tmp_path: Path) -> None:
    one = build(tmp_path / "one.book", RULES, 6, work()).path.read_bytes()
    two = build(tmp_path / "two.book", RULES, 6, solve_here(ir.Solver(threads=1))).path
    assert one == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.book", "two.book"]


def test_jobs_in_other_processes_make_the_same_bytes(tmp_path: Path) -> None:
    one = build(tmp_path / "one.book", RULES, 6, work()).path.read_bytes()
    two = build(tmp_path / "two.book", RULES, 6, solve_by(killing(tmp_path, here(2)), 1)).path
    assert two.read_bytes() == one
    assert (tmp_path / "killed").exists()


def test_a_journal_cut_anywhere_is_gone_on_with(tmp_path: Path) -> None:
    whole = build(tmp_path / "whole.book", RULES, 6, work()).path.read_bytes()

    class EnoughError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done > total // 2:
            raise EnoughError

    path = tmp_path / "again.book"
    with pytest.raises(EnoughError):
        build(path, RULES, 6, work(), stop)
    journal = tmp_path / "again.book.part"
    half = journal.read_bytes()
    random = Random(1)
    for _ in range(20):
        journal.write_bytes(half[: random.randrange(len(half))])
        build(path, RULES, 6, work())
        assert path.read_bytes() == whole
        assert not journal.exists()


def test_a_damaged_piece_is_solved_again(tmp_path: Path) -> None:
    whole = build(tmp_path / "whole.book", RULES, 6, work()).path.read_bytes()
    path, journal = tmp_path / "x.book", tmp_path / "x.book.part"

    def stop(done: int, _: int) -> None:
        if done > 600:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(path, RULES, 6, work(), stop)
    bytes_ = bytearray(journal.read_bytes())
    bytes_[300] ^= 1
    journal.write_bytes(bytes_)
    assert build(path, RULES, 6, work()).path.read_bytes() == whole


def test_it_survives_being_killed(tmp_path: Path) -> None:
    whole = build(tmp_path / "whole.book", RULES, 7, work()).path.read_bytes()
    path, journal = tmp_path / "k.book", tmp_path / "k.book.part"
    program = (
        "import sys, time, inarow as ir\n"
        "from inarow.search.book_builder import build, solve_here\n"
        "def slow(done, total): time.sleep(600 if done > 0.9 * total else 0.02)\n"
        "build(sys.argv[1], ir.Rules(5, 4, 4), 7, solve_here(ir.Solver(table_mb=1)), slow)\n"
    )
    random = Random(3)
    for _ in range(4):
        running = subprocess.Popen([sys.executable, "-c", program, str(path)])
        before = journal.stat().st_size if journal.exists() else 0
        while (journal.stat().st_size if journal.exists() else 0) <= before:
            time.sleep(0.005)
        time.sleep(random.random() * 0.1)
        running.kill()
        running.wait()
        assert not path.exists()
    assert build(path, RULES, 7, work()).path.read_bytes() == whole


def test_a_journal_of_another_book_is_not_overwritten(tmp_path: Path) -> None:
    journal = tmp_path / "x.book.part"
    journal.write_bytes(b'{"book": "7x6x4", "depth": 8}\n12345')
    with pytest.raises(ir.BookError, match="belongs to another book; remove it, or choose"):
        build(tmp_path / "x.book", RULES, 3, work())
    assert journal.read_bytes().endswith(b"12345")


def test_two_builders_keep_apart(tmp_path: Path) -> None:
    def again(_done: int, _total: int) -> None:
        with pytest.raises(ir.BookError, match="another program is building this book"):
            build(tmp_path / "x.book", RULES, 3, work())

    build(tmp_path / "x.book", RULES, 3, work(), again)


def test_impossible_books_are_refused(tmp_path: Path) -> None:
    for rules, depth, says in (
        (RULES, 20, "expected a depth from 0 to 19, got 20"),
        (ir.Rules(18, 18, 4), 1, "expected a board of at most 128 bits for a book"),
    ):
        with pytest.raises(ir.BookError, match=says):
            build(tmp_path / "x.book", rules, depth, work())
    assert list(tmp_path.iterdir()) == []
