"""`inarow book`: build a book, look into it, check it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from inarow.board.board import Board
from inarow.board.notation import move_label, move_text
from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.commands.options import (
    Commands,
    Parser,
    add_command,
    add_json,
    add_position,
    add_rules,
    add_scheduler,
    add_table,
    add_threads,
    choose_run,
    natural,
    read_position,
    signed,
)
from inarow.commands.progress import Meter
from inarow.errors import BookError, NotationError

if TYPE_CHECKING:
    from inarow.search.book import Book
    from inarow.search.book_builder import Work


def add(commands: Commands) -> None:
    """Add the parsers."""
    parser = add_command(
        commands,
        "book",
        "build, read and check books of exact scores",
        "inarow book build --rules 6x5x4 --depth 8\n"
        "inarow book info\n"
        "inarow book lookup 4453\n"
        "inarow book verify 6x5x4.book",
    )
    kinds = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    build = add_command(
        kinds,
        "build",
        "solve all positions of the first plies; an interrupted build resumes where it stopped",
        "inarow book build --rules 6x5x4 --depth 8\n"
        "inarow book build --depth 10 --output big.book --table-mb 1024\n"
        "inarow book build --depth 12 --scheduler tcp://127.0.0.1:8786",
    )
    add_rules(build)
    build.add_argument("--depth", type=natural, required=True, metavar="N", help="number of plies")
    build.add_argument(
        "--output", type=Path, metavar="FILE", help="book file (default: RULES.book)"
    )
    add_threads(build)
    add_table(build)
    add_scheduler(build)
    build.set_defaults(run=run_build)

    info = add_command(
        kinds,
        "info",
        "show what a book contains",
        "inarow book info 6x5x4.book\ninarow book info --counts",
    )
    _add_book(info)
    info.add_argument(
        "--counts", action="store_true", help="also count the won, drawn and lost positions"
    )
    info.set_defaults(run=run_info)

    verify = add_command(
        kinds,
        "verify",
        "check a whole book and solve a sample of it again",
        "inarow book verify --sample 1000\ninarow book verify 6x5x4.book",
    )
    _add_book(verify)
    verify.add_argument(
        "--sample",
        type=natural,
        default=100,
        metavar="N",
        help="number of positions to solve again (default: 100)",
    )
    verify.add_argument(
        "--seed", type=int, default=0, help="random seed for the sample (default: 0)"
    )
    verify.set_defaults(run=run_verify)

    lookup = add_command(
        kinds,
        "lookup",
        "look up the score of a position and of its moves",
        "inarow book lookup 4453\ninarow book lookup --book 6x5x4.book 33",
    )
    add_position(lookup)
    add_rules(lookup, "default: those of the book")
    lookup.add_argument(
        "--book", type=Path, metavar="FILE", help="book file (default: the bundled book)"
    )
    add_json(lookup)
    lookup.set_defaults(run=run_lookup)


def _add_book(parser: Parser) -> None:
    parser.add_argument(
        "book", nargs="?", type=Path, metavar="FILE", help="book file (default: the bundled book)"
    )
    add_json(parser)


def _open(path: Path | None, rules: Rules = CONNECT_FOUR) -> Book:
    from inarow.search.book import Book, shipped

    if path:
        return Book(path)
    book = shipped(rules)
    if book is None:
        raise BookError(f"there is no bundled book for {rules}: build one and name its file")
    return book


def run_build(options: argparse.Namespace) -> int:
    """Run `build` and return its exit code."""
    from inarow.search.book_builder import build

    rules = options.rules or CONNECT_FOUR
    output = options.output or Path(f"{rules}.book".replace("/", "-"))
    work = _work(options)
    meter = Meter()
    try:
        book = build(output, rules, options.depth, work, meter)
    except OSError as error:  # it is written beside the book at first, where nobody looks
        raise OSError(error.errno, error.strerror, str(output)) from error
    except KeyboardInterrupt:
        print(f"\nstopped: {meter.done} of {meter.total} positions are saved; run again to resume")
        raise
    finally:
        meter.line.clear()
    print(f"{output}: {len(book)} positions, {output.stat().st_size} bytes")
    return 0


def _work(options: argparse.Namespace) -> Work:
    from inarow.search.book_builder import solve_by, solve_here
    from inarow.search.solver import Solver

    if options.scheduler is None:
        return solve_here(Solver(table_mb=options.table_mb, threads=options.threads))
    if options.threads is not None:
        raise BookError("expected --threads or --scheduler, not both: a cluster has its own")
    return solve_by(choose_run(options), options.table_mb)


def run_info(options: argparse.Namespace) -> int:
    """Run `info` and return its exit code."""
    from inarow.search.book import counts as book_counts

    book = _open(options.book)
    found = {
        "file": str(book.path),
        "rules": str(book.rules),
        "depth": book.depth,
        "positions": len(book),
        "bytes": book.path.stat().st_size,
        "checksum": book.header.digest.hex(),
    }
    if options.json:
        plies = [counts._asdict() for counts in book_counts(book)] if options.counts else None
        print(json.dumps(found | ({"counts": plies} if plies else {})))
        return 0
    for name, value in found.items():
        print(f"{name:<10} {value}")
    if options.counts:
        print(f"\n{'ply':>3}  {'x wins':>9}  {'draw':>9}  {'o wins':>9}  {'finished':>9}")
        for ply, each in enumerate(book_counts(book)):
            print(f"{ply:>3}  {'  '.join(f'{count:>9,}' for count in each)}", flush=True)
    return 0


def run_verify(options: argparse.Namespace) -> int:
    """Run `verify`; exit code 1 if a score is wrong."""
    from inarow.search.solver import Solver

    book = _open(options.book)
    book.check()
    solver, random = Solver(), Random(options.seed)
    wrong, meter = 0, Meter()
    for done in range(options.sample):
        meter(done, options.sample)
        board = _random_board(book, random)
        stored, solved = book.score(board.position), solver.solve(board.position)
        if stored != solved:
            wrong += 1
            meter.line.clear()
            print(f"{board.position.text()}: expected {solved}, got {stored}", file=sys.stderr)
    meter.line.clear()
    if options.json:
        print(json.dumps({"sample": options.sample, "wrong": wrong}))
    else:
        print(f"{book.path}: checksum correct, {options.sample} positions solved, {wrong} wrong")
    return 1 if wrong else 0


def _random_board(book: Book, random: Random) -> Board:
    """A position of random play that the book should have."""
    while True:
        board = Board(book.rules)
        plies = random.randint(0, book.depth)
        while len(board.moves) < plies and board.outcome() is None:
            board.play(random.choice(board.legal_moves()))
        if board.outcome() is None:
            return board


def run_lookup(options: argparse.Namespace) -> int:
    """Run `lookup` and return its exit code."""
    book = _open(options.book, options.rules or CONNECT_FOUR)
    position, _ = read_position(options.position, options.rules or book.rules)
    if position.rules != book.rules:
        raise NotationError(f"expected a position of {book.rules}, got one of {position.rules}")
    score, scores = book.score(position), book.scores(position)
    if score is None:
        raise BookError(
            f"expected an unfinished position of at most {book.depth} plies, as the book has"
        )
    moves = {move_text(move, book.rules): each for move, each in (scores or {}).items()}
    if options.json:
        values = {move: each.value for move, each in moves.items()}
        print(json.dumps({"score": score.value, "text": str(score), "moves": values}))
        return 0
    print(f"{signed(score.value)}  {score}")
    for move, each in (scores or {}).items():
        print(f"{move_label(move, book.rules):>4}  {signed(each.value):>3}  {each}")
    return 0
