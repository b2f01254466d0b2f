"""scikit-build-core, with the ziglang wheel as the compiler where there is no other.

So `pip install .` works on a machine that has Python and nothing else. Not on Windows, where CMake
finds compilers that are not on the PATH.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import sysconfig
import tempfile
from pathlib import Path

from scikit_build_core import build as _build
from scikit_build_core.build import (
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "needs_zig",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, list[str] | str] | None


def needs_zig() -> bool:
    """Whether there is no compiler here but one that can be installed."""
    if os.name == "nt":
        return False
    named = os.environ.get("CXX", "").split()[:1]
    return not any(map(shutil.which, named or ["c++", "g++", "clang++"]))


def get_requires_for_build_wheel(settings: Settings = None) -> list[str]:
    """What a build needs besides what pyproject.toml says."""
    return [*_build.get_requires_for_build_wheel(settings), *(["ziglang"] if needs_zig() else [])]


def get_requires_for_build_editable(settings: Settings = None) -> list[str]:
    """What an editable install needs besides what pyproject.toml says."""
    found = _build.get_requires_for_build_editable(settings)
    return [*found, *(["ziglang"] if needs_zig() else [])]


def build_wheel(
    folder: str, settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel into *folder*; its name."""
    with tempfile.TemporaryDirectory() as tools:
        _use_zig(Path(tools))
        return _build.build_wheel(folder, settings, metadata_directory)


def build_editable(
    folder: str, settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build what an editable install installs into *folder*; its name."""
    # The tools stay: CMake calls them by name when something has changed.
    _use_zig(Path(sysconfig.get_path("scripts")) / "zig-tools")
    return _build.build_editable(folder, settings, metadata_directory)


def _use_zig(tools: Path) -> None:
    """Put a compiler and an archiver made of zig into the folder *tools*, and name them."""
    if not needs_zig():
        return
    tools.mkdir(exist_ok=True)
    for name in ("c++", "ar", "ranlib"):
        tool = tools / name
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ziglang {name} "$@"\n')
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    os.environ["CXX"] = str(tools / "c++")
    os.environ["CMAKE_ARGS"] = " ".join(
        [
            os.environ.get("CMAKE_ARGS", ""),
            f"-DCMAKE_AR={tools / 'ar'}",
            f"-DCMAKE_RANLIB={tools / 'ranlib'}",
        ]
    ).strip()
