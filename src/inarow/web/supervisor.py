"""One process plays, another watches over it and starts it again when it freezes or breaks.

::

    supervisor     holds the listening socket, so that nobody is turned away meanwhile
      │    ▲
      │    └───── a beat whenever the event loop goes round: if there is none for a while, it is
      ▼           frozen, and is killed; what has been acknowledged is stored
    live process   accepts, plays, stores

Time is counted in ticks of the supervisor: while it does not run itself (the machine sleeps, or is
much too busy) nothing is held against the live process.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Final, Protocol

__all__ = ["Pulse", "Systemd", "supervise"]

log = logging.getLogger("inarow.web")

TICK: Final = 1.0
"""Seconds that a beat is waited for at a time."""

START: Final = 30
"""In how many ticks the live process must be back; the first time it may take as long as it needs,
for the tables of its database may have to be changed."""

STOP: Final = 10.0
"""In how many seconds it must end when it is told to; it needs 5 at most."""

LAST_WORDS: Final = 2
"""How many ticks a frozen process has to say where it hangs."""

STEADY: Final = 60.0
"""After how many seconds without trouble earlier trouble is forgotten."""

LONGEST: Final = 30.0
"""Seconds between two attempts at most."""

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Pulse(Protocol):
    """What the live process does so that it is known to live."""

    is_first: bool
    """Whether the site begins, and is not only back."""

    def beat(self) -> None:
        """Say that the event loop goes round."""

    def follow(self, stop: Callable[[], None]) -> None:
        """Have *stop* called in the event loop when nobody watches over us any more."""

    def end(self) -> None:
        """Say that we end because we should."""


class Systemd:
    """Tells systemd how we are, if it has asked for that (`Type=notify`)."""

    def __init__(self) -> None:
        name = os.environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{name[1:]}" if name.startswith("@") else name

    def say(self, state: str) -> None:
        """Send *state*, as in sd_notify(3)."""
        if self._address:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto(state.encode(), self._address)


class Unwatched:
    """The pulse where there is no supervisor: systemd feels it."""

    is_first = True

    def __init__(self) -> None:
        self._systemd = Systemd()
        self._state = "READY=1"

    def beat(self) -> None:
        """Tell systemd, if it is there."""
        self._systemd.say(self._state)
        self._state = "WATCHDOG=1"

    def follow(self, stop: Callable[[], None]) -> None:
        """There is nobody."""

    def end(self) -> None:
        """Tell systemd."""
        self._systemd.say("STOPPING=1")


class Line:
    """The live process's end of the line to its supervisor."""

    def __init__(self, end: socket.socket, is_first: bool) -> None:
        end.setblocking(False)
        self._end = end
        self.is_first = is_first

    def beat(self) -> None:
        """Tell the supervisor; it may be away or asleep."""
        with suppress(OSError):
            self._end.send(b".")

    def follow(self, stop: Callable[[], None]) -> None:
        """The supervisor says nothing: if its end can be read, it is closed."""
        loop = asyncio.get_running_loop()

        def gone() -> None:
            loop.remove_reader(self._end.fileno())
            stop()

        loop.add_reader(self._end.fileno(), gone)

    def end(self) -> None:
        """The supervisor has said so, or sees it."""


def supervise(live: Callable[[Pulse], int], listener: socket.socket, patience: int) -> int:
    """The exit code of *live*, which runs in a process of its own and is started again if need be.

    That is when it ends otherwise than it should, or has had no pulse for *patience* seconds; with
    0, and where processes cannot be forked, it runs here and nobody watches.
    """
    if patience == 0 or not hasattr(os, "fork"):
        return live(Unwatched())
    return _Supervisor(live, listener, patience).run()


