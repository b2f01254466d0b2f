"""The store on both databases."""

import pytest

from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from inarow.web.store.ids import key
from inarow.web.store.sessions import LIFETIME
from inarow.web.store.writer import Change, Conflict, EventRow
from support.web.people import add_game

pytestmark = pytest.mark.anyio


async def test_events_come_back_in_order(database_url: str) -> None:
    store = await Store(database_url).open()
    game, other = await add_game(store), await add_game(store)
    rows = [EventRow(game, version, "move", '{"text":"é\\n"}', 10**13) for version in (1, 2, 3)]
    for row in (rows[1], rows[0], rows[2]):
        await store.writer.write(Change((row,)))
    assert await store.events(game) == rows
    assert await store.events(game, after=2) == rows[2:]
    assert await store.versions([game, other, "none"]) == {game: 3}
    await store.close()


async def test_a_version_is_written_once(database_url: str) -> None:
    store = await Store(database_url).open()
    game = await add_game(store)
    row = EventRow(game, 1, "move", "{}", 0)
    await store.writer.write(Change((row,)))
    with pytest.raises(Conflict):
        await store.writer.write(Change((row._replace(payload='"other"'),)))
    assert await store.events(game) == [row]
    await store.close()


async def test_the_key_of_a_game_does_not_open_it(database_url: str) -> None:
    store = await Store(database_url).open()
    game = await add_game(store)
    await store.writer.write(Change((EventRow(game, 1, "move", "{}", 0),)))
    guess = game[:12] + "A" * 12
    assert key(guess) == key(game)
    assert await store.events(guess) == []
    await store.close()


async def test_people_and_their_tokens(database_url: str) -> None:
    store = await Store(database_url).open()
    here = await store.add_person("p", "Ann", b"1" * 32, 5)
    assert await store.person_of(b"1" * 32, 9) == ("p", "Ann", here, 5 + LIFETIME)
    assert await store.person_of(b"2" * 32, 9) is None
    await store.rename("p", "Bea")
    await store.add_token("t", "p", "robot", "play read", b"3" * 32, 6)
    assert await store.token_of(b"3" * 32, 9) == ("t", "p", "Bea", "play read")
    await store.use_token("t", 9)
    listed = [tuple(row) for row in await store.tokens_of("p")]
    assert listed == [("t", "robot", "play read", 6, 9, None)]
    secrets = [b"1" * 32, b"2" * 32, b"3" * 32]
    assert await store.scopes_of(secrets, 9) == {b"1" * 32: None, b"3" * 32: "play read"}
    assert not await store.drop_token("q", "t")
    assert await store.drop_token("p", "t") == b"3" * 32
    assert not await store.drop_token("p", "t")
    assert await store.token_of(b"3" * 32, 9) is None
    await store.close()


async def test_what_has_expired_opens_nothing(database_url: str) -> None:
    store = await Store(database_url).open()
    await store.add_person("p", "Ann", b"1" * 32, 5)
    await store.add_token("t", "p", "robot", "read", b"2" * 32, 5, 100)
    assert await store.token_of(b"2" * 32, 99)
    assert await store.token_of(b"2" * 32, 100) is None
    assert await store.person_of(b"1" * 32, 4 + LIFETIME)
    assert await store.person_of(b"1" * 32, 5 + LIFETIME) is None
    secrets = [b"1" * 32, b"2" * 32]
    assert set(await store.scopes_of(secrets, 99)) == set(secrets)
    assert set(await store.scopes_of(secrets, 100)) == {secrets[0]}
    assert await store.scopes_of(secrets, 5 + LIFETIME) == {}
    await store.close()


async def test_outages_are_remembered_once(database_url: str) -> None:
    store = await Store(database_url).open()
    assert await store.last_beat() is None
    await store.beat("a", 5)
    await store.beat("b", 3)
    await store.beat("a", 7)
    assert await store.last_beat() == 7
    await store.add_outage(7, 90)
    await store.add_outage(7, 91)
    await store.add_outage(7, 80)
    assert await store.outages() == [(7, 91)]
    assert await store.last_beat() == 7
    assert await store.beats() == {"a": 7, "b": 3}  # others have to see that b has gone
    await store.forget("a", 6)
    assert await store.beats() == {"a": 7, "b": 3}  # a has been there since
    await store.forget("b", 3)
    assert await store.beats() == {"a": 7}
    await store.close()


async def test_a_database_is_opened_again_as_it_was(database_url: str) -> None:
    for _ in range(2):
        store = await Store(database_url).open()
        await store.beat("a", 1)
        await store.close()


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://here", "sqlite://", "postgresql://nobody@127.0.0.1:1/none"]
)
async def test_what_cannot_be_opened_is_said_in_a_sentence(url: str) -> None:
    with pytest.raises(DatabaseError) as error:
        await Store(url).open()
    assert "\n" not in str(error.value)
