"""`make release-check`: build what would be released and use it as a stranger would.

The source package is made from this folder; the wheels from the source package alone, one for each
Python. Each wheel goes into an empty environment, first without extras, then with all of them, and
every command is tried there (`smoke.py`).
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from contents import sdist_files, sdist_problems, wheel_files, wheel_problems

ROOT: Final = Path(__file__).parent.parent
DIST: Final = ROOT / "dist"
EXTRAS: Final = ("tui", "web", "env", "farm", "notebook")
STARTS: Final = 21
"""How often an interpreter is started to tell how long an import takes."""


class CheckError(Exception):
    """What is to be released is not ready."""


def call(*command: str | Path, folder: Path = ROOT) -> None:
    """Run a command; a `CheckError` with what it said if it fails."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CheckError(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")


def interpreters(names: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Those that are on this machine, and where: on the path, or with pyenv."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for name in names:
        first = shutil.which(name)
        on_path = [Path(first)] if first else []
        for place in (*on_path, *versions.glob(f"{name.removeprefix('python')}*/bin/{name}")):
            test = [str(place), "-c", "import venv"]
            if subprocess.run(test, capture_output=True, check=False).returncode == 0:
                yield name, place
                break
        else:
            print(f"{name} is not on this machine: left out")


def build_sdist() -> Path:
    """The source package, alone in `dist`."""
    shutil.rmtree(DIST, ignore_errors=True)
    call(sys.executable, "-m", "build", "--sdist", "--outdir", DIST, ROOT)
    (path,) = DIST.glob("*.tar.gz")
    say_problems(path, sdist_problems(sdist_files(path)))
    return path


def build_wheel(python: Path, sdist: Path, folder: Path) -> Path:
    """The wheel of one Python, from the source package alone."""
    before = set(DIST.glob("*.whl"))
    call(python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", DIST, sdist, folder=folder)
    (path,) = set(DIST.glob("*.whl")) - before
    say_problems(path, wheel_problems(wheel_files(path), sdist_files(sdist)))
    return path


def say_problems(path: Path, problems: list[str]) -> None:
    """Say how large a package is; a `CheckError` if something is wrong with it."""
    if problems:
        raise CheckError("\n".join(problems))
    print(f"  {path.name}: {path.stat().st_size / 1e6:.2f} MB, holds what it should")


def import_seconds(python: Path, statement: str, folder: Path) -> float:
    """How long an interpreter computes for a statement, all in all; the best of several tries.

    The time that others took from it does not count, so a busy machine tells nearly the same.
    """
    seconds = []
    for _ in range(STARTS):
        before = children_seconds()
        subprocess.run([str(python), "-c", statement], cwd=folder, check=True)
        seconds.append(children_seconds() - before)
    return min(seconds)


def children_seconds() -> float:
    """How long all processes computed that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def say_import_time(python: Path, folder: Path) -> None:
    """Say what an import costs, and the first use of the core."""
    statements = ("pass", "import inarow", "import inarow; inarow.Solver()")
    bare, ours, core = (1000 * import_seconds(python, text, folder) for text in statements)
    print(f"  import inarow: {ours - bare:.1f} ms, with a Solver {core - bare:.0f} ms", end=" ")
    print(f"(beside {bare:.0f} ms for Python alone)")


def try_wheel(interpreter: Path, sdist: Path, folder: Path) -> None:
    """Build, install without extras and with all, and try every command."""
    call(interpreter, "-m", "venv", folder / "empty", folder=folder)
    python = folder / "empty" / "bin" / "python"
    wheel = build_wheel(python, sdist, folder)
    smoke = ROOT / "release" / "smoke.py"
    call(python, "-m", "pip", "install", "-q", wheel, folder=folder)
    say(python, smoke, folder=folder)
    say_import_time(python, folder)
    call(python, "-m", "pip", "install", "-q", f"{wheel}[all]", folder=folder)
    call(python, "-m", "pip", "check", folder=folder)
    say(python, smoke, *EXTRAS, folder=folder)


def say(*command: str | Path, folder: Path) -> None:
    """Run a command whose words are for the reader."""
    sys.stdout.flush()
    if subprocess.run([str(word) for word in command], cwd=folder, check=False).returncode:
        raise CheckError(f"{' '.join(map(str, command))} failed")


def main(names: Sequence[str]) -> int:
    """Check all; the exit code."""
    start = perf_counter()
    try:
        found = list(interpreters(names))
        if not found:
            raise CheckError(f"none of {' '.join(names)} is on this machine")
        sdist = build_sdist()
        for name, interpreter in found:
            print(f"{name}: {interpreter}", flush=True)
            with tempfile.TemporaryDirectory(prefix="inarow-release-") as folder:
                try_wheel(interpreter, sdist, Path(folder))
        call(sys.executable, "-m", "twine", "check", "--strict", *sorted(DIST.iterdir()))
    except CheckError as error:
        print(f"release-check: {error}", file=sys.stderr)
        return 1
    print(f"ready for release, by {len(found)} Pythons, in {perf_counter() - start:.0f} s: dist/")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
