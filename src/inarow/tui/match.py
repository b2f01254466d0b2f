"""A game as it is played here: the players, the moves, and what was tried besides."""

from __future__ import annotations

from typing import Final

from inarow.board.position import Outcome, Position
from inarow.board.rules import Rules, Side
from inarow.errors import IllegalMoveError
from inarow.players import Human, Player
from inarow.players.clock import Clock
from inarow.players.decision import Unconfirmed
from inarow.players.game import Game
from inarow.record.record import Record
from inarow.record.tree import MoveTree, Place

__all__ = ["TAGS", "UNCONFIRMED", "Match"]

TAGS: Final = ("First", "Second")
"""Who plays x and who plays o, in a record."""

UNCONFIRMED: Final = "Unconfirmed"
"""The tag that has those of `TAGS` which name a program that no person here has asked for."""

ON_TIME: Final = "time"
"""How a record says that a side ran out of time."""


class Match:
    """Two players at a record, perhaps with a *clock*: it begins where the record ends."""

    def __init__(
        self, record: Record, players: tuple[Player, Player], clock: Clock | None = None
    ) -> None:
        self.tree = MoveTree(record)
        self.tree.go(self.tree.end())
        self.game = Game(self.tree.board, players)
        self.clock = clock
        self.terms = clock.text if clock else ""
        self.out_of_time = _lost_on_time(record)
        self.was_over = self.is_counted = self.outcome is not None

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.game.rules

    @property
    def position(self) -> Position:
        """What lies on the board now."""
        return self.tree.board.position

    @property
    def outcome(self) -> Outcome | None:
        """How it ended here, `None` while it is in progress."""
        ended = self.game.outcome()
        if ended is None and self.out_of_time is not None and not self.is_looking_back:
            return Outcome(self.out_of_time.other)
        return ended

    @property
    def players(self) -> tuple[Player, Player]:
        """Who plays x, and who plays o."""
        return self.game.players

    @property
    def person(self) -> Side | None:
        """The side of the only person who plays, if there is just one."""
        people = [side for side in Side if isinstance(self.game.player(side), Human)]
        return people[0] if len(people) == 1 else None

    def name(self, side: Side) -> str:
        """Who plays *side*."""
        return self.game.player(side).name

    @property
    def is_looking_back(self) -> bool:
        """Whether moves were played after what is shown."""
        return not self.tree.is_at_end

    @property
    def program(self) -> Player | None:
        """The program whose turn it is; none while a person looks back."""
        player = self.game.to_move
        if self.outcome or self.is_looking_back or isinstance(player, Human):
            return None
        return player

    def play(self, move: int) -> None:
        """Play *move* for the side to move; an illegal one raises and changes nothing."""
        if self.out_of_time is not None and not self.is_looking_back:
            raise IllegalMoveError("the game is over: the time is up")
        self.tree.play(move)
        self._go_on()

    def undo(self) -> bool:
        """Go back to before the last move of a person; whether there was one."""
        ply = self.game.ply_to_undo()
        if ply is None:
            return False
        self._go_on()
        while len(self.tree.board.moves) > ply:
            self.tree.back()
        return True

    def _go_on(self) -> None:
        """After a loss on time, go on without a clock."""
        if self.out_of_time is not None:
            self.out_of_time = self.clock = None
            self.tree.tags.pop("Termination", None)

    def redo(self) -> bool:
        """Redo what was undone, up to the next choice of a person."""
        if not self.tree.forward():
            return False
        while not isinstance(self.game.to_move, Human) and self.tree.forward():
            pass
        return True

    def go(self, place: Place) -> None:
        """Go to another place of the game."""
        self.tree.go(place)

    def swap(self) -> None:
        """Swap sides."""
        first, second = self.game.players
        self.game.players = (second, first)

    def seat(self, side: Side, player: Player) -> None:
        """Have *player* play *side* from here on."""
        first, second = self.game.players
        self.game.players = (player, second) if side is Side.FIRST else (first, player)

    def record(self) -> Record:
        """The game with everything that was tried."""
        record = self.tree.record()
        for tag in ("Clock", "TimeLeft", UNCONFIRMED):
            record.tags.pop(tag, None)
        players = dict(zip(TAGS, self.players, strict=True))
        record.tags |= {tag: player.name for tag, player in players.items()}
        unconfirmed = [tag for tag in TAGS if isinstance(players[tag], Unconfirmed)]
        if unconfirmed:
            record.tags[UNCONFIRMED] = " ".join(unconfirmed)
        if self.clock is not None:
            record.tags |= {"Clock": self.clock.text, "TimeLeft": self.clock.left_text}
        if self.out_of_time is not None:
            record.tags["Termination"] = ON_TIME
            record.result = Outcome(self.out_of_time.other).result
        return record

    def again(self) -> Match:
        """A new match from the same position, with the same players and a full clock."""
        clock = Clock.parse(self.terms) if self.terms else None
        return Match(Record(self.tree.board.start), self.players, clock)

    # -- the clock ----------------------------------------------------------------------------

    def time_left(self, side: Side, now: int) -> int | None:
        """What *side* has left, in milliseconds; `None` without a clock."""
        return None if self.clock is None else self.clock.at(now)[side - 1]

    def press_clock(self, now: int) -> None:
        """Stop the clock of the side that has just moved."""
        if self.clock is not None:
            self.clock = self.clock.moved(now)

    def run_clock(self, now: int, *, on: bool) -> None:
        """Let the clock run for the side to move if it is *on*, else stop it.

        It runs from the first move on, at the end of the game, while that is in progress.
        """
        if self.clock is not None:
            going = on and self.tree.board.moves and not self.outcome and not self.is_looking_back
            self.clock = self.clock.run(self.position.turn if going else None, now)

    def call_time(self, now: int) -> bool:
        """End the game if the time of the side to move is up; whether it has just ended so."""
        clock = self.clock
        if clock is None or clock.ends is None or now < clock.ends:
            return False
        self.out_of_time = clock.running
        self.clock = clock.run(None, now)
        return True


def _lost_on_time(record: Record) -> Side | None:
    """Which side ran out of time when the record ended."""
    if record.tags.get("Termination") != ON_TIME:
        return None
    return {"0-1": Side.FIRST, "1-0": Side.SECOND}.get(record.result)
