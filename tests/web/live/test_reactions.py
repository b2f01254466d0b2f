"""Reactions: who may say something to whom, who sees it, and that nothing is stored."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from inarow.web.http.faults import Fault
from inarow.web.http.identity import Person
from inarow.web.http.limits import Limits
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Join, NewGame, Resign
from inarow.web.live.reactions import Reactions
from inarow.web.live.state import Refused
from inarow.web.store import Store
from support.web.people import ANN, BOB, EVE, Listener, Time, joined

pytestmark = pytest.mark.anyio

SAID = {"t": "react", "side": "x", "what": "thanks"}


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    yield store
    await store.close()


@pytest.fixture
async def hubs(store: Store) -> AsyncIterator[tuple[Hub, Hub]]:
    """Two instances."""
    one, other = await joined(store, Time())
    for hub in (one, other):
        Reactions(hub, Limits(now=lambda: 100.0))
    yield one, other
    await one.stop()
    await other.stop()


async def new_game(hub: Hub, **wanted: Any) -> str:
    game = (await hub.create(ANN, NewGame(**{"side": "x"} | wanted))).id
    if "opponent" not in wanted:
        await hub.act(game, BOB, Join())
    return game


async def test_everyone_at_the_game_sees_it_and_nothing_is_stored(
    hubs: tuple[Hub, Hub], store: Store
) -> None:
    one, other = hubs
    game = await new_game(one)
    ann, bob, eve = Listener(ANN), Listener(BOB), Listener()
    await one.subscribe(game, ANN, ann)
    await other.subscribe(game, BOB, bob)
    await other.subscribe(game, None, eve)
    before = len(await store.events(game))
    one.react(one.lives[game], ANN, "thanks")
    assert ann.of("react") == bob.of("react") == eve.of("react") == [SAID]
    other.react(other.lives[game], BOB, "good")
    assert ann.of("react")[1] == {"t": "react", "side": "o", "what": "good"}
    assert len(await store.events(game)) == before
    assert one.lives[game].state.version == before
    late = Listener(EVE)
    await one.subscribe(game, EVE, late)
    assert not late.of("react"), "what was said is over"


async def test_it_is_possible_after_the_game(hubs: tuple[Hub, Hub]) -> None:
    game = await new_game(hubs[0])
    listener = Listener(BOB)
    await hubs[0].subscribe(game, BOB, listener)
    await hubs[0].act(game, BOB, Resign())
    hubs[0].react(hubs[0].lives[game], ANN, "thanks")
    assert listener.of("react") == [SAID]


@pytest.mark.parametrize(
    ("who", "wanted", "code"),
    [
        (None, {}, "identity"),
        (EVE, {}, "seat"),
        (ANN, {"opponent": "self"}, "alone"),
        (ANN, {"opponent": "level 1"}, "alone"),
    ],
)
async def test_others_may_not(
    hubs: tuple[Hub, Hub], who: Person | None, wanted: dict[str, Any], code: str
) -> None:
    live = await hubs[0].load(await new_game(hubs[0], **wanted))
    with pytest.raises(Refused) as refused:
        hubs[0].react(live, who, "hello")
    assert refused.value.code == code


async def test_nobody_is_there_yet(hubs: tuple[Hub, Hub]) -> None:
    live = await hubs[0].load((await hubs[0].create(ANN, NewGame())).id)
    with pytest.raises(Refused, match="not joined yet"):
        hubs[0].react(live, ANN, "hello")


async def test_a_flood_is_refused_with_a_sentence(hubs: tuple[Hub, Hub]) -> None:
    game = await new_game(hubs[0])
    listener = Listener(BOB)
    await hubs[0].subscribe(game, BOB, listener)
    live = hubs[0].lives[game]
    for _ in range(5):
        hubs[0].react(live, ANN, "good")
    for _ in range(100):
        with pytest.raises(Fault, match=r"several reactions in a row\. Try again in 4 s\."):
            hubs[0].react(live, ANN, "good")
    assert len(listener.of("react")) == 5
    hubs[0].react(live, BOB, "good")  # the other one has said nothing yet


async def test_what_an_instance_does_not_know_is_not_shown(hubs: tuple[Hub, Hub]) -> None:
    """It may be of another version, or of a game that nobody watches here."""
    one, _ = hubs
    game = await new_game(one)
    listener = Listener(BOB)
    await one.subscribe(game, BOB, listener)
    one.topics["react"]([game, "x", "dance"])
    one.topics["react"](["no-such-game", "x", "good"])
    one.topics["react"]([game, "x", "good"])
    assert [said["what"] for said in listener.of("react")] == ["good"]
