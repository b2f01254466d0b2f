"""Agents from files, in a process of their own."""

import io
import json
from contextlib import closing
from pathlib import Path
from textwrap import dedent
from threading import Event, Timer

import pytest

import inarow as ir
from inarow.players import agent_host
from inarow.players.agent_host import host, load
from inarow.players.agents import FunctionPlayer
from inarow.players.by_text import entrant
from inarow.protocols.json_lines import question

EMPTY = ir.Position(ir.CONNECT_FOUR)


def written(folder: Path, text: str, name: str = "bot.py") -> str:
    path = folder / name
    path.write_text(dedent(text))
    return str(path)


def failure(text: str) -> str:
    with pytest.raises(ir.PlayerError) as caught, closing(entrant(text, seed=1)) as player:
        player.choose(EMPTY)
    file = text.removeprefix("python:")
    return str(caught.value).removeprefix(f"{text}: ").removeprefix(f"{file}: ")


def test_a_function_of_a_file_plays_in_a_process_of_its_own(tmp_path: Path) -> None:
    written(tmp_path, "LAST = -1", "neighbour.py")
    bot = written(
        tmp_path,
        """
        from neighbour import LAST
        print("hello")  # is no answer
        def agent(position):
            print("thinking")
            return position.legal_moves()[LAST]
        def other(observation, configuration):
            return 2
        """,
    )
    for text, move in ((bot, 6), (f"{bot}:agent", 6), (f"{bot}:other", 2)):
        player = entrant(f"python:{text}")
        assert player.choose(EMPTY) == move
        player.close()


BOTS = {
    "a library loaded at the start": """
        import random
        import numpy as np
        def agent(position):
            return int(random.random() * 3) + int(np.random.random() * 5)
        """,
    "a library loaded for the first move": """
        def agent(position):
            from numpy.random import random
            return int(random() * 7)
        """,
    "drawn while it is loaded": """
        import numpy.random
        moves = list(numpy.random.randint(0, 7, 12))
        def agent(position):
            return moves.pop()
        """,
    "a library that was looked for before": """
        from importlib.util import find_spec
        found = find_spec("torch")
        def agent(position):
            import torch
            return int(torch.randint(0, 7, ()))
        """,
}


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_plays_the_same(name: str, tmp_path: Path) -> None:
    bot = written(tmp_path, BOTS[name])

    def moves(seed: int) -> list[int]:
        player = entrant(f"python:{bot}", seed=seed)
        found = [player.choose(EMPTY) for _ in range(12)]
        player.close()
        return found

    assert moves(1) == moves(1) != moves(2)


def test_a_player_and_a_class_of_players_will_do(tmp_path: Path) -> None:
    bot = written(tmp_path, "import inarow\nmine = inarow.Random()\nKind = inarow.Cautious")
    for name in ("mine", "Kind"):
        player = entrant(f"python:{bot}:{name}", seed=3)
        first = player.choose(EMPTY)
        again = entrant(f"python:{bot}:{name}", seed=3)
        assert again.choose(EMPTY) == first
        player.close()
        again.close()


def test_of_a_file_alone_it_is_agent_or_the_last_function(tmp_path: Path) -> None:
    first = written(tmp_path, "def agent(p): return 1\ndef later(p): return 2", "a.py")
    last = written(tmp_path, "def one(p): return 1\ndef two(p): return 2\nthree = 3", "b.py")
    assert load(first)(None) == 1  # type: ignore[operator]
    assert load(last)(None) == 2  # type: ignore[operator]
    assert load("inarow.players.levels:Perfect") is ir.Perfect


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def agent(p): return 1 // 0", "ZeroDivisionError: integer division or modulo by zero"),
        (
            "def agent(p):\n    return p.play(99)",
            "IllegalMoveError: expected a move from 0 to 6, got 99 (bot.py, line 2)",
        ),
        ("def agent(p)", "bot.py cannot be loaded: SyntaxError: expected ':' (bot.py, line 1)"),
        ("import nonsense", "bot.py cannot be loaded: ModuleNotFoundError: No module named"),
        ("raise SystemExit(3)", "bot.py cannot be loaded: SystemExit: 3"),
        ("x = 3", "expected a function agent in "),
        ("agent = 3", "expected a function agent in "),
        ("def agent(p): import os; os._exit(7)", "expected a move, but it exited with code 7"),
        ("def agent(p): raise SystemExit", "SystemExit (bot.py, line 1)"),
        ("def agent(p): return 'soon'", "expected a move from 0 to 6, got 'soon'"),
    ],
)
def test_what_goes_wrong_is_told_in_one_sentence(
    source: str, sentence: str, tmp_path: Path
) -> None:
    assert failure(f"python:{written(tmp_path, source)}").startswith(sentence)


def test_one_that_hangs_is_ended(tmp_path: Path) -> None:
    bot = written(tmp_path, "def agent(p):\n    while True: pass")
    sentence = "expected a move within 0.01 s, got none"
    assert failure(f"python@0.01s:{bot}").partition(" (")[0] == sentence


def test_the_line_where_an_agent_hangs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Answers(io.StringIO):
        def write(self, text: str) -> int:
            if "error" in text:
                released.set()
            return super().write(text)

    class StartedByTheAgent(Timer):
        def start(self) -> None:
            timers.append(self)

    timers: list[Timer] = []
    released = Event()
    monkeypatch.setattr(agent_host, "Timer", StartedByTheAgent)
    player = FunctionPlayer(
        lambda _: (any(map(Timer.start, timers)), released.wait(60), 0)[-1], "it"
    )
    line = player.function.__code__.co_firstlineno
    asked, answers = io.StringIO(json.dumps(question(EMPTY, 0.01)) + "\n"), Answers()
    host(player, asked, answers)
    told = json.loads(answers.getvalue().splitlines()[1])
    place = f"(test_agent_host.py, line {line})"
    assert told == {"error": f"expected a move within 0.01 s, got none {place}"}
    assert len(answers.getvalue().splitlines()) == 2


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    assert failure(f"python:{tmp_path}/none.py") == f"no such file: {tmp_path}/none.py"
    assert failure("python:inarow:nothing") == ("expected a function nothing in inarow, found none")
    assert "No module named 'nonsense'" in failure("python:nonsense:agent")
    with pytest.raises(ir.PlayerError, match=r"no such file: .*none\.py"):
        load(f"{tmp_path}/none.py")
    with pytest.raises(ir.PlayerError, match=r"expected file.py:function or module:function"):
        load("agent")


def test_every_question_gets_an_answer() -> None:
    asked = io.StringIO("oops\n" + json.dumps(question(EMPTY)) + "\n{}\n")
    answers = io.StringIO()
    host(ir.Cautious(seed=1), asked, answers)
    ready, *lines = answers.getvalue().splitlines()
    assert ready == "ready"
    assert [sorted(json.loads(line)) for line in lines] == [["error"], ["move"], ["error"]]
