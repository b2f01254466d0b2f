"""What is in a source package and in a wheel: what the program reads, nothing that only we need."""

from __future__ import annotations

import re
import tarfile
import zipfile
from pathlib import Path
from typing import Final

TOPS: Final = {
    *(
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "build_backend",
        "CMakeLists.txt",
        "LICENSE",
        "LICENSES",
        "PKG-INFO",
    ),
    *("README.md", "cpp", "pyproject.toml", "src"),
}
"""What lies at the top of the source package."""

LICENCES: Final = (
    *("LICENSE", "LICENSES/nanobind.txt", "LICENSES/robin-map.txt"),
    "src/inarow/web/fonts/LICENSE",
)
"""Of us, and of what is in the wheel: the core holds nanobind, which holds robin-map."""


def sdist_files(path: Path) -> set[str]:
    """The files of a source package, without its own folder."""
    with tarfile.open(path) as archive:
        return {member.name.partition("/")[2] for member in archive if member.isfile()}


def wheel_files(path: Path) -> set[str]:
    """The files of a wheel."""
    with zipfile.ZipFile(path) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def sdist_problems(files: set[str]) -> list[str]:
    """What is wrong with the files of a source package."""
    tops = {name.partition("/")[0] for name in files}
    found = [f"{name} is in the source package" for name in sorted(tops - TOPS)]
    found += [f"{name} is not in the source package" for name in sorted(TOPS - tops)]
    odd = [
        name
        for name in sorted(files)
        if re.search(r"__pycache__|\.so$|^cpp/(fuzz|tests)|/\.", name)
    ]
    return found + [f"{name} is in the source package" for name in odd]


def wheel_problems(files: set[str], sources: set[str]) -> list[str]:
    """What is wrong with the files of a wheel that was made from those of a source package."""
    package = {name.removeprefix("src/") for name in sources if name.startswith("src/inarow/")}
    core = {name for name in files if re.fullmatch(r"inarow/_core\.(\S+\.)?(so|pyd|pyi)", name)}
    about = {name for name in files if name.partition("/")[0].endswith(".dist-info")}
    found = [f"{name} is not in the wheel" for name in sorted(package - files)]
    found += [f"{name} is in the wheel" for name in sorted(files - package - core - about)]
    if len(core) != 2:
        found.append(f"expected the core and its types in the wheel, got {sorted(core)}")
    for licence in LICENCES:
        if not any(name.endswith(f"/licenses/{licence}") for name in about):
            found.append(f"{licence} is not in the wheel")
    return found
