"""Games over days: each move has its own time, which nothing but an outage makes longer."""

from typing import Any

import pytest

from inarow.board.rules import Side
from inarow.web.live import archive
from inarow.web.live.clock import DAY, Clock
from inarow.web.live.decide import Flag
from inarow.web.live.events import Event, Terms
from inarow.web.live.hub import Hub
from inarow.web.live.messages import (
    Answer,
    Claim,
    GameView,
    Join,
    Move,
    NewGame,
    OfferCommand,
    Swap,
)
from inarow.web.live.retention import Keeping, Retention
from inarow.web.live.state import Refused, start
from inarow.web.live.upkeep import SOON, Upkeep
from inarow.web.live.view import game_view
from inarow.web.store import Store
from inarow.web.store.unhurried import MOST_OPEN, OPEN, Unhurried
from support.web.people import (
    ANN,
    BOB,
    EVE,
    LEVEL,
    Listener,
    Time,
    after,
    joined,
    new_state,
    played,
    started,
    until,
)

pytestmark = pytest.mark.anyio

HOUR = DAY // 24


# -- the clock and the state --------------------------------------------------------------------


def test_the_time_for_a_move_starts_anew_with_each_move() -> None:
    state = played(new_state(days=3), 3, now=2 * DAY)
    assert state.clock == Clock(3 * DAY, 0, (3 * DAY, 3 * DAY), Side.SECOND, 2 * DAY, renewed=True)
    state = played(state, 3, now=4 * DAY)
    assert state.clock
    assert state.clock.at(4 * DAY + HOUR) == (3 * DAY - HOUR, 3 * DAY)
    assert state.due == 7 * DAY


def test_the_time_for_the_first_move_begins_when_both_are_seated() -> None:
    state = new_state(o=None, days=1)
    assert (state.due, state.clock and state.clock.running) == (None, None)
    state = after(state, BOB, Join(), 5 * DAY)
    assert (state.turn, state.due) == (Side.FIRST, 6 * DAY)
    assert new_state(days=1).due == DAY, "as in a rematch"
    with pytest.raises(Refused):
        after(state, None, Flag(), 6 * DAY - 1)
    ended = after(state, None, Flag(), 6 * DAY)
    assert ended.end
    assert (ended.end.winner, ended.end.reason, ended.due) == (Side.SECOND, "time", None)


def test_a_move_after_the_time_is_refused() -> None:
    with pytest.raises(Refused, match="time is up"):
        after(new_state(days=1), ANN, Move(move=3), DAY)


def test_a_swap_and_a_takeback_begin_the_time_anew() -> None:
    state = played(new_state(swap=True, days=2), 3, now=DAY)
    state = after(state, BOB, Swap(), 2 * DAY)
    assert state.due == 4 * DAY
    state = played(state, 3, now=3 * DAY)
    state = after(state, ANN, OfferCommand(what="takeback"), 4 * DAY)
    assert state.due == 5 * DAY, "an offer changes nothing"
    state = after(state, BOB, Answer(what="takeback", yes=True), 4 * DAY + HOUR)
    assert state.due == 6 * DAY + HOUR
    assert state.clock
    assert state.clock.left == (2 * DAY, 2 * DAY)


def test_nobody_has_to_be_there() -> None:
    state = played(new_state(days=1), 3, 3)
    with pytest.raises(Refused, match="nobody has to be there") as refused:
        after(state, ANN, Claim(what="win"), gone=frozenset(Side))
    assert refused.value.code == "here"


def test_terms_survive_the_database_also_those_of_old() -> None:
    terms = new_state(days=7).terms
    assert Terms.from_json(terms.to_json()) == terms
    old = new_state(base=60_000).terms.to_json()
    del old["days"]
    assert Terms.from_json(old).days is None
    state = start(Event.from_row(Event(1, "create", 5, terms=terms).row("g")))
    assert state.due == 5 + 7 * DAY


def test_a_game_has_a_clock_or_days() -> None:
    for wanted in ({"base": 60_000}, {"increment": 0}, {"base": 60_000, "increment": 1000}):
        with pytest.raises(ValueError, match="either a clock or days"):
            NewGame(days=3, **wanted)  # type: ignore[arg-type]
    for days in (0, 4, 30, -1):
        with pytest.raises(ValueError, match="days"):
            NewGame(days=days)  # type: ignore[arg-type]


