"""Rated games, played quickly."""

from __future__ import annotations

from typing import Any

from inarow.web.http.identity import Person
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Join, Move, NewGame, Resign
from support.web.people import ANN, BOB

KIND = "four-slow"


async def rated_game(
    hub: Hub, x: Person = ANN, o: Person | None = BOB, moves: int = 4, **wanted: Any
) -> str:
    """A rated game of two people, or against what `opponent` says, after some moves."""
    new = NewGame.model_validate({"side": "x", "rated": True} | wanted)
    game = (await hub.create(x, new)).id
    if o is not None:
        await hub.act(game, o, Join())
    for number in range(moves):
        who = (x, o)[number % 2]
        assert who is not None
        await hub.act(game, who, Move(move=number % 7))
    return game


async def won(hub: Hub, x: Person = ANN, o: Person = BOB, moves: int = 10, **wanted: Any) -> str:
    """A rated game that the first has won, for the other has given up."""
    game = await rated_game(hub, x, o, moves, **wanted)
    await hub.act(game, o, Resign())
    return game
