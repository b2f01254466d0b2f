"""Pairing: who looks for an opponent is seated with whoever fits."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from inarow.web.http.identity import Person
from inarow.web.live.events import Terms
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Abort, GameView, Join, Wish
from inarow.web.live.ratings import Strength, Unrated
from inarow.web.live.state import Refused
from inarow.web.lobby.pairing import AWAY, GRACE, HOLDS, JUST_NOW, REPEATED, SEATED, Pairing
from inarow.web.lobby.seeks import RATED_PATIENCE, Seek, kind_of
from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import Change, Done, Unavailable
from support.web.people import ANN, BOB, EVE, Listener, Time, joined, started, until

pytestmark = pytest.mark.anyio

PLAIN = Wish()


@pytest.fixture(autouse=True)
def looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """We look when a test says so."""
    monkeypatch.setattr(Pairing, "_look_in", lambda *_: None)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    yield store
    await store.close()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def hub(store: Store, time: Time) -> AsyncIterator[Hub]:
    hub = await started(Hub(store, now=time))
    yield hub
    await hub.stop()


@pytest.fixture
def pairing(hub: Hub) -> Pairing:
    return Pairing(hub)


async def wait(pairing: Pairing, person: Person, wish: Wish = PLAIN) -> tuple[GameView, Listener]:
    """Somebody looks for an opponent, and has a socket at the game to which that has led."""
    view = await pairing.pair(person, wish)
    listener = Listener(person)
    await pairing._hub.subscribe(view.id, person, listener)
    return view, listener


def status(hub: Hub, game: str) -> tuple[str, str | None]:
    """How a game is, and where it leads."""
    state = hub.lives[game].state
    return state.status, state.next


async def test_two_who_look_for_the_same_are_seated_at_once(pairing: Pairing) -> None:
    first, listener = await wait(pairing, ANN)
    assert (first.status, first.seek, first.visibility) == ("open", True, "public")
    second = await pairing.pair(BOB, PLAIN)
    assert (second.id, second.status) == (first.id, "playing")
    assert {seat.name for seat in second.seats.values()} == {"Ann", "Bob"}
    assert second.you in ("x", "o")
    assert listener.of("event")[-1]["event"]["kind"] == "join"


async def test_others_want_something_else(pairing: Pairing) -> None:
    games = [await wait(pairing, ANN)]
    for number, wish in enumerate(
        (Wish(rules="9x6x4"), Wish(swap=True), Wish(rated=True), Wish(base=60_000))
    ):
        games.append(await wait(pairing, Person(f"p{number}", ""), wish))
    assert len({view.id for view, _ in games}) == 5
    assert {view.status for view, _ in games} == {"open"}


async def test_pressing_again_leads_to_the_same_game(hub: Hub, pairing: Pairing) -> None:
    views = await asyncio.gather(*(pairing.pair(ANN, PLAIN) for _ in range(3)))
    assert len({view.id for view in views}) == 1
    assert (await pairing.pair(ANN, PLAIN)).id == views[0].id
    assert len(hub.lives) == 1
    other = await pairing.pair(ANN, Wish(rules="9x6x4"))
    assert other.id != views[0].id, "which is of another kind"


async def test_pressing_again_when_one_has_been_seated(
    hub: Hub, pairing: Pairing, time: Time
) -> None:
    game, socket = await wait(pairing, ANN)
    await pairing.pair(BOB, PLAIN)
    hub.unsubscribe(hub.lives[game.id], socket)
    for person in (ANN, BOB):
        again = await pairing.pair(person, PLAIN)
        assert (again.id, again.status) == (game.id, "playing")
    time.now += JUST_NOW
    pairing.look()
    assert (await pairing.pair(ANN, PLAIN)).id != game.id, "somebody wants another game"
    assert (await pairing.pair(BOB, PLAIN)).id == game.id, "nobody has told him of this one yet"
    time.now += SEATED
    pairing.look()
    assert (await pairing.pair(BOB, PLAIN)).id != game.id


async def test_a_server_that_was_killed_has_not_forgotten_who_was_seated(
    hub: Hub, pairing: Pairing, time: Time
) -> None:
    """It was killed before it could answer, and so Bob asks again."""
    game, _ = await wait(pairing, ANN)
    await pairing.pair(BOB, PLAIN)
    await pairing.pair(EVE, PLAIN)
    time.now += JUST_NOW + 1
    other = Pairing(await started(Hub(hub.store, now=time)))
    found = await other.pair(BOB, PLAIN)
    assert (found.id, found.status) == (game.id, "playing")
    assert (await other.pair(BOB, Wish(rules="9x6x4"))).id != game.id, "which is something else"
    await other._hub.stop()


async def test_who_waits_where_a_server_was_killed_goes_on_waiting_there(
    hub: Hub, pairing: Pairing, time: Time
) -> None:
    game = await pairing.pair(ANN, PLAIN)
    time.now += JUST_NOW + 1
    other = Pairing(await started(Hub(hub.store, now=time)))
    assert (await other.pair(ANN, PLAIN)).id == game.id
    assert (await other.pair(BOB, PLAIN)).id == game.id
    await other._hub.stop()


async def test_people_who_ask_at_the_same_moment_share_games(hub: Hub, pairing: Pairing) -> None:
    people = [Person(f"p{number}", "") for number in range(20)]
    views = await asyncio.gather(*(pairing.pair(person, PLAIN) for person in people))
    games = {view.id for view in views}
    assert len(games) == len(hub.lives) == 10
    for game in games:
        state = hub.lives[game].state
        x, o = state.seats
        assert x is not None
        assert o is not None
        assert x.id != o.id


async def test_nobody_is_paired_with_one_who_has_gone(
    hub: Hub, pairing: Pairing, time: Time
) -> None:
    game, socket = await wait(pairing, ANN)
    hub.unsubscribe(hub.lives[game.id], socket)
    time.now += 1
    mine, _ = await wait(pairing, BOB)
    assert mine.id != game.id
    await hub.subscribe(game.id, ANN, socket)  # she is back
    await until(lambda: game.id in pairing._seeks)
    pairing.look()
    await until(lambda: status(hub, mine.id) == ("over", game.id))
    assert status(hub, game.id) == ("playing", None)


async def test_one_without_a_socket_is_here_for_a_few_seconds(
    hub: Hub, pairing: Pairing, time: Time
) -> None:
    game = await pairing.pair(ANN, PLAIN)
    time.now += GRACE
    pairing.look()
    await hub.view(game.id, BOB)
    assert len(pairing._seeks) == 1
    await hub.view(game.id, ANN)  # her page comes anew, without scripts
    await until(lambda: game.id in pairing._seeks)
    time.now += GRACE
    pairing.look()
    assert len(pairing._seeks) == 1
    time.now += 1
    pairing.look()
    assert (await pairing.pair(BOB, PLAIN)).id != game.id


async def test_who_comes_back_soon_goes_on_waiting(hub: Hub, pairing: Pairing, time: Time) -> None:
    game, socket = await wait(pairing, ANN)
    hub.unsubscribe(hub.lives[game.id], socket)
    time.now += AWAY - 1
    pairing.look()
    assert (await pairing.pair(ANN, PLAIN)).id == game.id
    assert (await pairing.pair(BOB, PLAIN)).id == game.id


async def test_a_seek_that_nobody_waits_at_is_cancelled(
    hub: Hub, pairing: Pairing, time: Time
) -> None:
    game, socket = await wait(pairing, ANN)
    hub.unsubscribe(hub.lives[game.id], socket)
    time.now += AWAY
    pairing.look()
    await until(lambda: status(hub, game.id)[0] == "over")
    assert (await pairing.pair(ANN, PLAIN)).id != game.id


async def test_who_stops_looking_is_not_paired(hub: Hub, pairing: Pairing) -> None:
    game, _ = await wait(pairing, ANN)
    await hub.act(game.id, ANN, Abort())
    assert len(pairing._seeks) == 0
    assert (await pairing.pair(BOB, PLAIN)).id != game.id


async def test_a_lost_race_leads_to_the_next(hub: Hub, pairing: Pairing) -> None:
    """Somebody joins from the lobby while we want to."""
    first, _ = await wait(pairing, ANN)
    joining = asyncio.create_task(hub.act(first.id, EVE, Join()))
    await asyncio.sleep(0)
    mine = await pairing.pair(BOB, PLAIN)
    await joining
    assert mine.id != first.id
    assert mine.status == "open"
    assert status(hub, first.id) == ("playing", None)


class Known(Unrated):
    """Ratings that are far apart: one has a thousand points more than the other."""

    async def strength_of(self, person: str, terms: Terms) -> Strength | None:
        return (1000.0 if person == "ann" else 2000.0), 0.0


async def test_two_who_wait_are_brought_together(hub: Hub, pairing: Pairing, time: Time) -> None:
    hub.ratings = Known()
    wish = Wish(rated=True)
    older, at_older = await wait(pairing, ANN, wish)
    time.now += 1000
    younger, at_younger = await wait(pairing, BOB, wish)
    pairing.look()
    await asyncio.sleep(0)
    assert older.id != younger.id
    time.now = hub.lives[older.id].state.created + RATED_PATIENCE
    pairing.look()
    await until(lambda: status(hub, younger.id)[0] == "over")
    assert status(hub, older.id)[0] == "playing"
    (led,) = at_younger.of("event")
    assert (led["event"]["kind"], led["game"]["rematch"]) == ("end", older.id)
    (came,) = at_older.of("event")
    assert came["event"]["kind"] == "join"
    assert {seat["name"] for seat in came["game"]["seats"].values()} == {"Ann", "Bob"}
    rows = {row.id: row.status for row in await hub.store.games([older.id, younger.id])}
    assert rows == {older.id: "playing", younger.id: "over"}
    for game, version in ((older.id, 2), (younger.id, 2)):
        assert [row.version for row in await hub.store.events(game)] == [1, version]


async def test_what_cannot_be_stored_changes_nothing(
    hub: Hub, pairing: Pairing, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    older, socket = await wait(pairing, ANN)
    hub.unsubscribe(hub.lives[older.id], socket)
    time.now += 1
    younger, _ = await wait(pairing, BOB)
    await hub.subscribe(older.id, ANN, socket)
    await until(lambda: older.id in pairing._seeks)

    def failing(change: Change, done: Done) -> None:
        done(DatabaseError("full"))

    with monkeypatch.context() as patch:
        patch.setattr(hub.store.writer, "submit", failing)
        with pytest.raises(Refused):
            await pairing.pair(EVE, PLAIN)
        pairing.look()
        await until(lambda: not pairing._taken)
        assert {status(hub, game) for game in (older.id, younger.id)} == {("open", None)}
    pairing.look()
    await until(lambda: status(hub, younger.id) == ("over", older.id))
    assert status(hub, older.id) == ("playing", None)


async def test_a_seat_that_was_stored_after_all_is_taken(
    hub: Hub, pairing: Pairing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database said nothing for so long that Bob was told to try again."""
    game, _ = await wait(pairing, ANN)
    submit, late = hub.store.writer.submit, list[Change]()

    def silent(change: Change, done: Done) -> None:
        late.append(change)
        done(Unavailable("the database does not answer"))

    with monkeypatch.context() as patch:
        patch.setattr(hub.store.writer, "submit", silent)
        with pytest.raises(Refused):
            await pairing.pair(BOB, PLAIN)

    def at_last(change: Change, done: Done) -> None:
        for each in (*late, change):
            submit(each, done if each is change else lambda _: None)
        late.clear()

    monkeypatch.setattr(hub.store.writer, "submit", at_last)
    found = await pairing.pair(BOB, PLAIN)
    assert (found.id, found.status) == (game.id, "playing")
    assert len(hub.lives) == 1


