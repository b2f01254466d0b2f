"""What goes on by itself in tournaments."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from inarow.board.rules import Side
from inarow.web.http.identity import Person
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Move, Resign, Swap
from inarow.web.store import Store
from inarow.web.tournaments.conductor import Conductor
from inarow.web.tournaments.host import Host
from inarow.web.tournaments.messages import Enter, NewTournament, Remove, Start
from inarow.web.tournaments.session import Session
from support.web.contests import TEACHER
from support.web.people import ANN, BOB, Listener, Time, started

pytestmark = pytest.mark.anyio


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def hub(tmp_path: Path, time: Time) -> AsyncIterator[Hub]:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    hub = await started(Hub(store, now=time))
    yield hub
    await hub.stop()
    await store.close()


@pytest.fixture
def host(hub: Hub) -> Host:
    return Host(hub)


@pytest.fixture
def conductor(host: Host) -> Conductor:
    return Conductor(host)


async def swapped(host: Host, conductor: Conductor) -> tuple[Session, str, Person, Person]:
    """A game in an arena in which who was o has taken over the first move; x and o as they were."""
    session = await host.create(TEACHER, NewTournament(swap=True))
    for person in (ANN, BOB):
        await host.act(session.id, person, Enter())
        await host.subscribe(session.id, Listener(person))
    await host.act(session.id, TEACHER, Start())
    await conductor.turn()
    ((game, pairing),) = session.state.running.items()
    x, o = (ANN, BOB) if pairing.x == 1 else (BOB, ANN)
    await host.hub.act(game, x, Move(move=3))
    await host.hub.act(game, o, Swap())
    return session, game, x, o


def points(session: Session) -> dict[str, int]:
    return {player.id: player.points for player in session.state.players.values()}


async def test_who_has_won_after_a_swap_gets_the_points(host: Host, conductor: Conductor) -> None:
    session, game, x, o = await swapped(host, conductor)
    await host.hub.act(game, x, Resign())
    await conductor.turn()
    assert points(session) == {x.id: 0, o.id: 2}


async def test_who_is_removed_after_a_swap_has_lost(host: Host, conductor: Conductor) -> None:
    session, game, x, o = await swapped(host, conductor)
    number = session.state.numbers[o.id]
    await host.act(session.id, TEACHER, Remove(player=number))
    await conductor.turn()
    end = host.hub.lives[game].state.end
    assert end is not None
    assert end.reason == "absent"
    assert end.winner is Side.SECOND, "where x sits by now"
    await conductor.turn()
    assert points(session) == {x.id: 2, o.id: 0}
