"""UGI, the universal game interface: UCI's words for any game, spoken by lines of text.

`Server` is our engine as a program that others drive, `Client` drives others. Neither reads nor
writes anything: lines come in and go out as values. docs/how-to/protocols.md shows a conversation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import inarow
from inarow.board.board import Board
from inarow.board.moves_to import retrace
from inarow.board.notation import move_text, moves_text, parse_move
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, Rules, Side
from inarow.errors import InarowError, NotationError, PlayerError, quoted
from inarow.protocols import Talk, first_word
from inarow.protocols.searching import Searching
from inarow.search.engine import Engine, Limit, Result
from inarow.search.scores import Score

__all__ = ["Client", "Server", "go_line", "info_line", "position_line"]

PROVED: Final = 30_000
"""The centipawns of a win that is proved but whose length is not known."""

NONE: Final = "(none)"
"""The best move where there is none."""

ENDLESS: Final = Limit(depth=2**31 - 1)

GO: Final = ("movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc")
"""What may follow `go`, each with a number."""


class Server:
    """Our engine, driven by another program: `hear` what it says, *say* what is answered.

    Lines about a search that has ended are said from another thread.
    """

    def __init__(
        self, say: Callable[[str], None], *, threads: int | None = None, table_mb: int = 64
    ) -> None:
        self.say = say
        self.board = Board(CONNECT_FOUR)
        self._engine = Engine(threads=threads, table_mb=table_mb)
        self._searching = Searching()
        self._commands: dict[str, Callable[[str], None]] = {
            "ugi": self._ugi,
            "isready": lambda _: self.say("readyok"),
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self._searching.stop(),
            "query": self._query,
        }

    def hear(self, line: str) -> bool:
        """Answer one line; returns whether the conversation continues."""
        word, rest = first_word(line)
        if word == "quit":
            self._searching.stop()
            return False
        if not word:
            return True
        try:
            if word not in self._commands:
                known = ", ".join([*self._commands, "quit"])
                raise NotationError(f"expected one of {known}, got {quoted(word)}")
            if self._searching.busy and word in ("setoption", "uginewgame", "position", "go"):
                raise NotationError(f"expected stop before {word}: a search is running")
            self._commands[word](rest)
        except InarowError as error:
            self.say(f"info string {error}")
        return True

    def finish(self) -> None:
        """Nothing more will be heard: let a search end, and stop one that would not."""
        self._searching.finish()

    def close(self) -> None:
        """End a search if one is running."""
        self._searching.stop()

    def _ugi(self, _: str) -> None:
        engine = self._engine
        for line in (
            f"id name inarow {inarow.__version__}",
            "id author the inarow developers",
            f"option name rules type string default {CONNECT_FOUR}",
            f"option name threads type spin default {engine.threads} min 1 max 256",
            f"option name table_mb type spin default {engine.table_mb} min 1 max {2**20}",
            "option name exact type check default true",
            "ugiok",
        ):
            self.say(line)

    def _set_option(self, text: str) -> None:
        words = text.split(maxsplit=3)
        if len(words) < 4 or words[::2] != ["name", "value"]:
            raise NotationError(f"expected setoption name NAME value VALUE, got {quoted(text)}")
        name, value = words[1], words[3].strip()
        settings = {
            "threads": self._engine.threads,
            "table_mb": self._engine.table_mb,
            "exact": self._engine.exact,
        }
        if name == "rules":
            self.board = Board(Rules.parse(value))
        elif name not in settings:
            known = ", ".join(["rules", *settings])
            raise NotationError(f"expected an option from {known}, got {quoted(name)}")
        elif name == "exact":
            if value not in ("true", "false"):
                raise NotationError(f"expected true or false, got {quoted(value)}")
            self._engine = Engine(**{**settings, "exact": value == "true"})  # type: ignore[arg-type]
        else:
            self._engine = Engine(**{**settings, name: _number(value)})  # type: ignore[arg-type]

    def _new_game(self, _: str) -> None:
        self.board = Board(self.board.rules)
        self._engine = self._engine.copy()  # what was learnt in one game stays out of the next

    def _position(self, text: str) -> None:
        start, *moves = re.split(r"\smoves\b", text, maxsplit=1)
        kind, position = first_word(start)
        if kind not in ("startpos", "fen") or bool(position) != (kind == "fen"):
            raise NotationError(
                f"expected position startpos or fen TEXT, and moves ..., got {quoted(text)}"
            )
        self.board = Board(Position.parse(position) if position else self.board.rules, *moves)

    def _go(self, text: str) -> None:
        position = self.board.position
        try:
            limit = self._limit(text)
            outcome = position.outcome()
            if outcome is not None:
                raise NotationError(f"the game is over: {outcome}")
        except InarowError:
            self.say(f"bestmove {NONE}")  # whoever asked waits for this line
            raise
        endless = limit is ENDLESS
        self._searching.begin(
            self._engine, position, limit, self._tell, hold=endless, progress=self._tell_progress
        )

    def _limit(self, text: str) -> Limit:
        words = text.split()
        if words in ([], ["infinite"]):
            return ENDLESS
        names, values = words[::2], words[1::2]
        if len(names) != len(values) or set(names) - set(GO):
            raise NotationError(
                f"expected go infinite, or numbers after {', '.join(GO)}, got {quoted(text)}"
            )
        numbers = dict(zip(names, map(_number, values), strict=True))
        seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
        side = 1 if self.board.turn is Side.FIRST else 2
        clock = numbers.get(f"p{side}time")
        if clock is not None:
            share = self._share(clock / 1000, numbers.get(f"p{side}inc", 0) / 1000)
            seconds = share if seconds is None else min(seconds, share)
        if seconds is not None:
            seconds = max(seconds, 0.001)
        if seconds is None and not {"nodes", "depth"} & set(numbers):
            raise NotationError(f"expected p{side}time for the side to move, got {quoted(text)}")
        return Limit(seconds=seconds, nodes=numbers.get("nodes"), depth=numbers.get("depth"))

    def _share(self, left: float, increment: float) -> float:
        """How many seconds to take for a move when *left* are left for the game."""
        position = self.board.position
        moves = (position.rules.cell_count - position.ply + 1) // 2
        return min(left / 2, left / min(moves, 20) + 0.8 * increment)

    def _tell_progress(self, found: Result) -> None:
        self.say(info_line(found))

    def _tell(self, found: Result | str) -> None:
        if isinstance(found, str):
            self.say(f"info string {found}")
            self.say(f"bestmove {NONE}")
            return
        self.say(info_line(found))
        self.say(f"bestmove {move_text(found.move, found.position.rules)}")

    def _query(self, text: str) -> None:
        question, rest = first_word(text)
        outcome = self.board.outcome()
        if question == "gameover":
            answer = _truth(outcome is not None)
        elif question == "p1turn":
            answer = _truth(self.board.turn is Side.FIRST)
        elif question == "result":
            results = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw"}
            answer = results[outcome.result] if outcome else "none"
        elif question == "fen":
            answer = self.board.position.text()
        elif question == "islegal":
            answer = _truth(self.board.is_legal(parse_move(rest, self.board.rules)))
        else:
            known = "gameover, p1turn, result, fen, islegal MOVE"
            raise NotationError(f"expected a query from {known}, got {quoted(text)}")
        self.say(f"response {answer}")


class Client:
    """Drives a program that speaks UGI."""

    farewell = ("quit",)
    """What to say before the end."""

    def __init__(self) -> None:
        self._options: set[str] = set()

    def open(self) -> Talk[str]:
        """Begin the conversation; the program's name, empty if it has none."""
        name = ""
        line = yield ["ugi"]
        while line.strip() != "ugiok":
            words = line.split(maxsplit=2)
            if words[:2] == ["id", "name"]:
                name = "".join(words[2:]).strip()
            elif words[:2] == ["option", "name"]:
                self._options.update(" ".join(words[2:]).split()[:1])
            line = yield []
        return name

    def begin(self, rules: Rules, limit: Limit) -> Talk[None]:  # noqa: ARG002  each move has it
        """A new game. A program without an option `rules` is trusted to know what is played."""
        lines = ["uginewgame", "isready"]
        if "rules" in self._options:
            lines.insert(0, f"setoption name rules value {rules}")
        line = yield lines
        while line.strip() != "readyok":
            line = yield []

    def move(self, position: Position, limit: Limit) -> Talk[int]:
        """The move that the program chooses."""
        line = yield [position_line(position), go_line(limit)]
        while line.split()[:1] != ["bestmove"]:
            line = yield []
        words = line.split()
        if len(words) < 2:
            raise PlayerError("expected a move after bestmove, got none")
        return parse_move(words[1], position.rules)


