"""Two real instances on one PostgreSQL, joined by NATS; bench/web_faults.py does more."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from support.program import run
from support.web import servers
from support.web.couples import Couple, Tally, check, new_pair
from support.web.sites import Site, Visitor, running, until


@pytest.fixture
def tally() -> Tally:
    return Tally()


@pytest.fixture
def bus() -> Iterator[tuple[ExitStack, int]]:
    """A message server that a test may end and start again at the same port."""
    with ExitStack() as stack:
        port = servers.free_port()
        stack.enter_context(servers.nats(port))
        yield stack, port


@pytest.fixture
def pair(
    tmp_path: Path, postgres_url: str, bus: tuple[ExitStack, int]
) -> Iterator[tuple[Site, Site]]:
    environment = {
        "DATABASE_URL": postgres_url,
        "BUS_URL": f"nats://127.0.0.1:{bus[1]}",
        "INAROW_RATES": "100000",
    }
    sites = [Site(tmp_path, environment=environment) for _ in range(2)]
    with running(sites[0]), running(sites[1]):
        yield sites[0], sites[1]


def test_a_game_goes_on_at_the_other_instance(
    pair: tuple[Site, Site], tally: Tally, postgres_url: str
) -> None:
    one, other = pair
    random = Random(5)
    couple = new_pair(one, tally, random)

    async def play() -> None:
        async with couple.seated([one, other], [other, one], random=random):
            await couple.moves(6)
            one.kill()
            await couple.moves(6)

    asyncio.run(play())
    assert not tally.wrong
    assert check([couple], postgres_url) == 12


def test_a_game_goes_on_without_the_bus(
    pair: tuple[Site, Site], bus: tuple[ExitStack, int], tally: Tally, postgres_url: str
) -> None:
    one, other = pair
    stack, port = bus
    random = Random(6)
    couple = new_pair(one, tally, random)

    async def play(couple: Couple) -> None:
        async with couple.seated([one], [other], random=random):
            await couple.moves(4)
            stack.close()
            await couple.moves(4)
            stack.enter_context(servers.nats(port))
            await couple.moves(4)

    asyncio.run(play(couple))
    assert not tally.wrong
    assert tally.cuts == 0
    assert check([couple], postgres_url) == 12


def test_tournaments_go_on_at_the_other_instance_when_their_leader_is_killed(
    pair: tuple[Site, Site],
) -> None:
    """Whichever of the two leads one: there are several."""
    one, other = pair
    teacher, pupil = Visitor(one), Visitor(one)
    wanted = {"kind": "robin", "double": True, "player": "Ms Bell"}
    made = [teacher.ask("POST", "/api/tournaments", wanted)["id"] for _ in range(5)]
    for tournament in made:
        pupil.ask("POST", f"/api/tournaments/{tournament}/join", {"name": "Ann"})
        teacher.ask("POST", f"/api/tournaments/{tournament}/start")
    there = Visitor(other)
    there.cookie = pupil.cookie
    first = [_game(there, tournament) for tournament in made]
    one.kill()
    for game in first:
        there.ask("POST", f"/api/games/{game}/resign")
    second = [_game(there, tournament, *first) for tournament in made]
    assert not set(first) & set(second)
    for game in second:
        there.ask("POST", f"/api/games/{game}/resign")
    for tournament in made:
        path = f"/api/tournaments/{tournament}"
        until(partial(_is_over, there, path), "the end")
        table = {player["name"]: player["points"] for player in there.ask("GET", path)["players"]}
        assert table == {"Ms Bell": 4, "Ann": 0}
    for visitor in (teacher, pupil, there):
        visitor.close()


def _is_over(visitor: Visitor, path: str) -> bool:
    return bool(visitor.ask("GET", path)["status"] == "over")


def _game(visitor: Visitor, tournament: str, *known: str) -> str:
    """The game that somebody is led to next."""
    found: list[str] = []

    def led() -> bool:
        game = visitor.ask("GET", f"/api/tournaments/{tournament}")["you"]["game"]
        found.extend([game] if game and game not in known else [])
        return bool(found)

    until(led, "the next game")
    return found[0]


def test_a_reaction_is_seen_at_the_other_instance(pair: tuple[Site, Site]) -> None:
    with ExitStack() as stack:
        clients = [
            stack.enter_context(httpx.Client(base_url=site.url, headers={"origin": site.url}))
            for site in pair
        ]
        ann, bob = clients
        game = ann.post("/api/games", json={"days": 3}).json()["id"]
        assert bob.post(f"/api/games/{game}/join", json={}).status_code == 200
        sockets = []
        for site, client in zip(pair, clients, strict=True):
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            address = f"{site.url.replace('http', 'ws')}/live/game/{game}"
            headers = {"Cookie": cookie}
            connection = connect(address, origin=Origin(site.url), additional_headers=headers)
            sockets.append(stack.enter_context(connection))
        sides = [json.loads(socket.recv(20))["game"]["you"] for socket in sockets]
        for number, side in enumerate(sides):
            sockets[number].send('{"t":"react","what":"hello"}')
            for socket in sockets:
                while (said := json.loads(socket.recv(20)))["t"] != "react":
                    pass
                assert said == {"t": "react", "side": side, "what": "hello"}


def test_a_second_instance_without_the_bus_is_refused(tmp_path: Path, postgres_url: str) -> None:
    database = ("--database", postgres_url)
    with running(Site(tmp_path, *database)) as alone:
        for options in (database, (*database, "--bus", "nats://127.0.0.1:1")):
            refused = run("serve", "--port", "0", *options)
            assert refused.returncode == 2
            assert refused.stderr == (
                "inarow: the database is in use by another server: stop that one, "
                "or give each of them the same --bus\n"
            )
        alone.kill()
        with running(alone):  # nothing is left of the one that was killed
            assert alone.stop() == 0
