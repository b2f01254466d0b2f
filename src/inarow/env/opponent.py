"""Who plays the other side: `Opponent` in one game, `BatchOpponent` in many at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from inarow import _core
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.env.episode import Episode
from inarow.errors import EnvError, InarowError, printable, quoted
from inarow.players import EnginePlayer, Player, Program, Random
from inarow.players.by_text import entrant
from inarow.players.levels import Level
from inarow.search.batch import unpack
from inarow.search.engine import MAX_K

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Packed = NDArray[np.uint64]

__all__ = ["BatchOpponent", "Opponent", "Replies"]

Replies: TypeAlias = "Callable[[Packed, Packed], NDArray[np.integer[Any]]]"
"""An opponent as a function: from the discs of its own side and of the agent to its moves."""

_NO_SKILL: Final = _core.Skill(nodes=0, depth=1, overlook=0.0, spread=0.0, alert=0.0)


class Opponent:
    """Plays the other side, as *player* does, or as the entrant of that text ("level 3") does.

    It is a copy: the player that was given is not changed.
    """

    def __init__(self, player: Player | str) -> None:
        if isinstance(player, str):
            player = entrant(player)
        if not isinstance(player, Player):
            raise EnvError(
                f"expected an opponent such as 'random' or a Player, got {quoted(player)}"
            )
        self._model = player
        self._player = player.copy()

    def restart(self, seed: int) -> None:
        """Forget everything; what is left to chance comes from *seed*."""
        self._player.close()
        self._player = self._model.copy()
        if isinstance(self._player, Program):
            self._player.random.seed(seed)

    def reply(self, episode: Episode) -> int:
        """The move it chooses; an error of inarow's if it fails."""
        player = self._player
        if type(player) is Random:  # the same as it chooses, without making a position
            return player.random.choice(episode.legal)
        return self.choose(episode.position)

    def choose(self, position: Position) -> int:
        """The move it chooses there; an error of inarow's if it fails."""
        return self._player.choose(position)

    def close(self) -> None:
        """Give back what the player holds."""
        self._player.close()


class BatchOpponent:
    """Plays the other side of many games, as a player, the entrant of a text or a function does.

    With None nobody does. *kind* and *skill* are what C++ needs to know, which plays what it can
    itself; if *is_asked*, `replies` finds the moves.
    """

    def __init__(self, opponent: Player | str | Replies | None, rules: Rules) -> None:
        player = entrant(opponent) if isinstance(opponent, str) else opponent
        if not (player is None or isinstance(player, Player) or callable(player)):
            raise EnvError(
                "expected an opponent such as 'random', a Player, a function or None, "
                f"got {quoted(player)}"
            )
        self.rules = rules
        self.kind, self.skill = _played_by_core(player)
        self.plays = self.kind != _core.Opponent.NONE
        self.is_asked = self.kind == _core.Opponent.OUTSIDE
        if self.kind == _core.Opponent.LEVEL and rules.k > MAX_K:
            raise EnvError(f"expected k up to {MAX_K} with this opponent, got {rules}")
        self._asked: Opponent | Replies | None = None
        if self.is_asked:
            self._asked = Opponent(player) if isinstance(player, Player) else player

    def restart(self, seed: int) -> None:
        """Forget everything; what is left to chance comes from *seed*."""
        if isinstance(self._asked, Opponent):
            self._asked.restart(seed)

    def replies(
        self, own: Packed, other: Packed, sides: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int32], dict[int, str]]:
        """Its moves, and why it has none where that is -1, by place; *sides* are its own."""
        if isinstance(self._asked, Opponent):
            return self._ask(self._asked, own, other, sides)
        assert self._asked is not None
        moves = np.asarray(self._asked(own, other))
        if moves.dtype.kind not in "iu" or moves.shape != (len(own),):
            raise EnvError(
                f"expected the opponent to return an integer array of shape ({len(own)},), "
                f"got {moves.dtype} of {moves.shape}"
            )
        return moves.clip(-1, self.rules.move_count).astype(np.int32), {}

    def _ask(
        self, player: Opponent, own: Packed, other: Packed, sides: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int32], dict[int, str]]:
        moves = np.full(len(own), -1, np.int32)
        reasons = {}
        discs = zip(unpack(own, self.rules), unpack(other, self.rules), sides, strict=True)
        for place, (mine, theirs, side) in enumerate(discs):
            first, second = (mine, theirs) if side == Side.FIRST else (theirs, mine)
            position = Position(self.rules, first, second, Side(side))
            try:
                move = player.choose(position)
                position.play(move)  # or it says why not
                moves[place] = move
            except InarowError as error:
                reasons[place] = printable(error)
        return moves, reasons

    def close(self) -> None:
        """Give back what the player holds."""
        if isinstance(self._asked, Opponent):
            self._asked.close()


def _played_by_core(player: Player | Replies | None) -> tuple[_core.Opponent, _core.Skill]:
    """The kind of opponent, and its skill."""
    if player is None:
        return _core.Opponent.NONE, _NO_SKILL
    if type(player) is Random:
        return _core.Opponent.RANDOM, _NO_SKILL
    if type(player) is Level:
        skill = player.skill
        return _core.Opponent.LEVEL, _core.Skill(
            nodes=skill.nodes,
            depth=0,
            overlook=skill.overlook,
            spread=skill.spread,
            alert=skill.alert,
        )
    if type(player) is EnginePlayer and not player.engine.exact and player.limit.seconds is None:
        return _core.Opponent.LEVEL, _core.Skill(
            nodes=player.limit.nodes or 0,
            depth=player.limit.depth or 0,
            overlook=0.0,
            spread=0.0,
            alert=0.0,
        )
    return _core.Opponent.OUTSIDE, _NO_SKILL
