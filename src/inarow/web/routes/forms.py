"""Plain HTML forms, so that the site works without scripts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from inarow.web import words
from inarow.web.http.faults import Fault
from inarow.web.live.messages import NewGame, Wish
from inarow.web.tournaments.messages import NewTournament

__all__ = ["SEEKS", "checked", "new_game", "new_tournament", "read", "wish"]

MOST_FIELDS = 50
"""How many fields a form may have."""

OPPONENTS = {"friend": "friend", "both": "self"}

SEEKS = "lobby"
"""What the button says that looks for an opponent."""

T = TypeVar("T", bound=BaseModel)


async def read(request: Request) -> dict[str, str]:
    """The fields of a form; the last one counts if a name comes twice."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/x-www-form-urlencoded":
        raise Fault(415, "form", words.NOT_A_FORM)
    text = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise Fault(422, "invalid", words.LONG_FORM) from None


def new_game(form: dict[str, str]) -> NewGame:
    """What a form asks to play; a `Fault` that says which field is wrong."""
    against = form.get("with", "friend")
    wanted = {
        **_terms(form),
        "rated": form.get("rated") == "on" and against != "both",
        "side": form.get("side") or "random",
        "opponent": OPPONENTS.get(against) or _program(form.get("level", "")),
        "visibility": form.get("visibility") or "link",
    }
    return checked(NewGame, wanted)


def wish(form: dict[str, str]) -> Wish:
    """What a form wants to play with whoever fits: neither side nor spectators are chosen."""
    return checked(Wish, {**_terms(form), "rated": form.get("rated") == "on"})


def new_tournament(form: dict[str, str]) -> NewTournament:
    """The tournament that a form wants."""
    player = form.get("player", "").strip()
    if form.get("clock") == "none":  # nobody waits for ever for the last game of a round
        raise Fault(422, "invalid", words.BAD_CLOCK)
    wanted = {
        **_terms({"clock": "180+2", **form}),
        "name": form.get("name", ""),
        "kind": form.get("kind") or "arena",
        "minutes": form.get("minutes") or 30,
        "double": form.get("double") == "on",
        "rated": form.get("rated") == "on",
        "entry": form.get("entry") or "link",
        "starts": _start(form),
        "player": player or None,
    }
    return checked(NewTournament, wanted)


def _start(form: dict[str, str]) -> datetime | None:
    """When it is to start: in some minutes, or at a time, by the clock of whoever wrote it."""
    when = form.get("start") or "hand"
    if when == "hand":
        return None
    try:
        if when != "at":
            return datetime.now(UTC) + timedelta(minutes=int(when[:4]))
        zone = timezone(timedelta(minutes=int(form.get("offset") or 0)))
        return datetime.fromisoformat(form.get("time", "")).replace(tzinfo=zone)
    except (ValueError, OverflowError):
        raise Fault(422, "invalid", words.BAD_TIME) from None


def _terms(form: dict[str, str]) -> dict[str, Any]:
    clock = _clock(form.get("clock") or "none")
    return {"rules": _rules(form), "swap": form.get("swap") == "on", **clock}


def checked(model: type[T], wanted: dict[str, Any]) -> T:
    """What a form asks for; a `Fault` that says which field is wrong."""
    try:
        return model(**wanted)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        text = words.INVALID.format(place=place, problem=first["msg"].removeprefix("Value error, "))
        raise Fault(422, "invalid", text) from None


def _rules(form: dict[str, str]) -> str:
    slug = form.get("rules") or "7x6x4"
    if slug == "custom":
        free = "" if form.get("gravity") == "on" else "/free"
        return "x".join(form.get(name, "") for name in ("width", "height", "k")) + free
    return slug.removesuffix("-free") + ("/free" if slug.endswith("-free") else "")


def _program(level: str) -> str:
    return level if level == "perfect" else f"level {level}"


def _clock(text: str) -> dict[str, int]:
    """`300+3` is five minutes and three seconds a move, `3d` is three days for each move."""
    if text == "none":
        return {}
    if text.endswith("d") and text[:-1].isdecimal() and len(text) < 4:
        return {"days": int(text[:-1])}
    base, _, increment = text.partition("+")
    if not (base.isdecimal() and increment.isdecimal() and len(text) < 12):
        raise Fault(422, "invalid", words.BAD_CLOCK)
    return {"base": 1000 * int(base), "increment": 1000 * int(increment)}
