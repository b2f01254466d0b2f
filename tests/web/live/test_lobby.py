"""The lobby: lists of public games."""

from pathlib import Path

import pytest

from inarow.web.live import lobby as module
from inarow.web.live.hub import Hub
from inarow.web.live.lobby import Lobby
from inarow.web.live.messages import Join, NewGame, Resign
from inarow.web.store import Store
from support.web.people import ANN, BOB, Listener, started, until

pytestmark = pytest.mark.anyio


async def test_public_games_are_listed_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 0)
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    hub = await started(Hub(store))
    lobby = Lobby(store, hub)
    listener = Listener()
    lobby.subscribe(listener)
    await until(lambda: listener.messages)
    assert listener.messages[0] == {"t": "lobby", "open": [], "playing": [], "people": 1}
    await hub.create(ANN, NewGame(visibility="link"))
    await hub.create(ANN, NewGame(visibility="private"))
    game = await hub.create(ANN, NewGame(visibility="public", rules="9x6x4", base=60_000))
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
    await store.close()
