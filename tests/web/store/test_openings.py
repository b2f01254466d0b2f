"""The games that the opening explorer counts, on both databases."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import insert

from inarow.web.store import Store
from inarow.web.store import openings as store_openings
from inarow.web.store.openings import Finished, Openings
from inarow.web.store.tables import game

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await Store(database_url).open()
    yield store
    await store.close()


async def add(store: Store, name: str, at: int, **more: object) -> None:
    row = {
        "id": name,
        "rules": "7x6x4",
        "swap": False,
        "visibility": "public",
        "status": "over",
        "x": "ann",
        "o": "program:level 3",
        "winner": "x",
        "reason": "line",
        "moves": "4",
        "created": at,
        "updated": at,
    }
    await store.write(insert(game), **row | more)


async def test_only_finished_public_games_on_the_board_are_read(store: Store) -> None:
    await add(store, "a", 1, moves="1")
    await add(store, "b", 2, moves="2", visibility="link")
    await add(store, "c", 3, moves="3", status="playing")
    await add(store, "d", 4, moves="4", reason="aborted")
    await add(store, "e", 5, moves="5", rules="6x6x4")
    await add(store, "f", 6, moves="6", winner=None, x=None, o="bob")
    await add(store, "g", 7, moves="")
    found = await Openings(store).on("7x6x4")
    assert sorted(found) == [Finished("1", "x", True, False), Finished("6", None, False, True)]


async def test_only_so_many_of_the_newest_are_looked_at(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(6):
        await add(store, str(at), at, moves=str(at), rules="7x6x4" if at % 2 else "6x6x4")
    monkeypatch.setattr(store_openings, "NEWEST", 4)
    assert {each.moves for each in await Openings(store).on("7x6x4")} == {"3", "5"}
    monkeypatch.setattr(store_openings, "MOST", 1)
    assert len(await Openings(store).on("7x6x4")) == 1


async def test_games_are_read_anew_after_a_minute_and_of_few_boards(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_openings, "BOARDS", 2)
    clock = [0.0]
    openings = Openings(store, lambda: clock[0])
    assert await openings.on("7x6x4") == []
    await add(store, "a", 1)
    assert await openings.on("7x6x4") == []
    for rules in ("6x6x4", "5x5x4"):
        await openings.on(rules)
    assert len(await openings.on("7x6x4")) == 1  # it was forgotten meanwhile
    await add(store, "b", 2)
    clock[0] = 61.0
    assert len(await openings.on("7x6x4")) == 2
