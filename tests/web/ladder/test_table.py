"""The ladders: who is on them, and where."""

import pytest

from inarow.web.ladder.levels import levels
from inarow.web.ladder.standing import PROVISIONAL
from inarow.web.ladder.table import DAY, DAYS, FRESH, MOST, Table
from inarow.web.store import Store
from inarow.web.store.ratings import RatingChange, Ratings
from inarow.web.store.tables import person, rating_change
from support.web.people import Time

pytestmark = pytest.mark.anyio

KIND = "four-rapid"


@pytest.fixture
def table(ratings: Ratings, time: Time) -> Table:
    return Table(ratings, time)


async def plays(
    store: Store, time: Time, name: str, rating: float, deviation: float = 80.0, games: int = 1
) -> None:
    """Somebody new with a rating."""
    await store.write(person.insert().values(id=name, name=name.title(), created=0))
    for number in range(1, games + 1):
        row = RatingChange(
            *(name, KIND, number, f"{name}{number}", "other", 1.0, rating, deviation, 0.06),
            *(1500.0, 80.0, time.now),
        )
        await store.write(rating_change.insert().values(**row._asdict()))


async def test_people_and_levels_are_on_one_ladder(store: Store, time: Time, table: Table) -> None:
    await plays(store, time, "ann", 1800, games=3)
    await plays(store, time, "bob", 1400)
    rungs = await table.rungs(KIND)
    assert [rung.rating for rung in rungs] == sorted((rung.rating for rung in rungs), reverse=True)
    assert {rung.name for rung in rungs} == {"Ann", "Bob", *levels("four")}
    placed = [(rung.name, rung.place, rung.games) for rung in rungs if rung.person]
    assert placed == [("Ann", 1, 3), ("Bob", 2, 1)]
    own = await table.own("bob", KIND)
    assert own is not None
    assert (own.place, own.games, own.rating.rating) == (2, 1, 1400)
    assert await table.own("eve", KIND) is None


async def test_equals_share_a_place(store: Store, time: Time, table: Table) -> None:
    for name in ("ann", "bob"):
        await plays(store, time, name, 1700)
    await plays(store, time, "eve", 1600)
    people = [rung for rung in await table.rungs(KIND) if rung.person]
    assert [rung.place for rung in people] == [1, 1, 3]


async def test_who_is_not_known_well_or_has_been_away_has_no_place(
    store: Store, time: Time, table: Table
) -> None:
    await plays(store, time, "old", 1900)
    time.now += DAYS * DAY
    await plays(store, time, "new", 1900, PROVISIONAL + 1)
    assert all(rung.person is None for rung in await table.rungs(KIND))
    for name in ("old", "new"):
        own = await table.own(name, KIND)
        assert own is not None
        assert own.place is None


async def test_a_list_is_made_anew_every_minute(store: Store, time: Time, table: Table) -> None:
    assert all(rung.person is None for rung in await table.rungs(KIND))
    await plays(store, time, "ann", 1800)
    assert all(rung.person is None for rung in await table.rungs(KIND))
    time.now += FRESH
    assert [rung.name for rung in await table.rungs(KIND) if rung.person] == ["Ann"]


async def test_it_shows_the_best_and_tells_others_their_place(
    store: Store, time: Time, table: Table
) -> None:
    for number in range(MOST + 2):
        await plays(store, time, f"p{number}", 2000 - number)
    people = [rung for rung in await table.rungs(KIND) if rung.person]
    assert len(people) == MOST
    own = await table.own(f"p{MOST + 1}", KIND)
    assert own is not None
    assert own.place == MOST + 2
