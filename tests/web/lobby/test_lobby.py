"""The lobby: lists of public games."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from inarow.web.http.identity import Person
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Join, NewGame, Resign
from inarow.web.live.presence import REMEMBERED
from inarow.web.lobby import lobby as module
from inarow.web.lobby.lobby import MOST, MOST_OF_PERSON, Lobby, Shown, fair
from inarow.web.store import Store
from support.web.people import ANN, BOB, Listener, Time, joined, started, until

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    yield store
    await store.close()


@pytest.fixture
async def hub(store: Store) -> AsyncIterator[Hub]:
    hub = await started(Hub(store))
    yield hub
    await hub.stop()


async def offer(hub: Hub, person: Person, address: str = "") -> tuple[str, Listener]:
    """A public game whose maker waits at it."""
    view = await hub.create(person, NewGame(visibility="public", side="x"))
    waiting = Listener(person, address)
    await hub.subscribe(view.id, person, waiting)
    return view.id, waiting


async def listed(lobby: Lobby) -> list[str]:
    return [game.id for game in (await lobby.view()).open]


async def test_public_games_are_listed_and_no_others(store: Store, hub: Hub) -> None:
    lobby = Lobby(store, hub)
    listener = Listener()
    lobby.subscribe(listener)
    await until(lambda: listener.messages)
    assert listener.messages[0] == {"t": "lobby", "open": [], "playing": [], "people": 1}
    await hub.create(ANN, NewGame(visibility="link"))
    await hub.create(ANN, NewGame(visibility="private"))
    wanted = NewGame(visibility="public", rules="9x6x4", base=60_000)
    game = await hub.create(ANN, wanted)
    await hub.subscribe(game.id, ANN, Listener(ANN))
    await until(lambda: listener.messages[-1]["open"])
    (entry,) = listener.messages[-1]["open"]
    assert (entry["id"], entry["rules"], entry["name"]) == (game.id, "9x6x4", "Ann")
    assert entry["clock"] == [60_000, 0]
    await hub.act(game.id, BOB, Join())
    await until(lambda: listener.messages[-1]["playing"])
    assert listener.messages[-1]["open"] == []
    await hub.act(game.id, BOB, Resign())
    await until(lambda: not listener.messages[-1]["playing"])
    lobby.unsubscribe(listener)
    lobby.subscribe(listener)
    await hub.stop()
    assert listener.closed is not None


async def test_a_game_is_listed_while_its_maker_is_there(store: Store, hub: Hub) -> None:
    lobby, listener = Lobby(store, hub), Listener()
    await hub.create(ANN, NewGame(visibility="public"))
    assert await listed(lobby) == []
    game, waiting = await offer(hub, ANN)
    await hub.subscribe(game, BOB, Listener(BOB))
    assert await listed(lobby) == [game]
    lobby.subscribe(listener)
    hub.unsubscribe(hub.lives[game], waiting)
    await until(lambda: listener.messages and not listener.messages[-1]["open"])
    assert await listed(lobby) == []
    await hub.subscribe(game, ANN, waiting)
    await until(lambda: listener.messages[-1]["open"])


async def test_a_game_goes_on_in_the_lobby_while_a_player_is_there(store: Store, hub: Hub) -> None:
    lobby = Lobby(store, hub)
    game, waiting = await offer(hub, ANN)
    await hub.act(game, BOB, Join())
    assert [shown.id for shown in (await lobby.view()).playing] == [game]
    hub.unsubscribe(hub.lives[game], waiting)
    assert (await lobby.view()).playing == []


async def test_nobody_pushes_others_off_the_lobby(store: Store, hub: Hub) -> None:
    lobby = Lobby(store, hub)
    real, _ = await offer(hub, ANN, "192.0.2.1")
    crowd = [Person(f"crowd-{number}", "Crowd") for number in range(MOST)]
    for person in [*crowd, *[crowd[0]] * 9]:
        await offer(hub, person, "192.0.2.2")
    view = await lobby.view()
    assert len(view.open) == MOST
    assert real in [game.id for game in view.open]


def shown(number: int, person: str, address: str) -> Shown:
    return Shown(f"game-{number}", person, address, True, number)


def test_a_person_has_a_few_places_and_a_class_has_many() -> None:
    greedy = [shown(number, "eve", "there") for number in range(100, 120)]
    pupils = [shown(number, f"pupil-{number}", "school") for number in range(30)]
    chosen = fair([*greedy, *pupils])
    assert len([game for game in chosen if game.person == "eve"]) == MOST_OF_PERSON
    assert set(pupils) <= set(chosen)


def test_every_address_has_its_turn() -> None:
    crowd = [shown(number, f"crowd-{number}", "there") for number in range(100, 400)]
    others = [shown(number, f"p{number}", f"address-{number}") for number in range(MOST - 1)]
    chosen = fair([*crowd, *others])
    assert len(chosen) == MOST
    assert set(others) <= set(chosen)
    assert crowd[-1] in chosen, "its newest"


async def test_instances_tell_each_other_which_games_they_have(store: Store) -> None:
    time = Time()
    hubs = await joined(store, time)
    lobbies = [Lobby(store, hub) for hub in hubs]
    game, waiting = await offer(hubs[0], ANN)
    listener = Listener()
    lobbies[1].subscribe(listener)
    await until(lambda: listener.messages and listener.messages[-1]["open"])
    assert await listed(lobbies[1]) == await listed(lobbies[0]) == [game]
    hubs[0].unsubscribe(hubs[0].lives[game], waiting)
    await until(lambda: not listener.messages[-1]["open"])
    await hubs[0].subscribe(game, ANN, waiting)
    await until(lambda: listener.messages[-1]["open"])
    hubs[0].bus.say = lambda *_: None  # type: ignore[method-assign]
    time.now += REMEMBERED + 1
    assert await listed(lobbies[1]) == []
    for hub in hubs:
        await hub.stop()
