"""Programs that sit at a game."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest

from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.errors import EngineError, IllegalMoveError
from inarow.players.levels import Level
from inarow.search.background import Searchers
from inarow.web.live import programs as module
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Abort, Move, NewGame, OfferCommand
from inarow.web.live.programs import Opponents, choose
from inarow.web.search.pool import Pool
from inarow.web.search.process import Here
from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import Change
from support.web.people import ANN, Listener, started, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    store = await Store(f"sqlite:///{tmp_path / 'games.db'}").open()
    pool = Pool(desks=2, desk=partial(Here, table_mb=1))
    hub = Hub(store)
    Opponents(pool, hub)
    await started(hub)
    yield hub
    await hub.stop()
    await pool.close()
    await store.close()


def test_programs_choose_by_name() -> None:
    searchers = Searchers(table_mb=1)
    assert choose("perfect", Position(CONNECT_FOUR), searchers) == 3
    assert choose("level 1", Position(Rules.parse("4x4x3")), searchers) in range(4)


async def test_a_program_answers_each_move(hub: Hub) -> None:
    view = await hub.create(ANN, NewGame(side="x", opponent="level 1"))
    live = hub.lives[view.id]
    await hub.act(view.id, ANN, Move(move=3))
    await until(lambda: len(live.state.moves) == 2)
    assert live.thinking is None
    await hub.act(view.id, ANN, OfferCommand(what="takeback"))
    assert live.state.moves == ()


async def test_a_program_may_begin(hub: Hub) -> None:
    view = await hub.create(ANN, NewGame(side="o", opponent="level 1"))
    listener = Listener(ANN)
    await hub.subscribe(view.id, ANN, listener)
    await until(lambda: len(hub.lives[view.id].state.moves) == 1)
    assert listener.of("event")[0]["event"]["side"] == "x"


async def test_a_program_goes_on_after_a_restart(hub: Hub) -> None:
    alone = Hub(hub.store)  # without programs
    view = await alone.create(ANN, NewGame(side="o", opponent="level 2"))
    assert alone.lives[view.id].state.moves == ()
    await hub.view(view.id, ANN)
    await until(lambda: len(hub.lives[view.id].state.moves) == 1)


async def test_a_program_that_fails_is_told_and_the_game_goes_on(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 0)
    choose, failures = module.choose, [MemoryError(), EngineError("no"), IllegalMoveError("no")]

    def failing(name: str, position: Position, searchers: Searchers) -> int:
        if failures:
            raise failures.pop()
        return choose(name, position, searchers)

    monkeypatch.setattr(module, "choose", failing)
    view = await hub.create(ANN, NewGame(side="x", opponent="level 1"))
    listener = Listener(ANN)
    live = await hub.subscribe(view.id, ANN, listener)
    await hub.act(view.id, ANN, Move(move=3))
    await until(lambda: len(live.state.moves) == 2)
    assert [frame["game"]["failing"] for frame in listener.of("snapshot")] == [False] + [True] * 3
    assert not (await hub.view(view.id, ANN)).failing


async def test_a_game_whose_program_keeps_failing_can_be_taken_back_and_ended(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(name: str, position: Position, searchers: Searchers) -> int:
        raise EngineError("no")

    monkeypatch.setattr(module, "choose", failing)
    view = await hub.create(ANN, NewGame(side="x", opponent="level 1"))
    live = hub.lives[view.id]
    await hub.act(view.id, ANN, Move(move=3))
    await until(lambda: live.failing)
    ack = await hub.act(view.id, ANN, OfferCommand(what="takeback"))
    assert ack.game is not None
    assert (ack.game.moves, ack.game.failing) == ([], False)
    await hub.act(view.id, ANN, Move(move=2))
    await until(lambda: live.failing)
    await hub.act(view.id, ANN, Abort())
    assert live.thinking is None


def test_a_move_that_may_not_be_played_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Level, "choose_until", lambda *_: 99)
    with pytest.raises(IllegalMoveError):
        choose("level 1", Position(CONNECT_FOUR), Searchers(table_mb=1))


async def test_a_program_whose_move_could_not_be_stored_tries_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 0)
    submit, failures = hub.store.writer.submit, [DatabaseError("full"), DatabaseError("full")]

    def failing(change: Change, done: Callable[[DatabaseError | None], None]) -> None:
        if change.events and change.events[0].version == 2 and failures:
            asyncio.get_running_loop().call_soon(done, failures.pop())
        else:
            submit(change, done)

    monkeypatch.setattr(hub.store.writer, "submit", failing)
    view = await hub.create(ANN, NewGame(side="o", opponent="level 1"))
    await until(lambda: len(hub.lives[view.id].state.moves) == 1)
    assert not failures
