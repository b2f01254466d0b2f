"""Jobs for worker processes, good and bad."""

import os
import re
import time
from collections.abc import Callable
from typing import Any

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import GOMOKU
from inarow.search.background import Searchers
from inarow.search.engine import Limit


class Odd(Exception):  # noqa: N818
    """Cannot be made again from its text alone."""

    def __init__(self, text: str, more: str) -> None:
        super().__init__(text)
        self.more = more


def where(_: Searchers) -> int:
    return os.getpid()


def count(_: Searchers, tell: Callable[[Any], None]) -> str:
    for number in range(3):
        tell(number)
    return "that was all"


def fail(_: Searchers) -> None:
    raise ValueError("no")


def fail_oddly(_: Searchers) -> None:
    raise Odd("no", "more")


def hold_everything(_: Searchers) -> None:
    """Take all memory there is."""
    list(range(1 << 40))


def work(_: Searchers, seconds: float = 0.05) -> None:
    """Use the processor for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def work_and_fail(searchers: Searchers) -> None:
    work(searchers)
    fail(searchers)


def die(_: Searchers) -> None:
    os._exit(3)


def think(searchers: Searchers, tell: Callable[[Any], None]) -> str:
    """Search until stopped."""
    tell("begun")
    searchers.engine.search(Position(GOMOKU), Limit(seconds=1000.0), stop=searchers.stop)
    return "stopped" if searchers.stop.is_set() else "done"


def be_deaf(_: Searchers, tell: Callable[[Any], None]) -> None:
    """Hear nothing for a long time."""
    tell("begun")
    time.sleep(1000)


def explain_for_ever(
    searchers: Searchers, board: Board, known: object, line: object
) -> dict[str, Any]:
    searchers.engine.search(Position(GOMOKU), Limit(seconds=1000.0), stop=searchers.stop)
    return {}


def echo(scope: Any, body: bytes, searchers: Searchers, tell: Callable[[Any], None]) -> None:
    """Answer with what was asked."""
    tell({"type": "http.response.start", "status": 200, "headers": []})
    told = scope, scope["state"]["person"].secret, body
    tell({"type": "http.response.body", "body": repr(told).encode()})


def compute_for_ever(_: Searchers, tell: Callable[[Any], None]) -> None:
    """And tell of it, but let nobody else have a turn in between."""
    while True:
        tell(re.fullmatch("(a*)*b", "a" * 22))
