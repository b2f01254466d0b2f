"""How people did at puzzles, on both databases."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from inarow.web.store import Store
from inarow.web.store.accounts import Accounts, SignIn
from inarow.web.store.old import Old
from inarow.web.store.puzzles import Puzzles, Standing
from inarow.web.store.writer import Conflict

pytestmark = pytest.mark.anyio

NOW = 10**12
NEW = Standing(1500.0, 350.0, 0.06)
ONCE = replace(NEW, rating=1600.0, tried=1, won=1)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await Store(database_url).open()
    for name in ("ann", "bob"):
        await store.add_person(name, name.title(), name.encode().ljust(32), NOW)
    yield store
    await store.close()


@pytest.fixture
def puzzles(store: Store) -> Puzzles:
    return Puzzles(store)


async def test_an_attempt_and_what_it_changes_are_written_together(puzzles: Puzzles) -> None:
    assert await puzzles.standing("ann") is None
    await puzzles.put("ann", None, ONCE, ("one", True, NOW))
    assert await puzzles.standing("ann") == ONCE
    assert await puzzles.is_tried("ann", "one")
    assert not await puzzles.is_tried("ann", "two")
    assert not await puzzles.is_tried("bob", "one")
    await puzzles.put("ann", ONCE, replace(ONCE, tried=2), ("two", False, NOW + 1))
    assert await puzzles.seen("ann") == ["one", "two"]
    assert await puzzles.seen("ann", 1) == ["two"]


async def test_of_two_tabs_one_is_first(puzzles: Puzzles) -> None:
    await puzzles.put("ann", None, ONCE, ("one", True, NOW))
    with pytest.raises(Conflict):
        await puzzles.put("ann", None, ONCE, ("two", True, NOW))  # nothing was there before
    with pytest.raises(Conflict):
        await puzzles.put("ann", NEW, ONCE, ("two", True, NOW))  # it stands otherwise by now
    with pytest.raises(Conflict):
        await puzzles.put("ann", ONCE, replace(ONCE, tried=2), ("one", True, NOW))
    assert await puzzles.standing("ann") == ONCE
    assert await puzzles.seen("ann") == ["one"]


async def test_a_guest_brings_their_puzzles(store: Store, puzzles: Puzzles) -> None:
    await puzzles.put("ann", None, ONCE, ("one", True, NOW))
    await Accounts(store).sign_in(SignIn("bob", b"n" * 32, "", NOW, guest="ann"))
    assert await puzzles.standing("bob") == ONCE
    assert await puzzles.seen("bob") == ["one"]
    assert await puzzles.standing("ann") is None


async def test_whoever_has_a_rating_keeps_it(store: Store, puzzles: Puzzles) -> None:
    mine = replace(ONCE, rating=1900.0)
    await puzzles.put("ann", None, ONCE, ("one", True, NOW))
    await puzzles.put("bob", None, mine, ("one", False, NOW))
    await puzzles.put("ann", ONCE, replace(ONCE, tried=2), ("two", False, NOW))
    await Accounts(store).sign_in(SignIn("bob", b"n" * 32, "", NOW, guest="ann"))
    assert await puzzles.standing("bob") == mine
    assert sorted(await puzzles.seen("bob")) == ["one", "two"]


async def test_whoever_leaves_leaves_nothing(store: Store, puzzles: Puzzles) -> None:
    await puzzles.put("ann", None, ONCE, ("one", True, NOW))
    await Accounts(store).leave("ann", "Somebody", NOW)
    assert await puzzles.standing("ann") is None
    assert await puzzles.seen("ann") == []
    with pytest.raises(Conflict):
        await puzzles.put("ann", None, ONCE, ("one", True, NOW))
    await Old(store).delete_person("ann", "nobody")
