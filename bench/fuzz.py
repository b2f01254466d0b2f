"""Inputs that break a promise, looked for with coverage as a guide, by everything that reads bytes.

    make fuzz
    .venv/bin/python bench/fuzz.py [TARGET ...] [--seconds 60]

tests/support/fuzz has the targets and what they promise. Inputs that reach something new are added
to tests/data/fuzz, and so are those that break a promise; the suite tries all of them again.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE, STDOUT
from tempfile import TemporaryDirectory
from types import CodeType
from typing import TYPE_CHECKING, Final

sys.path.append(str(Path(__file__).parent.parent / "tests"))

if TYPE_CHECKING:
    from support.fuzz.target import Target

LIMITS: Final = ("-max_len=4096", "-timeout=20", "-rss_limit_mb=2048")
"""Of an input: its bytes, its seconds, and the MiB of the process."""

STATISTICS: Final = ("number_of_executed_units", "average_exec_per_sec")
"""What libFuzzer says at the end."""


def fuzz(name: str, arguments: Sequence[str]) -> None:
    """Be libFuzzer, with one target; it ends the process."""
    import atheris
    from atheris.instrument_bytecode import patch_code

    plain = SourceFileLoader.get_code

    def counted(self: SourceFileLoader, module: str) -> CodeType | None:
        """The code of a module, which says where it goes if it is ours."""
        code = plain(self, module)
        return patch_code(code, True) if module.startswith("inarow.") and code else code

    SourceFileLoader.get_code = counted  # type: ignore  # also of an editable install
    targets = import_module("support.fuzz.targets").TARGETS
    with targets[name].begin() as trial:
        again = shlex.join([sys.executable, __file__, "--inside", name])  # what it runs to merge
        atheris.Setup([again, *arguments], trial)
        atheris.Fuzz()


def cover(name: str, report: str) -> None:
    """Write down what the corpus of a target reaches in its modules, as JSON."""
    import coverage

    found = coverage.Coverage(branch=True, data_file=None, source_pkgs=["inarow"])
    with found.collect():  # from the first line of each module on
        target = import_module("support.fuzz.targets").TARGETS[name]
        with target.begin() as trial:
            for data in target.corpus():
                with suppress(Exception):
                    trial(data)
    files = [str(spec.origin) for each in target.modules if (spec := find_spec(each))]
    found.json_report(outfile=report, include=files)


def run(*arguments: str) -> str:
    """What this program says in a process of its own, at the back of the queue for processors."""
    command = ["nice", sys.executable, __file__, *arguments]
    return subprocess.run(command, stdout=PIPE, stderr=STDOUT, text=True, errors="replace").stdout


def hunt(target: Target, seconds: int, folder: Path, *, missing: bool) -> bool:
    """Fuzz a target in a process of its own, keep what is new, and print a row of the table."""
    kept, found = folder / "kept", folder / "found"
    for place in (kept, found):
        place.mkdir()
    for number, data in enumerate(target.corpus()):
        (kept / f"{number}").write_bytes(data)
    words = folder / "words"
    words.write_text("".join(f"{quoted(word.encode())}\n" for word in target.words))
    dictionary = [f"-dict={words}"] if target.words else []  # it takes no empty one
    told = run(
        *("--inside", target.name, *LIMITS, f"-max_total_time={seconds}", *dictionary),
        *("-print_final_stats=1", f"-artifact_prefix={folder}/broken-", str(found), str(kept)),
    )
    broken = [*folder.glob("broken-*")]
    numbers = dict(re.findall(r"stat::(\w+): *(\d+)", told))
    if broken or not numbers:
        print(told[told.find(" === Uncaught") :][-3000:])
    else:
        run("--inside", target.name, *LIMITS, "-merge=1", "-use_counters=0", str(kept), str(found))
    target.keep({path.read_bytes() for path in [*kept.iterdir(), *broken]})
    tries, speed = (int(numbers.get(name, 0)) for name in STATISTICS)
    edges = int([0, *re.findall(r" cov: (\d+)", told)][-1])
    report = folder / "report.json"
    run("--cover", target.name, str(report))
    reached = json.loads(report.read_text())
    lines = "{covered_lines} of {num_statements}".format(**reached["totals"])
    branches = "{covered_branches} of {num_branches}".format(**reached["totals"])
    size = f"{len(target.corpus()):,}"
    print(
        f"| `{target.name}` | {tries:,} | {speed:,} | {edges:,} | {lines} | {branches} "
        f"| {size} | {len(broken)} |",
        flush=True,
    )
    if missing:
        for path, about in reached["files"].items():
            print(f"  {path}: {about['missing_lines']}")
    return bool(numbers) and not broken


def quoted(word: bytes) -> str:
    """A word as the dictionaries of libFuzzer have it."""
    return '"' + "".join(f"\\x{byte:02x}" for byte in word) + '"'


HEAD = """\
| target | executions | per second | edges | lines of its modules | branches | corpus | broken |
| --- | --: | --: | --: | --: | --: | --: | --: |"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"one of {', '.join(TARGETS)}")
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default: 60)")
    parser.add_argument("--missing", action="store_true", help="show the lines not reached")
    options = parser.parse_args()
    print(HEAD)
    whole = True
    for name in options.targets or TARGETS:
        with TemporaryDirectory() as folder:
            whole &= hunt(TARGETS[name], options.seconds, Path(folder), missing=options.missing)
    return 0 if whole else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        fuzz(sys.argv[2], sys.argv[3:])
    elif sys.argv[1:2] == ["--cover"]:
        cover(*sys.argv[2:])
    else:
        from support.fuzz.targets import TARGETS

        sys.exit(main())
