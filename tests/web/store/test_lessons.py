"""The lessons of people, on both databases."""

from collections.abc import AsyncIterator
from datetime import date

import pytest

from inarow.web.store import Store
from inarow.web.store import lessons as store_lessons
from inarow.web.store.accounts import Accounts, SignIn
from inarow.web.store.lessons import Lessons
from inarow.web.store.old import Old
from inarow.web.store.writer import Conflict

pytestmark = pytest.mark.anyio

NOW = 10**12
MONDAY, TUESDAY = date(2026, 11, 16), date(2026, 11, 17)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await Store(database_url).open()
    for name in ("ann", "bob"):
        await store.add_person(name, name.title(), name.encode().ljust(32), NOW)
    yield store
    await store.close()


@pytest.fixture
def lessons(store: Store) -> Lessons:
    return Lessons(store)


async def names(lessons: Lessons, person: str, due: date | None = None) -> list[str]:
    return [row.name for row in await lessons.of(person, due)]


async def test_lessons_come_on_their_day(lessons: Lessons) -> None:
    await lessons.put("ann", "a", "{}", 1, TUESDAY)
    await lessons.put("ann", "b", "{}", 0, MONDAY)
    await lessons.put("bob", "a", "{}", 0, MONDAY)
    assert await names(lessons, "ann") == ["b", "a"]
    assert await names(lessons, "ann", MONDAY) == ["b"]
    assert [await lessons.count("ann", day) for day in (None, MONDAY)] == [2, 1]
    assert await lessons.next_due("ann") == "2026-11-16"
    assert await lessons.next_due("nobody") is None


async def test_one_position_is_one_lesson(lessons: Lessons) -> None:
    await lessons.put("ann", "a", "{}", 0, MONDAY)
    await lessons.put("ann", "a", '{"new": 1}', 1, TUESDAY)
    row = await lessons.named("ann", "a")
    assert (row.content, row.box, row.due) == ('{"new": 1}', 1, "2026-11-17")
    assert await lessons.count("ann") == 1
    await lessons.drop("ann", "a")
    assert await lessons.named("ann", "a") is None


async def test_a_person_has_so_many_and_no_more(
    lessons: Lessons, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_lessons, "MOST", 2)
    for name in "ab":
        await lessons.put("ann", name, "{}", 0, MONDAY)
    with pytest.raises(Conflict):
        await lessons.put("ann", "c", "{}", 0, MONDAY)
    await lessons.put("ann", "a", "{}", 1, TUESDAY)  # those that are there may change
    await lessons.put("bob", "c", "{}", 0, MONDAY)
    assert await names(lessons, "ann") == ["b", "a"]


async def test_nothing_is_stored_for_somebody_who_is_not_there(lessons: Lessons) -> None:
    with pytest.raises(Conflict):
        await lessons.put("nobody", "a", "{}", 0, MONDAY)


async def test_they_go_with_ones_data(store: Store, lessons: Lessons) -> None:
    for person in ("ann", "bob"):
        await lessons.put(person, "a", "{}", 0, MONDAY)
    await Accounts(store).leave("ann", "Deleted player", NOW)
    assert await lessons.count("ann") == 0
    with pytest.raises(Conflict):
        await lessons.put("ann", "b", "{}", 0, MONDAY)
    await Old(store).delete_person("ann", "gone")
    await Old(store).delete_unused(["bob"], NOW + 1, "gone")
    assert await lessons.count("bob") == 0


async def test_a_guest_who_signs_in_takes_them_along(store: Store, lessons: Lessons) -> None:
    await Accounts(store).set_recovery("bob", b"code".ljust(32), NOW)
    await lessons.put("ann", "a", "{}", 0, MONDAY)
    await lessons.put("ann", "b", "{}", 0, MONDAY)
    await lessons.put("bob", "b", "{}", 3, TUESDAY)
    await Accounts(store).sign_in(SignIn("bob", b"new".ljust(32), "", NOW, guest="ann"))
    assert await names(lessons, "bob") == ["a", "b"]
    assert (await lessons.named("bob", "b")).box == 3
    assert await lessons.count("ann") == 0
