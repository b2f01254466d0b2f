"""A monkey at the full screen: random keys, clicks and windows, with everything that can fail.

Players raise, leave and cheat, searches and disks fail, and answers come late, in any order or not
at all. Nothing of it may end the program, show an answer for another position, or lead to a screen
that Escape does not leave. A round is one app and `SEQUENCES` sequences, and all of it follows
from the seed: threads and clocks are replaced, so that a round which failed fails again::

    PYTHONPATH=tests python -m support.monkey --rounds 200    # 10,000 sequences
    PYTHONPATH=tests python -m support.monkey --seed 17       # round 17 again
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any
from unittest import mock

from textual import events
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.screen import Screen

from inarow import Board, Estimate, Human, Player, Position, Record, Rules
from inarow.board.notation import move_name
from inarow.errors import EngineError, InarowError, PlayerError
from inarow.explain import analysis
from inarow.explain.analysis import Finding
from inarow.players.by_text import player_by_name
from inarow.search.background import Searchers, Worker
from inarow.search.stop import Stop
from inarow.tui import board as board_module
from inarow.tui.app import InarowApp
from inarow.tui.board import BoardView
from inarow.tui.game import GameScreen
from inarow.tui.match import Match
from inarow.tui.match_screen import MatchScreen
from inarow.tui.session import Session
from inarow.tui.start import StartScreen
from inarow.tui.storage import Folders
from inarow.tui.study_screen import StudyScreen

SEQUENCES = 50
"""How many sequences a round has."""
LENGTH = 25
"""How many things the monkey does in a sequence."""
PAINTED = 0.25
"""The share of sequences that are painted, which takes most of the time."""
MANY_TURNS = 100_000
"""More turns of the loop than these no event takes."""
MANY_ESCAPES = 8
"""More screens than these never lie on top of each other."""

KEYS = (
    *"abcdefghijklmnoprstuvwxyz0123456789ABJKTX",
    *("left", "right", "up", "down", "enter", "space", "escape", "backspace", "tab", "shift+tab"),
    *("pageup", "pagedown", "home", "end", "f1", "question_mark", "comma", "full_stop"),
    *("ctrl+up", "ctrl+down", "ctrl+p", "delete", "colon", "slash"),
)
LIKELY_KEYS = (*"ttwoouruj1234567", "enter", "enter", "left", "right")
SIZES = ((80, 24), (120, 40), (60, 20), (40, 12), (30, 8), (81, 25), (20, 5))
RULES = ("7x6x4", "7x6x4", "3x3x3/free", "18x18x4", "15x15x5/free", "16x16x16", "1x1x1", "5x35x4")
ERRORS = (
    ValueError("oops"),
    PlayerError("no idea"),
    EngineError("expected another board"),
    SystemExit(3),
    MemoryError(),
    OSError(28, "No space left on device"),
    RecursionError("deep"),
)


class FoundError(AssertionError):
    """What the monkey has found, and how it came there."""


def best_of(position: Position) -> int:
    """The move that is best in every search here: another one in another position."""
    legal = position.legal_moves()
    return legal[(position.first * 31 + position.second * 17) % len(legal)]


class Opponent(Player):
    """Plays, cheats or fails as chance has it; remembers what it chose, and where."""

    def __init__(self, name: str, random: Random, faults: float) -> None:
        super().__init__(name)
        self.random, self.faults = random, faults
        self.chosen: dict[Position, int] = {}

    def choose(self, position: Position) -> int:
        if self.random.random() < self.faults:
            answer = self.random.choice([*ERRORS, -1, 99, None, "x9"])
            if isinstance(answer, BaseException):
                raise answer
            self.chosen[position] = answer  # type: ignore[assignment]
            return answer  # type: ignore[return-value]
        self.chosen[position] = self.random.choice(position.legal_moves())
        return self.chosen[position]


class Chores:
    """What waits to be done: answers of background work, timers, and pictures of a fall."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.work: list[tuple[Worker, Stop, Callable[..., None]]] = []
        self.timers: list[tuple[MessagePump, Callable[[], Any], bool]] = []
        self.clock = 0.0

    def ask(self, worker: Worker, work: Callable[..., None]) -> None:
        """Instead of `Worker.ask`: nothing is done before `do_some`."""
        worker._stop.set()
        stop = worker._stop = worker._awaited = Stop()
        self.work.append((worker, stop, work))

    def set_timer(self, pump: MessagePump, _: float, callback: Callable[[], Any]) -> object:
        self.timers.append((pump, callback, False))
        return mock.Mock()

    def set_interval(
        self, pump: MessagePump, seconds: float, callback: Callable[[], Any], **more: Any
    ) -> object:
        if more:  # Textual's own
            return MessagePump.set_interval(pump, seconds, callback, **more)
        timer = mock.Mock()
        entry = (pump, callback, True)
        timer.stop = lambda: self.timers.remove(entry) if entry in self.timers else None
        self.timers.append(entry)
        return timer

    def do_some(self) -> None:
        """Finish one piece of work, or have one timer ring."""
        self.clock += self.random.choice([0.01, 0.1, 3.0])
        if self.work and self.random.random() < 0.6:
            self._finish(*self.work.pop(self.random.randrange(len(self.work))))
        elif self.timers:
            entry = self.random.choice(self.timers)
            pump, callback, again = entry
            if not again:
                self.timers.remove(entry)
            if pump.is_attached and pump.is_running:
                pump.call_later(callback)
            elif again:
                self.timers.remove(entry)

    def _finish(self, worker: Worker, stop: Stop, work: Callable[..., None]) -> None:
        def tell(answer: Callable[..., None], *arguments: Any) -> None:
            worker._deliver(lambda: None if stop.is_set() else answer(*arguments))

        if stop.is_set():
            return
        try:
            work(stop, tell)
        except Exception as error:
            tell(worker._failed, error)
        tell(worker._done, stop)


