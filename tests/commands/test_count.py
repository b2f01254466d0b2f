import json
import subprocess
import sys

import pytest

from inarow.cli import main


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
    assert (run.returncode, run.stdout, run.stderr) == (130, b"\n", b"")
