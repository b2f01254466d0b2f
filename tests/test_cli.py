import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import inarow
from inarow.cli import main

DATA = Path(__file__).parent / "data"


def run(
    *arguments: str, answers: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[str]:
    """The real program."""
    return subprocess.run(
        [sys.executable, "-m", "inarow", *arguments],
        input=answers.decode("utf-8", "surrogateescape"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("four", ["4455667", "--trace"]),
        ("tic_tac_toe", ["--rules", "tic-tac-toe", "a1", "a2", "b2", "b1", "c3", "--trace"]),
        ("setup", ["7x6x4", "7/1x5/1xx4/1oox3/1oxxx2/1ooxo2", "o", "--last", "d3", "--trace"]),
        ("none", ["44"]),
    ],
)
def test_detect_shows_the_golden_text(
    name: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["detect", *arguments]) == 0
    assert capsys.readouterr().out == (DATA / "detect" / f"{name}.txt").read_text()


@pytest.mark.parametrize("detector", inarow.detectors.NAMES)
def test_detect_shows_one_detector(detector: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["detect", "4455667", "--detector", detector, "--trace"]) == 0
    out = capsys.readouterr().out
    assert f"Detector `{detector}`" in out
    assert out.count("Detector `") == 1
    assert "horizontal d1 e1 f1 g1" in out


def test_detect_gives_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["detect", "4455667", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["position"] == "7x6x4 7/7/7/7/3ooo1/3xxxx o"
    assert (data["side"], data["last"], data["problems"]) == ("x", "g1", [])
    assert [found["detector"] for found in data["detectors"]] == list(inarow.detectors.NAMES)
    line = {
        "cells": ["d1", "e1", "f1", "g1"],
        "direction": "horizontal",
        "configuration": "horizontal",
    }
    assert all(found["lines"] == [line] for found in data["detectors"])
    assert data["detectors"][0]["step_count"] == 120
    assert "steps" not in data["detectors"][0]
    main(["detect", "4455667", "--json", "--trace", "--detector", "views"])
    steps = json.loads(capsys.readouterr().out)["detectors"][0]["steps"]
    assert len(steps) == 120
    assert steps[0].keys() >= {"cells", "value", "panels", "text"}


def test_detect_looks_at_the_side_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    main(["detect", "4455667", "--side", "o", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert (data["side"], data["last"]) == ("o", None)
    assert all(found["lines"] == [] for found in data["detectors"])


def test_detect_names_what_is_odd(capsys: pytest.CaptureFixture[str]) -> None:
    main(["detect", "3x3x3", "3/x2/3", "o"])
    assert "odd: nothing lies under the disc in a2\n" in capsys.readouterr().out


def test_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "--plies", "3", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert [count["total"] for count in counts] == [1, 7, 49, 343]
    main(["count", "--rules", "tic-tac-toe", "--plies", "9", "--positions", "--symmetry"])
    lines = capsys.readouterr().out.splitlines()
    assert sum(int(line.split()[1]) for line in lines[1:]) == 765
    main(["count", "4", "--plies", "1"])
    assert capsys.readouterr().out.splitlines()[-1].split() == ["1", "7", "0"]


INTERRUPTED = """
import signal, sys, threading
from inarow.cli import main

def interrupt():
    while sys._current_frames()[threading.main_thread().ident].f_code.co_name != "perft":
        pass
    signal.raise_signal(signal.SIGINT)

threading.Thread(target=interrupt).start()
sys.exit(main(["count", "--plies", "30"]))  # it would take years
"""


def test_count_can_be_interrupted() -> None:
    run = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, b"\n", b"")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "inarow: the following arguments are required: COMMAND; see inarow --help"),
        (["dance"], "invalid choice: 'dance'"),
        (["play", "--rules", "chess"], "expected rules such as '7x6x4'"),
        (["play", "--rules", "7x6x99"], "expected k from 1 to 35, got 99"),
        (["play", "--seed", "x"], "argument --seed: invalid int value: 'x'"),
        (["play", "--rules", "7x6x4", "--moves", "48"], "got '8' at character 2"),
        (["play", "--rules", "2x1x2", "--moves", "11"], "column 1 is full, in move 2"),
        (["play", "--load", "/nowhere/game.txt"], "/nowhere/game.txt: No such file or directory"),
        (["play", "--load", "/"], "/: Is a directory"),
        (["play", "--load", "a", "--moves", "4"], "expected --load without --moves"),
        (["play", "--load", "a", "--rules", "7x6x4"], "expected one of --load and --rules, got 2"),
        (["play", "--position", "3x3x3 3/3 x"], "expected 3 rows, got 2 at character 7"),
        (["play", "--load", "a\nb"], "inarow: a b: No such file or directory"),
        (["detect", "44", "--last", ""], "expected a cell from a1 to g6, got ''"),
        (["detect", "7x6x4", "7/7/7/7/7/7", "x", "--rules", "7x6x4"], "expected --rules only with"),
        (["detect", "4444444"], "column 4 is full, in move 7"),
        (["classic", "now"], "unrecognized arguments: now"),
        (["detect"], "the following arguments are required: POSITION"),
        (["detect", "49"], "expected a column from 1 to 7, got '9' at character 2"),
        (["detect", "3x3x3", "3/3", "x"], "expected 3 rows, got 2 at character 7"),
        (["detect", "44", "--detector", "magic"], "invalid choice: 'magic'"),
        (["detect", "44", "--side", "z"], "invalid choice: 'z'"),
        (["detect", "44", "--last", "h9"], "expected a cell from a1 to g6, got 'h9'"),
        (["detect", "44", "--last", "a1"], "expected the last disc of o, got a1: nothing"),
        (["count"], "the following arguments are required: --plies"),
        (["count", "--plies", "-1"], "argument --plies: expected"),
        (["count", "--plies", "many"], "expected a number of plies from 0 up, got 'many'"),
        (["count", "4", "--plies", "3", "--positions"], "expected no position with --positions"),
        (["count", "--plies", "3", "--symmetry"], "expected --symmetry only with --positions"),
        (["count", "3x2x3", "x2/3", "o", "--plies", "3"], "expected no floating disc"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(arguments)
    except SystemExit as leaving:
        code = leaving.code
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("inarow")


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"", b'[Rules "7x6x4"]\n1. 4', b"[" * 2_000_000]
)
def test_a_bad_record_file_gets_one_sentence(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    assert main(["play", "--load", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"inarow: {path}: expected ")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("command", ["play", "classic", "solve", "analyze", "detect", "count"])
def test_every_command_explains_itself_with_examples(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert f"examples:\n  inarow {command}" in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"inarow {inarow.__version__}\n"


def test_play_asks_what_it_was_not_told() -> None:
    played = run("play", answers=b"3\nAnn\nBob\nb2\nquit\n")
    assert played.returncode == 0
    assert "Who plays x?" in played.stdout
    assert played.stdout.endswith(
        " -m inarow play --plain --rules=3x3x3/free --moves=b2 --x=Ann --o=Bob\n"
    )


def test_play_goes_on_with_what_it_was_given(tmp_path: Path) -> None:
    asked = run(
        "play", "--rules", "7x6x4", "--moves", "445566", "--x", "Ann", "--o", "Bob", answers=b"7\n"
    )
    assert "Ann (x) wins: horizontal from column 4 row 1 to column 7 row 1." in asked.stdout
    path = tmp_path / "game.txt"
    inarow.Record.of(inarow.Board(inarow.CONNECT_FOUR, "445566")).save(path)
    loaded = run("play", "--load", str(path), "--x", "Ann", "--o", "Bob", answers=b"7\n")
    assert loaded.stdout == asked.stdout


def test_the_names_of_a_record_are_not_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[First "Ann"]\n[Second "Bob"]\n[Rules "7x6x4"]\n1. 4 *')
    loaded = run("play", "--load", str(path), answers=b"4\n")
    assert "Who plays" not in loaded.stdout
    assert "Bob (o) plays column 4." in loaded.stdout


def test_closed_streams_and_full_disks_are_no_traceback() -> None:
    for command in ("play <&-", "classic <&-", "detect 44 >&-", "count --plies 2 >&-", "play >&-"):
        shell = f"{sys.executable} -m inarow {command}"
        closed = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        assert (closed.returncode, closed.stderr) == (0, ""), command
    shell = f"{sys.executable} -m inarow detect 44 > /dev/full"
    full = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert (full.returncode, full.stderr) == (2, "inarow: No space left on device\n")


def test_the_end_of_input_is_no_error_anywhere() -> None:
    for answers in (b"", b"1\n", b"1\nAnn\n", b"1\nAnn\nBob\n"):
        ended = run("play", answers=answers)
        assert (ended.returncode, ended.stderr) == (0, "")


def test_odd_bytes_on_standard_input_are_just_bad_answers() -> None:
    said = run("classic", answers=b"\xff\xfe\no\n\x00\nn\n", PYTHONIOENCODING="ascii:strict")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.count("Invalid input! please enter a valid choice!") == 2


def test_a_reader_that_leaves_early_is_no_error() -> None:
    position = (
        "20x20x4/free " + "/".join(["20"] * 19 + ["16xxxx"]) + " o"
    )  # much more than a pipe holds
    command = f"{sys.executable} -m inarow detect {position} --trace | head -n 1"
    piped = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert (piped.returncode, piped.stderr) == (0, "")
    assert piped.stdout == f"{position}\n"


def test_plain_output_has_no_escape_sequences() -> None:
    played = run(
        "play",
        "--rules",
        "7x6x4",
        "--x",
        "random",
        "--o",
        "random",
        "--seed",
        "1",
        answers=b"quit\n",
    )
    assert "\x1b" not in played.stdout
    assert "wins" in played.stdout
