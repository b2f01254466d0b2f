"""Functions and servers that behave, and those that do not."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest

import inarow as ir
from inarow.players.agents import FunctionPlayer, HttpPlayer, Struct, kaggle_configuration
from inarow.players.decision import why_no_move
from inarow.protocols.json_lines import position_of

EMPTY = ir.Position(ir.CONNECT_FOUR)
SECOND = ir.Board(ir.CONNECT_FOUR, "4").position


def failure(player: ir.Player, position: ir.Position = EMPTY) -> str:
    with pytest.raises(ir.PlayerError) as caught:
        player.choose(position)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# -- functions ------------------------------------------------------------------------------------


def test_a_function_of_the_position_plays() -> None:
    player = FunctionPlayer(lambda position: position.legal_moves()[-1], "last")
    assert player.choose(EMPTY) == 6
    assert ir.Game(ir.TIC_TAC_TOE, (player, ir.Random(seed=1))).run()
    assert FunctionPlayer(lambda _: np.int32(2)).choose(EMPTY) == 2
    assert FunctionPlayer(lambda _: "3").choose(EMPTY) == 2


def test_an_agent_of_kaggle_plays() -> None:
    seen: list[Any] = []

    def agent(observation: Any, configuration: Any) -> int:
        seen.append((observation, configuration))
        return int(configuration["columns"] - observation.mark)

    player = FunctionPlayer(agent)
    assert (player.name, player.style) == ("agent", "kaggle")
    assert player.choose(SECOND) == 5
    observation, configuration = seen[0]
    assert observation.board == [0] * 38 + [1] + [0] * 3
    assert (observation["mark"], observation.step) == (2, 1)
    assert (configuration.columns, configuration.rows, configuration.inarow) == (7, 6, 4)


def test_how_it_is_asked_follows_from_its_parameters() -> None:
    class Agent:
        def __call__(self, observation: Any, configuration: Any) -> int:
            return 0

    kaggle: list[Callable[..., Any]] = [
        lambda observation, configuration: 0,
        lambda obs: 0,
        lambda obs, config=None: 0,
        lambda a, b: 0,
        Agent(),
    ]
    plain: list[Callable[..., Any]] = [lambda position: 0, lambda p, depth=3: 0, lambda *a: 0, max]
    assert [FunctionPlayer(function).style for function in kaggle] == ["kaggle"] * 5
    assert [FunctionPlayer(function).style for function in plain] == ["position"] * 4
    assert [FunctionPlayer(function).choose(EMPTY) for function in kaggle] == [0] * 5
    assert FunctionPlayer(lambda x: x.mark, style="kaggle").choose(SECOND) == 2


def test_what_goes_wrong_is_told_in_one_sentence() -> None:
    def crash(position: ir.Position) -> int:
        raise KeyError("no such thing")

    assert failure(FunctionPlayer(crash)).startswith(
        "crash: KeyError: 'no such thing' (test_agents.py, line "
    )
    assert (
        failure(FunctionPlayer(lambda p: None, "it")) == "it: expected a move from 0 to 6, got None"
    )
    assert failure(FunctionPlayer(lambda p: 7, "it")) == "it: expected a legal move, got 7"
    sentence = "it: expected rules with gravity for a ConnectX agent, got 3x3x3/free"
    player = FunctionPlayer(lambda obs: 0, "it")
    assert failure(player, ir.Position(ir.TIC_TAC_TOE)) == sentence


def test_a_function_that_hangs_is_left_alone() -> None:
    released = Event()
    player = FunctionPlayer(lambda p: released.wait(60), "it", seconds=0.05)
    line = player.function.__code__.co_firstlineno
    place = f"(test_agents.py, line {line})"
    assert failure(player) == f"it: expected a move within 0.05 s, got none {place}"
    released.set()
    in_time = FunctionPlayer(lambda p: 3, seconds=60)
    assert in_time.choose(EMPTY) == 3
    assert "KeyError: 1" in failure(FunctionPlayer(lambda p: {0: 0}[1], "it", seconds=60))


def test_a_copy_asks_the_same_function() -> None:
    player = FunctionPlayer(lambda p: 3, "it", seconds=5)
    twin = player.copy()
    assert (twin.choose(EMPTY), twin.name, twin.seconds) == (3, "it", 5)


def test_bad_settings_get_one_sentence() -> None:
    with pytest.raises(ir.PlayerError, match="expected a function, got 3"):
        FunctionPlayer(3)  # type: ignore[arg-type]
    with pytest.raises(ir.PlayerError, match="expected style position or kaggle, got 'odd'"):
        FunctionPlayer(max, style="odd")
    with pytest.raises(ir.PlayerError, match="expected seconds above 0, got 0"):
        FunctionPlayer(max, seconds=0)
    with pytest.raises(AttributeError, match="nothing"):
        _ = Struct(a=1).nothing
    assert kaggle_configuration(ir.WIDE_FOUR, 5).actTimeout == 5


# -- servers --------------------------------------------------------------------------------------


@contextmanager
def serving(answer: Callable[[BaseHTTPRequestHandler, Any], None]) -> Iterator[str]:
    """A server of ours that lets *answer* deal with every question."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            answer(self, json.loads(self.rfile.read(length)))

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/move?level=1"
        finally:
            server.shutdown()
            thread.join()