def test_view_and_record_say_how_many_days_there_are() -> None:
    state = played(new_state(days=3), 3)
    view = GameView.model_validate(game_view("g", state, "x", HOUR))
    assert view.clock is not None
    assert (view.clock.days, view.clock.base, view.clock.o) == (3, 3 * DAY, 3 * DAY - HOUR)
    assert view.claim_in is None
    assert archive.record_of(view).tags["TimeControl"] == "1/259200"
    fast = GameView.model_validate(game_view("g", new_state(base=90_500, increment=2000), "x", 0))
    assert archive.record_of(fast).tags["TimeControl"] == "90.5+2"
    none = GameView.model_validate(game_view("g", new_state(), "x", 0))
    assert "TimeControl" not in archive.record_of(none).tags


# -- at hubs --------------------------------------------------------------------------------------


async def new_game(hub: Hub, days: Any = 3, **wanted: Any) -> str:
    """Ann's game over days, with Bob at the other side."""
    game = (await hub.create(ANN, NewGame(**{"side": "x", "days": days} | wanted))).id
    await hub.act(game, BOB, Join())
    return game


async def sleep_for(time: Time, hub: Hub, milliseconds: int) -> None:
    """Let days pass in which all is well, without their seconds."""
    time.now += milliseconds
    hub.outages.note_stored(time.now)
    await Upkeep(hub).beat()
    assert not hub.outages.known


async def ended(hub: Hub, game: str) -> None:
    await until(lambda: game in hub.lives and hub.lives[game].state.end)


async def test_a_flag_falls_after_days_in_which_nobody_had_the_game(
    hub: Hub, store: Store, time: Time
) -> None:
    game = await new_game(hub)
    await hub.act(game, ANN, Move(move=3))
    await sleep_for(time, hub, DAY)
    await Upkeep(hub).sweep()
    assert game not in hub.lives, "it does not wait in memory"
    await sleep_for(time, hub, 2 * DAY - SOON - 1)
    await Upkeep(hub).sweep()
    assert game not in hub.lives
    await sleep_for(time, hub, 2)
    await Upkeep(hub).sweep()
    assert hub.lives[game].state.end is None
    await Upkeep(hub).sweep()
    assert game in hub.lives, "its time is nearly up"
    await sleep_for(time, hub, SOON)
    await Upkeep(hub).sweep()
    await ended(hub, game)
    (row,) = await store.games([game])
    assert (row.status, row.winner, row.reason) == ("over", "x", "time")
    assert (row.due, row.waits_for) == (None, None)


async def test_a_move_in_time_puts_it_off(hub: Hub, store: Store, time: Time) -> None:
    game = await new_game(hub)
    await sleep_for(time, hub, 3 * DAY - 1000)
    await Upkeep(hub).sweep()
    await hub.act(game, ANN, Move(move=3))
    await sleep_for(time, hub, 2000)
    hub.check_clock(hub.lives[game])
    await Upkeep(hub).sweep()
    assert hub.lives[game].state.end is None
    assert [row.id for row in await Unhurried(store).waiting("bob", 5)] == [game]
    assert not await Unhurried(store).waiting("ann", 5)
    assert await Unhurried(store).going("ann") == 1


async def test_it_falls_after_a_restart_too_but_the_outage_is_not_charged(
    hub: Hub, store: Store, time: Time
) -> None:
    game = await new_game(hub, 1)
    await hub.stop()
    time.now += 12 * HOUR  # nobody is there, in the middle of the move
    other = await started(Hub(store, now=time))
    assert other.outages.known
    await sleep_on(time, other, 12 * HOUR)
    await Upkeep(other).sweep()
    (row,) = await store.games([game])
    assert row.status == "playing"
    assert 12 * HOUR - 10_000 <= row.due - time.now <= 12 * HOUR + 10_000, "that is noted"
    await sleep_on(time, other, 12 * HOUR + 10_000)
    await Upkeep(other).sweep()
    await ended(other, game)
    await other.stop()


