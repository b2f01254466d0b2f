"""Bytes that no page would send to a socket, and a client that sends them.

`nasty` makes one from a random generator. `Stranger` sends it to a game, then asks for a pong: so
the site has certainly read it, and has either refused it politely or closed the socket with a code.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import inarow as ir
from support.web.couples import Couple, Tally, new_pair
from support.web.sites import Site

LIMIT = 8192  # bytes of a frame
LONG = ir.Rules(18, 18, 6)  # a game that others play meanwhile
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10

Rest = tuple[bytes, bool]  # bytes for the wire; whether the connection is of no use after them


def encode(opcode: int, payload: bytes, *, first: int = 0x80, masked: bool = True) -> bytes:
    """A frame as it goes over the wire; `first` has the bits fin and the reserved ones."""
    size = len(payload)
    bit = 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", first | opcode, bit | size)
    elif size < 65536:
        head = struct.pack("!BBH", first | opcode, bit | 126, size)
    else:
        head = struct.pack("!BBQ", first | opcode, bit | 127, size)
    return head + (b"\0\0\0\0" if masked else b"") + payload  # a mask of zeros changes nothing


def good_frame(random: Random) -> dict[str, Any]:
    """A frame that the site understands, though it may not allow it."""
    name = f"hostile-{random.getrandbits(64):x}"
    kinds: list[dict[str, Any]] = [
        {"t": "move", "move": random.randint(-2, 50), "version": random.randint(-1, 99)},
        {"t": random.choice(["join", "swap", "resign", "abort"])},
        {"t": "offer", "what": random.choice(["draw", "takeback", "rematch"])},
        {"t": "answer", "what": random.choice(["draw", "takeback", "rematch"]), "yes": False},
        {"t": "claim", "what": random.choice(["win", "draw"])},
    ]
    others = [{"t": "tail", "version": random.randint(-5, 10**6)}, {"t": "ping", "n": 7}]
    return random.choice([{**random.choice(kinds), "id": name}, random.choice(others)])


def odd_value(random: Random, depth: int = 0) -> object:
    """Any JSON value, the odder the better."""
    words = ["", "x", "move", "3", "\u0000", "\ud800", "é" * 40, "a" * 3000, "__proto__", "null"]
    numbers = [0, -1, 1.5, 2**31, 2**63, -(2**64), 10**400, 1e308, float("inf"), float("nan")]
    kind = random.randrange(6 if depth < 3 else 4)
    if kind == 0:
        return random.choice(words)
    if kind == 1:
        return random.choice(numbers)
    if kind == 2:
        return random.choice([None, True, False])
    if kind == 3:
        return random.choice(numbers[:6])
    if kind == 4:
        return [odd_value(random, depth + 1) for _ in range(random.randrange(4))]
    return {str(odd_value(random, 3)): odd_value(random, depth + 1) for _ in range(3)}


def wrong_field(random: Random) -> bytes:
    frame = good_frame(random)
    frame[random.choice([*frame, "extra"])] = odd_value(random)
    return json.dumps(frame).encode()


def missing_field(random: Random) -> bytes:
    frame = good_frame(random)
    del frame[random.choice([*frame])]
    return json.dumps(frame).encode()


def unknown_kind(random: Random) -> bytes:
    return json.dumps({"t": odd_value(random), "id": "unknown-1"}).encode()


def cut_text(random: Random) -> bytes:
    text = json.dumps(good_frame(random)).encode()
    return text[: random.randrange(len(text))]


def changed_text(random: Random) -> bytes:
    text = bytearray(json.dumps(good_frame(random)).encode())
    for _ in range(random.randint(1, 4)):
        text[random.randrange(len(text))] = random.randrange(256)
    return bytes(text)


def deep_text(random: Random) -> bytes:
    return random.choice([b"[", b'{"t":', b'{"t":[', b"[[],"]) * random.randint(100, 1300)


def long_number(random: Random) -> bytes:
    digits = str(random.randint(1, 9)) * random.randint(300, 7000)
    return f'{{"t":"move","move":{digits},"version":3,"id":"long-number"}}'.encode()


def no_object(random: Random) -> bytes:
    return random.choice(
        [
            *(
                b"",
                b" ",
                b"null",
                b"3",
                b'"move"',
                b"[]",
                b"{}",
                b"\xef\xbb\xbf{}",
                b"NaN",
                b"{}{}",
            ),
            *(b'{"t":"move","t":"ping"}', b'{"t":"\\ud800"}', b"'t'", b"//", b"\0" * 30),
        ]
    )


def too_long(random: Random) -> bytes:
    size = random.choice([LIMIT + 1, 2 * LIMIT, 65_536, 200_000])
    return b'{"t":"ping","n":1,"pad":"' + b"p" * size + b'"}'


TEXTS: list[Callable[[Random], bytes]] = [
    *(wrong_field, wrong_field, missing_field, unknown_kind, cut_text, changed_text),
    *(deep_text, long_number, no_object),
]


def nasty(random: Random) -> Rest:
    """Something for the wire."""
    kind = random.randrange(20)
    if kind < 11:
        return encode(TEXT, random.choice(TEXTS)(random)), False
    if kind < 12:
        return encode(TEXT, json.dumps(good_frame(random)).encode()), False
    if kind < 13:
        return encode(TEXT, random.randbytes(random.randrange(300))), False
    if kind < 14:
        return encode(BINARY, random.randbytes(random.randrange(300))), False
    if kind < 15:
        return encode(random.choice([TEXT, BINARY]), too_long(random)), False
    if kind < 16:
        return encode(PING, random.randbytes(random.randrange(126))) * random.randint(1, 50), False
    if kind < 17:
        return fragments(random)
    if kind < 18:
        return broken_close(random), True
    if kind < 19:
        return broken_protocol(random), True
    return half(random), True


def fragments(random: Random) -> Rest:
    """A message in pieces, sometimes too long as a whole, sometimes without an end."""
    piece = random.choice([wrong_field(random), b"{" * 3000])
    more = encode(0, piece, first=0) * random.randint(0, 6)
    end = encode(0, b"}")
    if random.random() < 0.3:
        return encode(TEXT, piece, first=0) + more + encode(TEXT, b"{}"), True
    return encode(TEXT, piece, first=0) + more + end, False


def broken_close(random: Random) -> bytes:
    codes = [0, 999, 1000, 1004, 1005, 1006, 1015, 2999, 4400, 65535]
    bodies = [b"", b"\0", struct.pack("!H", random.choice(codes)) + b"\xff" * random.randrange(3)]
    return encode(CLOSE, random.choice(bodies))


def broken_protocol(random: Random) -> bytes:
    return random.choice(
        [
            encode(TEXT, b"{}", masked=False),
            encode(TEXT, b"{}", first=0x80 | random.choice([0x10, 0x20, 0x40, 0x70])),
            encode(random.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), b"{}"),
            encode(0, b"{}"),
            encode(PING, b"p" * 126),
            encode(PING, b"p", first=0),
            struct.pack("!BBQ", 0x81, 0xFF, 2**63) + b"\0\0\0\0",
            struct.pack("!BBQ", 0x81, 0xFF, 2**62) + b"\0\0\0\0" + b"x" * 100,
            random.randbytes(random.randint(14, 200)),
        ]
    )


def half(random: Random) -> bytes:
    whole = encode(TEXT, wrong_field(random))
    return whole[: random.randrange(1, len(whole))]


@dataclass(slots=True)
class Answers:
    """How the site answered: close codes, kinds of frames, refused connections."""

    seen: Counter[str]
    sent: int = 0
    sockets: int = 0


class Stranger:
    """Sends nasty bytes to one address, opening the socket again whenever it was closed."""

    def __init__(self, site: Site, path: str, cookie: str, answers: Answers) -> None:
        self._site = site
        self._path = path
        self._cookie = cookie
        self._answers = answers
        self._pings = 0

    async def send(self, count: int, random: Random) -> None:
        """Send *count* of them, and see how each is answered."""
        link: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        for _ in range(count):
            link = link or await self._open()
            reader, writer = link
            data, useless = nasty(random)
            self._answers.sent += 1
            alive = await self._say(reader, writer, data, useless)
            if not alive:
                writer.transport.abort()
                link = None
        if link:
            link[1].transport.abort()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._site.port)
        writer.write(upgrade(self._site.port, self._path, self._cookie))
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            raise RuntimeError(f"the site does not open {self._path}: {head[:100]!r}")
        self._answers.sockets += 1
        return reader, writer

    async def _say(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        data: bytes,
        useless: bool,
    ) -> bool:
        """Whether the socket can be used for more."""
        self._pings += 1
        ping = encode(TEXT, json.dumps({"t": "ping", "n": self._pings}).encode())
        try:
            writer.write(data if useless else data + ping)
            if useless:
                writer.write_eof()
            return await self._answer(reader)
        except (ConnectionError, asyncio.IncompleteReadError):
            self._answers.seen["end"] += 1
            return False

    async def _answer(self, reader: asyncio.StreamReader) -> bool:
        """Read until our pong comes, or the end."""
        while True:
            opcode, payload = await read_frame(reader)
            if opcode == CLOSE:
                code = int.from_bytes(payload[:2], "big") if payload else 1005
                self._answers.seen[f"close {code}"] += 1
                return False
            if opcode == TEXT:
                frame = json.loads(payload)
                self._answers.seen[frame["t"]] += 1
                if frame["t"] == "pong" and frame["n"] == self._pings:
                    return True


def upgrade(port: int, path: str, cookie: str = "") -> bytes:
    """The request that opens a socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    here = f"127.0.0.1:{port}"
    return (
        f"GET {path} HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\n"
        f"{f'Cookie: {cookie}' if cookie else 'DNT: 1'}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


async def knock(site: Site, path: str) -> int:
    """Open a socket at any address; the code it is closed with, 0 if it stays open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(upgrade(site.port, path))
    head = await reader.readuntil(b"\r\n\r\n")
    code = int(head.split()[1])
    if code == 101:
        opcode, payload = await read_frame(reader)
        code = int.from_bytes(payload[:2], "big") if opcode == CLOSE else 0
    writer.transport.abort()
    return code


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """One frame of the site: they are whole and not masked."""
    first, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    elif size == 127:
        size = int.from_bytes(await reader.readexactly(8), "big")
    return first & 0x0F, await reader.readexactly(size)


async def play_on(couple: Couple, over: asyncio.Event) -> None:
    """A game of other people, which must not notice anything; one move after the other."""
    while not over.is_set() and not couple.finished:
        await couple.moves(1)


async def storm(site: Site, count: int, sockets: int, random: Random, tally: Tally) -> Answers:
    """Send *count* nasty frames over *sockets* at a time while other people play."""
    target = new_pair(site, tally, random)
    others = new_pair(site, tally, random, rules=str(LONG))
    answers, over = Answers(Counter()), asyncio.Event()
    game, player, guest = (
        f"/live/game/{target.game}",
        target.seats[0].cookie,
        others.seats[0].cookie,
    )
    paths = [(game, player), (game, ""), (game, guest), ("/live/lobby", "")]
    async with others.seated([site], random=random), asyncio.TaskGroup() as group:
        playing = group.create_task(play_on(others, over))
        async with asyncio.TaskGroup() as strangers:
            for number in range(sockets):
                stranger = Stranger(site, *paths[number % len(paths)], answers)
                share = count // sockets + (number < count % sockets)
                strangers.create_task(stranger.send(share, Random(random.random())))
        over.set()
        await playing
    assert others.acked
    return answers


def complaints(site: Site) -> list[str]:
    """Lines of the site's log that tell of an error nobody thought of."""
    words = ("Traceback", "ERROR", "CRITICAL", "Exception", "never retrieved", "never awaited")
    return [line for line in site.log.splitlines() if any(word in line for word in words)]
