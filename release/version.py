"""The version and its place in the changelog; `python release/version.py v0.1.0` checks a tag."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
UNRELEASED: Final = "Unreleased"


class Entry(NamedTuple):
    """A version in the changelog, with its date (or `UNRELEASED`) and the names of its sections."""

    version: str
    date: str
    sections: list[str]


def version() -> str:
    """The version of the package, from the one place where it is written."""
    source = (ROOT / "src" / "inarow" / "__init__.py").read_text("utf-8")
    (found,) = re.findall(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    return str(found)


def entries(changelog: str) -> list[Entry]:
    """What the changelog tells about, in its order: `## VERSION - DATE` and `### SECTION`."""
    _, *parts = re.split(r"^## ", changelog, flags=re.MULTILINE)
    found = []
    for part in parts:
        name, _, date = part.partition("\n")[0].partition(" - ")
        found.append(Entry(name, date, re.findall(r"^### (.+)$", part, re.MULTILINE)))
    return found


def problems(tag: str, changelog: str) -> list[str]:
    """Why *tag* cannot be released."""
    newest = entries(changelog)[0]
    found = []
    if tag != f"v{version()}":
        found.append(f"expected the tag v{version()}, got {tag}")
    if newest.version != version():
        found.append(f"expected {version()} on top of CHANGELOG.md, got {newest.version}")
    if newest.date == UNRELEASED:
        found.append("expected a date in CHANGELOG.md")
    return found


def main(tag: str) -> int:
    """Say what is wrong; the exit code."""
    found = problems(tag, (ROOT / "CHANGELOG.md").read_text("utf-8"))
    for problem in found:
        print(f"version: {problem}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
