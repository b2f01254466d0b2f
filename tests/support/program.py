"""The real program, run with arguments and answers."""

import os
import subprocess
import sys


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
