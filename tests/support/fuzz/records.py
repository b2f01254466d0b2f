"""Files that were written by us, and by who knows whom: games, choices, results, lists."""

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import inarow as ir
from inarow.commands.batches import Skipped, solvable_positions
from inarow.personal.progress import Progress
from inarow.personal.results import Results
from inarow.record.tree import MoveTree
from inarow.tui.storage import Choices, Folders, load_choices, save_choices
from support.fuzz.target import Trial, expect_sentence, shared, tried

TAGS = """
    [Rules "7x6x4"] [Start "3x3x3/free [Result "1-0"] 1. 1... { } ( ) * 1-0 0-1 1/2-1/2 \\" \\}
"""


@shared("record.record", "record.text", "record.tree", words=TAGS)
def record() -> Iterator[Trial]:
    """Records write back to text that reads to the same, from files, too."""
    with folder() as place:
        path = place / "games.txt"

        def trial(data: bytes) -> None:
            path.write_bytes(data)
            loaded = tried(ir.Record.load, path)
            assert path.read_bytes() == data
            text = data.decode("utf-8-sig", "replace")
            found = tried(ir.Record.parse_all, text) or []
            for each in found:
                _expect_kept(each)
            if loaded is not None:
                assert [loaded] == found
                loaded.save(path)
                assert ir.Record.load(path) == loaded

        yield trial


def _expect_kept(found: ir.Record) -> None:
    assert ir.Record.parse(found.text()) == found
    board = found.board()
    assert found.continued(board).main.moves == found.main.moves
    tree = MoveTree(found)
    while tree.forward():
        pass
    assert tree.board == board
    again = tree.record()
    assert ir.Record.parse(again.text()) == again
    assert again.main.moves == found.main.moves
    assert MoveTree(again).record() == again


KEYS = """
    {"rules":"7x6x4" "first" "second" "starts":1 "clock":"5+3" "discs" "mode" "when":"" "puzzle"
    "solved":true "wrong":1 "hints" "opponent" "side":"x" "end":"won" "moves":7 } \\n null 1e999
"""


@shared("tui.storage", "personal.journal", "personal.results", "personal.progress", words=KEYS)
def saved() -> Iterator[Trial]:
    """A damaged file of choices or results is told of in a sentence, and what can be read is."""
    with folder() as place:
        folders = Folders(place, place, place)

        def trial(data: bytes) -> None:
            (place / "choices.json").write_bytes(data)
            choices, message = load_choices(folders)
            if message:
                expect_sentence(message)
            save_choices(folders, choices)
            assert load_choices(folders) == (choices, "")
            assert Choices.read(asdict(choices)) == choices
            _expect_lines(place, data)

        yield trial


def _expect_lines(place: Path, data: bytes) -> None:
    files: tuple[Any, ...] = (Results(place), Progress(place))
    for file in files:
        journal = file.journal
        journal.path.write_bytes(data)
        entries = journal.entries()
        if journal.message:
            expect_sentence(journal.message)
            (aside,) = place.glob("*.damaged-*")
            assert aside.read_bytes() == data
            aside.unlink()
            assert journal.entries() == entries
        else:
            assert journal.path.read_bytes() == data
        for entry in entries[:1]:
            file.journal.add(entry)
            assert journal.entries() == [*entries, entry]
    _expect_sums(place)
    for file in files:
        file.journal.path.unlink()


def _expect_sums(place: Path) -> None:
    for tally in Results(place).tallies().values():
        assert str(tally)
    assert all(isinstance(each, str) for each in Progress(place).solved())


@shared("commands.batches", "commands.options", words="4453 7x6x4 tic-tac-toe a1 \\n \\r")
def lines() -> Iterator[Trial]:
    """Each line of a batch is a position, or is skipped with one line that says why."""
    with folder() as place:
        path = place / "lines.txt"

        def trial(data: bytes) -> None:
            path.write_bytes(data)
            said = StringIO()
            with redirect_stderr(said):
                found = list(solvable_positions(str(path), None, skipped := Skipped("lines")))
            complaints = said.getvalue().splitlines()
            assert len(complaints) == skipped.count
            for complaint in complaints:
                expect_sentence(complaint)
            for asked in found:
                assert asked.position.outcome() is None or asked.position.text()

        yield trial


@contextmanager
def folder() -> Iterator[Path]:
    """A folder in memory where there is one."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as place:
        yield Path(place)
