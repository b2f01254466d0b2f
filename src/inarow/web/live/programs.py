"""Programs that sit at a game: they think in the pool, and move by the rules as anybody does."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from inarow.board.position import Position
from inarow.players.levels import Level, Perfect
from inarow.search.background import Searchers
from inarow.web.live.events import PROGRAM, Seat
from inarow.web.live.game import Accepted, LiveGame, Rejected, Request
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Move
from inarow.web.search.pool import Busy, Pool

__all__ = ["Opponents", "choose"]

log = logging.getLogger(__name__)

SECONDS = 3.0
"""How long Perfect thinks where nothing exact is known."""

PAUSE = 1.0
"""Seconds to wait when the pool is full, or a move could not be stored."""

LONGEST_PAUSE = 30.0
"""Seconds to wait at most when a program has failed; each time it is twice as long."""


def choose(name: str, position: Position, searchers: Searchers) -> int:
    """The move of the program *name*, found with *searchers*; it may be played."""
    player: Level | Perfect
    if name == "perfect":
        player = Perfect(seconds=SECONDS, engine=searchers.engine, oracle=searchers.oracle)
    else:
        player = Level(int(name.removeprefix("level ")))
    move = player.choose_until(position, searchers.stop)
    position.play(move)
    return move


def cost(name: str) -> float:
    """How long the program *name* thinks, compared with others."""
    return float(name.removeprefix("level ").replace("perfect", "1000"))


class Opponents:
    """Has the programs of all games think when it is their turn."""

    def __init__(self, pool: Pool, hub: Hub) -> None:
        self._pool, self._hub = pool, hub
        hub.attend_programs = self.attend

    def attend(self, live: LiveGame) -> None:
        """Begin or end thinking, as *live* is now."""
        state = live.state
        seat = state.seat(state.turn) if state.turn is not None else None
        if live.thinking is not None:
            live.thinking.cancel()  # it was about another position
            live.thinking = None
        if seat is not None and seat.is_program and not self._hub.stopping:
            live.thinking = self._hub.spawn(self._think(live, seat))

    async def _think(self, live: LiveGame, seat: Seat) -> None:
        position, version = live.state.position, live.state.version
        name = seat.id.removeprefix(PROGRAM)
        person = next((s.id for s in live.state.seats if s and not s.is_program), seat.id)
        pause = PAUSE
        while True:
            try:
                move = await self._pool.run(
                    person, partial(choose, name, position), kind="urgent", cost=cost(name)
                )
                break
            except Busy:
                await asyncio.sleep(PAUSE)
            except Exception:  # the people at the game can do something else meanwhile
                log.exception("%s failed to choose a move in %s", name, position.text())
                live.tell_failing(self._hub.now())
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        live.thinking = None
        self._hub.submit(live, Request(Move(move=move, version=version), seat, self._answered))

    def _answered(self, answer: Accepted | Rejected) -> None:
        """Try again soon if a move could not be stored."""
        if isinstance(answer, Rejected) and answer.code in ("storage", "busy"):
            self._hub.spawn(self._again(answer.live))

    async def _again(self, live: LiveGame) -> None:
        await asyncio.sleep(PAUSE)
        if live.thinking is None:
            self.attend(live)
