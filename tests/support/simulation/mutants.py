"""Deliberate bugs, some for each thing that must hold: the simulation has to see them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch

from inarow.board.rules import Side
from inarow.web.http.identity import Person
from inarow.web.ladder import counting, standing
from inarow.web.ladder import rater as rating
from inarow.web.ladder.rater import Rater
from inarow.web.live import clock, hub, seating, upkeep
from inarow.web.live.events import Event
from inarow.web.live.game import LiveGame
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Join, Move, OfferCommand
from inarow.web.live.outages import Outages
from inarow.web.live.presence import Presence
from inarow.web.live.programs import Opponents
from inarow.web.live.stream import Stream
from inarow.web.live.upkeep import Upkeep
from inarow.web.lobby import seeks
from inarow.web.lobby.lobby import Lobby
from inarow.web.lobby.pairing import Pairing
from inarow.web.store.old import Old
from inarow.web.store.ratings import Ratings
from inarow.web.store.writer import Change, Conflict, Writer
from inarow.web.tournaments import conductor, host
from inarow.web.tournaments.conductor import Conductor
from inarow.web.tournaments.decide import Finish, Pair
from inarow.web.tournaments.events import Event as ContestEvent
from inarow.web.tournaments.events import Score
from inarow.web.tournaments.host import Host
from inarow.web.tournaments.leadership import Leadership
from inarow.web.tournaments.session import Session
from support.simulation.storage import SimulatedWriter
from support.simulation.world import INVARIANTS

__all__ = ["MUTANTS", "Mutant", "mutated"]


class Mutant(NamedTuple):
    """What is replaced, what is called instead, and which invariant must see it."""

    where: Any
    name: str
    instead: Callable[..., Any]  # with the real one before its arguments
    breaks: str
    club: bool = False  # whether it is about pairing, ratings or tournaments


MUTANTS: dict[str, Mutant] = {}


def _mutant(
    breaks: str, where: Any, name: str, *, club: bool = False
) -> Callable[[Callable[..., Any]], None]:
    assert breaks in INVARIANTS

    def add(instead: Callable[..., Any]) -> None:
        MUTANTS[instead.__name__.replace("_", " ")] = Mutant(where, name, instead, breaks, club)

    return add


_club = partial(_mutant, club=True)


@contextmanager
def mutated(name: str) -> Iterator[Mutant]:
    """The site with one bug."""
    mutant = MUTANTS[name]
    real = getattr(mutant.where, mutant.name)

    def instead(*args: Any, **options: Any) -> Any:
        return mutant.instead(real, *args, **options)

    with patch.object(mutant.where, mutant.name, instead):
        yield mutant


# -- what is stored ------------------------------------------------------------------------------


@_mutant("stored", SimulatedWriter, "submit")
def acknowledges_before_the_commit(real: Any, writer: Any, change: Change, done: Any) -> None:
    done(None)
    real(writer, change, lambda _: None)


@_mutant("memory", Writer, "_commit")
def takes_failed_commits_for_good(real: Any, writer: Any, changes: Any) -> Any:
    real(writer, changes)
    return [None] * len(changes)


@_mutant("told", Hub, "_done")
def ignores_conflicts(real: Any, *args: Any) -> None:
    error = args[-1]
    real(*args[:-1], None if isinstance(error, Conflict) else error)


@_mutant("stored", LiveGame, "acknowledge")
def knows_commands_by_their_id_alone(real: Any, live: Any, request: Any) -> bool:
    for person, name in live.acks:
        if name == request.command.id and request.who is not None:
            request.who = Person(person, "")
    return bool(real(live, request))


@_mutant("refused", LiveGame, "acknowledge")
def forgets_what_it_has_carried_out(real: Any, live: Any, request: Any) -> bool:
    del real, live, request
    return False


@_mutant("refused", LiveGame, "replay")
async def forgets_commands_with_the_process(real: Any, *args: Any) -> Any:
    live = await real(*args)
    live.acks.clear()
    return live


@_mutant("memory", Hub, "_again")
async def guesses_what_another_has_stored(
    real: Any, hub: Any, live: Any, request: Any, version: int, refused: Any
) -> None:
    del real, refused
    if live.state.version == version:
        live.state = live.state._replace(version=version + 1)
    live.queue.appendleft(request)
    hub._next(live)


@_mutant("once", LiveGame, "acknowledge")
def forgets_moves_of_those_who_play_alone(real: Any, live: Any, request: Any) -> bool:
    command = request.command
    forgets = live.state.is_shared and isinstance(command, Move) and command.version is None
    return False if forgets else bool(real(live, request))


@_mutant("order", Event, "row")
def skips_a_version(real: Any, event: Event, game: str) -> Any:
    row = real(event, game)
    return row._replace(version=row.version + (event.kind == "decline"))


@_mutant("rules", hub, "decide")
def plays_on_after_the_end(real: Any, state: Any, command: Any, *args: Any, **options: Any) -> Any:
    if isinstance(command, Move):
        state = state._replace(end=None)
    return real(state, command, *args, **options)


@_mutant("seat", hub, "decide")
def gives_a_seat_twice(real: Any, state: Any, command: Any, *args: Any, **options: Any) -> Any:
    if isinstance(command, Join) and None not in state.seats:
        state = state._replace(seats=(None, state.seats[1]))
    return real(state, command, *args, **options)


@_mutant("agreed", hub, "decide")
def takes_an_offer_for_an_answer(
    real: Any, state: Any, command: Any, who: Any, *args: Any, **options: Any
) -> Any:
    if isinstance(command, OfferCommand) and (sides := state.sides_of(who.id)):
        state = state._replace(**{command.what: sides[0].other})
    return real(state, command, who, *args, **options)


@_mutant("whole", Hub, "_with_rematch")
def stores_a_rematch_in_two_parts(
    real: Any, hub: Any, change: Change, state: Any, event: Any
) -> Change:
    both = real(hub, change, state, event)
    second = Change(both.events[1:], both.statements[len(change.statements) :])
    hub.spawn(hub.store.writer.write(second))
    return change


@_mutant("claim", Presence, "gone")
def lets_people_claim_against_those_who_are_there(
    real: Any, presence: Any, state: Any, now: int
) -> frozenset[Side]:
    del real, presence, state, now
    return frozenset(Side)


@_mutant("kept", Old, "last_events")
async def takes_games_for_abandoned_that_go_on(real: Any, *args: Any) -> Any:
    return {game: (version, 0) for game, (version, _) in (await real(*args)).items()}


@_mutant("kept", Old, "over")
async def deletes_games_that_go_on(real: Any, old: Any, before: int, *, cancelled: bool) -> Any:
    del cancelled
    unfinished = await old.unfinished(before, (0, ""))
    return [game for _, game in unfinished] or await real(old, before, cancelled=True)


# -- clocks --------------------------------------------------------------------------------------


@_mutant("clock", Outages, "pause")
def charges_outages(real: Any, outages: Any, since: int, until: int) -> int:
    del real, outages, since, until
    return 0


@_mutant("clock", Outages, "learn")
def does_not_learn_of_outages(real: Any, outages: Any, known: Any) -> bool:
    del real, outages, known
    return False


@_mutant("clock", Outages, "is_late")
def takes_every_moment_for_an_outage(real: Any, outages: Any, now: int) -> bool:
    del real
    return bool(now - outages._alive > 300)


@_mutant("clock", Outages, "is_late")
def never_notices_an_outage(real: Any, outages: Any, now: int) -> bool:
    del real, outages, now
    return False


@_mutant("dated", clock, "server_time")
def follows_the_clock_on_the_wall(real: Any, wall: Any, since: Any) -> Any:
    del real, since
    return lambda: int(wall() * 1000)


# -- what people are told ------------------------------------------------------------------------


@_mutant("refused", Hub, "_again")
async def refuses_without_looking(
    real: Any, hub: Any, live: Any, request: Any, version: int, refused: Any
) -> None:
    del real, version
    hub._refuse(live, request, refused)
    hub._next(live)


@_mutant("told", LiveGame, "view")
def shows_who_sat_there_at_first(real: Any, live: Any, *args: Any) -> Any:
    state = live.state
    live.state = state._replace(seats=state.terms.seats)
    try:
        return real(live, *args)
    finally:
        live.state = state


@_mutant("gaps", LiveGame, "tail")
def has_no_news_for_those_who_come_back(
    real: Any, live: Any, version: int | None, *args: Any
) -> list[str]:
    return [] if version else list(real(live, version, *args))


@_mutant("gaps", Stream, "send")
def loses_what_a_stream_has_not_read(real: Any, stream: Any, text: str) -> None:
    if stream._waiting.empty():
        real(stream, text)


@_mutant("gaps", Hub, "heard")
def takes_messages_in_any_order(real: Any, hub: Any, live: Any, row: Any) -> bool:
    if row.version > live.state.version + 1:
        live.state = live.state._replace(version=row.version - 1)
    return bool(real(hub, live, row))


@_mutant("answered", Hub, "read_on")
async def reads_nothing_after_lost_messages(real: Any, hub: Any, live: Any) -> None:
    del real, hub, live


@_mutant("same", Upkeep, "look")
async def never_looks_whether_messages_were_lost(real: Any, upkeep: Any) -> None:
    del real, upkeep


@_mutant("same", Upkeep, "_is_time")
def looks_only_while_the_bus_is_down(real: Any, upkeep: Any) -> bool:
    del real, upkeep
    return False


@_mutant("private", seating, "may_see")
def shows_private_games_to_all(real: Any, *args: Any) -> bool:
    del real, args
    return True


@_mutant("private", seating, "may_see")
def turns_away_who_is_invited(real: Any, state: Any, person: Any, invite: Any) -> bool:
    del invite
    return bool(real(state, person, None))


@_mutant("lobby", Lobby, "heard")
def lists_games_of_instances_that_are_gone(real: Any, lobby: Any, name: str, games: Any) -> None:
    real(lobby, name, games)
    lobby._elsewhere[name] = (lobby._elsewhere[name][0], 10**15)


@_mutant("lobby", Hub, "_show")
def lists_games_that_are_not_public(real: Any, hub: Any, live: Any, **options: Any) -> None:
    state = live.state
    live.state = state._replace(terms=replace(state.terms, visibility="public"))
    real(hub, live, **options)
    live.state = state


@_mutant("lobby", Lobby, "changed")
def keeps_its_lists_to_itself(real: Any, lobby: Any) -> None:
    del real
    lobby._tell_soon()


@_mutant("withdrawn", Hub, "withdraw")
def withdraws_tokens_only_here(real: Any, hub: Any, secrets: Any) -> None:
    del real
    hub.withdrawn(secrets)


@_mutant("withdrawn", Hub, "withdrawn")
def closes_nothing_at_once(real: Any, hub: Any, secrets: Any) -> None:
    del real, hub, secrets


@_mutant("withdrawn", Upkeep, "_check_secrets")
async def never_looks_at_tokens_again(real: Any, upkeep: Any) -> None:
    del real, upkeep


# -- everything goes on --------------------------------------------------------------------------


@_mutant("patience", Writer, "look")
def waits_for_commits_that_hang(real: Any, writer: Any) -> None:
    del real, writer


@_mutant("flag", Hub, "check_clock")
def lets_no_flag_fall(real: Any, hub: Any, live: Any) -> None:
    del real, hub, live


@_mutant("flag", Hub, "_set_timer")
def lets_flags_fall_late(real: Any, hub: Any, live: Any, when: int) -> None:
    if live.timer is None:
        real(hub, live, when)


@_mutant("flag", Hub, "_clock_answered")
def tries_once_to_let_a_flag_fall(real: Any, hub: Any, answer: Any) -> None:
    del real, hub, answer


@_mutant("flag", Upkeep, "_replace_silent")
async def leaves_the_games_of_those_who_are_gone(real: Any, upkeep: Any) -> None:
    del real, upkeep


@_mutant("flag", Upkeep, "_take_up")
async def takes_up_no_game(real: Any, upkeep: Any) -> None:
    del real, upkeep


@_mutant("stuck", Opponents, "_answered")
def tries_once_to_store_the_move_of_a_program(real: Any, opponents: Any, answer: Any) -> None:
    del real, opponents, answer


@_mutant("answered", Hub, "_refuse")
def refuses_in_silence(real: Any, hub: Any, live: Any, request: Any, refused: Any) -> None:
    if refused.code == "storage":
        real(hub, live, request, refused)


@_mutant("errors", upkeep, "_insisting")
async def gives_up_when_the_database_cannot_be_read(real: Any, read: Any) -> Any:
    del real
    return await read()


# -- pairing -------------------------------------------------------------------------------------


@_club("paired", Pairing, "_go")
def pairs_people_with_those_who_have_gone(real: Any, pairing: Any, game: str) -> None:
    del real, pairing, game


@_club("paired", Hub, "_with_join")
def leads_people_to_a_game_without_a_seat(
    real: Any, hub: Any, change: Change, state: Any, event: Any
) -> Change:
    real(hub, change, state, event)
    return change


@_club("paired", Pairing, "_seats")
async def forgets_who_has_been_seated(real: Any, pairing: Any, seek: Any) -> list[Any]:
    del real, pairing, seek
    return []


@_club("paired", Pairing, "_before")
async def seats_people_again_who_press_twice(real: Any, *args: Any) -> None:
    del real, args


@_club("unpaired", Pairing, "look")
def pairs_only_those_who_come(real: Any, pairing: Any) -> None:
    pairing._tidy(pairing._hub.now())
    del real


@_club("unpaired", seeks, "fit")
def pairs_only_near_equals(real: Any, one: Any, other: Any, now: int) -> bool:
    del now
    return bool(real(one, other, 0)) and one.rating == other.rating


@_club("unpaired", Pairing, "_say")
def keeps_to_itself_who_waits(real: Any, pairing: Any, game: str, seek: Any) -> None:
    del real, pairing, game, seek


# -- ratings -------------------------------------------------------------------------------------


@_club("rated", rating, "_people")
def rates_only_one_of_both(real: Any, players: Any) -> Any:
    return real(players)[:1]


@_club("rated", standing, "after")
def rates_by_other_numbers(real: Any, row: Any, opponent: Any, points: float, at: int) -> Any:
    after = real(row, opponent, points, at)
    return replace(after, rating=after.rating + 1)


@_club("rated", Ratings, "last")
async def rates_by_what_it_has_read_before(
    real: Any, ratings: Any, people: Any, kind: str
) -> dict[str, Any]:
    rows: dict[str, Any] = await real(ratings, people, kind)
    kept = ratings.__dict__.setdefault("kept", {})
    for one, row in rows.items():
        rows[one] = kept.setdefault((one, kind), row)._replace(number=row.number)
    return rows


@_club("counts", counting, "verdict")
def counts_games_that_hardly_began(real: Any, state: Any, *args: Any) -> str:
    found = str(real(state, *args))
    return "counts" if found == "short" else found


@_club("counts", counting, "verdict_before")
def counts_every_game_of_the_same_two(real: Any, *args: Any) -> str:
    found = str(real(*args))
    return "counts" if found == "pair" else found


@_club("unrated", Rater, "sweep")
async def never_looks_for_games_that_are_due(real: Any, rater: Any) -> None:
    del real, rater


@_club("rated", Ratings, "decide")
async def stores_the_verdict_alone(
    real: Any, ratings: Any, game: str, verdict: str, *_: Any
) -> None:
    await real(ratings, game, verdict)


# -- tournaments ---------------------------------------------------------------------------------


@_club("single", host, "decide")
def pairs_those_who_play(real: Any, state: Any, command: Any, *args: Any, **options: Any) -> Any:
    if isinstance(command, Pair) and state.ends is not None:
        state = state._replace(playing={})
    return real(state, command, *args, **options)


@_club("games", Host, "_change")
def stores_a_pairing_without_its_games(
    real: Any, host: Any, id: str, state: Any, event: Any
) -> Change:
    change: Change = real(host, id, state, event)
    if change.events:
        host.hub.spawn(host.hub.store.writer.write(Change(change.events)))
    return Change(statements=change.statements)


@_club("points", conductor, "_scores")
def gives_points_to_sides(real: Any, running: Any, rows: Any, swapped: Any) -> Any:
    del swapped
    return real(running, rows, ())


@_club("points", conductor, "_scores")
def counts_games_that_have_not_ended(real: Any, running: Any, rows: Any, swapped: Any) -> Any:
    del real, swapped
    for game in running:
        if game in rows:
            yield Score(game, rows[game].winner, rows[game].reason or "line")


@_club("absent", Conductor, "_age")
def has_no_patience(real: Any, conductor: Any, since: int, now: int) -> int:
    return int(real(conductor, since, now)) + 4_000


@_club("table", Host, "_tell_soon")
def tells_nobody_of_the_table(real: Any, host: Any, session: Any) -> None:
    if session.telling is None and session.told_at == 0:
        real(host, session)


@_club("contest", Leadership, "leads")
def leaves_it_to_others_to_lead(real: Any, leadership: Any, tournament: str) -> bool:
    return len(leadership._alive) == 1 and bool(real(leadership, tournament))


@_club("contest", Leadership, "look")
def believes_that_all_are_alive(real: Any, leadership: Any, beats: Any, now: int) -> None:
    real(leadership, beats, now)
    known = leadership.__dict__.setdefault("_all", {})
    known.update(beats)
    leadership._alive = [leadership._instance, *known]


@_club("contest", host, "decide")
def lets_no_tournament_end(real: Any, state: Any, command: Any, *args: Any, **options: Any) -> Any:
    if isinstance(command, Finish):
        return None
    return real(state, command, *args, **options)


@_club("stored", Host, "_store")
async def acknowledges_before_a_tournament_is_stored(real: Any, host: Any, change: Change) -> None:
    host.hub.spawn(real(host, change))


@_club("stored", Host, "_is_old")
async def takes_what_it_knows_for_what_is_so(
    real: Any, host: Any, session: Any, state: Any
) -> bool:
    del real, host, session, state
    return False


@_club("refused", Session, "_note")
def forgets_commands_to_tournaments(real: Any, session: Any, event: Any) -> None:
    del real, session, event


@_club("memory", Host, "read_on")
async def reads_the_last_event_of_a_tournament(real: Any, host: Any, session: Any) -> None:
    rows = await host.records.events(session.id, after=session.state.version)
    for row in rows[-1:]:
        session.state = session.state._replace(version=row.version - 1)
        host._apply(session, ContestEvent.from_row(row))
    del real
