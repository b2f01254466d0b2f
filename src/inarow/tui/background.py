"""Work that takes a while, in a thread of its own, so that the screen goes on."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from threading import Thread
from typing import Any, TypeAlias

from textual.message_pump import MessagePump

__all__ = ["Background", "Tell"]

AGAIN = 0.01
"""After how many seconds a stop is repeated: one that comes before the search begins is lost."""

Tell: TypeAlias = Callable[..., None]
"""Has a function called with arguments in the thread of the screen, unless nobody waits for it."""


class Background:
    """One piece of work at a time; a new one ends the one before, which then tells nothing."""

    def __init__(self, screen: MessagePump) -> None:
        self._screen = screen
        self._ticket: object = None
        self._thread: Thread | None = None
        self._stop: Callable[[], None] | None = None
        self._ending: Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether there is something that will be told."""
        return self._ticket is not None

    def ask(self, work: Callable[[Tell], None], stop: Callable[[], None] | None = None) -> None:
        """Do *work*, which tells what it finds; *stop* has it end soon."""
        self.cancel()
        ticket = self._ticket = object()
        before = self._ending

        def tell(answer: Callable[..., None], *arguments: Any) -> None:
            self._screen.call_later(self._tell, ticket, answer, *arguments)

        def run() -> None:
            if before is not None:
                before.join()
            if self._ticket is not ticket:
                return
            try:
                work(tell)
            except Exception as error:  # it is the screen's: a thread would die in silence
                tell(_raise, error)
            tell(self._done)

        context = copy_context()  # it says which app this is
        self._thread, self._stop = Thread(target=context.run, args=(run,), daemon=True), stop
        self._thread.start()

    def cancel(self) -> None:
        """End the work; nothing more is told."""
        self._ticket = None
        if self._thread is not None and self._thread.is_alive():
            self._ending = Thread(target=_end, args=(self._thread, self._stop), daemon=True)
            self._ending.start()
        self._thread = None

    def finish(self, seconds: float = 2.0) -> None:
        """End the work and wait for that."""
        self.cancel()
        if self._ending is not None:
            self._ending.join(seconds)

    def _tell(self, ticket: object, answer: Callable[..., None], *arguments: Any) -> None:
        if ticket is self._ticket:
            answer(*arguments)

    def _done(self) -> None:
        self._ticket = None


def _end(thread: Thread, stop: Callable[[], None] | None) -> None:
    while thread.is_alive():
        if stop is not None:
            stop()
        thread.join(AGAIN)


def _raise(error: Exception) -> None:
    raise error
