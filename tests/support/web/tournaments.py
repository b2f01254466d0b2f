"""People at a tournament of a site that runs: what they ask for, and games played to their end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx

from support.web.sites import until

LINE = (0, 1, 0, 1, 0, 1, 0)
"""Moves with which x wins."""


def make(client: httpx.Client, **wanted: Any) -> dict[str, Any]:
    """A tournament that is for *client* to direct."""
    answer = client.post("/api/tournaments", json=wanted)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/api/tournaments/{found['id']}"
    return found


def do(client: httpx.Client, tournament: str, verb: str, /, **command: Any) -> httpx.Response:
    return client.post(f"/api/tournaments/{tournament}/{verb}", json=command or None)


def done(client: httpx.Client, tournament: str, verb: str, /, **command: Any) -> dict[str, Any]:
    """What came of a command that is carried out."""
    answer = do(client, tournament, verb, **command)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def seen(client: httpx.Client, tournament: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tournaments/{tournament}").json()
    return found


def points(view: dict[str, Any]) -> dict[str, int]:
    return {player["name"]: player["points"] for player in view["players"]}


def wait_for(look: Callable[[], object], what: str) -> None:
    """Until the conductor has done it, which looks every second."""
    until(look, what)


def play_out(players: list[httpx.Client], game: str) -> None:
    """Both play until x has won; they may not know who of them x is."""
    for move in LINE:
        for player in players:
            with suppress(AssertionError):
                answer = player.post(f"/api/games/{game}/move", json={"move": move})
                assert answer.status_code == 200, answer.text
                break
