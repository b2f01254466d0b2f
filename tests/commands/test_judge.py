import json
from pathlib import Path

import pytest

from inarow.board.position import Position
from inarow.cli import main
from inarow.players.agents import HttpPlayer

SHORT = ["--rules", "4x4x3", "--games", "4", "--questions", "6", "--workers", "1"]


def test_one_agent_is_told_its_worst_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "random", *SHORT]) == 0
    out = capsys.readouterr().out
    head, row, _, note, _, title, *worst = out.splitlines()
    assert " ".join(head.split()) == "agent exam accuracy lost/game blunders Elo ± points time"
    assert row.split()[:2] == ["1", "random"]
    assert note == "Elo: by the games against the levels; level 1 is 0"
    assert title == "the worst moves:"
    assert 1 <= len(worst) <= 3
    assert all("4x4x3 " in line and ", now " in line for line in worst)


def test_a_class_is_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "first.py").write_text("def agent(position): return position.legal_moves()[0]")
    (tmp_path / "broken.py").write_text("def agent(position): return 1 // 0")
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "class.html"
    agents = [str(tmp_path / "first.py"), "broken.py:agent", "perfect"]
    assert main(["judge", *agents, *SHORT, "--report", str(page)]) == 0
    out = capsys.readouterr().out
    rows = [line.split()[:2] for line in out.splitlines()[1:4]]
    assert rows[0] == ["1", "perfect"]
    assert {row[1] for row in rows} == {"perfect", "first.py", "broken.py:agent"}
    assert "  broken.py:agent: ZeroDivisionError: integer division or modulo by zero" in out
    assert "3 agents on 4x4x3" in page.read_text()


def test_data_instead_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "level 1", "random", *SHORT, "--json", "--seed", "5"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["seed"] == 5
    assert {agent["name"] for agent in first["agents"]} == {"level 1", "random"}
    assert main(["judge", "level 1", "random", *SHORT, "--json", "--seed", "5"]) == 0
    second = json.loads(capsys.readouterr().out)
    for agent in (*first["agents"], *second["agents"]):
        agent.pop("speed")
    assert first == second


def test_ctrl_c_keeps_what_was_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(player: HttpPlayer, position: Position) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(HttpPlayer, "choose", interrupted)
    slow, page = "http://127.0.0.1:9/", tmp_path / "class.html"
    assert main(["judge", "random", slow, *SHORT, "--report", str(page)]) == 130
    out, err = capsys.readouterr()
    assert out.splitlines()[1].split()[:2] == ["1", "random"]
    assert err == "inarow: stopped: 1 of 2 agents judged\n"
    assert "random" in page.read_text()
    assert main(["judge", slow, *SHORT]) == 130
    assert capsys.readouterr().out == "\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nobody"], "an agent such as bot.py:agent or http://..., or a command, got 'nobody'"),
        (["level 11"], "expected a level from 1 to 10, got 11"),
        (["random", "--games", "3"], "expected an even number of games, got 3"),
        (
            ["random", "--report", "/no/such/folder/page.html"],
            "expected a file in an existing folder",
        ),
        (
            ["random", "--rules", "18x18x5/free", "--games", "0"],
            "18x18x5/free has no questions with exact answers",
        ),
        (["random", "--time", "0"], "argument --time: expected seconds above 0, got '0'"),
    ],
)
def test_bad_input_gets_one_line(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["judge", *arguments])
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
