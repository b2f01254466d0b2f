"""`Record`: a game as it is saved, with tags, comments and variations.

Its text looks like this; docs/reference/records.md describes the format::

    [Rules "7x6x4"]
    [First "Ann"]
    [Second "Bob"]
    [Result "1-0"]

    1. 4 4 2. 4 {a pillar} (2. 3 3) 2... 1 3. 4 1-0
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from inarow import files
from inarow.board.board import Board
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.errors import RecordError, quoted
from inarow.record.text import MAX_CHARACTERS, Contents, Node, Variation, read, write

__all__ = ["Node", "Record", "Variation", "save_all"]


@dataclass(slots=True)
class Record:
    """Where a game began, what was played and said, and how it ended."""

    start: Position = field(default_factory=lambda: Position(CONNECT_FOUR))
    main: Variation = field(default_factory=Variation)
    result: str = "*"
    tags: dict[str, str] = field(default_factory=dict)
    """Everything but `Rules`, `Start` and `Result`, which are written from the other fields."""

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.start.rules

    @classmethod
    def of(
        cls, board: AnyPosition, *, tags: dict[str, str] | None = None, result: str = ""
    ) -> Record:
        """The record of a board's history; the *result* is the board's unless given.

        Of text, too: moves such as `4453`, or what `text` writes.
        """
        if isinstance(board, str) and re.search(r"[.\[]", board):
            found = cls.parse(board)
            return cls(found.start, found.main, result or found.result, found.tags | (tags or {}))
        board = board if isinstance(board, Board) else Board(board)
        outcome = board.outcome()
        nodes = [Node(move) for move in board.moves]
        result = result or (outcome.result if outcome else "*")
        return cls(board.start, Variation(nodes), result, dict(tags or {}))

    def board(self) -> Board:
        """A board on which the main line has been played."""
        return Board(self.start, self.main.moves)

    def continued(self, board: Board) -> Record:
        """This record after play went on at *board*, with all that was said kept.

        Where the board left the main line, the rest of that becomes a variation.
        """
        fresh = Record.of(board, tags=self.tags)
        if board.start != self.start:
            return fresh
        old = deepcopy(self.main)
        moves = zip(old.moves, board.moves, strict=False)
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], moves)))
        nodes = old.nodes[:same] + fresh.main.nodes[same:]
        if same < len(old.nodes) and same < len(nodes):
            nodes[same].variations.append(Variation(old.nodes[same:]))
        ended = fresh.result != "*" or list(board.moves) != old.moves
        return Record(
            self.start,
            Variation(nodes, old.comment),
            fresh.result if ended else self.result,
            dict(self.tags),
        )

    # -- text ---------------------------------------------------------------------------------

    def text(self) -> str:
        """The record as text; `Record.parse` reads it back."""
        return write(Contents(self.start, self.main, self.result, self.tags))

    __str__ = text

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read one record; an error says at which line and character reading failed."""
        records = cls.parse_all(text)
        if len(records) != 1:
            raise RecordError(f"expected one game in the record, got {len(records)}")
        return records[0]

    @classmethod
    def parse_all(cls, text: str) -> list[Record]:
        """Read records that follow each other."""
        return [cls(*contents) for contents in read(text)]

    # -- files --------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, all of it or nothing. An existing file is replaced."""
        save_all([self], path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read the one record in a file; an error names the file, too."""
        with Path(path).open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS + 1)
        try:
            return cls.parse(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            problem = f"expected UTF-8 text, got other bytes at byte {error.start + 1}"
        except RecordError as error:
            problem = str(error)
        raise RecordError(f"{path}: {problem}")


def save_all(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write records to one file, all of them or nothing. An existing file is replaced."""
    try:
        data = "\n".join(record.text() for record in records).encode()
    except UnicodeEncodeError as error:
        bad = quoted(error.object[error.start : error.end])
        raise RecordError(f"expected text that UTF-8 can write, got {bad}") from None
    files.write(path, data, RecordError)
