"""Players from one line of text, so that a match can be written down and sent elsewhere::

    random  cautious                programs that hardly think
    level 1 ... level 10            opponents that make mistakes as people do
    perfect  perfect:100ms          the strongest there is, with a time for inexact moves
    booklet                         what a booklet says, without any search; for its side
    engine:100ms  engine:2s         our engine, by time per move
    engine:5000n  engine:d6         by nodes, by depth: the same game again every time
    engine:1s,inexact,threads=2     without book and solver, on two threads
    ugi:COMMAND  gomocup:COMMAND    another program, a second per move
    ugi@100ms:COMMAND               the same with another limit
    python:bot.py:agent             a function of a file or module, in a process of its own
    json:COMMAND                    a program that answers questions in JSON, one per line
    http://host:8000/move           a server that does so; python@2s:..., json@2s:..., http@2s:URL

`KINDS` has a row for every kind of player, by the first word of the text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from inarow.errors import PlayerError, printable, quoted
from inarow.players import Cautious, EnginePlayer, Human, Player, Random

if TYPE_CHECKING:
    from inarow.search.engine import Limit

__all__ = [
    "KINDS",
    "as_entrant",
    "entrant",
    "is_entrant",
    "is_file",
    "is_program_of_others",
    "is_there",
    "meant",
    "parse_limit",
    "player_by_name",
    "typed",
]

EXAMPLES: Final = "random, cautious, level 5, perfect, engine:100ms or ugi:COMMAND"

WHAT: Final = {"python": "FILE.py:FUNCTION", "json": "COMMAND", "http": "URL"}

GRACE: Final = 0.5
"""How many seconds late the answer of an agent may be."""

Maker: TypeAlias = Callable[[str, str, int | None], Player]
"""Makes a player from the text after its first word, the whole text (its name) and a seed."""


def entrant(text: str, *, seed: int | None = None) -> Player:
    """The player that *text* describes; what it leaves to chance comes from *seed*."""
    text = text.strip()
    if not is_entrant(text):
        raise PlayerError(f"expected a player such as {EXAMPLES}, got {quoted(text)}{_guess(text)}")
    word = _first_word(text)
    return KINDS[word](text.removeprefix(word), text, seed)


def player_by_name(name: str, *, seed: int | None = None) -> Player:
    """The program or file that a person typed, or else a person of that name, made printable."""
    text = _in_lower_case(name)
    if is_entrant(text) or is_file(text):
        return entrant(as_entrant(text), seed=seed)
    return Human("".join(sign for sign in name if sign.isprintable()))


def is_program_of_others(name: str) -> bool:
    """Whether `player_by_name` would start a program or ask a server that is no part of inarow."""
    text = _in_lower_case(name)
    return is_file(text) or (is_entrant(text) and _first_word(text.strip()) not in OWN)


def _in_lower_case(name: str) -> str:
    """The *name*, its first word as in `KINDS` if it is one of them."""
    word = re.split(r"[^A-Za-z]", name, maxsplit=1)[0]
    text = word.lower() + name[len(word) :]
    return text if is_entrant(text) else name


OWN: Final = ("random", "cautious", "level", "perfect", "booklet", "engine")
"""The first words of players that are parts of inarow."""

LONGEST_SLIP: Final = 60
"""What is longer was meant as it is."""

PERSON: Final = "person:"
"""Before the name of a person that looks like that of a program with a slip."""


def meant(text: str) -> str:
    """The name or program that a person typed; what looks like a slip raises `PlayerError`."""
    name = text.strip()
    if name.lower().startswith(PERSON):
        return name[len(PERSON) :].strip()
    if guess := _guess(name):
        raise PlayerError(
            f"there is no player {quoted(name)}{guess} "
            f"For a person of that name, write {PERSON}{name}"
        )
    return name


def typed(player: Player) -> str:
    """What to type for *player*, so that `meant` understands it."""
    name = player.name
    is_odd = isinstance(player, Human) and (_slip(name) or name.lower().startswith(PERSON))
    return f"{PERSON}{player.name}" if is_odd else player.name


def _guess(name: str) -> str:
    slip = _slip(name)
    return f"; did you mean {slip}?" if slip else ""


def _slip(name: str) -> str:
    """The player that *name* may have been meant for, if it is none itself; else empty."""
    from difflib import get_close_matches

    word = re.split("[^a-z]", name.lower(), maxsplit=1)[0]
    if word in KINDS or is_file(name) or len(name) > LONGEST_SLIP or not name.isprintable():
        return ""
    known = KINDS if ":" in name else OWN
    close = get_close_matches(word, known, n=1, cutoff=0.8)
    return f"{close[0]}{name[len(word) :]}" if close else ""


def is_file(text: str) -> bool:
    """Whether *text* names a Python file, or a function in one, as an agent."""
    return bool(re.fullmatch(r".*\.py(:\w+)?", text.strip()))


def is_entrant(text: str) -> bool:
    """Whether *text* begins like a player's description, not a person's name or that of a file."""
    text = text.strip()
    return _first_word(text) in KINDS and not re.fullmatch(r"[^:@\s]+\.py(:\w+)?", text)


def as_entrant(text: str, limit: str = "") -> str:
    """*text* as an entrant, where a file, `module:function` or a command will do.

    *limit*, such as `2s`, is for those: entrants have their own.
    """
    text, limit = text.strip(), limit and f"@{limit}"
    if text.startswith(("http://", "https://")):
        return f"http{limit}:{text}" if limit else text
    if is_entrant(text):
        return text
    if is_file(text) or re.fullmatch(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", text):
        return f"python{limit}:{text}"
    command = text.split()[:1]
    if command and (which(command[0]) or is_there(command[0])):
        return f"json{limit}:{text}"
    raise PlayerError(
        f"expected a player such as {EXAMPLES}, an agent such as bot.py:agent or http://..., "
        f"or a command, got {quoted(text)}{_guess(text)}"
    )


def _expect_file(text: str) -> None:
    match = re.fullmatch(r"(.*\.py)(:\w+)?", text)
    if match and not is_there(match[1]):
        raise PlayerError(f"no such file: {printable(match[1])}")


def is_there(path: str | Path) -> bool:
    """Whether there is such a file; what is too long for a name of a file is none."""
    try:
        return Path(path).is_file()
    except OSError:
        return False


def _first_word(text: str) -> str:
    return re.split("[^a-z]", text, maxsplit=1)[0]


def parse_limit(text: str) -> Limit:
    """The limit that words such as `100ms`, `2s`, `5000n` or `d6` set, joined by commas."""
    from inarow.search.engine import Limit

    numbers: dict[str, Any] = {}
    for word in text.split(","):
        name, value = _limit_word(word)
        if name in numbers:
            raise PlayerError(f"expected one limit of {name}, got two in {quoted(text)}")
        numbers[name] = value
    return Limit(**numbers)


def _limit_word(word: str) -> tuple[str, float | int]:
    if match := re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s)", word):
        return "seconds", float(match[1]) / (1000 if match[2] == "ms" else 1)
    if match := re.fullmatch(r"([0-9]{1,15})n", word):
        return "nodes", int(match[1])
    if match := re.fullmatch(r"d([0-9]{1,4})", word):
        return "depth", int(match[1])
    raise PlayerError(f"expected a limit such as 100ms, 2s, 5000n or d6, got {quoted(word)}")


def _simple(kind: type[Random] | type[Cautious]) -> Maker:
    def make(rest: str, text: str, seed: int | None) -> Player:
        """Nothing but the name."""
        if rest:
            raise PlayerError(f"expected a player such as {EXAMPLES}, got {quoted(text)}")
        return kind(text, seed=seed)

    return make


def _level(rest: str, text: str, seed: int | None) -> Player:
    """` 5`, or `:5` for those who dislike spaces."""
    from inarow.players.levels import LEVELS, level

    match = re.fullmatch(r"[ :]?([0-9]{1,9})", rest)
    if not match:
        raise PlayerError(f"expected a level from 1 to {len(LEVELS)}, got {quoted(text)}")
    return level(int(match[1]), seed=seed)


def _perfect(rest: str, text: str, seed: int | None) -> Player:
    """`:100ms`, or nothing for a second."""
    from inarow.players.levels import Perfect
    from inarow.search.engine import Engine
    from inarow.search.oracle import Oracle

    limit = parse_limit(rest[1:]) if rest[:1] == ":" else None
    if (rest and limit is None) or (limit and (limit.nodes or limit.depth)):
        raise PlayerError(f"expected perfect, or perfect:100ms with a time, got {quoted(text)}")
    return Perfect(
        text,
        seconds=limit.seconds if limit and limit.seconds else 1.0,
        seed=seed,
        oracle=Oracle(threads=1),  # others may play at the same time
        engine=Engine(threads=1),
    )


def _booklet(rest: str, text: str, _: int | None) -> Player:
    """Nothing but the name."""
    from inarow.players.by_booklet import BookletPlayer

    if rest:
        raise PlayerError(f"expected booklet, got {quoted(text)}")
    return BookletPlayer(name=text)


def _engine(rest: str, text: str, _: int | None) -> Player:
    """`:100ms,inexact,threads=2`, or nothing for a second."""
    from inarow.search.engine import Engine

    if rest[:1] not in ("", ":"):
        raise PlayerError(f"expected engine:LIMIT such as engine:100ms, got {quoted(text)}")
    limits = []
    settings: dict[str, Any] = {"threads": 1}  # others may play at the same time
    for word in filter(None, rest[1:].split(",")):
        if word == "inexact":
            settings["exact"] = False
        elif match := re.fullmatch(r"(threads|table_mb)=([0-9]{1,9})", word):
            settings[match[1]] = int(match[2])
        elif word[0].isdigit() or word[0] == "d":
            limits.append(word)
        else:
            known = "a limit such as 100ms, inexact, threads=N or table_mb=N"
            raise PlayerError(f"expected {known} for an engine, got {quoted(word)}")
    limit = parse_limit(",".join(limits)) if limits else None
    return EnginePlayer(limit, text, engine=Engine(**settings))


def _external(protocol: str) -> Maker:
    def make(rest: str, text: str, _: int | None) -> Player:
        """`:COMMAND` or `@LIMIT:COMMAND`."""
        from inarow.players.external import ExternalPlayer

        match = re.fullmatch(r"(?:@([^:]*))?:(.+)", rest)
        if not match or not match[2].strip():
            raise PlayerError(f"expected {protocol}:COMMAND, got {quoted(text)}")
        limit = None if match[1] is None else parse_limit(match[1])
        return ExternalPlayer(match[2], protocol, limit, text)

    return make


def _asked(kind: str) -> Maker:
    def make(rest: str, text: str, seed: int | None) -> Player:
        """`:WHAT` or `@LIMIT:WHAT`, with a limit of seconds."""
        match = re.fullmatch(r"(?:@([^:]*))?:(.+)", rest)
        if not match or not match[2].strip():
            raise PlayerError(f"expected {kind}:{WHAT[kind]}, got {quoted(text)}")
        limit = parse_limit("10s" if match[1] is None else match[1])
        if limit.seconds is None:
            raise PlayerError(f"expected a time limit for {kind}, got {quoted(text)}")
        if kind == "http":
            from inarow.players.agents import HttpPlayer

            return HttpPlayer(match[2], text, seconds=limit.seconds)
        from inarow.players.external import ExternalPlayer

        command: str | list[str] = match[2]
        name = text
        if kind == "python":
            _expect_file(match[2])
            if match[1] is None and is_file(match[2]):
                name = match[2]  # which `player_by_name` understands as well
            seeds = [] if seed is None else [str(seed)]
            command = [sys.executable, "-m", "inarow.players.agent_host", match[2], *seeds]
        return ExternalPlayer(command, kind, limit, name, grace=GRACE, start_seconds=60)

    return make


def _address(rest: str, text: str, _: int | None) -> Player:
    """An address as it is, or `http@LIMIT:URL`."""
    from inarow.players.agents import HttpPlayer

    return HttpPlayer(text) if rest[:3] == "://" else _asked("http")(rest, text, None)


KINDS: Final[dict[str, Maker]] = {
    "random": _simple(Random),
    "cautious": _simple(Cautious),
    "level": _level,
    "perfect": _perfect,
    "booklet": _booklet,
    "engine": _engine,
    "ugi": _external("ugi"),
    "gomocup": _external("gomocup"),
    "python": _asked("python"),
    "json": _asked("json"),
    "http": _address,
    "https": _address,
}
"""Kinds of players by their first word."""
