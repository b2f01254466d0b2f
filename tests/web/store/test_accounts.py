"""Who can sign in where, on both databases."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select

from inarow.web.store import Store, tables
from inarow.web.store.accounts import Accounts, Challenge, Key, SignIn
from inarow.web.store.sessions import LIFETIME
from inarow.web.store.writer import Conflict

pytestmark = pytest.mark.anyio

NOW = 10**12


def secret(name: str) -> bytes:
    return name.encode().ljust(32)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await Store(database_url).open()
    yield store
    await store.close()


@pytest.fixture
def accounts(store: Store) -> Accounts:
    return Accounts(store)


async def whose(store: Store, *names: str) -> list[str | None]:
    """Who is signed in by these cookies."""
    found = [await store.person_of(secret(name), NOW) for name in names]
    return [who.id if who else None for who in found]


async def account(store: Store, person: str, code: str) -> str:
    """Somebody new with a recovery code; the id of their session."""
    session = await store.add_person(person, person.title(), secret(person), NOW)
    await Accounts(store).set_recovery(person, secret(code), NOW)
    return session


async def test_several_browsers_are_of_one_person(store: Store, accounts: Accounts) -> None:
    here = await store.add_person("ann", "Ann", secret("a"), NOW - 9, label="Firefox on Linux")
    for name in "bc":
        await accounts.sign_in(SignIn("ann", secret(name), "", NOW))
    assert await whose(store, *"abcd") == ["ann", "ann", "ann", None]
    listed = await accounts.sessions_of("ann", NOW)
    assert [row.label for row in listed] == ["", "", "Firefox on Linux"]
    assert listed[2].id == here
    assert await accounts.end_session("bob", here) is None
    assert await accounts.end_session("ann", here) == secret("a")
    assert await accounts.end_session("ann", here) is None
    assert await whose(store, *"abc") == [None, "ann", "ann"]


async def test_one_browser_is_left_with_another_cookie(store: Store, accounts: Accounts) -> None:
    here = await store.add_person("ann", "Ann", secret("a"), NOW)
    await store.add_person("bob", "Bob", secret("bob"), NOW)
    await store.add_token("t", "ann", "bot", "read", secret("t"), NOW)
    await accounts.sign_in(SignIn("ann", secret("b"), "", NOW))
    await accounts.begin_session("ann", secret("new"), "", NOW)
    here = next(row.id for row in await accounts.sessions_of("ann", NOW) if row.id != here)
    gone = await accounts.end_others("ann", here)
    assert len(gone) == 3
    assert set(gone) < {*map(secret, ("a", "b", "new", "t"))}
    assert (await whose(store, "a", "b", "new")).count("ann") == 1
    assert await whose(store, "bob") == ["bob"]
    assert await store.token_of(secret("t"), NOW) is None


async def test_tokens_end_when_nobody_can_come_back(store: Store, accounts: Accounts) -> None:
    for person, code in (("ann", ""), ("bob", "code")):
        here = await store.add_person(person, person, secret(person), NOW)
        await store.add_token(person, person, "bot", "read", secret(person + "t"), NOW)
        if code:
            await accounts.set_recovery(person, secret(code), NOW)
        other = SignIn(person, secret(person + "2"), "", NOW)
        await accounts.sign_in(other)
        assert await accounts.sign_out(person, here) == [secret(person)]
        assert await store.token_of(secret(person + "t"), NOW)
        (last,) = await accounts.sessions_of(person, NOW)
        gone = await accounts.sign_out(person, last.id)
        assert secret(person + "2") in gone
        assert bool(await store.token_of(secret(person + "t"), NOW)) is bool(code)


async def test_staying_signed_in(store: Store, accounts: Accounts) -> None:
    here = await store.add_person("ann", "Ann", secret("a"), NOW)
    later = NOW + LIFETIME - 1
    await accounts.prolong(here, later)
    assert await store.person_of(secret("a"), later + LIFETIME - 1)
    assert await store.person_of(secret("a"), later + LIFETIME) is None


async def test_a_code_is_replaced(store: Store, accounts: Accounts) -> None:
    await account(store, "ann", "one")
    assert await accounts.recovery_of("ann") == NOW
    await accounts.set_recovery("ann", secret("two"), NOW + 1)
    assert await accounts.recovery_of("ann") == NOW + 1
    assert await accounts.person_with(secret("one")) is None
    assert await accounts.person_with(secret("two")) == "ann"
    assert await accounts.has_way_back("ann")
    await accounts.drop_recovery("ann")
    assert not await accounts.has_way_back("ann")
    assert await accounts.person_with(secret("two")) is None


async def test_a_challenge_is_used_once_and_soon(store: Store, accounts: Accounts) -> None:
    await store.add_person("ann", "Ann", secret("a"), NOW)
    begun = Challenge(b"c" * 32, "ann")
    await accounts.begin_challenge(secret("browser"), begun, NOW + 5)
    assert await accounts.challenge_of(secret("browser"), NOW + 4) == begun
    assert await accounts.challenge_of(secret("browser"), NOW + 5) is None
    assert await accounts.challenge_of(secret("other"), NOW) is None
    adding = [
        accounts.add_passkey(
            Key(f"k{number}", "ann", b"public", 0),
            bytes([number]),
            "phone",
            NOW,
            challenge=secret("browser"),
        )
        for number in range(2)
    ]
    results = await asyncio.gather(*adding, return_exceptions=True)
    assert [type(result) for result in results] == [type(None), Conflict]
    (key,) = await accounts.passkeys_of("ann")
    assert (key.id, key.label, key.used) == ("k0", "phone", None)
    assert await accounts.passkey_of(b"\x00") == Key("k0", "ann", b"public", 0)
    assert not await accounts.drop_passkey("bob", "k0")
    assert await accounts.drop_passkey("ann", "k0")
    assert not await accounts.drop_passkey("ann", "k0")


async def test_a_passkey_signs_once_with_each_count(store: Store, accounts: Accounts) -> None:
    await store.add_person("ann", "Ann", secret("a"), NOW)
    for name in "xyz":
        await accounts.begin_challenge(secret(name), Challenge(b"c", None), NOW + 5)
    key = Key("k", "ann", b"public", 3)
    await accounts.add_passkey(key, b"id", "phone", NOW, challenge=secret("x"))
    new = [
        SignIn("ann", secret(name), "", NOW, challenge=secret(name), key=key, sign_count=4)
        for name in "yz"
    ]
    results = await asyncio.gather(*map(accounts.sign_in, new), return_exceptions=True)
    assert [type(result) for result in results] == [list, Conflict]
    assert await whose(store, "y", "z") == ["ann", None]
    (row,) = await accounts.passkeys_of("ann")
    assert (row.sign_count, row.used) == (4, NOW)


async def test_a_guest_gives_all_to_who_they_sign_in_as(store: Store, accounts: Accounts) -> None:
    await account(store, "ann", "code")
    here = await store.add_person("guest", "Guest 1", secret("g"), NOW)
    await store.add_token("t", "guest", "bot", "read", secret("t"), NOW)
    new = SignIn("ann", secret("n"), "", NOW, ended=here, guest="guest")
    assert sorted(await accounts.sign_in(new)) == sorted([secret("g"), secret("t")])
    assert await whose(store, "g", "n", "ann") == [None, "ann", "ann"]
    guest = (await store.fetch(select(tables.person).where(tables.person.c.id == "guest")))[0]
    assert (guest.heir, guest.leaving) == ("ann", NOW)
    again = SignIn("ann", secret("m"), "", NOW, ended=here, guest="guest")
    with pytest.raises(Conflict):
        await accounts.sign_in(again)
    assert await whose(store, "m") == [None]


async def test_what_was_given_is_given_on(store: Store, accounts: Accounts) -> None:
    await account(store, "ann", "ann's")
    await account(store, "bob", "bob's")
    await store.add_person("guest", "Guest 1", secret("g"), NOW)
    await accounts.sign_in(SignIn("bob", secret("1"), "", NOW, guest="guest"))
    await accounts.drop_recovery("bob")  # who is a guest now
    await accounts.sign_in(SignIn("ann", secret("2"), "", NOW, guest="bob"))
    heirs = await store.fetch(select(tables.person.c.id, tables.person.c.heir))
    assert {row.id: row.heir for row in heirs} == {"ann": None, "bob": "ann", "guest": "ann"}
    await accounts.leave("ann", "Deleted", NOW)
    heirs = await store.fetch(select(tables.person.c.id, tables.person.c.heir))
    assert {row.heir for row in heirs} == {None}, "nobody is there to give it to"


async def test_an_account_is_nobodys_guest(store: Store, accounts: Accounts) -> None:
    await account(store, "ann", "one")
    await account(store, "bob", "two")
    with pytest.raises(Conflict):
        await accounts.sign_in(SignIn("ann", secret("n"), "", NOW, guest="bob"))
    assert await whose(store, "bob", "n") == ["bob", None]


async def test_who_leaves_is_signed_out_and_cannot_come_back(
    store: Store, accounts: Accounts
) -> None:
    await account(store, "ann", "code")
    await store.add_token("t", "ann", "bot", "read", secret("t"), NOW)
    gone = await accounts.leave("ann", "Deleted", NOW)
    assert sorted(gone) == sorted([secret("ann"), secret("t")])
    assert await accounts.person_with(secret("code")) is None
    for late in (
        accounts.sign_in(SignIn("ann", secret("n"), "", NOW)),
        accounts.set_recovery("ann", secret("new"), NOW),
    ):
        with pytest.raises(Conflict):
            await late