class Monkey:
    """One round: an app, and what is done to it."""

    def __init__(self, seed: int, folder: Path, *, sequences: int = SEQUENCES) -> None:
        self.random = Random(seed)
        self.seed, self.folder, self.sequences = seed, folder, sequences
        self.chores = Chores(self.random)
        self.log: list[str] = []
        self.paints = True

    # -- the world --------------------------------------------------------------------------------

    def make(self, name: str, seed: int | None = None) -> Player:
        """A player of any name: people, and opponents who may fail."""
        if name.startswith(("level", "perfect", "engine", "bot")):
            return Opponent(name, Random(self.random.random()), 0.15)
        return player_by_name(name, seed=seed)

    def _maybe_fail(self) -> None:
        if self.random.random() < 0.1:
            error = self.random.choice([e for e in ERRORS if isinstance(e, Exception)])
            raise error

    def glance(self, _: Searchers, position: Position) -> Finding:
        self._maybe_fail()
        worths = {move: Estimate(-100, position.turn) for move in position.legal_moves()}
        return Finding(worths | {best_of(position): Estimate(100, position.turn)})

    def analyze(self, searchers: Searchers, position: Position, tell: Any) -> Finding:
        tell(self.glance(searchers, position))
        return self.glance(searchers, position)

    def explain(self, _: Searchers, board: Board) -> dict[str, Any]:
        self._maybe_fail()
        return {"sentences": [about(board.position)] if self.random.random() < 0.9 else []}

    def review(self, record: Record, **_: Any) -> Any:
        self._maybe_fail()
        raise InarowError("no review here")  # what it shows is tested elsewhere

    def keep(self, *_: object) -> None:
        if self.random.random() < 0.3:
            raise OSError(28, "No space left on device")

    @contextmanager
    def world(self) -> Iterator[None]:
        """Everything that takes time, or may fail, in the monkey's hands."""
        chores, play, paint = self.chores, Match.play, Screen._compositor_refresh

        def checked_play(match: Match, move: int) -> None:
            program, position = match.program, match.position
            if isinstance(program, Opponent) and program.chosen.get(position) != move:
                raise FoundError(f"{program.name} did not choose {move} in {position.text()}")
            play(match, move)

        def paint_if_wanted(screen: Screen[Any]) -> None:
            if self.paints:
                paint(screen)

        methods: list[tuple[type, str, Any]] = [
            (Worker, "ask", chores.ask),
            (GameScreen, "set_timer", chores.set_timer),
            (StudyScreen, "set_interval", chores.set_interval),
            (BoardView, "set_interval", chores.set_interval),
            (Match, "play", checked_play),
            (Screen, "_compositor_refresh", paint_if_wanted),
            (InarowApp, "action_quit", self._stay),
        ]
        functions: list[tuple[Any, str, Any]] = [
            (analysis, "glance", self.glance),
            (analysis, "analyze", self.analyze),
            (analysis, "explain", self.explain),
            (board_module, "monotonic", lambda: chores.clock),
        ]
        with mock.patch("inarow.tui.review.review", self.review):
            patches = [mock.patch.object(kind, name, _method(call)) for kind, name, call in methods]
            patches += [mock.patch.object(place, name, call) for place, name, call in functions]
            for patch in patches:
                patch.start()
            try:
                yield
            finally:
                for patch in patches:
                    patch.stop()

    async def _stay(self, _: InarowApp) -> None:
        """Nobody quits here."""

    # -- a round ----------------------------------------------------------------------------------

    async def run(self) -> int:
        """Play; the number of events, or `FoundError`."""
        folders = Folders(*(self.folder / kind for kind in ("config", "state", "data")))
        searchers = partial(Searchers, threads=1, table_mb=1)
        session = Session(
            folders, seed=self.seed, searchers=searchers, make=self.make, animate=False
        )
        with self.world():
            app = InarowApp(session)
            async with app.run_test(size=SIZES[0]):
                await self.settle(app)
                for _ in range(self.sequences):
                    await self.sequence(app)
        return len(self.log)

    async def sequence(self, app: InarowApp) -> None:
        """A game, what is done to it, and the way back to the start screen."""
        self.paints = self.random.random() < PAINTED
        app.session.animate = self.random.random() < 0.3
        app.session.autosave.keep = self.random.choice(  # type: ignore[method-assign]
            [lambda record: None, self.keep]
        )
        start = await self.leave(app)
        if self.random.random() < 0.8:
            start.enter(self.some_match())
            self.log.append("a game")
            await self.settle(app)
        for _ in range(LENGTH):
            await self.event(app)
            if self.random.random() < 0.8:  # else the next one comes at once
                await self.settle(app)
        await self.settle(app)
        await self.leave(app)

    def some_match(self) -> Match:
        rules = Rules.parse(self.random.choice(RULES))
        board = Board(rules)
        for _ in range(self.random.randrange(12)):
            if board.outcome() is None:
                board.play(self.random.choice(board.legal_moves()))
        faults = self.random.choice([0.0, 0.3, 1.0])
        players: list[Player] = [
            Human(self.random.choice(["Ann", "安" * 12, "x" * 60]))
            if self.random.random() < 0.6
            else Opponent(f"bot{side}.py", Random(self.random.random()), faults)
            for side in (1, 2)
        ]
        return Match(Record.of(board), (players[0], players[1]))

    async def leave(self, app: InarowApp) -> StartScreen:
        """Escape until the start screen is there."""
        for _ in range(MANY_ESCAPES):
            if isinstance(app.screen, StartScreen):
                return app.screen
            self.press(app, "escape")
            await self.settle(app)
        raise FoundError(f"Escape does not leave {app.screen}")

    # -- events -----------------------------------------------------------------------------------

    async def event(self, app: InarowApp) -> None:
        """Do something."""
        chance = self.random.random()
        if chance < 0.3:
            self.press(app, self.random.choice(LIKELY_KEYS))
        elif chance < 0.6:
            self.press(app, self.random.choice(KEYS))
        elif chance < 0.75:
            self.mouse(app)
        elif chance < 0.8:
            self.resize(app, self.random.choice(SIZES))
        else:
            self.log.append("chore")
            self.chores.do_some()

    def press(self, app: InarowApp, key: str) -> None:
        self.log.append(key)
        sign = key if len(key) == 1 else {"space": " ", "comma": ",", "full_stop": "."}.get(key)
        app.post_message(events.Key(key.lower() if key.isupper() else key, sign))

    def mouse(self, app: InarowApp) -> None:
        width, height = app.size
        x, y = self.random.randrange(max(1, width)), self.random.randrange(max(1, height))
        kinds: Any = self.random.choice(
            [
                (events.MouseDown, events.MouseUp, events.Click),
                (events.MouseMove,),
                (events.MouseScrollDown,),
            ]
        )
        self.log.append(f"{kinds[-1].__name__}({x}, {y})")
        for kind in kinds:
            more = {"chain": 1} if kind is events.Click else {}
            app.screen._forward_event(
                kind(app.screen, x, y, 0, 0, 1, False, False, False, x, y, **more)
            )

    def resize(self, app: InarowApp, size: tuple[int, int]) -> None:
        self.log.append(f"window {size}")
        assert isinstance(app._driver, HeadlessDriver)
        app._driver._size = Size(*size)
        app.post_message(events.Resize(Size(*size), Size(*size)))

    # -- looking ----------------------------------------------------------------------------------

    async def settle(self, app: InarowApp) -> None:
        """Wait until every message has been read and every change painted, and look at it."""
        quiet = 0
        turns = 0
        while quiet < 4 and app._exception is None:
            quiet, turns = quiet + 1 if is_idle(app) else 0, turns + 1
            if quiet == 2:
                app.screen._on_timer_update()
            if turns > MANY_TURNS:
                raise FoundError(f"never quiet: {[*busy(app)]}")
            await asyncio.sleep(0)
        if app._exception is not None:
            raise FoundError(
                f"{type(app._exception).__name__}: {app._exception}"
            ) from app._exception
        if isinstance(app.screen, GameScreen):
            self.look(app.screen)

    def look(self, screen: MatchScreen) -> None:
        """Whatever is shown is about the position on the board."""
        position = screen.match.position
        if screen.view.scene.position != position:
            raise FoundError("another position is drawn")
        said = " ".join(screen.line.text.split())
        if said.startswith("Try "):
            best = move_name(best_of(position), screen.match.rules)
            if not said.startswith(f"Try {best}: "):
                raise FoundError(f"a hint for another position: {said}")
        if any(note.startswith("about ") and note != about(position) for note in screen.note):
            raise FoundError(f"an explanation of another position: {screen.note}")
        if screen.view.scene.scores.keys() - {*position.legal_moves()}:
            raise FoundError(f"scores of another position: {screen.view.scene.scores}")


