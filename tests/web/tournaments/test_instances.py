"""Tournaments at two instances."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from inarow.web.store import Store
from inarow.web.tournaments.host import Host
from inarow.web.tournaments.messages import Away, Back, Enter, NewTournament
from support.web.contests import TEACHER
from support.web.people import ANN, Time, joined

pytestmark = pytest.mark.anyio


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[Host, Host]]:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    hubs = await joined(store, Time())
    yield Host(hubs[0]), Host(hubs[1])
    for hub in hubs:
        await hub.stop()
    await store.close()


async def test_who_is_back_is_so_although_another_instance_knew_of_no_leave(
    both: tuple[Host, Host],
) -> None:
    one, other = both
    there = await one.create(TEACHER, NewTournament())
    await one.act(there.id, ANN, Enter())
    here = await other.session(there.id)
    one.hub.bus.say = lambda *_: None  # type: ignore[method-assign]  # messages get lost
    await one.act(there.id, ANN, Away())
    await other.act(there.id, ANN, Back())
    assert [event.kind for event in (await other.records.events(there.id))[2:]] == ["away", "back"]
    assert here.state.players[1].status == "in"
