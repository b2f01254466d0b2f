"""`decision`: a player's move, or one sentence that says why there is none."""

from __future__ import annotations

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.errors import InarowError, PlayerError, printable
from inarow.players import Player
from inarow.players.agents import error_line
from inarow.protocols.json_lines import read_move
from inarow.search.stop import Stop

__all__ = ["Absent", "Unconfirmed", "decision", "expect_willing", "why_no_move"]


def decision(player: Player, position: Position, stop: Stop | None = None) -> int:
    """The legal move that *player* chooses.

    Whatever goes wrong, with any kind of player, raises a `PlayerError` of one sentence that begins
    with the player's name.
    """
    try:
        return read_move(player.choose_until(position, stop or Stop()), position)
    except (Exception, SystemExit) as error:
        why = why_no_move(player, error)
    raise PlayerError(f"{player.name}: {why}")


def why_no_move(player: Player, error: BaseException) -> str:
    """Why *player* has no move, in one line and without the player's name."""
    text = str(error) if isinstance(error, InarowError) else error_line(error)
    return printable(text.removeprefix(f"{player.name}: "))


def expect_willing(player: Player, rules: Rules) -> None:
    """Raise `PlayerError` if *player* is known to be unable to play *rules*."""
    if objection := player.objection(rules):
        raise PlayerError(f"{player.name} cannot play {rules}: {objection}")


class Absent(Player):
    """Someone who could not be found; whoever asks them for a move is told why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name)
        self.why = why

    def choose(self, position: Position) -> int:  # noqa: ARG002
        """Say why there is no move."""
        raise PlayerError(f"{self.name}: {self.why}")


class Unconfirmed(Absent):
    """A program that only a file has named, which may be somebody else's: nobody has started it."""