def position_line(position: Position) -> str:
    """The line that sets *position*: by moves where it can be, for every program knows those."""
    moves = retrace(position)
    if moves is None:
        return f"position fen {position.text()}"
    rules = position.rules
    return " ".join(["position startpos", *(["moves"] if moves else []), *_words(moves, rules)])


def go_line(limit: Limit) -> str:
    """The line that asks for a move within *limit*."""
    milliseconds = None if limit.seconds is None else max(1, round(1000 * limit.seconds))
    numbers = {"movetime": milliseconds, "nodes": limit.nodes, "depth": limit.depth}
    return " ".join(["go", *(f"{name} {n}" for name, n in numbers.items() if n is not None)])


def info_line(result: Result) -> str:
    """What a search found, for the side to move."""
    return (
        f"info depth {result.depth} nodes {result.nodes} time {round(1000 * result.seconds)} "
        f"score {_score(result)} pv {' '.join(_words(result.line, result.position.rules))}"
    )


def _score(result: Result) -> str:
    score = result.score
    if not isinstance(score, Score) or int(score) == 0:
        return f"cp {int(score)}"
    moves = score.wins_in or score.loses_in
    sign = 1 if int(score) > 0 else -1
    return f"cp {sign * PROVED}" if moves is None else f"win {sign * moves}"


def _words(moves: list[int] | tuple[int, ...], rules: Rules) -> list[str]:
    return [moves_text([move], rules) for move in moves]


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _number(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,15}", text):
        raise NotationError(f"expected a number of up to 15 digits, got {quoted(text)}")
    return int(text)
