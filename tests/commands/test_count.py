import json
import subprocess
import sys

import pytest

from inarow.cli import main
from support.terminal import Terminal


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

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started us may ignore it

def interrupt():
    while sys._current_frames()[threading.main_thread().ident].f_code.co_name != "perft":
        pass
    signal.raise_signal(signal.SIGINT)

threading.Thread(target=interrupt).start()
sys.exit(main(["count", "--plies", "30"]))  # it would take years
"""


def test_count_can_be_interrupted() -> None:
    run = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (130, b"")
    assert run.stdout.endswith(b"\n")


def test_what_is_counted_is_shown_ply_by_ply() -> None:
    terminal = Terminal("count", "--plies", "30")
    terminal.read_until(b"  6          117,649                0\r\n")
    terminal.type(b"\x03")
    assert terminal.finish() == 130


@pytest.mark.parametrize("arguments", [[], ["--positions"], ["--positions", "--symmetry"]])
@pytest.mark.parametrize("rules", ["1x1x1", "4x3x3", "3x3x3/free", "5x1x2"])
def test_it_counts_the_same_as_all_at_once(
    rules: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["count", "--rules", rules, "--plies", "40", *arguments])
    shown = [row.replace(",", "").split() for row in capsys.readouterr().out.splitlines()[1:]]
    main(["count", "--rules", rules, "--plies", "40", *arguments, "--json"])
    found = json.loads(capsys.readouterr().out)
    expected = [(ply, each["total"], each["finished"]) for ply, each in enumerate(found)]
    assert [tuple(map(int, row)) for row in shown] == expected
