"""`Batch`: many games at once, played by C++ on NumPy arrays that are never copied.

The arrays are overwritten by every step and reset: copy what you want to keep. All have the games
in front; what the choices mean is said in `inarow.env.spec`::

    own, other   uint64   (n,) or (n, words)   sets of cells in the bit order of `rules.py`
    observation  as the spec says              (n, ...)
    mask         int8     (n, move_count)      1 for the legal moves
    reward       float32  (n,)                 for the agent, or the side whose turn it was
    done         bool     (n,)                 whether this step ended the game
    result       uint8    (n,)                 WON, DRAWN, LOST or OPEN; + ILLEGAL_MOVE
    action       int32    (n,)                 the move that was played, -1 for none
    side         uint8    (n,)                 1 or 2: the side that has the discs *own*

Without an opponent the agent plays both sides: *own* is the side to move. Against one, *own* is the
agent and a step ends after the opponent's answer.

What is drawn depends on the seed, the number of the game and that of the step, never on threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from inarow import _core
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.env.episode import Start, starts
from inarow.env.opponent import BatchOpponent, Replies
from inarow.env.spec import BACK, SIDES, Rewards, Spec, expect_choice
from inarow.errors import EnvError, IllegalMoveError, quoted
from inarow.players import Player
from inarow.search.batch import pack, unpack, unpack_grids

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    Packed = NDArray[np.uint64]
    Moves = NDArray[np.integer[Any]]

__all__ = ["DRAWN", "ILLEGAL_MOVE", "LOST", "OPEN", "RESTARTS", "WON", "Batch"]

OPEN: Final = 0
"""The result of a step after which the game goes on."""

WON: Final = 1
"""By the side that played, or by the agent if there is an opponent; so are the next two."""

DRAWN: Final = 2
"""The board is full."""

LOST: Final = 3
"""Only against an opponent, or by an illegal move."""

ILLEGAL_MOVE: Final = 4
"""Added to the result of a step whose move was illegal."""

RESTARTS: Final = ("next_step", "same_step", "disabled")
"""When a game that is over begins anew: with the next step, which ignores its action; within the
step that ended it, so that what is seen is the new game; or only when `reset` says so: until then
its steps do nothing."""


class Batch:
    """*n* games of the same rules; `reset` begins them.

    *opponent* is None, "random", a level ("level 3") or another `Player`, or `Replies`. Random
    moves, levels and engines that are limited by nodes or depth and not exact are played by C++
    within the step, on *threads* threads; all others are asked game by game. What *side*, *start*
    and the arguments from *observation* to *rewards* mean is said in `inarow.env.gymnasium` and
    `inarow.env.spec`; *dtype* may be float32 for all observations but packed ones.

    With *keep_last* and *restart* "same_step", `last` gives the positions that games ended with.
    """

    def __init__(
        self,
        n: int,
        rules: Rules | str = "7x6x4",
        *,
        opponent: Player | str | Replies | None = None,
        side: str = "first",
        start: Start | Iterable[Start] | None = None,
        observation: str = "packed",
        perspective: str = "own",
        dtype: DTypeLike | None = None,
        illegal: str = "lose",
        rewards: Rewards | Mapping[str, float] | None = None,
        restart: str = "same_step",
        keep_last: bool = False,
        threads: int = 1,
    ) -> None:
        for name, value, most in (("n", n, 2**31), ("threads", threads, 256)):
            if type(value) is not int or not 1 <= value <= most:
                raise EnvError(f"expected {name} from 1 to {most}, got {quoted(value)}")
        expect_choice("side", side, SIDES)
        expect_choice("restart", restart, RESTARTS)
        self.n = n
        self.spec = spec = Spec.of(rules, observation, perspective, illegal, rewards)
        self.restart = restart
        self.forfeits: dict[int, str] = {}
        """Why an opponent lost without being beaten, in the last step, by game."""
        self._opponent = BatchOpponent(opponent, spec.rules)
        self._seeded = self._ready = False
        self._allocate(_dtype(dtype, spec), keep_last=keep_last and restart == "same_step")
        self._core = self._make_core(side, starts(start, spec.rules), threads)

    # -- the arrays -----------------------------------------------------------------------------

    def _allocate(self, dtype: np.dtype[Any], *, keep_last: bool) -> None:
        n, rules, spec = self.n, self.spec.rules, self.spec
        shape = (n,) if rules.words == 1 else (n, rules.words)
        self._discs = np.zeros((2, *shape), np.uint64)
        self.own: Packed = _read_only(self._discs[0])
        self.other: Packed = _read_only(self._discs[1])
        self._side, self._stand, self._result = np.zeros((3, n), np.uint8)
        self.side: NDArray[np.uint8] = _read_only(self._side)
        self.result: NDArray[np.uint8] = _read_only(self._result)
        self.done: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.reward: NDArray[np.float32] = np.zeros(n, np.float32)
        self.action: NDArray[np.int32] = np.full(n, -1, np.int32)
        self.mask: NDArray[np.int8] = np.zeros((n, rules.move_count), np.int8)
        self.observation: NDArray[Any]
        self._view: NDArray[Any] | None = None
        if spec.observation == "packed" and spec.perspective == "own":
            both = self._discs.reshape(2, n, rules.words).transpose(1, 0, 2)
            self.observation = _read_only(both)
        else:
            self.observation = self._view = np.zeros((n, *spec.shape), dtype)
        self._last = np.zeros_like(self._discs) if keep_last else None
        self._last_side = np.zeros_like(self._side)

    def _make_core(self, side: str, starts: list[Position], threads: int) -> _core.Env:
        spec, rules, pay = self.spec, self.spec.rules, self.spec.rewards
        view, last = self._view, self._last
        return _core.Env(
            _core.EnvOptions(
                rules=rules,
                games=self.n,
                threads=threads,
                illegal=_core.Illegal[spec.illegal.upper()],
                restart=_core.Restart[self.restart.upper()],
                opponent=self._opponent.kind,
                skill=self._opponent.skill,
                seat=_core.Seat[side.upper()],
                rewards=_core.Rewards(
                    win=pay.win, draw=pay.draw, loss=pay.loss, illegal=pay.illegal, move=pay.move
                ),
                shown=_core.Shown(
                    view=_core.View["NONE" if view is None else spec.observation.upper()],
                    floats=view is not None and view.dtype == np.float32,
                ),
                from_first=spec.perspective == "first",
            ),
            _core.EnvArrays(
                own=self._discs[0],
                other=self._discs[1],
                side=self._side,
                stand=self._stand,
                result=self._result,
                done=self.done.view(np.uint8),
                reward=self.reward,
                action=self.action,
                mask=self.mask.view(np.uint8),
                view=None if view is None else view.reshape(-1).view(np.uint8),
                last_own=None if last is None else last[0],
                last_other=None if last is None else last[1],
                last_side=None if last is None else self._last_side,
            ),
            _core.EnvStarts(
                own=pack([start.own for start in starts], rules),
                other=pack([start.other for start in starts], rules),
                side=np.array([start.turn for start in starts], np.uint8),
            ),
        )

    # -- play -----------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, chosen: NDArray[np.bool_] | None = None) -> None:
        """Begin all games, or the *chosen* ones.

        With *seed* all that follows is the same as after that seed before. The first reset draws a
        seed if none is given.
        """
        if seed is None and not self._seeded:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        if chosen is not None:
            self._expect_chosen(chosen)
        if seed is not None and (type(seed) is not int or not 0 <= seed < 2**64):
            raise EnvError(f"expected a seed from 0 to {2**64 - 1}, got {quoted(seed)}")
        self._ready = False
        if seed is not None:
            self._opponent.restart(seed)
        self._core.reset(seed, None if chosen is None else chosen.view(np.uint8))
        self._finish()
        self._seeded = True

    def _expect_chosen(self, chosen: Any) -> None:
        good = isinstance(chosen, np.ndarray) and chosen.dtype == np.bool_
        if not good or chosen.shape != (self.n,) or not chosen.flags.c_contiguous:
            raise EnvError(f"expected the chosen games as a bool array of shape ({self.n},)")
        if not self._ready:
            raise EnvError("expected a reset of all games first")

    def step(self, actions: Moves | None = None) -> None:
        """Play `actions[i]` in game i, or without actions a random legal move in each."""
        if not self._ready:
            raise EnvError("expected reset before the next step")
        moves = None if actions is None else self._moves(actions)
        if moves is not None and self.spec.illegal == "raise":
            game = self._core.find_illegal(moves)
            if game < self.n:
                assert actions is not None
                raise IllegalMoveError(f"move {actions[game]} is not legal in game {game}")
        self._ready = False  # should a search or the opponent be interrupted
        self._core.step(moves)
        self._finish()

    def _moves(self, actions: Any) -> NDArray[np.int32]:
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu" or actions.shape != (self.n,):
            raise EnvError(
                f"expected actions as an integer array of shape ({self.n},), "
                f"got {actions.dtype} of {actions.shape}"
            )
        moves: NDArray[np.int32] = actions
        if not (actions.dtype == np.int32 and actions.flags.c_contiguous and actions.flags.aligned):
            moves = actions.clip(-1, self.spec.rules.move_count).astype(np.int32)
        return moves

    def _finish(self) -> None:
        """Ask an opponent that C++ cannot play, until it has answered everywhere."""
        self.forfeits.clear()
        if self._opponent.is_asked:
            while len(games := np.flatnonzero(self._stand == _core.Stand.WAITING)):
                moves = np.full(self.n, -1, np.int32)
                moves[games], reasons = self._opponent.replies(
                    self.other[games], self.own[games], 3 - self.side[games]
                )
                self.forfeits.update({int(games[i]): reason for i, reason in reasons.items()})
                self._core.reply(moves)
        self._ready = True

    # -- looking at games -----------------------------------------------------------------------

    def position(self, game: int) -> Position:
        """What lies on the board of a game, and whose turn it is or would be."""
        try:
            known = 0 <= index(game) < self.n
        except TypeError:
            known = False
        if not known:
            raise EnvError(f"expected a game from 0 to {self.n - 1}, got {quoted(game)}")
        rules, side = self.spec.rules, Side(int(self.side[game]))
        (own,) = unpack(self.own[game : game + 1], rules)
        (other,) = unpack(self.other[game : game + 1], rules)
        first, second = (own, other) if side is Side.FIRST else (other, own)
        if self._opponent.plays and self._stand[game] != _core.Stand.TO_MOVE:
            side = Side.SECOND if first.bit_count() > second.bit_count() else Side.FIRST
        return Position(rules, first, second, side)

    def last(self, games: NDArray[np.integer[Any]]) -> NDArray[Any]:
        """What was to be seen at the end of games that are *done*, before they began anew."""
        if self._last is None:
            raise EnvError("expected a batch with keep_last and restart 'same_step'")
        front, back = self._last[0][games], self._last[1][games]
        if self.spec.perspective == "first":
            swapped = self._last_side[games] == Side.SECOND
            front[swapped], back[swapped] = back[swapped], front[swapped]
        return _observed(front, back, self.spec).astype(self.observation.dtype, copy=False)

    def close(self) -> None:
        """Give back what the opponent holds."""
        self._opponent.close()


def _observed(front: Packed, back: Packed, spec: Spec) -> NDArray[Any]:
    """Observations of several games."""
    rules, n = spec.rules, len(front)
    if spec.observation == "packed":
        return np.stack([front.reshape(n, rules.words), back.reshape(n, rules.words)], axis=1)
    planes = np.stack([unpack_grids(front, rules), unpack_grids(back, rules)], axis=1)
    marks = planes.view(np.int8)
    if spec.observation == "planes":
        return marks
    seen: NDArray[np.int8] = marks[:, 0] + np.int8(BACK[spec.observation]) * marks[:, 1]
    return seen


def _dtype(dtype: DTypeLike | None, spec: Spec) -> np.dtype[Any]:
    """The type of the observation's numbers, the spec's if none is asked for."""
    wanted = spec.dtype if dtype is None else np.dtype(dtype)
    known = [spec.dtype] if spec.observation == "packed" else [spec.dtype, np.dtype(np.float32)]
    if wanted not in known:
        names = " or ".join(str(each) for each in known)
        raise EnvError(f"expected dtype {names} for {spec.observation}, got {wanted}")
    return wanted


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
