"""The examples do what they say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import inarow as ir
from web.threaded import site

EXAMPLES = Path(__file__).parent.parent / "examples"


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
        assert record.tags["Termination"] == outcome
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
