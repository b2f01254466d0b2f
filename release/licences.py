"""The licences of all packages that inarow or one of its extras brings with it.

`python licences.py SITE_PACKAGES` prints them as a table and fails if users of a program under the
MIT licence could not accept one of them.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, distributions
from typing import Final, NamedTuple

from packaging.utils import canonicalize_name

FORBIDDEN: Final = re.compile(
    r"\b[AL]?GPL|general public|SSPL|BUSL|commons.clause|proprietary", re.I
)
"""Licences that ask more of a program than MIT does, and those that are not free."""

ACCEPTED: Final = {
    "psycopg": "LGPL: an own package that is only imported, and only for PostgreSQL",
    "psycopg-binary": "LGPL: an own package that is only imported, and only for PostgreSQL",
}
"""Packages whose licence is accepted nevertheless, and why."""


class Licence(NamedTuple):
    """A package, and under which licence it is."""

    package: str
    version: str
    text: str

    @property
    def is_accepted(self) -> bool:
        """Whether a user of a program under the MIT licence can live with it."""
        return self.package in ACCEPTED or (
            self.text != "unknown" and not FORBIDDEN.search(self.text)
        )


def licence_of(package: Distribution) -> Licence:
    """What a package says about itself: in the new way, by classifiers, or in a free field."""

    def values(name: str) -> list[str]:
        return package.metadata.get_all(name) or []

    classifiers = [
        name.rpartition(" :: ")[2]
        for name in values("Classifier")
        if name.startswith("License :: ") and name != "License :: OSI Approved"
    ]
    free = "".join(values("License")).strip().partition("\n")[0][:60]
    named = "".join(values("License-Expression")) or " / ".join(classifiers) or free
    text = named or _by_file(package) or "unknown"
    return Licence(canonicalize_name(package.metadata["Name"]), package.version, text)


def _by_file(package: Distribution) -> str:
    """What the licence files say, where a package names no licence."""
    names = package.metadata.get_all("License-File") or []
    texts = " ".join(" ".join((package.read_text(f"licenses/{n}") or "").split()) for n in names)
    return "MIT" if "Permission is hereby granted, free of charge, to any person" in texts else ""


def main(site_packages: str) -> int:
    """Print the table; the exit code is 1 if a licence is not accepted."""
    found = [licence_of(package) for package in distributions(path=[site_packages])]
    print("| package | version | licence |\n| --- | --- | --- |")
    for package, version, text in sorted(found):
        why = f" ({ACCEPTED[package]})" if package in ACCEPTED else ""
        print(f"| {package} | {version} | {text}{why} |")
    bad = [licence.package for licence in found if not licence.is_accepted]
    if bad:
        print(f"licences: not accepted: {', '.join(bad)}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
