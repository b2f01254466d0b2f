"""Whatever is handed to C++, directly or through NumPy arrays: an answer or a refusal, no crash."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest

import inarow as ir
from inarow import _core

SMALL = ir.Rules(3, 2, 2)
N = 4


class Number(int):
    """An int that is not quite one."""


@dataclass
class Shape:
    """Looks like rules."""

    width: Any = 3
    height: Any = 2
    k: Any = 2
    gravity: Any = True


Array = np.ndarray[Any, np.dtype[Any]]

VALUES: list[Any] = [
    *(None, True, -1, 0, 1, 2, 2**31 - 1, 2**31, 2**63, 2**64, -(2**63), Number(2)),
    *(0.5, float("nan"), float("inf"), "2", "x\0\ud800", b"", [], [0], [0] * 3, [-1], [2**64]),
    *(np.uint64(2**63), np.float64("nan"), np.zeros(0, np.uint64), {}, object(), _core.Stop()),
    *(ir.Rules(35, 35, 35), Shape(width=2**31 - 1, height=2**31 - 1), Shape(k=0), Shape(k=2**40)),
    *(Shape(width=-3), Shape(gravity=1), Shape(height=Number(2)), lambda *_: None),
]


def twisted(array: Array) -> Iterator[Any]:
    """An array in the ways that it should not be."""
    yield np.repeat(array, 2)[::2]  # with gaps
    yield array[::-1]
    yield np.repeat(array, 2)
    yield array[:-1]
    yield array[:0]
    yield array[0]
    yield array.reshape(1, -1)
    yield array.astype(array.dtype.newbyteorder())
    yield array.astype(object)
    yield array.astype(np.float64) * np.nan
    yield array.astype(np.int16)
    yield array.tolist()
    yield np.ma.masked_array(array)
    yield array.data
    frozen = array.copy()
    frozen.flags.writeable = False
    yield frozen
    buffer = np.zeros(array.nbytes + 1, np.uint8)
    yield buffer[1:].view(array.dtype).reshape(array.shape)  # not aligned
    yield np.broadcast_to(array[:1], array.shape)
    yield np.full_like(array, -1 if array.dtype.kind == "i" else 1)
    yield np.frombuffer(b"\xff" * array.nbytes, array.dtype).copy().reshape(array.shape)
    yield Random(1).randbytes(array.nbytes)


def hostile(good: Any) -> Iterator[Any]:
    yield from VALUES
    if isinstance(good, np.ndarray):
        yield from twisted(good)


def sets(count: int = N, rules: ir.Rules = SMALL) -> Array:
    return np.zeros((count, rules.words) if rules.words > 1 else count, np.uint64)


def byte(count: int = N) -> Array:
    return np.zeros(count, np.uint8)


# Arguments that are right, by door.
POSITION: dict[str, Any] = {"own": [0], "other": [0]}
SOLVER: dict[str, Any] = {"rules": SMALL, "table_mib": 1}
ASKED: dict[str, Any] = {"threads": 1, "stop": _core.Stop(), "report": None}
BOOKLET: dict[str, Any] = {
    "rules": SMALL, "we_start": True, "draw_is_enough": False, "threads": 1, "log2_answers": 12,
    "table_mib": 1, "seed": 1,
}  # fmt: skip
OPTIONS: dict[str, Any] = {
    "rules": SMALL, "games": N, "threads": 1, "illegal": _core.Illegal.RANDOM,
    "restart": _core.Restart.SAME_STEP, "opponent": _core.Opponent.NONE,
    "skill": _core.Skill(nodes=10, depth=1, overlook=0.5, spread=1.0, alert=0.5),
    "seat": _core.Seat.RANDOM, "from_first": False,
    "rewards": _core.Rewards(win=1, draw=0, loss=-1, illegal=-1, move=0),
    "shown": _core.Shown(view=_core.View.PLANES, floats=False),
}  # fmt: skip
SKILL: dict[str, Any] = {"nodes": 10, "depth": 1, "overlook": 0.5, "spread": 1.0, "alert": 0.5}


def arrays() -> dict[str, Any]:
    return {
        **{name: sets() for name in ("own", "other", "last_own", "last_other")},
        **{name: byte() for name in ("side", "stand", "result", "done", "last_side")},
        "reward": np.zeros(N, np.float32), "action": np.zeros(N, np.int32),
        "mask": byte(3 * N), "view": byte(12 * N),
    }  # fmt: skip


def starts() -> dict[str, Any]:
    return {"own": sets(1), "other": sets(1), "side": byte(1) + np.uint8(1)}


def payload() -> dict[str, Any]:
    builder = _core.BookBuilder(SMALL, 1)
    data, bits, count = builder.payload(np.zeros(builder.leaves, np.int8))
    return {"bucket_bits": bits, "count": count, "payload": np.frombuffer(data, np.uint8).copy()}


def books() -> _core.Book:
    return _core.Book(SMALL, **payload())


def play(
    options: dict[str, Any] = OPTIONS,
    start: dict[str, Any] | None = None,
    **changed: Any,
) -> _core.Env:
    env = _core.Env(
        _core.EnvOptions(**options),
        _core.EnvArrays(**{**arrays(), **changed}),
        _core.EnvStarts(**(start or starts())),
    )
    env.reset(1, None)
    for _ in range(4):
        env.step(None)
        env.reply(np.zeros(N, np.int32))
    return env


def against(opponent: _core.Opponent) -> dict[str, Any]:
    return {**OPTIONS, "opponent": opponent}


def results() -> Array:
    return np.zeros(N, np.bool_)


DOORS: dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]] = {
    "has_line": (_core.has_line, lambda: {"rules": SMALL, "boards": sets(), "out": results()}),
    "threats": (
        _core.threats,
        lambda: {"rules": SMALL, "discs": sets(), "occupied": sets(), "out": sets()},
    ),
    "legal_moves": (
        _core.legal_moves,
        lambda: {
            "rules": SMALL,
            "own": sets(),
            "other": sets(),
            "out": np.zeros((N, 3), np.bool_),
        },
    ),
    "play": (
        _core.play,
        lambda: {
            "rules": SMALL,
            "own": sets(),
            "other": sets(),
            "moves": np.zeros(N, np.int32),
        },
    ),
    "perft": (_core.perft, lambda: {"rules": SMALL, **POSITION, "plies": 2}),
    "count_positions": (
        _core.count_positions,
        lambda: {"rules": SMALL, "plies": 2, "up_to_symmetry": True},
    ),
    "Stop": (_core.Stop, dict),
    "Stop.set": (lambda: _core.Stop().set(), dict),
    "Stop.is_set": (lambda: _core.Stop().is_set(), dict),
    "Solver": (_core.Solver, lambda: {**SOLVER}),
    "Solver.solve": (
        lambda **given: _core.Solver(**SOLVER).solve(**given),
        lambda: {**POSITION, "low": -127, "high": 127, **ASKED},
    ),
    "Solver.solve_many": (
        lambda **given: _core.Solver(**SOLVER).solve_many(**given),
        lambda: {
            "own": sets(),
            "other": sets(),
            "weak": False,
            "out": np.zeros(N, np.int8),
            **ASKED,
        },
    ),
    "Book": (_core.Book, lambda: {"rules": SMALL, **payload()}),
    "Book.lookup": (lambda **given: books().lookup(**given), lambda: {**POSITION}),
    "Book.lookup_word": (
        lambda **given: books().lookup_word(**given),
        lambda: {"own": 0, "other": 0},
    ),
    "Book.lookup_many": (
        lambda **given: books().lookup_many(**given),
        lambda: {"own": sets(), "other": sets(), "out": np.zeros(N, np.int8)},
    ),
    "Book.scores": (lambda **given: books().scores(**given), lambda: {**POSITION}),
    "BookBuilder": (_core.BookBuilder, lambda: {"rules": SMALL, "depth": 1}),
    "BookBuilder.leaves": (lambda: _core.BookBuilder(SMALL, 1).leaves, dict),
    "BookBuilder.read": (
        lambda **given: _core.BookBuilder(SMALL, 1).read(**given),
        lambda: {"start": 0, "own": sets(2), "other": sets(2)},
    ),
    "BookBuilder.payload": (
        lambda **given: _core.BookBuilder(SMALL, 1).payload(**given),
        lambda: {"scores": np.zeros(2, np.int8)},
    ),
    "BookletBuilder": (_core.BookletBuilder, lambda: {**BOOKLET, "book": None}),
    "BookletBuilder.run": (
        lambda **given: _core.BookletBuilder(**BOOKLET).run(**given),
        lambda: {"seconds": 0.01, "close_after": 0.0, "report": lambda _: True},
    ),
    "BookletBuilder.state": (lambda: _core.BookletBuilder(**BOOKLET).state, dict),
    "BookletBuilder.saved": (lambda: _core.BookletBuilder(**BOOKLET).saved(), dict),
    "BookletBuilder.load": (
        lambda **given: _core.BookletBuilder(**BOOKLET).load(**given),
        lambda: {"text": "inarow booklet work 1\n3 2 2 1 0\n"},
    ),
    "BookletBuilder.booklet": (
        lambda **given: _core.BookletBuilder(**BOOKLET).booklet(**given),
        lambda: {"seconds": 0.0},
    ),
    "Engine": (_core.Engine, lambda: {**SOLVER}),
    "Engine.search": (
        lambda **given: _core.Engine(**SOLVER).search(**given),
        lambda: {**POSITION, "seconds": 1.0, "nodes": 10, "depth": 1, "lines": 1, **ASKED},
    ),
    "Rewards": (
        lambda **given: play({**OPTIONS, "rewards": _core.Rewards(**given)}),
        lambda: {"win": 1.0, "draw": 0.0, "loss": -1.0, "illegal": -1.0, "move": 0.0},
    ),
    "Skill": (
        lambda **given: play(
            {**against(_core.Opponent.LEVEL), "skill": _core.Skill(**given)},
        ),
        lambda: {**SKILL},
    ),
    "Shown": (
        lambda **given: play({**OPTIONS, "shown": _core.Shown(**given)}),
        lambda: {"view": _core.View.PLANES, "floats": False},
    ),
    "EnvOptions": (lambda **given: play(given), lambda: {**OPTIONS}),
    "EnvArrays": (play, arrays),
    "EnvStarts": (lambda **given: play(start=given), starts),
    **{
        f"EnvStarts against {opponent.name}": (
            lambda opponent=opponent, **given: play(against(opponent), given),
            starts,
        )
        for opponent in _core.Opponent
    },
    "Env": (
        _core.Env,
        lambda: {
            "options": _core.EnvOptions(**OPTIONS),
            "arrays": _core.EnvArrays(**arrays()),
            "starts": _core.EnvStarts(**starts()),
        },
    ),
    "Env.reset": (lambda **given: play().reset(**given), lambda: {"seed": 1, "chosen": byte()}),
    **{
        f"Env.{name}": (
            lambda name=name, **given: getattr(play(), name)(**given),
            lambda: {"moves": np.zeros(N, np.int32)},
        )
        for name in ("step", "reply", "find_illegal")
    },
}


def public(module: Any) -> Iterator[str]:
    """The names of all that can be called, methods as Class.method."""
    for name, value in vars(module).items():
        if name.startswith("_") or (not callable(value) and not isinstance(value, property)):
            continue
        yield name
        if isinstance(value, type) and not hasattr(value, "__members__"):
            yield from (f"{name}.{inner}" for inner in public(value))


def test_every_door_is_here() -> None:
    choices = {name for name, value in vars(_core).items() if hasattr(value, "__members__")}
    assert set(public(_core)) - choices == {name for name in DOORS if " " not in name}


def is_answered(door: Callable[..., Any], given: dict[str, Any]) -> bool:
    """Whether it does something or refuses, in one line unless it is about types."""
    try:
        door(**given)
    except ValueError as error:
        return bool(str(error)) and "\n" not in str(error) and not str(error).endswith(".")
    except (TypeError, MemoryError):
        pass
    return True


@pytest.mark.parametrize("name", DOORS)
def test_whatever_one_argument_is_it_is_answered_or_refused(name: str) -> None:
    door, good = DOORS[name]
    door(**good())  # what is right is not refused
    for argument, right in good().items():
        for value in hostile(right):
            assert is_answered(door, {**good(), argument: value}), (argument, value)


@pytest.mark.parametrize("name", [name for name in DOORS if DOORS[name][1]()])
def test_whatever_all_arguments_are_they_are_answered_or_refused(name: str) -> None:
    door, good = DOORS[name]
    random = Random(name)
    for _ in range(100):
        given = good()
        for argument, right in good().items():
            if random.random() < 0.5:
                given[argument] = random.choice(list(hostile(right)))
        assert is_answered(door, given), given


def test_a_report_may_answer_anything() -> None:
    solver = _core.Solver(ir.CONNECT_FOUR, 1)
    report: Any = lambda *_: "stop"  # noqa: E731
    _, _, complete = solver.solve([0], [0], -127, 127, 2, _core.Stop(), report)
    assert not complete


@pytest.mark.parametrize("opponent", _core.Opponent)
def test_arrays_overwritten_between_steps_are_survived(opponent: _core.Opponent) -> None:
    given = arrays()
    env = _core.Env(
        _core.EnvOptions(**against(opponent)),
        _core.EnvArrays(**given),
        _core.EnvStarts(**starts()),
    )
    env.reset(1, None)
    for name in ("side", "stand", "result", "done", "last_side", "mask", "action"):
        for value in range(256):
            given[name].fill(value % 128)
            given[name].view(np.uint8).fill(value)
            env.step(None)
            env.reply(np.zeros(N, np.int32))
            env.reset(None, np.ones(N, np.uint8))


def test_a_payload_overwritten_after_it_was_opened_is_survived() -> None:
    given = payload()
    book = _core.Book(SMALL, **given)
    given["payload"].fill(255)
    assert book.lookup_word(0, 0) in (None, -1)


def test_searches_refuse_what_cannot_be_played_on() -> None:
    full, outside, floating, line = 0b011011011, 0b100, 0b10, 0b11
    for own, other in ((full, 0), (outside, 0), (floating, 0), (line, 0), (0, line), (1, 1)):
        solver, engine = _core.Solver(SMALL, 1), _core.Engine(SMALL, 1)
        with pytest.raises(ValueError, match="expected positions that can be played on"):
            solver.solve([own], [other], -127, 127, **ASKED)
        with pytest.raises(ValueError, match="expected positions that can be played on"):
            engine.search([own], [other], 0, 10, 1, 1, **ASKED)
        both = (np.array([0, own], np.uint64), np.array([0, other], np.uint64))
        with pytest.raises(ValueError, match="expected positions that can be played on"):
            solver.solve_many(*both, False, 1, np.zeros(2, np.int8), _core.Stop(), None)


def test_a_report_that_searches_again_is_refused() -> None:
    engine = _core.Engine(SMALL, 1)

    def again(*_: object) -> None:
        search(None)

    def search(report: Any) -> Any:
        return engine.search([0], [0], 0, 100, 2, 1, 1, _core.Stop(), report)

    with pytest.raises(ValueError, match="expected one call at a time"):
        search(again)
    search(None)  # and afterwards it works as before


def test_books_have_no_discs_outside_the_board() -> None:
    book = books()
    for bit in range(64):
        if not SMALL.board >> bit & 1:
            assert book.lookup_word(1 << bit, 0) is book.lookup_word(0, 1 << bit) is None


@pytest.mark.parametrize(
    ("make", "search"),
    [
        ("Solver", "found.solve([0], [0], -127, 127, 64, stop, lambda *_: True)"),
        ("Engine", "found.search([0], [0], 0.0, 500, 2, 1, 64, stop, None)"),
    ],
)
def test_where_no_more_threads_can_be_had_those_that_are_there_search(
    make: str, search: str
) -> None:
    program = f"""
import resource
import inarow as ir
from inarow import _core

found, stop = _core.{make}(ir.CONNECT_FOUR, 1), _core.Stop()
{search}  # now it has all its memory
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**24,) * 2)  # too little for 64 stacks
{search}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
