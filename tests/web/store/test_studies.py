"""The studies of people, on both databases."""

from collections.abc import AsyncIterator

import pytest

from inarow.web.store import Store
from inarow.web.store import studies as store_studies
from inarow.web.store.accounts import Accounts, SignIn
from inarow.web.store.old import Old
from inarow.web.store.studies import Studies
from inarow.web.store.writer import Conflict

pytestmark = pytest.mark.anyio

NOW = 10**12


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await Store(database_url).open()
    for name in ("ann", "bob"):
        await store.add_person(name, name.title(), name.encode().ljust(32), NOW)
    yield store
    await store.close()


@pytest.fixture
def studies(store: Store) -> Studies:
    return Studies(store)


async def ids(studies: Studies, person: str) -> list[str]:
    return [row.id for row in await studies.of(person)]


async def test_the_one_changed_last_comes_first(studies: Studies) -> None:
    await studies.add("ann", "a", "A", "1", NOW)
    await studies.add("ann", "b", "B", "2", NOW + 1)
    await studies.save("ann", "a", "New", "3", 1, NOW + 2)
    assert await ids(studies, "ann") == ["a", "b"]
    row = await studies.named("a")
    assert (row.name, row.record, row.version, row.by) == ("New", "3", 2, "Ann")
    assert (row.created, row.updated) == (NOW, NOW + 2)
    assert [each.record for each in await studies.whole("ann")] == ["3", "2"]


async def test_only_the_newest_version_is_replaced_and_only_by_its_owner(studies: Studies) -> None:
    await studies.add("ann", "a", "A", "1", NOW)
    await studies.save("ann", "a", "A", "2", 1, NOW)
    for person, version in (("ann", 1), ("ann", 3), ("bob", 2)):
        with pytest.raises(Conflict):
            await studies.save(person, "a", "A", "3", version, NOW)
    assert (await studies.named("a")).record == "2"
    assert not await studies.drop("bob", "a")
    assert await studies.drop("ann", "a")
    assert await studies.named("a") is None


async def test_a_person_has_so_many_and_no_more(
    studies: Studies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_studies, "MOST", 2)
    await studies.add("ann", "a", "A", "1", NOW)
    await studies.add("ann", "b", "A", "1", NOW)
    for person in ("ann", "nobody"):
        with pytest.raises(Conflict):
            await studies.add(person, "c", "A", "1", NOW)
    await studies.add("bob", "c", "A", "1", NOW)
    assert await studies.count("ann") == 2


async def test_they_go_with_ones_data(store: Store, studies: Studies) -> None:
    for person in ("ann", "bob"):
        await studies.add(person, person, "A", "1", NOW)
    await Accounts(store).leave("ann", "Deleted player", NOW)
    assert await ids(studies, "ann") == []
    with pytest.raises(Conflict):
        await studies.add("ann", "b", "A", "1", NOW)
    await Old(store).delete_person("ann", "gone")
    await Old(store).delete_unused(["bob"], NOW + 1, "gone")
    assert await studies.named("bob") is None


async def test_whoever_signs_in_keeps_what_they_had_as_a_guest(
    store: Store, studies: Studies
) -> None:
    await studies.add("ann", "a", "A", "1", NOW)
    await Accounts(store).sign_in(SignIn("bob", b"s" * 32, "", NOW, guest="ann"))
    assert (await ids(studies, "ann"), await ids(studies, "bob")) == ([], ["a"])