def _method(call: Callable[..., Any]) -> Callable[..., Any]:
    """A function that becomes a method of its class."""
    return lambda self, *arguments, **named: call(self, *arguments, **named)


def about(position: Position) -> str:
    """What is said about a position, and about no other."""
    return f"about {position.text()}"


def busy(app: App[None]) -> Iterator[MessagePump]:
    """Those who have messages to read."""
    pumps: list[MessagePump] = [app]
    for screen in app.screen_stack:
        pumps += [*screen.walk_children(with_self=True)]
    return (pump for pump in pumps if pump.is_running and pump.message_queue_size)


def is_idle(app: App[None]) -> bool:
    """Whether all messages have been read."""
    return next(busy(app), None) is None


def round_of(seed: int, *, sequences: int = SEQUENCES) -> int:
    """Play the round of *seed*; the number of events. What led to a failure is told with it."""
    with TemporaryDirectory() as folder, chdir(folder):  # where it saves its games
        monkey = Monkey(seed, Path(folder), sequences=sequences)
        try:
            return asyncio.run(monkey.run())
        except BaseException as error:
            steps = " ".join(monkey.log[-60:])
            raise FoundError(
                f"seed {seed}, after {len(monkey.log)} events: {error}\n{steps}"
            ) from error


def main() -> int:
    """Rounds from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.rounds)
    if options.seed is not None:
        seeds = range(options.seed, options.seed + 1)
    start, done = monotonic(), 0
    for seed in seeds:
        done += round_of(seed)
        sequences = SEQUENCES * (seed - seeds[0] + 1)
        print(f"{sequences} sequences, {done} events, {monotonic() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
