import json
import os
import sys
from pathlib import Path

import pytest

import inarow as ir
from inarow.cli import main
from support.program import run
from support.terminal import Terminal


def test_a_match_ends_with_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "cautious", "--games", "6", "--seed", "1"]) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert lines[0].split() == ["player", "Elo", "±", "points", "games"]
    assert lines[1].split()[1] == "cautious"
    assert lines[4] == "6 games"
    assert lines[6].startswith("random against cautious, by their games alone: ")
    assert shown.err == ""


def test_results_do_not_depend_on_the_workers(tmp_path: Path) -> None:
    texts = []
    for workers in ("1", "3"):
        file = tmp_path / f"{workers}.txt"
        ran = run(
            *("arena", "random", "cautious", "engine:50n", "--games", "4", "--rules", "6x5x4"),
            *("--workers", workers, "--save", str(file), "--json"),
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        texts.append((ran.stdout, file.read_text()))
    assert texts[0] == texts[1]
    data = json.loads(texts[0][0])
    assert (data["rules"], data["games"]) == ("6x5x4", 12)
    assert sum(player["wins"] for player in data["players"]) <= 12
    records = ir.Record.parse_all(texts[0][1])
    assert len(records) == 12
    assert records[0].tags["First"] == "random"


def test_a_test_ends_early(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "cautious", "random", "--games", "200", "--sprt", "0", "100"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert " of 200\n" in shown
    assert "test 0 or 100 Elo: 100 (log-likelihood ratio +" in shown
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sprt"]["verdict"] == "high"


def test_a_program_that_fails_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text("raise SystemExit('not today')")
    broken = f"ugi:{sys.executable} {script}"
    assert main(["arena", "random", broken, "--games", "2"]) == 0
    shown = capsys.readouterr().out
    assert f"forfeits:\n  {broken}: expected an answer to the greeting, but it exited" in shown
    assert "with code 1: 'not today' (2 games: 1.1, 1.2)\n" in shown


def test_forfeits_alone_make_no_elo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text('def agent(board):\n    raise ValueError("oops")\n')
    assert main(["arena", str(bad), "random", "--games", "4", "--workers", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "   player  Elo  ±  points     games",
        "1  random    -  -     4/4  +4 =0 -0",
        "2  bad.py    -  -     0/4  +0 =0 -4",
        "",
        "4 games",
        "no Elo: no game was decided on the board",
        "",
        "forfeits:",
        "  bad.py: ValueError: oops (bad.py, line 2) (4 games: 1.1, 1.2, 2.1, ...)",
    ]
    assert main(["arena", str(bad), "random", "--games", "2", "--workers", "1", "--json"]) == 0
    players = json.loads(capsys.readouterr().out)["players"]
    assert [(each["rating"], each["elo"]) for each in players] == [(None, [None] * 3)] * 2


def test_both_elo_figures_say_what_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    main(["arena", "random", "cautious", "--games", "10", "--workers", "1"])
    shown = capsys.readouterr().out
    assert "\nElo: 0 is the average of the players; one drawn game is added" in shown
    assert "\nrandom against cautious, by their games alone: at most -" in shown
    main(["arena", "random", "random", "--games", "2", "--workers", "1"])
    assert (
        ", by their games alone: too few games for an Elo difference\n" in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    "command", [["arena", "random", "random", "--save"], ["judge", "random", "--report"]]
)
def test_where_nothing_can_be_written_nothing_is_played(
    command: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*command, str(tmp_path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("inarow: expected an ordinary file to write to, got ")


def test_small_boards_repeat_their_openings(capsys: pytest.CaptureFixture[str]) -> None:
    main(["arena", "random", "cautious", "--rules", "tic-tac-toe", "--plies", "1", "--games", "8"])
    expected = "inarow: 3x3x3/free has only 3 openings of 1 ply: they are repeated\n"
    assert capsys.readouterr().err == expected


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["random"], "expected at least two players, got 1"),
        (["random", "deep"], "expected a player such as random"),
        (["random", "random", "--games", "3"], "expected an even number of games, at least 2, got"),
        (["random", "gomocup:x"], "gomocup:x cannot play 7x6x4: the protocol gomocup"),
        (["random", "random", "--workers", "0"], "expected at least one worker, got 0"),
        (["random", "random", "random", "--sprt", "0", "5"], "expected two players with --sprt"),
        (["random", "random", "--save", "/no/such/folder"], "expected a file in an existing"),
        (["random", "random", "--sprt", "5", "5"], "expected a low Elo below the high one, 5.0"),
    ],
)  # fmt: skip
def test_bad_input_is_told_before_the_first_game(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"inarow: {says}")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_shows_what_was_played_so_far(workers: str, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    terminal = Terminal(
        *("arena", "random", "random", "--rules", "4x4x4", "--plies", "0", "--games", "20000"),
        *("--workers", workers, "--save", str(file)),
    )
    terminal.read_until(b" of 20000 games, ")
    os.write(terminal.ours, b"\x03")
    assert terminal.finish() == 130
    assert "Traceback" not in terminal.text
    table = terminal.text[terminal.text.index("player ") :]
    games = int(table[table.index("\n\n") :].split()[0])
    assert f"{games} games of 20000\nElo: 0 is the average" in table
    assert file.read_text().count("[Round ") == games
