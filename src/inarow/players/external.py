"""`ExternalPlayer`: another program at the board, spoken to by lines.

Whatever it does, it costs no more than the game: every answer has a deadline, what it writes is
bounded, and its processes are ended with it.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import PurePath
from queue import Empty, Full, Queue
from threading import Thread
from time import monotonic
from typing import IO, Final, Self, TypeVar

from inarow.board.notation import move_text
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules
from inarow.errors import InarowError, PlayerError, quoted
from inarow.players import GEAR, RING, Picture, Player, open_position
from inarow.protocols import Driver, Talk, gomocup, json_lines, ugi
from inarow.search.engine import Limit
from inarow.search.stop import Stop

__all__ = ["PROTOCOLS", "ExternalPlayer", "Process"]

T = TypeVar("T")

START_SECONDS: Final = 10.0
"""How long a program may take for everything but its moves (default)."""

MOVE_SECONDS: Final = 60.0
"""How long a move may take when its limit is not one of time."""

LEAVE_SECONDS: Final = 0.5
"""How long a program may take to exit when asked to, and again when terminated."""

END_SECONDS: Final = 3.0
"""How long the process of a program that has exited, or was killed, may take to vanish."""

MAX_LINE: Final = 2**16
"""A longer line, in bytes, is not read."""

MAX_LINES: Final = 10_000
"""After this many lines without an answer the program has failed."""


PROTOCOLS: Final[dict[str, Callable[[], Driver]]] = {
    "ugi": ugi.Client,
    "gomocup": gomocup.Client,
    "json": json_lines.Client,
    "python": json_lines.GreetedClient,
}
"""The protocols by name."""


class ExternalPlayer(Player):
    """Plays what the program started by *command* answers within *limit* (a second if not given).

    A program that crashes, hangs, floods, babbles or plays an illegal move is ended and a
    `PlayerError` says what happened; the next move starts it again. *grace* are the seconds an
    answer may be late. Without a limit of seconds a move may take a minute.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        protocol: str = "ugi",
        limit: Limit | None = None,
        name: str | None = None,
        *,
        grace: float = 3.0,
        start_seconds: float = START_SECONDS,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = GEAR,
    ) -> None:
        self.command = _words(command)
        super().__init__(name or PurePath(self.command[0]).name, id=id, icon=icon, avatar=avatar)
        if protocol not in PROTOCOLS:
            *most, last = PROTOCOLS
            known = f"{', '.join(most)} or {last}"
            raise PlayerError(f"expected protocol {known}, got {quoted(protocol)}")
        self.protocol = protocol
        self.limit = limit or Limit(seconds=1)
        if protocol == "gomocup" and self.limit.seconds is None:
            raise PlayerError("expected a time limit for gomocup, which has no other kind")
        self.grace = grace
        self.start_seconds = start_seconds
        self._process: Process | None = None
        self._client: Driver | None = None
        self._last: Position | None = None
        self._stop = Stop()

    def choose(self, position: AnyPosition) -> int:
        """The program's move."""
        position = open_position(position)
        try:
            client = self._ready_for(position)
            seconds = MOVE_SECONDS if self.limit.seconds is None else self.limit.seconds
            self._forget()
            move = self._converse(client.move(position, self.limit), seconds, "a move", self.grace)
            if not position.is_legal(move):
                text = move_text(move, position.rules)
                raise PlayerError(f"expected a legal move in {position.text()}, got {text}")
        except InarowError as error:
            self.close()
            raise PlayerError(f"{self.name}: {error}") from None
        except BaseException:  # such as Ctrl-C: the answer would come to the next question
            self.close()
            raise
        self._last = position
        return move

    def _ready_for(self, position: Position) -> Driver:
        """The other side of the conversation, with the game begun."""
        if self._process is not None and self._process.interrupted:
            self.close()  # the stop came too late for the move before
        last = self._last
        if self._process is None or self._client is None:
            self._process = Process(self.command)
            if self._stop.is_set():  # too early for `stop`
                self._process.interrupt()
            self._client = PROTOCOLS[self.protocol]()
            self._converse(self._client.open(), self.start_seconds, "an answer to the greeting")
            last = None
        if last is None or last.rules != position.rules or last.ply >= position.ply:
            self._forget()
            opening = self._client.begin(position.rules, self.limit)
            self._converse(opening, self.start_seconds, "an answer to a new game")
        return self._client

    def _forget(self) -> None:
        """Drop what it has said so far: no answer comes before its question, but a greeting may."""
        assert self._process is not None
        self._process.forget()

    def _converse(self, talk: Talk[T], seconds: float, expected: str, grace: float = 0.0) -> T:
        """What a conversation is about, if it ends within *seconds* and a little *grace*."""
        assert self._process is not None
        deadline = monotonic() + seconds + grace
        lines_read = 0
        try:
            lines = next(talk)
            while True:
                self._process.send(lines)
                if lines_read == MAX_LINES:
                    raise PlayerError(f"expected {expected}, got {lines_read} other lines")
                lines_read += 1
                lines = talk.send(self._process.receive(deadline, expected))
        except StopIteration as end:
            result: T = end.value
            return result
        except TimeoutError:
            raise PlayerError(f"expected {expected} within {seconds:g} s, got none") from None

    def objection(self, rules: Rules) -> str:
        """What the protocol has no words for."""
        no_words = self.protocol == "gomocup" and rules.gravity
        return "the protocol gomocup has no gravity" if no_words else ""

    def choose_until(self, position: Position, stop: Stop) -> int:
        """The program's move; it raises when *stop* is set."""
        self._stop = stop
        try:
            return super().choose_until(position, stop)
        finally:
            self._stop = Stop()

    def stop(self) -> None:
        """Have a `choose` in another thread end now: it raises, and the program is ended."""
        if self._process is not None:
            self._process.interrupt()

    def close(self) -> None:
        """End the program. It may be asked for a move again."""
        if self._process is not None:
            self._process.end(self._client.farewell if self._client else ())
        self._process = self._client = self._last = None

    def copy(self) -> Self:
        """The same player with a program of its own."""
        return type(self)(
            self.command,
            self.protocol,
            self.limit,
            self.name,
            grace=self.grace,
            start_seconds=self.start_seconds,
            id=self.id,
            icon=self.icon,
            avatar=self.avatar,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Process:
    """A running program: lines to its standard input, lines from its standard output."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # a process group of its own, to be ended as one
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise PlayerError(f"cannot start {quoted(command[0])}: {why}") from None
        assert self._process.stdin is not None
        self._input = self._process.stdin
        os.set_blocking(self._input.fileno(), False)
        # Short, so that a program that floods us fills a pipe and waits, not our memory.
        self._lines: Queue[str | None] = Queue(maxsize=100)
        self._complaints: list[str] = []
        self._threads = [
            Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True),
            Thread(target=_drain, args=(self._process.stderr, self._complaints), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._ended = self.interrupted = False
        self._insurance = weakref.finalize(self, _kill, self._process)

    def send(self, lines: Sequence[str]) -> None:
        """Write lines. That it has ended is found out when an answer is wanted."""
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            if data and os.write(self._input.fileno(), data) == len(data):
                return
        except BlockingIOError:
            pass
        except OSError:
            return
        if data:
            raise PlayerError("the program does not read its input")

    def forget(self) -> None:
        """Drop what it has said so far."""
        for _ in range(self._lines.maxsize):
            with suppress(Empty):
                if self._lines.get_nowait() is None:
                    self._lines.put(None)  # the end stays the end
                    return

    def interrupt(self) -> None:
        """Have nobody wait for another line."""
        self.interrupted = True
        with suppress(Full):
            self._lines.put_nowait(None)

    def receive(self, deadline: float, expected: str) -> str:
        """The next line; `TimeoutError` at *deadline*."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            raise TimeoutError from None
        if self.interrupted:
            raise PlayerError(f"expected {expected}, but was told to stop")
        if line is None:
            raise PlayerError(f"expected {expected}, but {self._why_it_ended(deadline)}")
        if len(line) >= MAX_LINE:
            raise PlayerError(f"expected {expected}, got a line of more than {MAX_LINE} bytes")
        return line

    def _why_it_ended(self, deadline: float) -> str:
        """What became of a program that says no more, with the last thing it complained about."""
        try:
            code = self._process.wait(max(0.1, min(END_SECONDS, deadline - monotonic())))
        except subprocess.TimeoutExpired:
            return "it closed its output"
        self._threads[1].join(END_SECONDS)
        last = f": {quoted(self._complaints[-1])}" if self._complaints else ""
        if code < 0:
            with suppress(ValueError):
                return f"it was killed by {signal.Signals(-code).name}{last}"
        return f"it exited with code {code}{last}"

    def end(self, farewell: Sequence[str] = ()) -> None:
        """Ask it to end, then make it, with all processes it has started."""
        if self._ended:
            return
        self._ended = True
        with suppress(PlayerError):
            self.send(farewell)
        with suppress(OSError):
            self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVE_SECONDS if farewell else 0)
        self._insurance()
        self.forget()  # a reader may wait for room
        for thread in self._threads:
            # Whoever left the group may still hold the pipe open: then its reader stays, too.
            thread.join(LEAVE_SECONDS)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and its group, gently first."""
    if not hasattr(os, "killpg"):  # Windows
        process.kill()
        process.wait()
        return
    for how in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, how)
        with suppress(subprocess.TimeoutExpired):
            process.wait(LEAVE_SECONDS)
    with suppress(subprocess.TimeoutExpired):
        process.wait(END_SECONDS)


def _read(stream: IO[bytes], lines: Queue[str | None]) -> None:
    """Lines as they come, `None` at the end; what is too long comes in pieces of that length."""
    with stream:
        while line := stream.readline(MAX_LINE):
            lines.put(line.decode("utf-8", "replace").rstrip("\r\n"))
    lines.put(None)


def _drain(stream: IO[bytes], complaints: list[str]) -> None:
    """Keep the last line that says something."""
    with stream:
        while line := stream.readline(MAX_LINE):
            if text := line.decode("utf-8", "replace").strip():
                complaints[:] = [text]


def _words(command: str | Sequence[str]) -> list[str]:
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise PlayerError(
            f"expected a command, got {quoted(command)}: {str(error).lower()}"
        ) from None
    if not words or not all(isinstance(word, str) for word in words):
        raise PlayerError(f"expected a command, got {quoted(command)}")
    return words
