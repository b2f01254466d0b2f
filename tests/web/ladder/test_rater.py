"""Rated games are rated once, whoever does it and whatever happens in between."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from inarow.arena.glicko2 import NEWCOMER, Glicko, Result, aged, rated
from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.web import words
from inarow.web.http.identity import Person
from inarow.web.ladder import counting, levels, standing
from inarow.web.ladder import rater as module
from inarow.web.ladder.rater import Rater
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Abort, Answer, Join, Move, OfferCommand, Resign, Swap, Wish
from inarow.web.live.retention import DAY, GONE, Keeping, Retention
from inarow.web.live.state import Refused
from inarow.web.lobby.pairing import Pairing
from inarow.web.store import Store
from inarow.web.store.accounts import Accounts
from inarow.web.store.databases import DatabaseError
from inarow.web.store.old import Old
from inarow.web.store.ratings import COUNTS, DUE, RatingChange, Ratings
from inarow.web.store.writer import Change, Conflict
from support.web.matches import KIND, rated_game, won
from support.web.people import ANN, BOB, EVE, Listener, Time, joined, until

pytestmark = pytest.mark.anyio


async def rated_by_now(hub: Hub, ratings: Ratings, game: str) -> str:
    """The verdict on a game, when there is one."""
    while (row := await ratings.game(game)).verdict in (DUE, None):
        await asyncio.sleep(0.001)
    return str(row.verdict)


async def test_a_game_is_rated_for_both_when_it_is_over(
    hub: Hub, rater: Rater, ratings: Ratings
) -> None:
    game = await won(hub)
    assert await rated_by_now(hub, ratings, game) == COUNTS
    rows = await ratings.last(["ann", "bob"], KIND)
    new = rated(NEWCOMER, [Result(NEWCOMER, 1)], periods=0)
    assert rows["ann"].number == rows["bob"].number == 1
    assert (rows["ann"].rating, rows["ann"].deviation) == (new.rating, new.deviation)
    assert rows["bob"].rating == pytest.approx(3000 - new.rating)
    assert (rows["ann"].opponent, rows["ann"].score, rows["bob"].score) == ("bob", 1, 0)


async def test_people_at_the_game_hear_what_it_has_changed(
    hub: Hub, rater: Rater, ratings: Ratings
) -> None:
    listener, game = Listener(ANN), await rated_game(hub)
    await hub.subscribe(game, ANN, listener)
    seats = listener.of("snapshot")[0]["game"]["seats"]
    assert seats["x"]["rating"] == {"rating": 1500, "provisional": True, "change": None}
    await hub.act(game, BOB, Resign())
    await until(lambda: any(frame["x"]["change"] for frame in listener.of("ratings")))
    said = listener.of("ratings")[-1]
    assert said["x"] == {"rating": 1500, "provisional": True, "change": 162}
    assert said["o"]["change"] == -162
    assert said["unrated"] is None
    hub.dropped(game)
    view = await hub.view(game, None)  # from the database
    assert view.seats["x"].rating is not None
    assert view.seats["x"].rating.model_dump() == said["x"]


async def test_who_comes_back_hears_it_too(hub: Hub, rater: Rater, ratings: Ratings) -> None:
    game = await won(hub)
    await rated_by_now(hub, ratings, game)
    live = await hub.load(game)
    await rater.learn(live)
    listener = Listener(ANN)
    await hub.subscribe(game, ANN, listener, version=live.state.version)
    assert [frame["x"]["change"] for frame in listener.of("ratings")] == [162]


async def test_newcomers_to_a_seat_have_their_rating_there(hub: Hub, rater: Rater) -> None:
    listener, game = Listener(ANN), await rated_game(hub, moves=0, o=None)
    await hub.subscribe(game, ANN, listener)
    await hub.act(game, BOB, Join())
    await until(lambda: listener.of("ratings"))
    assert listener.of("ratings")[-1]["o"] == {"rating": 1500, "provisional": True, "change": None}


async def test_levels_have_ratings_that_do_not_change(
    hub: Hub, rater: Rater, ratings: Ratings
) -> None:
    game = await rated_game(hub, o=None, moves=0, opponent="level 7")
    live = await hub.load(game)
    program = Person("program:level 7", "level 7")
    for number in range(4):
        await hub.command(live, Move(move=number), (ANN, program)[number % 2])
    await hub.act(game, ANN, Resign())
    assert await rated_by_now(hub, ratings, game) == COUNTS
    opponent = levels.strength("level 7", "four")
    new = rated(NEWCOMER, [Result(opponent, 0)], periods=0)
    rows = await ratings.last(["ann", program.id], KIND)
    assert {one: row.rating for one, row in rows.items()} == {"ann": new.rating}
    strong = await rater.strength(program.id, CONNECT_FOUR)
    assert strong == opponent
    assert levels.levels("four")["level 4"] == NEWCOMER.rating


async def test_casual_games_change_nothing(hub: Hub, rater: Rater, ratings: Ratings) -> None:
    game = await won(hub, rated=False)
    assert (await ratings.game(game)).verdict is None
    assert await ratings.last(["ann", "bob"], KIND) == {}


async def test_what_nobody_has_rated_is_found(
    hub: Hub, store: Store, time: Time, ratings: Ratings
) -> None:
    games = []
    for _ in range(3):  # as if every instance had crashed at once
        games.append(await won(hub))
        time.now += 1
    rater = Rater(hub)
    await rater.sweep()  # they may just be rated by others
    assert {(await ratings.game(game)).verdict for game in games} == {DUE}
    time.now += module.PATIENCE + 1
    await rater.sweep()
    assert {(await ratings.game(game)).verdict for game in games} == {COUNTS}
    assert [row.game for row in await ratings.curve_of("ann", KIND)] == games
    assert [row.number for row in await ratings.curve_of("bob", KIND)] == [1, 2, 3]


async def test_a_game_that_cannot_be_rated_keeps_none_of_the_others(
    hub: Hub, time: Time, ratings: Ratings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await won(hub), await won(hub, ANN, EVE)
    rater, events = Rater(hub), hub.store.events
    time.now += module.PATIENCE + 1

    async def read(game: str, after: int = 0) -> Any:
        if game == bad:
            raise ValueError("nonsense")
        return await events(game, after)

    monkeypatch.setattr(hub.store, "events", read)
    await rater.sweep()
    assert (await ratings.game(bad)).verdict == DUE
    assert (await ratings.game(good)).verdict == COUNTS


async def test_all_instances_at_once_rate_each_game_once(store: Store, time: Time) -> None:
    one, other = await joined(store, time)
    ratings = Ratings(store)
    games = [await won(one, *pair) for pair in [(ANN, BOB), (BOB, EVE), (EVE, ANN)] * 3]
    raters = [Rater(one), Rater(other), Rater(one)]
    await asyncio.gather(*(rater.settle(game) for game in games for rater in raters))
    for name in ("ann", "bob", "eve"):
        rows = await ratings.curve_of(name, KIND)
        assert [row.number for row in rows] == [1, 2, 3, 4, 5, 6]
        assert len({row.game for row in rows}) == 6
        before = NEWCOMER
        for row in rows:
            opponent = Glicko(row.opponent_rating, row.opponent_deviation)
            before = rated(before, [Result(opponent, row.score)], periods=0)
            assert row.rating == pytest.approx(before.rating)
    for hub in (one, other):
        await hub.stop()


async def test_other_instances_hear_of_it(store: Store, time: Time) -> None:
    one, other = await joined(store, time)
    Rater(one), Rater(other)
    game, listener = await rated_game(one), Listener(BOB)
    await other.subscribe(game, BOB, listener)
    await one.act(game, BOB, Resign())
    await until(lambda: any(frame["x"]["change"] for frame in listener.of("ratings")))
    for hub in (one, other):
        await hub.stop()


async def test_a_failing_database_delays_no_move_and_loses_no_game(
    hub: Hub, rater: Rater, ratings: Ratings, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Ratings.decide
    failed = []

    async def fails(*args: Any) -> None:
        failed.append(args)
        raise DatabaseError("disk full")

    monkeypatch.setattr(Ratings, "decide", fails)
    game = await won(hub)
    await until(lambda: failed)
    monkeypatch.setattr(Ratings, "decide", real)
    time.now += module.PATIENCE + 1
    await rater.sweep()
    assert (await ratings.game(game)).verdict == COUNTS


async def test_a_conflict_that_never_ends_is_left_to_the_sweep(
    hub: Hub, ratings: Ratings, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await won(hub)
    tries = []

    async def conflict(*args: Any) -> None:
        tries.append(args)
        raise Conflict("somebody else was faster")

    monkeypatch.setattr(Ratings, "decide", conflict)
    with pytest.raises(DatabaseError, match="always faster"):
        await Rater(hub).settle(game)
    assert len(tries) == module.TRIES


async def test_less_is_known_of_those_who_do_not_play(
    hub: Hub, rater: Rater, ratings: Ratings, time: Time
) -> None:
    game = await won(hub)
    await rated_by_now(hub, ratings, game)
    row = (await ratings.last(["ann"], KIND))["ann"]
    before = await rater.strength("ann", CONNECT_FOUR)
    assert before == standing.stored(row)
    time.now += round(100 * standing.PERIOD)
    assert await rater.strength("ann", CONNECT_FOUR) == aged(standing.stored(row), 100)
    assert await rater.strength("nobody", CONNECT_FOUR) == NEWCOMER
    assert await rater.strength("ann", CONNECT_FOUR, 60_000, 0) == NEWCOMER
    assert await rater.strength("ann", Rules.parse("3x3x3/free")) is None


# -- what does not count ---------------------------------------------------------------------------


async def test_cancelled_and_short_games_do_not_count(
    hub: Hub, rater: Rater, ratings: Ratings
) -> None:
    cancelled, short = await rated_game(hub, moves=1), await rated_game(hub, moves=3)
    await hub.act(cancelled, BOB, Abort())
    await hub.act(short, BOB, Resign())
    assert await rated_by_now(hub, ratings, cancelled) == "aborted"
    assert await rated_by_now(hub, ratings, short) == "short"
    assert await ratings.last(["ann", "bob"], KIND) == {}
    hub.dropped(short)
    assert (await hub.view(short, None)).unrated == words.NOT_COUNTED["short"]["after"]


async def test_small_boards_do_not_count_and_say_so_at_once(hub: Hub, rater: Rater) -> None:
    view = await hub.view(await rated_game(hub, o=None, moves=0, rules="3x3x3/free"), ANN)
    assert view.unrated == words.NOT_COUNTED["board"]["before"]
    assert view.seats["x"].rating is None


async def test_taking_back_counts_among_people_but_not_against_programs(
    hub: Hub, rater: Rater, ratings: Ratings
) -> None:
    game = await rated_game(hub, moves=5)
    await hub.act(game, ANN, OfferCommand(what="takeback"))
    await hub.act(game, BOB, Answer(what="takeback", yes=True))
    await hub.act(game, BOB, Resign())
    assert await rated_by_now(hub, ratings, game) == COUNTS
    game = await rated_game(hub, o=None, moves=0, opponent="level 2")
    live, program = await hub.load(game), Person("program:level 2", "level 2")
    for number in range(6):
        await hub.command(live, Move(move=number), (ANN, program)[number % 2])
    await hub.act(game, ANN, OfferCommand(what="takeback"))
    await hub.act(game, ANN, Resign())
    assert await rated_by_now(hub, ratings, game) == "takeback"


async def test_games_with_swapped_sides_count_for_who_sat_there_last(
    hub: Hub, rater: Rater, ratings: Ratings
) -> None:
    game = await rated_game(hub, moves=1, swap=True)
    await hub.act(game, BOB, Swap())
    for number in range(4):
        await hub.act(game, (ANN, BOB)[number % 2], Move(move=number))
    await hub.act(game, BOB, Resign())
    assert await rated_by_now(hub, ratings, game) == COUNTS
    rows = await ratings.last(["ann", "bob"], KIND)
    assert rows["ann"].score == 1
    assert rows["bob"].score == 0


async def test_the_same_two_have_only_so_many_rated_games_a_day(
    hub: Hub, ratings: Ratings, time: Time
) -> None:
    rater, verdicts = Rater(hub), []
    for _ in range(counting.PAIR + 1):
        game = await won(hub)
        await rater.settle(game)
        verdicts.append((await ratings.game(game)).verdict)
    assert verdicts == [COUNTS] * counting.PAIR + ["pair"]
    before = words.NOT_COUNTED["pair"]["before"].format(pair=counting.PAIR)
    shown = await hub.view(await rated_game(hub), ANN)
    assert shown.unrated == before or (await until_told(hub, shown.id)) == before
    game = await won(hub, ANN, EVE)
    await rater.settle(game)
    assert (await ratings.game(game)).verdict == COUNTS
    time.now += DAY + 1
    game = await won(hub)
    await rater.settle(game)
    assert (await ratings.game(game)).verdict == COUNTS


async def until_told(hub: Hub, game: str) -> str:
    """What is said about whether a game counts, when something is."""
    live = await hub.load(game)
    await until(lambda: live.unrated())
    return live.unrated()


async def test_people_at_one_address_have_fewer(hub: Hub, ratings: Ratings) -> None:
    rater, verdicts = Rater(hub), []
    for _ in range(counting.NEAR_PAIR + 1):
        game = await rated_game(hub)
        for who in (ANN, BOB):
            await hub.subscribe(game, who, Listener(who, "192.0.2.1"))
        await hub.act(game, BOB, Resign())
        await rater.settle(game)
        verdicts.append((await ratings.game(game)).verdict)
    assert verdicts == [COUNTS] * counting.NEAR_PAIR + ["address"]
    game = await won(hub)  # from two addresses they still may
    await rater.settle(game)
    assert (await ratings.game(game)).verdict == COUNTS


async def test_addresses_are_compared_across_instances(store: Store, time: Time) -> None:
    one, other = await joined(store, time)
    for address, near in (("192.0.2.1", True), ("192.0.2.2", False)):
        game = await rated_game(one)
        await other.load(game)
        await one.subscribe(game, ANN, Listener(ANN, "192.0.2.1"))
        await other.subscribe(game, BOB, Listener(BOB, address))
        await other.act(game, BOB, Resign())
        assert (await Ratings(store).game(game)).near is near
    for hub in (one, other):
        await hub.stop()


async def test_programs_without_sockets_are_known_by_their_requests(
    hub: Hub, ratings: Ratings
) -> None:
    hub.address_of = lambda _: "192.0.2.1"
    assert (await ratings.game(await won(hub))).near


async def test_who_deserts_too_many_games_waits(hub: Hub, ratings: Ratings, time: Time) -> None:
    rater = Rater(hub)
    waiting = await rated_game(hub, EVE, None, moves=0)
    for number in range(counting.DESERTIONS):
        assert await rater.why_not("bob") == ""
        game = await rated_game(hub, moves=1 if number % 2 else 6)
        await hub.act(game, BOB, Abort() if number % 2 else Resign())
        await rater.settle(game)
        time.now += 1
    assert await rater.why_not("ann") == ""
    problem = words.PAUSED.format(count=24, games=counting.DESERTIONS)
    assert await rater.why_not("bob") == problem
    for act in (rated_game(hub, BOB, None, moves=0), hub.act(waiting, BOB, Join())):
        with pytest.raises(Refused, match=problem):
            await act
    assert (await hub.view(waiting, None)).status == "open"
    await rated_game(hub, BOB, ANN, rated=False)
    time.now += DAY
    await hub.act(waiting, BOB, Join())
    await rater.sweep()


async def test_a_game_of_somebody_who_waits_does_not_count(
    hub: Hub, ratings: Ratings, time: Time
) -> None:
    rater, game = Rater(hub), await won(hub)
    await rater.settle(game)
    for _ in range(counting.DESERTIONS):
        await hub.act(short := await rated_game(hub, moves=0), BOB, Abort())
        await rater.settle(short)
    time.now += 1
    await hub.act(game, ANN, OfferCommand(what="rematch"))
    answer = await hub.act(game, BOB, Answer(what="rematch", yes=True))
    assert answer.game is not None
    assert answer.game.rematch is not None
    view = await hub.view(answer.game.rematch, ANN)
    assert view.unrated == words.NOT_COUNTED["paused"]["before"]


async def test_nobody_deserts_a_game_that_nobody_has_joined(hub: Hub, ratings: Ratings) -> None:
    game = await rated_game(hub, o=None, moves=0)
    await hub.act(game, ANN, Abort())
    await Rater(hub).settle(game)
    assert (await ratings.game(game)).verdict == "aborted"
    assert await ratings.desertion_times("ann", 0) == []


# -- what is deleted -------------------------------------------------------------------------------


async def test_games_are_rated_before_they_are_deleted(
    hub: Hub, ratings: Ratings, time: Time
) -> None:
    game = await won(hub)
    tidy = Retention(hub, Keeping(finished=1)).tidy
    time.now += 2 * DAY
    await tidy()
    assert (await ratings.game(game)).verdict == DUE
    await Rater(hub).sweep()
    await tidy()
    assert await ratings.game(game) is None
    assert [row.game for row in await ratings.curve_of("ann", KIND)] == [game]


async def test_who_leaves_is_forgotten_and_opponents_keep_what_they_won(
    hub: Hub, store: Store, rater: Rater, ratings: Ratings, time: Time
) -> None:
    await store.add_person("bob", "Bob", b"b" * 32, 0)
    first = await won(hub)
    await rated_by_now(hub, ratings, first)
    going_on = await rated_game(hub, moves=6)
    await Accounts(store).leave("bob", GONE[1], time.now)
    await Retention(hub, Keeping()).tidy()
    assert (await ratings.game(going_on)).verdict == COUNTS
    assert await ratings.ratings_of("bob") == {}
    rows = await ratings.curve_of("ann", KIND)
    assert [(row.number, row.opponent, row.score) for row in rows] == [
        (1, "gone", 1),
        (2, "gone", 1),
    ]
    assert await ratings.desertion_times("bob", 0) == []


async def test_nobody_is_rated_who_has_just_been_forgotten(
    hub: Hub, store: Store, ratings: Ratings
) -> None:
    """An instance that has read before all is forgotten does not store it again."""
    game = await won(hub)
    rows = [
        RatingChange(me, KIND, 1, game, them, 1, 1600, 300, 0.06, 1500, 350, 5)
        for me, them in (("ann", "bob"), ("bob", "ann"))
    ]
    await Old(store).replace(game, "bob", GONE, await store.events(game))
    await ratings.decide(game, COUNTS, rows)
    assert await ratings.ratings_of("bob") == {}
    assert (await ratings.ratings_of("ann")).keys() == {KIND}


async def test_guests_whose_games_are_gone_are_forgotten_with_their_ratings(
    hub: Hub, store: Store, rater: Rater, ratings: Ratings, time: Time
) -> None:
    await store.add_person("bob", "Bob", b"b" * 32, 0)
    game = await won(hub)
    await rated_by_now(hub, ratings, game)
    time.now += 3 * DAY
    await Retention(hub, Keeping(guests=1, finished=1)).tidy()
    assert await ratings.ratings_of("bob") == {}
    assert [row.opponent for row in await ratings.curve_of("ann", KIND)] == ["gone"]


async def test_all_kinds_of_somebody(hub: Hub, rater: Rater, ratings: Ratings) -> None:
    for wanted in ({}, {"base": 60_000}, {"rules": "9x6x4"}):
        await rated_by_now(hub, ratings, await won(hub, **wanted))
    assert (await ratings.ratings_of("ann")).keys() == {"four-slow", "four-fast", "fall-slow"}
    assert await ratings.changes_of("ann", []) == {}


async def test_two_changes_of_one_person_cannot_both_be_stored(
    hub: Hub, store: Store, ratings: Ratings
) -> None:
    games = [await won(hub), await won(hub)]
    rows = [
        RatingChange("ann", KIND, 1, game, "bob", 1, 1600, 300, 0.06, 1500, 350, 5)
        for game in games
    ]
    await ratings.decide(games[0], COUNTS, rows[:1])
    with pytest.raises(Conflict):
        await ratings.decide(games[1], COUNTS, rows[1:])
    assert (await ratings.game(games[1])).verdict == DUE
    await ratings.decide(games[0], "short", rows[1:])  # too late
    assert (await ratings.game(games[0])).verdict == COUNTS
    await store.writer.write(Change())


async def test_who_looks_for_an_opponent_is_known_by_their_rating(hub: Hub, rater: Rater) -> None:
    view = await Pairing(hub).pair(ANN, Wish(base=60_000, rated=True))
    terms = hub.lives[view.id].state.terms
    assert await rater.strength_of("ann", terms) == (NEWCOMER.rating, NEWCOMER.deviation)
    strong = await rater.strength_of("program:level 10", terms)
    weak = await rater.strength_of("program:level 1", terms)
    assert strong is not None
    assert weak is not None
    assert strong[0] - weak[0] > 1000
    small = replace(terms, rules=Rules.parse("3x3x3/free"))
    assert await rater.strength_of("ann", small) is None


async def test_pairing_asks_how_strong_people_are(
    hub: Hub, rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing = Pairing(hub)
    for person, points in ((ANN, 1000.0), (BOB, 2000.0)):
        monkeypatch.setattr(rater, "strength", returning(Glicko(points, 50)))
        await pairing.pair(person, Wish())
    seeks = sorted(pairing._seeks, key=lambda seek: seek.person)
    assert [(seek.person, seek.rating) for seek in seeks] == [
        ("ann", (1000, 50)),
        ("bob", (2000, 50)),
    ]


def returning(strength: Glicko) -> Callable[..., Awaitable[Glicko]]:
    async def known(*_: object) -> Glicko:
        return strength

    return known