class _Supervisor:
    def __init__(
        self, live: Callable[[Pulse], int], listener: socket.socket, patience: int
    ) -> None:
        self._live = live
        self._listener = listener
        self._patience = patience
        self._systemd = Systemd()
        self._child = 0
        self._asked = 0  # the signal that told us to stop
        self._asked_at = 0.0
        self._has_served = False

    def run(self) -> int:
        """Start it until it ends as it should. The live process leaves here, too, when it ends."""
        before = {number: signal.getsignal(number) for number in SIGNALS}
        self._woken, waking = socket.socketpair()
        for end in (self._woken, waking):
            end.setblocking(False)
        signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in SIGNALS:
            signal.signal(number, self._stop)
        failures = 0
        while True:
            line, end = socket.socketpair()
            sys.stdout.flush()
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # it must not get lost in between
            self._child = os.fork()
            if self._child == 0:
                _leave(before, line, self._woken, waking)
                return self._live(Line(end, not self._has_served))
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
            if self._asked:  # just before
                self._stop(self._asked, None)
            end.close()
            with line:
                code, steady = self._watch(line)
            if code == 0 or self._asked or not self._has_served:
                return self._code(code)
            failures = 1 if steady else failures + 1
            wait = 0.0 if failures == 1 else min(2.0 ** (failures - 2), LONGEST)
            log.error("the site has ended (%s); it is started again", _how(code))
            self._pause(wait)
            if self._asked:
                return 0

    def _stop(self, number: int, _: object) -> None:
        """Hand on what we were told. Ctrl-C reaches both of us: a second one would cut it short."""
        self._asked, self._asked_at = number, monotonic()
        if self._child:
            with suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGTERM)

    def _watch(self, line: socket.socket) -> tuple[int, bool]:
        """Until the live process has ended: its exit code, and whether it went well for a while."""
        heard: list[socket.socket] = [self._woken, line]
        begun, silent = 0.0, 0
        while True:
            ready, _, _ = select.select(heard, [], [], TICK)
            if self._woken in ready:
                self._woken.recv(4096)
            if self._asked and self._listener.fileno() != -1:
                self._systemd.say("STOPPING=1")
                self._listener.close()  # as the live process does with its own
            if line in ready and line.recv(4096):
                self._systemd.say("WATCHDOG=1" if begun else "READY=1")
                if begun == 0.0 and self._has_served:
                    log.warning("the site is back")
                begun, silent, self._has_served = begun or monotonic(), 0, True
            elif line in ready:
                heard.remove(line)  # it is closed: the process ends, or is about to
            silent += not ready
            code = self._ended(os.WNOHANG)
            if code is None and self._is_frozen(begun, silent):
                code = self._kill()
            if code is not None:
                return code, begun > 0 and monotonic() - begun > STEADY

    def _is_frozen(self, begun: float, silent: int) -> bool:
        if self._asked:
            return monotonic() - self._asked_at > STOP
        return self._has_served and silent >= (self._patience if begun else START)

    def _kill(self) -> int:
        """End a process that has no pulse, if possible after it has said where it hangs."""
        log.error("the site does not react: it is ended; nothing that was acknowledged is lost")
        os.kill(self._child, signal.SIGABRT)
        for _ in range(LAST_WORDS):
            select.select([], [], [], TICK)
            if (code := self._ended(os.WNOHANG)) is not None:
                return code
        os.kill(self._child, signal.SIGKILL)
        code = self._ended(0)
        assert code is not None
        return code

    def _ended(self, options: int) -> int | None:
        """The exit code of the live process, or the negative number of the signal that ended it."""
        child, status = os.waitpid(self._child, options)
        if child == 0:
            return None
        self._child = 0
        return os.waitstatus_to_exitcode(status)

    def _pause(self, seconds: float) -> None:
        """Wait, but not for longer than until we are told to stop; systemd need not worry."""
        end = monotonic() + seconds
        while not self._asked and (left := end - monotonic()) > 0:
            select.select([self._woken], [], [], min(left, TICK))
            with suppress(BlockingIOError):
                self._woken.recv(4096)
            self._systemd.say("WATCHDOG=1")

    def _code(self, code: int) -> int:
        """The exit code of the whole; one who was ended by a signal ends us in the same way."""
        if code >= 0:
            return code
        if -code == self._asked == signal.SIGTERM:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)
        log.error("the site has ended (%s)", _how(code))
        return 128 - code


def _leave(before: Mapping[signal.Signals, Any], *ends: socket.socket) -> None:
    """In the new process: have nothing of the supervisor any more."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, handler in before.items():
        signal.signal(number, handler)
    for end in ends:
        end.close()
    faulthandler.enable()  # to say where it hangs, or has failed in the core
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def _how(code: int) -> str:
    return f"exit code {code}" if code > 0 else signal.Signals(-code).name
