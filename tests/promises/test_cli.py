import os
import subprocess
import sys
from pathlib import Path

import pytest

import inarow
from inarow.cli import COMMANDS, main


def test_alone_it_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 0
    assert "Start with: inarow play" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dance"], "there is no command 'dance'; see inarow --help"),
        (["detct", "44"], "there is no command 'detct'; did you mean detect? See inarow --help"),
        (["play", "--rules", "chess"], "expected rules such as '7x6x4'"),
        (["play", "--rules", "7x6x99"], "expected k from 1 to 35, got 99"),
        (
            ["play", "--o", "perfekt"],
            "did you mean perfect? For a person of that name, write person:",
        ),
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
        (
            ["detect", "7x6x4", "7/7/7/7/7/7", "x", "--rules", "gomoku"],
            "expected a position of 15x15x5/free, got one of 7x6x4",
        ),
        (["play", "1"], "inarow play: unrecognized arguments: 1; see inarow play --help"),
        (["book", "lookup", "--fast"], "unrecognized arguments: --fast; see inarow book lookup --"),
        (["detect", "4444444"], "column 4 is full, in move 7"),
        (["classic", "now"], "unrecognized arguments: now"),
        (["detect"], "the following arguments are required: POSITION"),
        (["detect", "49"], "expected a column from 1 to 7, got '9' at character 2"),
        (["detect", "3x3x3", "3/3", "x"], "expected 3 rows, got 2 at character 7"),
        (["detect", "44", "--detector", "magic"], "invalid choice: 'magic'"),
        (["detect", "44", "--side", "z"], "invalid choice: 'z'"),
        (["detect", "44", "--last", "h9"], "expected a cell from a1 to g6, got 'h9'"),
        (["detect", "44", "--last", "a1"], "the last disc of o, got column 1, row 1: nothing"),
        (["count"], "the following arguments are required: --plies"),
        (["count", "--plies", "-1"], "argument --plies: expected"),
        (["count", "--plies", "many"], "expected a number from 0 up, got 'many'"),
        (["count", "--plies", "9" * 50], "expected at most 999999999, got '99999"),
        (["best", "4", "--time", "inf"], "expected at most 999999 seconds, got 'inf'"),
        (["best", "4", "--time", "1e99"], "expected at most 999999 seconds, got '1e99'"),
        (["explain", "44", "--svg", "/nope/x.svg"], "inarow: /nope/x.svg: No such file"),
        (["book", "build", "--depth", "1", "--output", "/nope/b"], "inarow: /nope/b: No such file"),
        (["serve", "backup", ""], "argument FILE: expected a file name, got ''"),
        (["bench", ""], "argument FILE: expected a file name, got ''"),
        (["analyze", "--input", ""], "argument --input: expected a file name, got ''"),
        (["puzzles", "--output", ""], "argument --output: expected a file name, got ''"),
        (["serve", "--data", ""], "argument --data: expected a folder name, got ''"),
        (["arena", "levle 3", "random"], "got 'levle 3'; did you mean level 3?"),
        (
            ["arena", "level 3", "random", "--rules", "16x16x16"],
            "level 3 cannot play 16x16x16: the engine plays for up to 15 in a row",
        ),
        (
            ["judge", "level 3", "--rules", "16x16x16"],
            "level 3 cannot play 16x16x16: the engine plays for up to 15 in a row",
        ),
        (["play", "--load", ""], "argument --load: expected a file name, got ''"),
        (["classic", "a\nb"], "unrecognized arguments: a b"),
        (["bench", "/dev/zero"], "/dev/zero, line 1: expected text, got a line without an end"),
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


def test_every_kind_of_player_is_in_the_help_of_play(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    out = " ".join(capsys.readouterr().out.split())
    for kind in ("person:NAME", "level 10", "perfect", "cautious", "random", "engine:2s", "bot.py"):
        assert out.count(kind) >= 2, kind  # for x and for o


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"inarow {inarow.__version__}\n"


def test_closed_streams_and_full_disks_are_no_traceback() -> None:
    for command in ("play <&-", "classic <&-", "detect 44 >&-", "count --plies 2 >&-", "play >&-"):
        shell = f"{sys.executable} -m inarow {command}"
        closed = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        assert (closed.returncode, closed.stderr) == (0, ""), command
    shell = f"{sys.executable} -m inarow detect 44 > /dev/full"
    full = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert (full.returncode, full.stderr) == (2, "inarow: No space left on device\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "command", ["--help", "count --help", "completion bash", "dance", "play 1"]
)
def test_what_cannot_be_written_is_exit_code_2(command: str, unbuffered: str) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    for stream in ("> /dev/full", "2> /dev/full >&2"):
        shell = f"{sys.executable} -m inarow {command} {stream}"
        full = subprocess.run(
            ["bash", "-c", shell], capture_output=True, text=True, check=False, env=environment
        )
        assert full.returncode == 2
        assert full.stderr.count("\n") <= 1


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


def test_a_command_loads_no_other() -> None:
    program = (
        "import sys; from inarow.cli import main; main(['count', '--plies', '1']); "
        "print(*(name for name in sys.modules if name.startswith('inarow.commands.')))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    loaded = {name.rpartition(".")[2] for name in shown.stdout.splitlines()[-1].split()}
    assert loaded == {"count", "options"}


def test_every_command_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert all(f"\n    {name}" in shown for name in COMMANDS)