async def test_a_seek_that_could_not_be_stored_is_not_there(
    hub: Hub, pairing: Pairing, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[Done] = []
    with monkeypatch.context() as patch:
        patch.setattr(hub.store.writer, "submit", lambda change, done: waiting.append(done))
        ann = asyncio.create_task(pairing.pair(ANN, PLAIN))
        await until(lambda: waiting)
        bob = asyncio.create_task(pairing.pair(BOB, PLAIN))  # waits for her game to be stored
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(waiting) == 1
        waiting[0](DatabaseError("full"))
        with pytest.raises(Refused):
            await ann
        await until(lambda: len(waiting) == 2)
    waiting[1](None)
    assert (await bob).status == "open"
    assert len(pairing._seeks) == 1


async def test_the_same_two_meet_again_only_if_nobody_else_waits(
    hub: Hub, pairing: Pairing, time: Time
) -> None:
    game, socket = await wait(pairing, ANN)
    await pairing.pair(BOB, PLAIN)
    hub.unsubscribe(hub.lives[game.id], socket)
    time.now += SEATED
    pairing.look()
    again, _ = await wait(pairing, ANN)
    assert again.id != game.id
    time.now += 1
    kind = kind_of(hub.lives[again.id].state.terms)
    eve = Seek("eves-game-1", "eve", kind, time.now)
    pairing._seeks.add(eve)
    assert pairing._best(Seek("", "bob", kind, 0)) == eve
    pairing._seeks.drop("eves-game-1")
    assert (await pairing.pair(BOB, PLAIN)).id == again.id


async def test_who_has_been_seated_waits_nowhere_else(hub: Hub, pairing: Pairing) -> None:
    other, at_other = await wait(pairing, ANN, Wish(rules="9x6x4"))
    game, _ = await wait(pairing, ANN)
    await pairing.pair(BOB, PLAIN)
    await until(lambda: status(hub, other.id) == ("over", game.id))
    assert at_other.of("event")[-1]["game"]["rematch"] == game.id
    assert len(pairing._seeks) == 0


# -- several instances -------------------------------------------------------------------------


@pytest.fixture
async def both(store: Store, time: Time) -> AsyncIterator[tuple[Pairing, Pairing]]:
    hubs = await joined(store, time)
    yield Pairing(hubs[0]), Pairing(hubs[1])
    for hub in hubs:
        await hub.stop()


async def test_somebody_at_another_instance_is_found(both: tuple[Pairing, Pairing]) -> None:
    one, other = both
    game, socket = await wait(one, ANN)
    found = await other.pair(BOB, PLAIN)
    assert (found.id, found.status) == (game.id, "playing")
    assert socket.of("event")[-1]["event"]["kind"] == "join"
    assert len(one._seeks) == len(other._seeks) == 0


async def test_the_other_instance_says_when_somebody_has_gone(
    both: tuple[Pairing, Pairing],
) -> None:
    one, other = both
    game, socket = await wait(one, ANN)
    assert len(other._seeks) == 1
    one._hub.unsubscribe(one._hub.lives[game.id], socket)
    assert len(other._seeks) == 0


async def test_what_an_instance_said_long_ago_does_not_count(
    both: tuple[Pairing, Pairing], time: Time
) -> None:
    one, other = both
    await wait(one, ANN)
    time.now += HOLDS
    one.look()  # says it again
    other.look()
    assert len(other._seeks) == 1
    one._hub.bus.say = lambda *_: None  # type: ignore[method-assign]
    time.now += HOLDS + 1
    one.look()
    other.look()
    assert len(other._seeks) == 0


async def test_a_lost_word_is_said_again(both: tuple[Pairing, Pairing], time: Time) -> None:
    one, other = both
    say, one._hub.bus.say = one._hub.bus.say, lambda *_: None  # type: ignore[method-assign]
    game, _ = await wait(one, ANN)
    one.look()
    assert len(other._seeks) == 0
    one._hub.bus.say = say  # type: ignore[method-assign]
    time.now += REPEATED
    one.look()
    assert (await other.pair(BOB, PLAIN)).id == game.id


async def test_two_who_wait_at_two_instances_are_brought_together(
    both: tuple[Pairing, Pairing], time: Time
) -> None:
    one, other = both
    older, at_older = await wait(one, ANN)
    other._seeks.drop(older.id)  # they asked at the same moment
    time.now += 1
    younger, at_younger = await wait(other, BOB)
    assert younger.id != older.id
    other._elsewhere.clear()
    one.look()
    assert not one._taken, "which is for the younger to do"
    time.now += REPEATED
    one.look()
    other.look()
    await until(lambda: at_younger.of("event") and at_older.of("event"))
    assert at_younger.of("event")[-1]["game"]["rematch"] == older.id
    assert at_older.of("event")[-1]["event"]["kind"] == "join"
    assert [len(pairing._seeks) for pairing in both] == [0, 0]


async def test_of_two_seeks_of_one_person_the_older_stays(
    both: tuple[Pairing, Pairing], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both
    older, _ = await wait(one, ANN)
    assert (await other.pair(ANN, PLAIN)).id == older.id
    other._drop(older.id)  # as if the two had been asked at the same moment
    other._no_longer_ours(older.id)
    time.now += 1
    with monkeypatch.context() as patch:
        patch.setattr(other, "_seats", nowhere)
        younger, at_younger = await wait(other, ANN)
    assert younger.id != older.id
    time.now += REPEATED
    one.look()
    other.look()
    await until(lambda: at_younger.of("event"))
    assert at_younger.of("event")[-1]["game"]["rematch"] == older.id
    assert status(one._hub, older.id) == ("open", None)


async def nowhere(_: Seek) -> list[tuple[str, int]]:
    return []


async def test_who_is_seated_at_one_instance_waits_no_longer_at_another(
    both: tuple[Pairing, Pairing], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both
    say, other._hub.bus.say = other._hub.bus.say, lambda *_: None  # type: ignore[method-assign]
    waiting, socket = await wait(other, BOB)
    other._hub.bus.say = say  # type: ignore[method-assign]
    await wait(one, ANN)
    other._hub.lives[waiting.id].presence.leave("bob", time.now)
    monkeypatch.setattr(one, "_seats", nowhere)
    game = await one.pair(BOB, PLAIN)
    assert game.status == "playing"
    await until(lambda: status(other._hub, waiting.id) == ("over", game.id))
    assert socket.of("event")[-1]["game"]["rematch"] == game.id


async def test_who_is_seated_while_their_seek_is_stored_is_not_paired_there(
    both: tuple[Pairing, Pairing], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, other = both
    submit, waiting = other._hub.store.writer.submit, list[tuple[Change, Done]]()
    with monkeypatch.context() as patch:
        patch.setattr(
            other._hub.store.writer, "submit", lambda change, done: waiting.append((change, done))
        )
        asking = asyncio.create_task(other.pair(BOB, PLAIN))
        await until(lambda: waiting)
    eve = asyncio.create_task(other.pair(EVE, PLAIN))  # waits for that seek to be stored
    await until(lambda: other._taken)
    other._seat("a-game-elsewhere", kind_of_plain(other), "ann", "bob", unhurried=False)
    submit(*waiting[0])
    mine, hers = await asking, await eve
    assert mine.id != hers.id
    assert (mine.status, hers.status) == ("open", "open")


def kind_of_plain(pairing: Pairing) -> str:
    (seek,) = pairing._seeks
    return seek.kind


async def test_a_race_of_instances_seats_nobody_twice(both: tuple[Pairing, Pairing]) -> None:
    """Both believe for a while that the same person waits."""
    one, other = both
    game, _ = await wait(one, ANN)
    views = await asyncio.gather(one.pair(BOB, PLAIN), other.pair(EVE, PLAIN))
    assert sorted(view.status for view in views) == ["open", "playing"]
    (found,) = [view for view in views if view.status == "playing"]
    assert found.id == game.id