async def sleep_on(time: Time, hub: Hub, milliseconds: int) -> None:
    time.now += milliseconds
    hub.outages.note_stored(time.now)
    await Upkeep(hub).beat()


async def test_it_falls_once_when_two_instances_look(store: Store, time: Time) -> None:
    one, other = await joined(store, time)
    game = await new_game(one, 1)
    for hub in (one, other):
        time.now += DAY // 2
        for each in (one, other):
            each.outages.note_stored(time.now)
        await Upkeep(hub).beat()
    await Upkeep(other).sweep()
    await Upkeep(one).sweep()
    for hub in (one, other):
        await ended(hub, game)
    kinds = [row.kind for row in await store.events(game)]
    assert kinds == ["create", "join", "end"]
    await one.stop()
    await other.stop()


async def test_it_falls_when_the_instance_that_had_it_is_gone(store: Store, time: Time) -> None:
    one, other = await joined(store, time)
    game = await new_game(one, 1)
    await one.stop()
    time.now += DAY
    other.outages.note_stored(time.now)
    await Upkeep(other).beat()
    assert not other.outages.known
    await Upkeep(other).sweep()
    await ended(other, game)
    await other.stop()


async def test_games_with_a_program_are_still_taken_up_after_a_restart(
    hub: Hub, store: Store
) -> None:
    people = await new_game(hub)
    program = (await hub.create(ANN, NewGame(days=1, opponent="level 1"))).id
    clock = (await hub.create(ANN, NewGame(base=60_000, opponent="self"))).id
    assert {*await store.timed_games()} == {program, clock}
    assert people not in await store.timed_games()
    assert new_state(o=LEVEL, days=1).due == DAY


async def test_retention_cancels_no_game_that_goes_on(hub: Hub, store: Store, time: Time) -> None:
    game = await new_game(hub, 7)
    await hub.act(game, ANN, Move(move=3))
    await sleep_for(time, hub, 6 * DAY)
    hub.forget(hub.lives[game])
    await Retention(hub, Keeping(abandoned=1, finished=1, guests=1)).tidy()
    (row,) = await store.games([game])
    assert (row.status, row.waits_for) == ("playing", "bob")


async def test_a_forgotten_open_game_is_cancelled_after_a_week(
    hub: Hub, store: Store, time: Time
) -> None:
    wanted = NewGame(days=3, visibility="public")
    forgotten = (await hub.create(ANN, wanted)).id
    by_link = (await hub.create(ANN, NewGame(days=3))).id
    await sleep_for(time, hub, OPEN - 1)
    fresh = (await hub.create(ANN, wanted)).id
    retention = Retention(hub, Keeping())
    await retention.tidy()
    statuses = {row.id: row.status for row in await store.games_of("ann")}
    assert set(statuses.values()) == {"open"}
    await sleep_for(time, hub, 1)
    await retention.tidy()
    statuses = {row.id: row.status for row in await store.games_of("ann")}
    assert statuses == {forgotten: "over", by_link: "open", fresh: "open"}


async def test_nobody_fills_the_lobby_with_games_that_wait_for_days(hub: Hub) -> None:
    wanted = NewGame(days=3, visibility="public")
    for _ in range(MOST_OPEN):
        await hub.create(ANN, wanted)
    with pytest.raises(Refused, match="already have 3 open public games over days") as refused:
        await hub.create(ANN, wanted)
    assert refused.value.code == "many"
    await hub.create(ANN, NewGame(days=3))
    await hub.create(ANN, NewGame(visibility="public"))
    await hub.create(EVE, wanted)


async def test_whoever_has_left_is_not_claimed_against(hub: Hub, time: Time) -> None:
    game = await new_game(hub)
    ann, bob = Listener(ANN), Listener(BOB)
    await hub.subscribe(game, ANN, ann)
    live = await hub.subscribe(game, BOB, bob)
    hub.unsubscribe(live, bob)
    time.now += HOUR
    assert (await hub.view(game, ANN)).claim_in is None
    with pytest.raises(Refused, match="nobody has to be there"):
        await hub.act(game, ANN, Claim(what="win"))
