"""The hub: who may do what, and that only what is stored has happened."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from inarow.web.http.identity import Person
from inarow.web.live import game as game_module
from inarow.web.live import hub as module
from inarow.web.live.decide import Flag, decide
from inarow.web.live.events import Event
from inarow.web.live.game import LiveGame
from inarow.web.live.hub import Hub
from inarow.web.live.messages import (
    Abort,
    Answer,
    Claim,
    Join,
    Move,
    NewGame,
    OfferCommand,
    Resign,
    Swap,
)
from inarow.web.live.presence import CLAIM_AFTER
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused, State, fold
from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import Change, EventRow
from support.web.people import ANN, BOB, EVE, Listener, Time, joined, started, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    yield store
    await store.close()


@pytest.fixture
async def hub(store: Store, time: Time) -> AsyncIterator[Hub]:
    hub = await started(Hub(store, now=time))
    yield hub
    await hub.stop()


@asynccontextmanager
async def another_hub(store: Store, time: Callable[[], int]) -> AsyncIterator[Hub]:
    hub = await started(Hub(store, now=time))
    yield hub
    await hub.stop()


async def new_game(hub: Hub, **wanted: Any) -> str:
    """Ann's game, with Bob at the other side."""
    view = await hub.create(ANN, NewGame(**{"side": "x"} | wanted))
    await hub.act(view.id, BOB, Join(), invite=view.invite)
    return view.id


async def test_a_game_between_two_people(hub: Hub) -> None:
    view = await hub.create(ANN, NewGame(side="o", swap=True))
    assert (view.you, view.status, view.version) == ("o", "open", 1)
    ack = await hub.act(view.id, BOB, Join())
    assert ack.game is not None
    assert (ack.version, ack.game.you, ack.game.status) == (2, "x", "playing")
    watcher = Listener()
    await hub.subscribe(view.id, None, watcher)
    ack = await hub.act(view.id, BOB, Move(move=3, version=2))
    assert ack.event["cell"] == "d1"
    ack = await hub.act(view.id, ANN, Swap())
    assert [message["t"] for message in watcher.messages] == ["snapshot", "event", "event"]
    assert watcher.messages[1]["event"]["move"] == 3
    assert watcher.messages[2]["event"]["kind"] == "swap"
    assert watcher.messages[2]["game"]["seats"]["x"]["name"] == "Ann"
    assert watcher.messages[2]["game"]["you"] == "none"


async def test_everything_is_in_the_database(hub: Hub, store: Store, time: Time) -> None:
    game = await new_game(hub)
    for number in range(7):
        await hub.act(game, (ANN, BOB)[number % 2], Move(move=(3, 4)[number % 2]))
    async with another_hub(store, time) as other:
        for person in (ANN, BOB, EVE, None):
            assert await other.view(game, person) == await hub.view(game, person)
    (row,) = await store.games_of("ann")
    assert (row.status, row.winner, row.reason, row.moves) == ("over", "x", "line", "4545454")
    assert [entry.id for entry in await store.games_of("bob")] == [game]


async def test_the_same_command_has_the_same_answer(hub: Hub, store: Store, time: Time) -> None:
    game = await new_game(hub)
    command = Move(move=3, version=2, id="once-and-for-all")
    acks = await asyncio.gather(*(hub.act(game, ANN, command) for _ in range(5)))
    assert {ack.version for ack in acks} == {3}
    assert len({json.dumps(ack.event) for ack in acks}) == 1
    async with another_hub(store, time) as other:
        assert (await other.act(game, ANN, command)).event == acks[0].event
        with pytest.raises(Refused):
            await other.act(game, EVE, command)
    assert len(await store.events(game)) == 3


@asynccontextmanager
async def two_instances(store: Store, time: Time) -> AsyncIterator[tuple[Hub, Hub]]:
    one, other = await joined(store, time)
    yield one, other
    await one.stop()
    await other.stop()


