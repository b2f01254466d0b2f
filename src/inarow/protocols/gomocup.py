"""The Gomocup protocol, also called Piskvork's: gomoku programs, spoken to by lines of text.

`Server` is our engine as a program ("brain") that a tournament manager drives, `Client` drives
others. Neither reads nor writes anything: lines come in and go out as values.

Boards have no gravity. Five in a row win, and more do, too; `INFO k 4`, an addition of ours,
changes how many. Coordinates count from 0: x is the column, y the row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

import inarow
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.errors import IllegalMoveError, InarowError, NotationError, PlayerError, quoted
from inarow.protocols import Talk, first_word
from inarow.protocols.searching import Searching
from inarow.search.engine import Engine, Limit, Result

__all__ = ["Client", "Server"]

IN_A_ROW: Final = 5
"""How many in a row win (default)."""

TURN_SECONDS: Final = 5.0
"""The seconds per move (default)."""

MARGIN: Final = 0.03
"""The seconds of every move that are left for what is not thinking."""

AT_ONCE: Final = 0.02
"""The seconds for a move when none are given: the manager wants it as fast as possible."""

UNLIMITED: Final = 2**31 - 1
"""The milliseconds left when there is no limit, in the words of the protocol."""

OTHER_RULES: Final = {1: "exactly five", 2: "a continuous game", 4: "renju", 8: "caro"}
"""The rules that the bits of `INFO rule` ask for; we play the ordinary one, 0."""


class Server:
    """Our engine, driven by a manager: `hear` what it says, *say* what is answered.

    Moves are said from another thread, so that the manager is heard in the meantime.
    """

    def __init__(
        self, say: Callable[[str], None], *, threads: int | None = None, table_mb: int = 64
    ) -> None:
        self.say = say
        self.position: Position | None = None
        self._engine = Engine(threads=threads, table_mb=table_mb)
        self._searching = Searching()
        self._k = IN_A_ROW
        self._turn_seconds, self._seconds_left = TURN_SECONDS, float("inf")
        self._refusal = ""  # why the rules asked for cannot be played
        self._setup: list[str] | None = None  # the lines of a BOARD that is not DONE
        self._muted = False
        self._commands: dict[str, Callable[[str], None]] = {
            "START": lambda rest: self._start(rest, rest),
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "BEGIN": lambda _: self._think(self._board()),
            "TURN": self._turn,
            "BOARD": self._begin_setup,
            "TAKEBACK": self._take_back,
            "INFO": self._info,
            "ABOUT": self._about,
        }

    def hear(self, line: str) -> bool:
        """Answer one line; returns whether the conversation continues."""
        word, rest = first_word(line)
        word = word.upper()
        if word == "END":
            self._muted = True  # nothing may be said after it
            self._searching.stop()
            return False
        try:
            if self._setup is not None:
                self._hear_setup(line.strip())
            elif word in self._commands:
                if self._searching.busy and word not in ("INFO", "ABOUT"):
                    raise NotationError(f"expected no {word} before my move: I am still thinking")
                self._commands[word](rest)
            elif word:
                self.say(f"UNKNOWN {quoted(word)}")
        except InarowError as error:
            self.say(f"ERROR {error}")
        return True

    def finish(self) -> None:
        """Nothing more will be heard: let the move be found."""
        self._searching.finish()

    def close(self) -> None:
        """End a search if one is running."""
        self._searching.stop()

    # -- boards -------------------------------------------------------------------------------

    def _start(self, width: str, height: str) -> None:
        self._check_rules()
        rules = Rules(_number(width), _number(height), self._k, gravity=False)
        self.position = Position(rules)
        self.say("OK")

    def _start_rectangle(self, text: str) -> None:
        width, comma, height = text.partition(",")
        if not comma:
            raise NotationError(f"expected RECTSTART WIDTH,HEIGHT, got {quoted(text)}")
        self._start(width.strip(), height.strip())

    def _restart(self, _: str) -> None:
        self.position = Position(self._board().rules)
        self.say("OK")

    def _board(self) -> Position:
        """The position on the board, if there is one and its rules can be played."""
        self._check_rules()
        if self.position is None:
            raise NotationError("expected START first: there is no game yet")
        return self.position

    def _check_rules(self) -> None:
        if self._refusal:
            raise NotationError(self._refusal)

    def _turn(self, text: str) -> None:
        position = self._board()
        self._think(position.play(_move(text, position.rules)))

    def _take_back(self, text: str) -> None:
        position = self._board()
        cell = position.rules.cell_at(_move(text, position.rules))
        side = position.at(*cell)
        if side is None:
            raise NotationError(f"expected a cell with a disc, got {quoted(text)}")
        bit = position.rules.bit(*cell)
        self.position = Position(
            position.rules, position.first & ~bit, position.second & ~bit, side
        )
        self.say("OK")

    def _begin_setup(self, _: str) -> None:
        self._setup = []

    def _hear_setup(self, line: str) -> None:
        """A line of a BOARD: nothing is said or changed before DONE."""
        assert self._setup is not None
        if line.upper() != "DONE":
            self._setup.append(line)
            return
        lines, self._setup = self._setup, None
        rules = self._board().rules
        discs = {"1": 0, "2": 0}
        for each in filter(None, lines):
            place, _, whose = each.rpartition(",")
            if whose.strip() not in discs:
                raise NotationError(f"expected x,y,1 (mine) or x,y,2 (yours), got {quoted(each)}")
            discs[whose.strip()] |= rules.bit(*rules.cell_at(_move(place, rules)))
        own, other = discs.values()
        # Whoever has fewer discs began second; in what no game reaches it does not matter.
        if own.bit_count() < other.bit_count():
            self._think(Position(rules, other, own, Side.SECOND))
        else:
            self._think(Position(rules, own, other, Side.FIRST))

    # -- information --------------------------------------------------------------------------

    def _info(self, text: str) -> None:
        """Take what matters and ignore the rest; a problem is reported when a move is asked for."""
        key, value = first_word(text)
        if not re.fullmatch("-?[0-9]{1,15}", value):
            return
        number = int(value)
        if key == "timeout_turn":
            self._turn_seconds = number / 1000
        elif key in ("time_left", "timeout_match"):
            endless = number >= UNLIMITED or (key == "timeout_match" and number <= 0)
            self._seconds_left = float("inf") if endless else number / 1000
        elif key == "max_memory" and number > 0:
            half = max(1, number // 2**21)  # the rest is for everything but the table
            if half < self._engine.table_mb:
                self._engine = Engine(threads=self._engine.threads, table_mb=half)
        elif key == "rule":
            asked = [words for bit, words in OTHER_RULES.items() if number & bit]
            self._refusal = (
                f"expected rule 0, where five or more win, got {number}: "
                f"{' and '.join(asked)} cannot be played here"
                if asked
                else ""
            )
        elif key == "k":
            self._set_k(number)

    def _set_k(self, k: int) -> None:
        """How many in a row: for the next board, and for this one if nothing was played."""
        rules = None if self.position is None else self.position.rules
        probe = Rules(rules.width if rules else 1, rules.height if rules else 1, k, gravity=False)
        self._k = k
        if self.position is not None and self.position.ply == 0:
            self.position = Position(probe)

    def _about(self, _: str) -> None:
        self.say(
            f'name="inarow", version="{inarow.__version__}", author="the inarow developers", '
            'country="", www=""'
        )

    # -- moves --------------------------------------------------------------------------------

    def _think(self, position: Position) -> None:
        outcome = position.outcome()
        if outcome is not None:
            raise IllegalMoveError(f"the game is over: {outcome}")
        self.position = position
        self._searching.begin(self._engine, position, Limit(seconds=self._seconds()), self._tell)

    def _seconds(self) -> float:
        """How long to think about this move."""
        share = min(self._turn_seconds, self._seconds_left / 10)
        return max(AT_ONCE, share - MARGIN - share / 50)

    def _tell(self, found: Result | str) -> None:
        if self._muted:
            return
        if isinstance(found, str):
            self.say(f"ERROR {found}")
            return
        self.position = found.position.play(found.move)
        self.say(_place(found.move, found.position.rules))


class Client:
    """Drives a program that speaks Gomocup's protocol."""

    farewell = ("END",)
    """What to say before the end."""

    def __init__(self) -> None:
        self._known: Position | None = None  # what the program has on its board
        self._k = IN_A_ROW  # what it plays for

    def open(self) -> Talk[str]:
        """Nothing: these programs have no greeting and no name."""
        return ""
        yield  # what makes this a conversation

    def begin(self, rules: Rules, limit: Limit) -> Talk[None]:
        """A new game."""
        if rules.gravity:
            raise PlayerError(f"expected rules without gravity for this protocol, got {rules}")
        assert limit.seconds is not None
        start = f"START {rules.width}"
        if rules.width != rules.height:
            start = f"RECTSTART {rules.width},{rules.height}"
        about = [
            f"INFO timeout_turn {max(1, round(1000 * limit.seconds))}",
            "INFO timeout_match 0",
            "INFO game_type 1",
            "INFO rule 0",
        ]
        if rules.k != self._k:
            about.append(f"INFO k {rules.k}")
            self._k = rules.k
        yield from _expect_ok([*about, start])
        self._known = Position(rules)

    def move(self, position: Position, limit: Limit) -> Talk[int]:  # noqa: ARG002  told before
        """The move that the program chooses."""
        known, rules = self._known, position.rules
        assert known is not None
        self._known = None
        theirs = position.occupied & ~known.occupied
        if position == known and position.ply == 0:
            lines = ["BEGIN"]
        elif (
            theirs.bit_count() == 1 and known.turn is not position.turn and _holds(position, known)
        ):
            (cell,) = rules.cells(theirs)
            lines = [f"TURN {cell.column},{cell.row}"]
        else:
            if known.ply:
                yield from _expect_ok(["RESTART"])
            lines = ["BOARD", *_setup(position), "DONE"]
        line = yield from _answer(lines)
        move = _move(line, rules)
        if position.is_legal(move):
            self._known = position.play(move)
        return move