def reply(handler: BaseHTTPRequestHandler, data: bytes, status: int = 200) -> None:
    handler.send_response(status)
    handler.end_headers()
    handler.wfile.write(data)


def test_a_server_plays() -> None:
    asked: list[Any] = []

    def answer(handler: BaseHTTPRequestHandler, question: Any) -> None:
        asked.append((handler.path, handler.headers["Content-Type"]))
        position = position_of(question)
        reply(handler, json.dumps({"move": position.legal_moves()[0]}).encode())

    with serving(answer) as url:
        player = HttpPlayer(url)
        game = ir.Game(ir.TIC_TAC_TOE, (player, ir.Random(seed=2)))
        assert game.run()
    assert set(asked) == {("/move?level=1", "application/json")}


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        (b"soon", 200, "expected a move in JSON, got 'soon'"),
        (b"9", 200, "expected a legal move, got 9"),
        (b"", 200, "expected a move in JSON, got ''"),
        (b"1" * 70_000, 200, "expected an answer of at most 65536 bytes, got more"),
        (b"not\nhere", 404, "expected status 200, got 404: not here"),
        (b"not\x1b[2J here", 404, "expected status 200, got 404: not[2J here"),
        (b"", 500, "expected status 200, got 500"),
        (b'{"error": "tired"}', 200, "tired"),
    ],
)
def test_a_server_that_answers_nonsense_is_told_of(data: bytes, status: int, sentence: str) -> None:
    with serving(lambda handler, _: reply(handler, data, status)) as url:
        assert failure(HttpPlayer(url, "it")) == f"it: {sentence}"


def test_a_server_that_hangs_hangs_up_or_is_not_there() -> None:
    released = Event()
    with serving(lambda *_: (released.wait(60), None)[1]) as url:
        assert failure(HttpPlayer(url, "it", seconds=0.05)) in (
            "it: expected a move within 0.05 s, got none",
            "it: the server did not answer in time",
        )
        released.set()
    with serving(lambda handler, _: handler.connection.close()) as url:
        assert failure(HttpPlayer(url, "it")).startswith("it: the server did not answer: ")
    assert "refused" in failure(HttpPlayer(url, "it")).lower()
    for odd in (url + "/\xe4", url + "/a b"):
        assert failure(HttpPlayer(odd, "it")).startswith("it: the server did not answer: ")


@pytest.mark.parametrize(
    "url", ["", "host", "ftp://host/", "http://", "http://h:99999/", "http://[", "http://a b/"]
)
def test_an_address_must_be_one(url: str) -> None:
    with pytest.raises(ir.PlayerError, match="expected an address such as http://host:8000/, got"):
        HttpPlayer(url)


def test_what_a_function_says_when_it_fails_cannot_harm_a_terminal() -> None:
    error = ValueError("not\x1b[2J\nhere")
    player = FunctionPlayer(lambda _: 3, "mine")
    assert why_no_move(player, error) == "ValueError: not[2J here"