@pytest.fixture
def reads(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose events are read."""
    read, usual = list[str](), store.events

    async def events(game: str, after: int = 0) -> Any:
        read.append(game)
        return await usual(game, after=after)

    monkeypatch.setattr(store, "events", events)
    return read


async def test_what_no_instance_can_know_better_is_refused_without_a_look(
    store: Store, time: Time, reads: list[str]
) -> None:
    async with two_instances(store, time) as (one, _):
        game = await new_game(one)
        commands = (Move(move=3), Join(), Resign(), OfferCommand(what="draw"))
        for command in commands:
            for person in (EVE, None):
                with pytest.raises(Refused):
                    await one.act(game, person, command)
        await one.act(game, ANN, Resign())
        for person, command in ((ANN, Move(move=3)), (EVE, Join()), (BOB, Resign())):
            with pytest.raises(Refused, match="over"):
                await one.act(game, person, command)
        assert reads == []


async def test_who_is_refused_often_is_refused_without_a_look(
    store: Store, time: Time, reads: list[str]
) -> None:
    async with two_instances(store, time) as (one, _):
        game = await new_game(one)
        looks = iter([True, True])
        one.may_look = lambda person: person == "ann" or next(looks, False)
        for _ in range(9):
            with pytest.raises(Refused, match="not your turn"):
                await one.act(game, BOB, Move(move=3))
        assert reads == [game] * 2
        await one.act(game, ANN, Move(move=3))
        await one.act(game, BOB, Move(move=3))
        with pytest.raises(Refused, match="not your turn"):
            await one.act(game, BOB, Move(move=3))
        assert reads == [game] * 2


async def test_programs_and_clocks_may_always_look(
    store: Store, time: Time, reads: list[str]
) -> None:
    async with two_instances(store, time) as (one, _):
        one.may_look = lambda _: False
        game = (await one.create(ANN, NewGame(side="x", opponent="level 1", base=60_000))).id
        live = one.lives[game]
        for who in (live.state.seats[1], None):
            command = Move(move=3) if who else Flag()
            with pytest.raises(Refused):
                await one.command(live, command, who)
        assert reads == [game] * 2


async def test_a_long_game_is_read_in_small_portions(
    hub: Hub, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await new_game(hub)
    live = hub.lives[game]
    hub.forget(live)
    events, state = [], live.state
    while state.version < 500:  # on and on: a move, and the same taken back
        if state.takeback:
            event = decide(state, Answer(what="takeback", yes=True), BOB, 1)
        elif state.actions:
            event = decide(state, OfferCommand(what="takeback"), ANN, 1)
        else:
            event = decide(state, Move(move=3), ANN, 1)
        events.append(event)
        state = fold(state, events[-1])
    await store.writer.write(Change(tuple(event.row(game) for event in events)))
    folded, most = 0, 0

    def counting(state: State, event: Event) -> State:
        nonlocal folded
        folded += 1
        return fold(state, event)

    async def watch() -> None:
        nonlocal folded, most
        while True:
            most, folded = max(most, folded), 0
            await asyncio.sleep(0)

    for where in (game_module, module):
        monkeypatch.setattr(where, "fold", counting)
    async with asyncio.TaskGroup() as tasks:
        watching = tasks.create_task(watch())
        assert (await hub.load(game)).state == state
        assert most == game_module.AT_ONCE
        await hub.read_on(live)  # so does a session that has missed all that
        assert live.state == state
        assert most == game_module.AT_ONCE
        watching.cancel()


async def test_what_is_dropped_while_it_is_read_is_read_again(
    hub: Hub, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await new_game(hub)
    hub.forget(hub.lives[game])
    read, reads = store.events, 0

    async def events(game: str, after: int = 0) -> list[EventRow]:
        nonlocal reads
        reads += 1
        if reads == 1:
            hub.drop(game)
        return await read(game, after)

    monkeypatch.setattr(store, "events", events)
    assert await hub.load(game) is hub.lives[game]
    assert reads == 2


async def test_two_people_may_use_the_same_id(hub: Hub, store: Store, time: Time) -> None:
    game = await new_game(hub)
    moves = [Move(move=column, id="my-move-1") for column in (3, 4)]
    first = await hub.act(game, ANN, moves[0])
    second = await hub.act(game, BOB, moves[1])
    await hub.act(game, ANN, Move(move=0))
    async with another_hub(store, time) as other:
        for here in (hub, other):
            assert (await here.act(game, ANN, moves[0])).event == first.event
            assert (await here.act(game, BOB, moves[1])).event == second.event
    assert len(await store.events(game)) == 5


async def test_of_moves_at_the_same_time_one_counts(hub: Hub) -> None:
    game = await new_game(hub)
    moves = [hub.act(game, ANN, Move(move=column, version=2)) for column in range(7)]
    results = await asyncio.gather(*moves, return_exceptions=True)
    codes = [getattr(result, "code", "ok") for result in results]
    assert codes == ["ok"] + ["stale"] * 6


async def test_too_many_commands_at_once_are_refused(hub: Hub) -> None:
    game = await new_game(hub)
    moves = [hub.act(game, ANN, Move(move=0, version=2)) for _ in range(200)]
    results = await asyncio.gather(*moves, return_exceptions=True)
    assert {getattr(result, "code", "ok") for result in results} == {"ok", "stale", "busy"}


# -- who may do what --------------------------------------------------------------------------

DOINGS: dict[str, Any] = {
    "view": None,
    "stream": None,
    "move": Move(move=0),
    "swap": Swap(),
    "offer": OfferCommand(what="takeback"),
    "answer": Answer(what="draw", yes=False),
    "resign": Resign(),
    "claim": Claim(what="win"),
    "abort": Abort(),
    "join": Join(),
}
LOOK = {"view": "ok", "stream": "ok"}
WATCH = {name: "seat" for name in DOINGS if name != "join"} | LOOK
NOBODY = dict.fromkeys(DOINGS, "identity") | LOOK
OUT = dict.fromkeys(DOINGS, "not allowed")
PLAYING = {"resign": "ok", "claim": "here", "abort": "ok", "join": "seat"} | LOOK
# Ann (x) has moved, Bob (o) is to move; she has offered a draw; there is the swap rule
FIRST = PLAYING | {"move": "turn", "swap": "turn", "offer": "ok", "answer": "offer"}
SECOND = PLAYING | {"move": "ok", "swap": "ok", "offer": "early", "answer": "ok"}
# one person plays both sides, a draw would be agreed at once
BOTH = PLAYING | {"move": "ok", "swap": "swap", "offer": "ok", "answer": "offer"}
OPEN = LOOK | dict.fromkeys(("move", "swap", "offer", "answer", "resign", "claim"), "open")

MATRIX: list[tuple[str, str, Person | None, bool, dict[str, str]]] = [
    ("first", "link", ANN, False, FIRST),
    ("second", "link", BOB, False, SECOND),
    ("spectator", "link", EVE, False, WATCH | {"join": "full"}),
    ("nobody", "link", None, False, NOBODY),
    ("first", "public", ANN, False, FIRST),
    ("second", "public", BOB, False, SECOND),
    ("spectator", "public", EVE, False, WATCH | {"join": "full"}),
    ("nobody", "public", None, False, NOBODY),
    ("first", "private", ANN, False, FIRST),
    ("second", "private", BOB, False, SECOND),
    ("stranger", "private", EVE, False, OUT),
    ("invite holder", "private", EVE, True, WATCH | {"join": "full"}),
    ("nobody", "private", None, False, OUT),
    ("nobody with the invite", "private", None, True, NOBODY),
    ("both", "both", ANN, False, BOTH),
    ("spectator", "both", EVE, False, WATCH | {"join": "full"}),
    ("first", "open", ANN, False, OPEN | {"abort": "ok", "join": "seat"}),
    ("stranger", "open", EVE, False, WATCH | {"join": "ok"}),
    ("nobody", "open", None, False, NOBODY),
    ("first", "open private", ANN, False, OPEN | {"abort": "ok", "join": "seat"}),
    ("stranger", "open private", EVE, False, OUT),
    ("invite holder", "open private", EVE, True, WATCH | {"join": "ok"}),
    ("nobody", "open private", None, False, OUT),
]


async def prepared(hub: Hub, kind: str) -> tuple[str, str | None]:
    """A game of a kind, and its invitation."""
    visibility = kind if kind in ("link", "public", "private") else "link"
    visibility = "private" if kind == "open private" else visibility
    opponent = "self" if kind == "both" else "friend"
    wanted = NewGame(side="x", swap=True, visibility=visibility, opponent=opponent)  # type: ignore[arg-type]
    view = await hub.create(ANN, wanted)
    if kind.startswith("open"):
        return view.id, view.invite
    if kind != "both":
        await hub.act(view.id, BOB, Join(), invite=view.invite)
    await hub.act(view.id, ANN, Move(move=3))
    if kind != "both":
        await hub.act(view.id, ANN, OfferCommand(what="draw"))
    return view.id, view.invite


async def attempt(
    hub: Hub, game: str, person: Person | None, doing: str, invite: str | None
) -> str:
    try:
        if doing == "view":
            await hub.view(game, person, invite)
        elif doing == "stream":
            listener = Listener(person)
            hub.unsubscribe(await hub.subscribe(game, person, listener, invite=invite), listener)
        else:
            await hub.act(game, person, DOINGS[doing], invite)
    except NotAllowed:
        return "not allowed"
    except Refused as refused:
        return refused.code
    return "ok"


@pytest.mark.parametrize(
    ("kind", "person", "has_invite", "expected"),
    [row[1:] for row in MATRIX],
    ids=[f"{row[0]} at a {row[1]} game" for row in MATRIX],
)
async def test_who_may_do_what(
    hub: Hub, kind: str, person: Person | None, has_invite: bool, expected: dict[str, str]
) -> None:
    found = {}
    for doing in DOINGS:
        game, invite = await prepared(hub, kind)
        before = (await hub.view(game, ANN)).version
        found[doing] = await attempt(hub, game, person, doing, invite if has_invite else None)
        changed = (await hub.view(game, ANN)).version - before
        assert changed == (found[doing] == "ok" and doing not in LOOK)
    assert found == expected


async def test_a_wrong_invitation_opens_nothing(hub: Hub) -> None:
    game, invite = await prepared(hub, "private")
    other, _ = await prepared(hub, "private")
    assert invite
    for wrong in ("", "x", invite[:-1], invite + "x"):
        with pytest.raises(NotAllowed):
            await hub.view(game, EVE, wrong)
    with pytest.raises(NotAllowed):
        await hub.view(other, EVE, invite)
    events = await hub.store.events(game)
    assert not any(invite in event.payload for event in events)


async def test_an_unknown_game_is_said_to_be_none(hub: Hub) -> None:
    for game in ("", "nothing", "x" * 500, "' OR 1=1"):
        with pytest.raises(NoSuchGame):
            await hub.view(game, ANN)
        with pytest.raises(NoSuchGame):
            await hub.act(game, ANN, Join())


# -- coming and going -------------------------------------------------------------------------


async def test_one_who_comes_back_gets_what_was_missed(hub: Hub) -> None:
    game = await new_game(hub)
    for number in range(4):
        await hub.act(game, (ANN, BOB)[number % 2], Move(move=3))
    back = Listener(EVE)
    await hub.subscribe(game, EVE, back, version=4)
    assert [message["event"]["version"] for message in back.of("event")] == [5, 6]
    assert back.of("snapshot") == []
    current = Listener(EVE)
    await hub.subscribe(game, EVE, current, version=6)
    assert current.of("event") == []
    for version in (None, 0, 1, 99):  # a join, or a version that was never there
        fresh = Listener(EVE)
        await hub.subscribe(game, EVE, fresh, version=version)
        assert fresh.messages[0]["t"] == "snapshot"
        assert fresh.messages[0]["game"]["version"] == 6


async def test_a_claim_needs_the_other_to_be_away_for_a_while(hub: Hub, time: Time) -> None:
    game = await new_game(hub, base=CLAIM_AFTER * 2, increment=0)
    ann, bob = Listener(ANN), Listener(BOB)
    await hub.subscribe(game, ANN, ann)
    live = await hub.subscribe(game, BOB, bob)
    here = {"t": "presence", "x": True, "o": True, "claim_in": None, "watching": 0}
    assert ann.of("presence")[-1] == here
    hub.unsubscribe(live, bob)
    assert ann.of("presence")[-1]["claim_in"] == CLAIM_AFTER
    time.now += CLAIM_AFTER - 1
    with pytest.raises(Refused, match="still connected"):
        await hub.act(game, ANN, Claim(what="win"))
    time.now += 1
    ack = await hub.act(game, ANN, Claim(what="win"))
    assert ack.game is not None
    assert ack.game.outcome is not None
    assert ack.game.outcome.text == "Ann wins: Bob left the game"


async def test_a_crowd_that_comes_and_goes_is_told_of_once(hub: Hub) -> None:
    game = await new_game(hub)
    ann, crowd = Listener(ANN), [Listener() for _ in range(100)]
    live = await hub.subscribe(game, ANN, ann)
    for one in crowd:
        await hub.subscribe(game, None, one)
    await until(lambda: ann.of("presence"))
    for one in crowd:
        hub.unsubscribe(live, one)
    await until(lambda: len(ann.of("presence")) > 1)
    assert [told["watching"] for told in ann.of("presence")] == [100, 0]
    assert all(len(one.of("presence")) == 1 for one in crowd)


async def test_who_is_there_is_not_told_when_a_game_has_been_let_go_of(hub: Hub) -> None:
    game = await new_game(hub)
    ann = Listener(ANN)
    live = await hub.subscribe(game, ANN, ann)
    await hub.subscribe(game, EVE, Listener(EVE))
    assert live.telling is not None
    timer = live.telling
    hub.forget(live)
    assert timer.cancelled()


async def test_a_rematch_is_a_game_with_sides_changed(hub: Hub) -> None:
    game = await new_game(hub, visibility="private")
    await hub.act(game, ANN, Resign())
    await hub.act(game, ANN, OfferCommand(what="rematch"))
    ack = await hub.act(game, BOB, Answer(what="rematch", yes=True))
    assert ack.game is not None
    assert ack.game.rematch
    again = await hub.view(ack.game.rematch, BOB)
    assert (again.you, again.status, again.visibility) == ("x", "playing", "private")
    assert (await hub.view(again.id, ANN)).you == "o"


# -- when things go wrong ---------------------------------------------------------------------


class Failing:
    """A writer that cannot write for a while."""

    def __init__(self, writer: Any, error: DatabaseError) -> None:
        self.writer, self.error = writer, error

    def submit(self, change: Change, done: Callable[[DatabaseError | None], None]) -> None:
        asyncio.get_running_loop().call_soon(done, self.error)

    async def write(self, change: Change) -> None:
        raise self.error


async def test_what_is_not_stored_has_not_happened(hub: Hub, store: Store) -> None:
    game = await new_game(hub)
    listener = Listener(EVE)
    await hub.subscribe(game, EVE, listener)
    before = await hub.view(game, ANN)
    writer: Any = store.writer
    store.writer = Failing(writer, DatabaseError("database or disk is full"))  # type: ignore[assignment]
    command = Move(move=3, id="again-and-again")
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            await hub.act(game, ANN, command)
        assert refused.value.code == "storage"
    with pytest.raises(Refused):
        await hub.create(ANN, NewGame())
    assert await hub.view(game, ANN) == before
    assert listener.of("event") == []
    store.writer = writer
    assert (await hub.act(game, ANN, command)).version == 3
    assert len(listener.of("event")) == 1


async def test_a_commit_whose_answer_was_lost_is_found_again(hub: Hub, store: Store) -> None:
    """The connection broke after the commit: the command counts, once."""
    game = await new_game(hub)
    live = hub.lives[game]
    command = Move(move=3, version=2, id="stored-but-unknown")
    await store.writer.write(
        Change((Event(3, "move", 5, "ann", command.id, live.state.turn, 3).row(game),))
    )
    ack = await hub.act(game, ANN, command)
    assert (ack.version, ack.event["cell"]) == (3, "d1")
    assert len(await store.events(game)) == 3


async def test_two_hubs_at_one_database_agree(hub: Hub, store: Store, time: Time) -> None:
    """Without a bus the second finds out when it wants to write."""
    game = await new_game(hub)
    async with another_hub(store, time) as other:
        await other.view(game, BOB)
        await hub.act(game, ANN, Move(move=3, version=2))
        with pytest.raises(Refused) as refused:
            await other.act(game, ANN, Move(move=4, version=2))
        assert refused.value.code == "stale"
        ack = await other.act(game, BOB, Resign())
        assert ack.version == 4
        assert (await other.view(game, BOB)).moves == [3]


async def test_stopping_tells_everybody(store: Store, time: Time) -> None:
    hub = await started(Hub(store, now=time))
    game = await new_game(hub)
    listener = Listener(EVE)
    await hub.subscribe(game, EVE, listener)
    pending = asyncio.create_task(hub.act(game, ANN, Move(move=3)))
    await asyncio.sleep(0)
    await hub.stop()
    assert (await pending).version == 3
    assert listener.of("going") == [{"t": "going", "back_in": 500}]
    assert listener.closed is not None
    assert listener.closed[0] == 1012
    with pytest.raises(Refused):
        await hub.act(game, BOB, Move(move=3))
    with pytest.raises(Refused):
        await hub.create(ANN, NewGame())


# -- clocks that run out


async def running(hub: Hub) -> LiveGame:
    """A game of ten seconds in which Bob is to move."""
    view = await hub.create(ANN, NewGame(side="x", base=10_000, increment=0))
    await hub.act(view.id, BOB, Join())
    await hub.act(view.id, ANN, Move(move=3))
    return hub.lives[view.id]


async def test_a_clock_that_runs_out_ends_the_game(hub: Hub, time: Time) -> None:
    live = await running(hub)
    listener = Listener(EVE)
    await hub.subscribe(live.game, EVE, listener)
    await time.passes(10_000, hub)
    hub.check_clock(live)
    await until(lambda: listener.of("event"))
    (message,) = listener.of("event")
    assert message["game"]["outcome"]["text"] == "Ann wins: Bob ran out of time"
    assert message["game"]["clock"]["o"] == 0
    assert live.timer is None


async def test_a_timer_that_ends_too_soon_is_set_anew(hub: Hub, time: Time) -> None:
    live = await running(hub)
    await time.passes(5_000, hub)
    await hub.act(live.game, BOB, Move(move=3))
    first = live.timer
    hub.check_clock(live)
    assert live.timer is not None
    assert live.timer is not first
    assert live.state.end is None


async def test_the_timer_ends_earlier_for_one_who_has_less_time(hub: Hub, time: Time) -> None:
    """Else the flag would fall only when the time of the other were up, too."""
    live = await running(hub)
    await time.passes(9_000, hub)
    await hub.act(live.game, BOB, Move(move=3))
    await hub.act(live.game, ANN, Move(move=3))
    assert live.timer is not None
    assert live.state.clock is not None
    assert live.state.clock.ends == time() + 1_000
    assert live.timer.when() < asyncio.get_running_loop().time() + 2


async def test_a_flag_for_which_an_outage_left_time_falls_later(hub: Hub, time: Time) -> None:
    """The outage is noticed between the timer and the decision."""
    live = await running(hub)
    await time.passes(10_000, hub)
    live.busy, clock = True, live.state.clock
    assert clock is not None
    hub.check_clock(live)
    live.state = live.state.with_clock(clock.later(3_000))
    hub._next(live)
    assert live.state.end is None
    assert live.timer is not None


async def test_a_flag_that_cannot_be_stored_falls_later(
    hub: Hub, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0)
    live = await running(hub)
    await time.passes(10_000, hub)
    submit, failures = hub.store.writer.submit, [DatabaseError("full")] * 3

    def failing(change: object, done: object) -> None:
        if failures:
            asyncio.get_running_loop().call_soon(done, failures.pop())  # type: ignore[arg-type]
        else:
            submit(change, done)  # type: ignore[arg-type]

    monkeypatch.setattr(hub.store.writer, "submit", failing)
    hub.check_clock(live)
    await until(lambda: live.state.end)
    assert not failures


async def test_a_move_that_was_stored_unheard_is_not_refused_when_the_time_is_up(
    hub: Hub, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await running(hub)
    await time.passes(9_000, hub)
    submit = hub.store.writer.submit

    def unheard(change: Change, done: Callable[[DatabaseError | None], None]) -> None:
        submit(change, lambda _: done(DatabaseError("the connection was lost")))

    move = Move(move=3, id="the-move-of-bob")
    with monkeypatch.context() as patch:
        patch.setattr(hub.store.writer, "submit", unheard)
        with pytest.raises(Refused, match="could not be saved"):
            await hub.act(live.game, BOB, move)
    time.now += 1_500
    assert (await hub.act(live.game, BOB, move)).version == 4


async def test_a_flag_falls_although_commands_fill_the_queue(
    hub: Hub, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0)
    monkeypatch.setattr(hub.bus, "is_alone", False)  # what is refused takes a look at the store
    live = await running(hub)
    await time.passes(10_000, hub)
    swaps = [hub.act(live.game, BOB, Swap()) for _ in range(100)]
    refused = asyncio.gather(*swaps, return_exceptions=True)
    await asyncio.sleep(0)
    assert len(live.queue) == module.MOST_WAITING
    assert live.timer is not None
    live.timer.cancel()
    hub.check_clock(live)
    assert live.timer is not None
    await refused
    await until(lambda: live.state.end)