def _holds(position: Position, known: Position) -> bool:
    """Whether all discs of *known* lie in *position*."""
    return (position.first & known.first, position.second & known.second) == (
        known.first,
        known.second,
    )


def _setup(position: Position) -> Iterable[str]:
    """The discs as lines of a BOARD, in an order in which they may have been played."""
    cells = position.rules.cells
    own = [f"{c},{r},1" for c, r in cells(position.own)]
    other = [f"{c},{r},2" for c, r in cells(position.other)]
    first, second = (own, other) if position.turn is Side.FIRST else (other, own)
    turns = range(max(len(first), len(second)))
    return [line for i in turns for line in (*first[i : i + 1], *second[i : i + 1])]


def _answer(lines: list[str]) -> Talk[str]:
    """The next line that is not just talk."""
    line = yield lines
    while not line.strip() or line.split()[0].upper() in ("MESSAGE", "DEBUG", "SUGGEST"):
        line = yield []
    if line.split()[0].upper() in ("ERROR", "UNKNOWN"):
        raise PlayerError(f"expected an answer to {quoted(lines[-1])}, got {quoted(line.strip())}")
    return line


def _expect_ok(lines: list[str]) -> Talk[None]:
    line = yield from _answer(lines)
    if line.split()[0].upper().rstrip(",.:;-") != "OK":
        raise PlayerError(f"expected OK after {quoted(lines[-1])}, got {quoted(line.strip())}")


def _place(move: int, rules: Rules) -> str:
    column, row = rules.cell_at(move)
    return f"{column},{row}"


def _move(text: str, rules: Rules) -> int:
    match = re.fullmatch(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*", text)
    if match and rules.has(int(match[1]), int(match[2])):
        return rules.move_at(int(match[1]), int(match[2]))
    last = f"{rules.width - 1},{rules.height - 1}"
    raise NotationError(f"expected x,y from 0,0 to {last}, got {quoted(text.strip())}")


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        raise NotationError(f"expected the size of a board, got {quoted(text)}")
    return int(text)
