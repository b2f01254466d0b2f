"""`History`: one person's games, as far as they are wanted, in pages and counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    func,
    literal,
    or_,
    select,
    text,
    union_all,
)

from inarow.web.store import Store
from inarow.web.store.tables import PROGRAM, game, person

__all__ = ["Group", "History", "Known", "Result", "Wanted"]

Result = Literal["won", "lost", "draw", "decided", "cancelled", "open", "playing"]
"""How a game stands for somebody; "decided" is a win in a game of both sides."""

Place = tuple[int, str]
"""Where a page ends: when its last game was made, and the id of that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which of somebody's games; what is empty does not matter."""

    opponent: str = ""
    """"people", "computer", "self", or the name of a program such as "level 3"."""
    name: str = ""
    """A part of the opponent's name."""
    rules: str = ""
    result: Result | Literal[""] = ""
    side: Literal["", "x", "o", "both"] = ""
    clock: tuple[int, int | None] | Literal["", "none", "any"] = ""
    """Milliseconds, and milliseconds added for each move; `None` if the first are for each move."""
    since: int | None = None
    until: int | None = None
    """When they were made: from a time on, and before another."""
    public: bool = False
    """Only games that everybody may see and that have begun."""
    finished: bool = False
    """Only games that are over and have moves."""


class Group(NamedTuple):
    """How many finished games were alike: opponent ("people", "self" or a program), board, side."""

    opponent: str
    rules: str
    side: str
    result: Result
    games: int


class Known(NamedTuple):
    """What everybody may know of a person."""

    id: str
    name: str
    created: int


class _Seat(NamedTuple):
    """One's own seat, and the other one."""

    side: str
    mine: ColumnElement[Any]
    other: ColumnElement[Any]
    other_name: ColumnElement[Any]


SEATS: Final = (
    _Seat("x", game.c.x, game.c.o, game.c.o_name),
    _Seat("o", game.c.o, game.c.x, game.c.x_name),
)


class History:
    """The games of people in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(
        self, person_id: str, wanted: Wanted, limit: int, before: Place | None = None
    ) -> Sequence[Any]:
        """The rows of games, newest first, those after a place only.

        A new game does not move those that come later: pages neither repeat nor leave out one.
        """
        order = (game.c.created.desc(), game.c.id)
        parts = [
            select(query.order_by(*order).limit(limit).subquery())
            for query in _parts(person_id, wanted, before)
        ]
        found = union_all(*parts).subquery()
        rows = select(found).order_by(found.c.created.desc(), found.c.id).limit(limit)
        return await self._store.fetch(rows)

    async def totals(self, person_id: str, wanted: Wanted) -> list[Group]:
        """How many of the games with a result there are of each kind."""
        parts = []
        for seat in SEATS:
            where = [*_where(person_id, seat, wanted), _has_result()]
            kinds = (
                _opponent(seat, person_id).label("opponent"),
                game.c.rules,
                _side(seat, person_id).label("side"),
                _result(seat, person_id).label("result"),
            )
            counted = select(*kinds, func.count()).where(*where)
            parts.append(counted.group_by(*(text(str(number)) for number in (1, 2, 3, 4))))
        return [Group(*row) for row in await self._store.fetch(union_all(*parts))]

    async def boards(self, person_id: str) -> list[str]:
        """The rules of all games of a person."""
        parts = [select(game.c.rules).where(seat.mine == person_id).distinct() for seat in SEATS]
        return sorted({row.rules for row in await self._store.fetch(union_all(*parts))})

    async def known(self, person_id: str) -> Known | None:
        """A person, unless they are not there any more."""
        columns = (person.c.id, person.c.name, person.c.created)
        query = select(*columns).where(person.c.id == person_id, person.c.leaving.is_(None))
        rows = await self._store.fetch(query)
        return Known(*rows[0]) if rows else None


def _parts(person_id: str, wanted: Wanted, before: Place | None) -> Iterator[Select[Any]]:
    """The games at each seat; those of both sides are found at the first one only."""
    for seat in SEATS:
        query = select(game).where(*_where(person_id, seat, wanted))
        if before is not None:
            at, last = before
            query = query.where(game.c.created <= at, or_(game.c.created < at, game.c.id > last))
        yield query


def _where(person_id: str, seat: _Seat, wanted: Wanted) -> list[ColumnElement[bool]]:
    found = [seat.mine == person_id]
    if seat.side == "o":
        found.append(seat.other.is_distinct_from(person_id))
    if wanted.opponent:
        found.append(_is_opponent(seat, person_id, wanted.opponent))
    if wanted.name:
        found.append(_has_name(seat, wanted.name))
    if wanted.rules:
        found.append(game.c.rules == wanted.rules)
    if wanted.side:
        found.append(_side(seat, person_id) == wanted.side)
    if wanted.result:
        found.append(_result(seat, person_id) == wanted.result)
    if wanted.clock:
        found.append(_has_clock(wanted.clock))
    if wanted.since is not None:
        found.append(game.c.created >= wanted.since)
    if wanted.until is not None:
        found.append(game.c.created < wanted.until)
    if wanted.public:
        found += [_unindexed(game.c.visibility) == "public", game.c.status != "open"]
    if wanted.finished:
        found += [_unindexed(game.c.status) == "over", game.c.moves != ""]
    return found


def _is_opponent(seat: _Seat, person_id: str, kind: str) -> ColumnElement[bool]:
    if kind == "self":
        return seat.other == person_id
    if kind == "computer":
        return seat.other.startswith(PROGRAM)
    if kind == "people":
        return and_(seat.other != person_id, ~seat.other.startswith(PROGRAM))
    return seat.other == PROGRAM + kind


def _has_name(seat: _Seat, part: str) -> ColumnElement[bool]:
    """Small and capital letters are the same, as far as the database knows them."""
    lower = func.lower(seat.other_name).contains(part.lower(), autoescape=True)
    return or_(lower, seat.other_name.contains(part, autoescape=True))


def _has_clock(clock: tuple[int, int | None] | Literal["none", "any"]) -> ColumnElement[bool]:
    if clock == "none":
        return game.c.base.is_(None)
    if clock == "any":
        return game.c.base.is_not(None)
    base, increment = clock
    return and_(game.c.base == base, game.c.increment.is_not_distinct_from(increment))


def _has_result() -> ColumnElement[bool]:
    return and_(_unindexed(game.c.status) == "over", game.c.reason != "aborted")


def _unindexed(column: ColumnElement[str]) -> ColumnElement[str]:
    """A column whose index would lead to the games of everybody: those of a person are fewer."""
    return func.coalesce(column, "")


def _opponent(seat: _Seat, person_id: str) -> ColumnElement[str]:
    return case(
        (seat.other == person_id, literal("self")),
        (seat.other.startswith(PROGRAM), func.substr(seat.other, len(PROGRAM) + 1)),
        else_=literal("people"),
    )


def _side(seat: _Seat, person_id: str) -> ColumnElement[str]:
    return case((seat.other == person_id, literal("both")), else_=literal(seat.side))


def _result(seat: _Seat, person_id: str) -> ColumnElement[str]:
    return case(
        (game.c.status != "over", game.c.status),
        (game.c.reason == "aborted", literal("cancelled")),
        (game.c.winner.is_(None), literal("draw")),
        (seat.other == person_id, literal("decided")),
        (game.c.winner == seat.side, literal("won")),
        else_=literal("lost"),
    )
