"""Deliberate bugs, some for each thing that must hold: the simulation has to see them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from inarow.board.rules import Side
from inarow.web.live import hub
from inarow.web.live.game import LiveGame
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Join
from inarow.web.live.outages import Outages
from inarow.web.live.presence import Presence
from inarow.web.live.programs import Opponents
from inarow.web.live.upkeep import Upkeep
from inarow.web.store.writer import Change, Conflict, Writer
from support.simulation.storage import SimulatedWriter

__all__ = ["MUTANTS", "mutated"]

MUTANTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {}
"""By name: what is replaced, and what is called instead, with the real one before its arguments."""


def _mutant(where: Any, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def add(call: Callable[..., Any]) -> Callable[..., Any]:
        MUTANTS[call.__name__.replace("_", " ")] = (where, name, call)
        return call

    return add


@contextmanager
def mutated(name: str) -> Iterator[None]:
    """The site with one bug."""
    where, attribute, call = MUTANTS[name]
    real = getattr(where, attribute)

    def instead(*args: Any, **options: Any) -> Any:
        return call(real, *args, **options)

    with patch.object(where, attribute, instead):
        yield


# -- acknowledged means stored, once ------------------------------------------------------


@_mutant(SimulatedWriter, "submit")
def acknowledges_before_the_commit(real: Any, writer: Any, change: Change, done: Any) -> None:
    done(None)
    real(writer, change, lambda _: None)


@_mutant(Writer, "_commit")
def takes_failed_commits_for_good(real: Any, writer: Any, changes: Any) -> Any:
    real(writer, changes)
    return [None] * len(changes)


@_mutant(Hub, "_done")
def ignores_conflicts(real: Any, *args: Any) -> None:
    error = args[-1]
    real(*args[:-1], None if isinstance(error, Conflict) else error)


@_mutant(LiveGame, "acknowledge")
def forgets_what_it_has_carried_out(real: Any, live: Any, request: Any) -> bool:
    del real, live, request
    return False


@_mutant(Hub, "_again")
async def guesses_what_another_has_stored(
    real: Any, hub: Any, live: Any, request: Any, version: int, refused: Any
) -> None:
    del real, refused
    if live.state.version == version:
        live.state = live.state._replace(version=version + 1)
    live.queue.appendleft(request)
    hub._next(live)


@_mutant(Hub, "_again")
async def refuses_without_looking(
    real: Any, hub: Any, live: Any, request: Any, version: int, refused: Any
) -> None:
    del real, version
    hub._refuse(live, request, refused)
    hub._next(live)


@_mutant(Hub, "_with_rematch")
def stores_a_rematch_in_two_parts(
    real: Any, hub: Any, change: Change, state: Any, event: Any
) -> Change:
    both = real(hub, change, state, event)
    second = Change(both.events[1:], both.statements[len(change.statements) :])
    hub.spawn(hub.store.writer.write(second))
    return change


# -- all see the same game ------------------------------------------------------


@_mutant(Hub, "read_on")
async def reads_nothing_after_lost_messages(real: Any, hub: Any, live: Any) -> None:
    del real, hub, live


@_mutant(Upkeep, "_look")
async def never_looks_whether_messages_were_lost(real: Any, upkeep: Any) -> None:
    del real, upkeep


@_mutant(Hub, "heard")
def takes_messages_in_any_order(real: Any, hub: Any, live: Any, row: Any) -> bool:
    if row.version > live.state.version + 1:
        live.state = live.state._replace(version=row.version - 1)
    return bool(real(hub, live, row))


@_mutant(LiveGame, "tail")
def has_no_news_for_those_who_come_back(
    real: Any, live: Any, version: int | None, *args: Any
) -> list[str]:
    return [] if version else list(real(live, version, *args))


# -- clocks ------------------------------------------------------


@_mutant(Outages, "pause")
def charges_outages(real: Any, outages: Any, since: int, until: int) -> int:
    del real, outages, since, until
    return 0


@_mutant(Outages, "learn")
def does_not_learn_of_outages(real: Any, outages: Any, known: Any) -> bool:
    del real, outages, known
    return False


@_mutant(Outages, "is_late")
def takes_every_moment_for_an_outage(real: Any, outages: Any, now: int) -> bool:
    del real
    return bool(now - outages._alive > 300)


@_mutant(Outages, "is_late")
def never_notices_an_outage(real: Any, outages: Any, now: int) -> bool:
    del real, outages, now
    return False


# -- no game is stuck ------------------------------------------------------


@_mutant(Hub, "check_clock")
def lets_no_flag_fall(real: Any, hub: Any, live: Any) -> None:
    del real, hub, live


@_mutant(Hub, "_set_timer")
def lets_flags_fall_late(real: Any, hub: Any, live: Any, when: int) -> None:
    if live.timer is None:
        real(hub, live, when)


@_mutant(Hub, "_clock_answered")
def tries_once_to_let_a_flag_fall(real: Any, hub: Any, answer: Any) -> None:
    del real, hub, answer


@_mutant(Opponents, "_answered")
def tries_once_to_store_the_move_of_a_program(real: Any, opponents: Any, answer: Any) -> None:
    del real, opponents, answer


# -- seats ------------------------------------------------------


@_mutant(hub, "decide")
def gives_a_seat_twice(real: Any, state: Any, command: Any, *args: Any, **options: Any) -> Any:
    if isinstance(command, Join) and None not in state.seats:
        state = state._replace(seats=(None, state.seats[1]))
    return real(state, command, *args, **options)


@_mutant(Presence, "gone")
def lets_people_claim_against_those_who_are_there(
    real: Any, presence: Any, state: Any, now: int
) -> frozenset[Side]:
    del real, presence, state, now
    return frozenset(Side)
