"""The examples do what they say; those that learn or search do it in a short form."""

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import inarow as ir
from support.paths import ROOT
from support.web.threaded import site

EXAMPLES = ROOT / "examples"


def run(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    return done.stdout


def test_a_bot_plays_a_whole_game_by_the_api(tmp_path: Path) -> None:
    with site(tmp_path) as running:
        said = run("bot_over_http.py", running.url, "--rules", "4x4x3")
        found = re.fullmatch(
            rf"playing {running.url}/game/(\S+)\nI was ([xo]); (.*); moves (\d+)\n", said
        )
        assert found, said
        game, _, outcome, moves = found.groups()
        record = ir.Record.parse(running.program().get(f"/api/games/{game}/record").text)
        names = {"x": record.tags["First"], "o": record.tags["Second"]}
        side, _, rest = record.tags["Termination"].partition(" ")
        assert f"{names.get(side, side)} {rest}".lower() == outcome.lower()
        assert record.main.moves == [int(move) - 1 for move in moves]
        assert record.board().outcome() is not None


def test_a_bot_joins_a_game_of_somebody_else(tmp_path: Path) -> None:
    with site(tmp_path) as running:
        ann, bob = running.client(), running.client()
        game = ann.post("/api/games", json={"rules": "4x4x3", "side": "x"}).json()["id"]
        token = bob.post("/api/tokens", json={"label": "bot", "scopes": ["read", "play"]}).json()
        script = str(EXAMPLES / "bot_over_http.py")
        command = [sys.executable, script, running.url, "--game", game, "--token", token["token"]]
        bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        with ann.stream("GET", f"/api/games/{game}/stream") as stream:
            for _ in stream.iter_lines():
                view = ann.get(f"/api/games/{game}").json()
                if view["status"] == "over":
                    break
                if view["turn"] == "x" and view["status"] == "playing":
                    ann.post(f"/api/games/{game}/move", json={"move": view["legal"][0]})
        said, _ = bot.communicate(timeout=60)
        assert said.splitlines()[-1].startswith("I was o; ")


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "size", "least"), [("q_learning", 15_000, 0.8), ("dqn", 60, 0.0), ("mcts", 12, 0.4)]
)
def test_an_example_does_what_it_says(
    name: str, size: int, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    share = load(name).main(size)
    assert least <= share <= 1
    out = capsys.readouterr().out
    assert out.count("\n") == 4  # a table of three agents
    assert re.search(r"^\d  random ", out, re.MULTILINE)


def test_all_examples_are_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {
        "bot_over_http",
        "q_learning",
        "dqn",
        "mcts",
    }


def test_the_notebook_shows_what_its_cells_print(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads((EXAMPLES / "notebook.ipynb").read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    for number, cell in enumerate(cell for cell in cells if cell["cell_type"] == "code"):
        *before, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(before, []), f"cell {number}", "exec"), names)
        said = {"stream": "", "execute_result": ""}
        for output in cell["outputs"]:
            texts = (
                output["text"]
                if output["output_type"] == "stream"
                else output["data"]["text/plain"]
            )
            said[output["output_type"]] = "".join(texts)
        assert isinstance(last, ast.Expr)
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        assert said["execute_result"] == ("" if value is None else repr(value))
        assert said["stream"] == capsys.readouterr().out
        if isinstance(value, ir.widget.BoardWidget):
            names[f"shown {number}"] = value
    for name, value in names.items():
        if name.startswith("shown"):
            value.close()
