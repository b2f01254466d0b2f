"""A page followed step by step, as a reader would: files written, commands typed, answers compared.

A block of code with a caption is the file of that name. A `console` block holds commands after
`$ `, each with what it prints; `...` stands for anything, and times count as equal.
"""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

BLOCK = re.compile(r"^(`{3,})(.*)\n((?:.*\n)*?)\1$", re.MULTILINE)
TIME = re.compile(r" +(?:\d[\d.]* (?:ns|µs|ms|s)|time)\b")  # or the heading above times
FLAGS = doctest.ELLIPSIS | doctest.DONT_ACCEPT_BLANKLINE


def follow(page: Path, folder: Path, environment: Mapping[str, str] | None = None) -> int:
    """Do everything that *page* says in *folder*; how many commands that were."""
    typed = 0
    for _, kind, text in BLOCK.findall(page.read_text()):
        if kind.startswith("{code-block}"):
            options, _, code = text.partition("\n\n")
            name = re.search(r":caption: (\S+)", options)
            assert name, f"a block of {page.name} has no caption"
            (folder / name[1]).write_text(code)
        elif kind == "console":
            for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                check(command, shown, folder, environment or {})
                typed += 1
    return typed


def check(command: str, shown: str, folder: Path, environment: Mapping[str, str]) -> None:
    """Type *command* in *folder*: it must print what is *shown*."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PATH": path, "PYTHONWARNINGS": "error", **environment},
    )
    wanted, got = timeless(shown), timeless(done.stdout + done.stderr)
    told = f"$ {command}\n{done.stdout}{done.stderr}\nbut the page shows\n{shown}"
    assert doctest.OutputChecker().check_output(wanted, got, FLAGS), told


def timeless(text: str) -> str:
    """*text* with every time made the same, and as wide."""
    return TIME.sub(" <time>", text)
