"""The rooms of the house, what each may import, and what ARCHITECTURE.md promises of them."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.paths import PACKAGE, ROOT

# A room imports only from rooms above it; errors from everywhere.
ROOMS = {
    "errors": "",
    "language": "",
    "files": "",
    "board": "language",
    "record": "language files board",
    "detectors": "language board",
    "booklet": "board",
    "jobs": "",
    "search": "_core language files board booklet jobs",
    "explain": "language board record search",
    "lessons": "language board record search explain",
    "protocols": "board search",
    "players": "board record booklet search protocols",
    "arena": "board record jobs search players",
    "puzzles": "language board jobs search explain players arena",
    "personal": "board lessons arena puzzles",
    "judge": "board jobs search explain players arena",
    "env": "_core board search explain players",
    "terminal": "board record search explain players puzzles personal",
    "tui": "files board record detectors search explain lessons players puzzles personal",
    "widget": "board record detectors search explain lessons players",
    "web.words": "language board",
    "web.settings": "",
    "web.supervisor": "",
    "web.uvicorn": "",
    "web.store": "files",
    "web.http": "language web.words web.settings web.store",
    "web.search": "language board record search explain web.words",
    "web.study": "language board record detectors search explain lessons puzzles web.words",
    "web.live": "language board record search players "
    "web.words web.store web.http web.search web.study",
    "web.lobby": "language board web.store web.study web.live",
    "web.ladder": "board arena web.words web.store web.live",
    "web.tournaments": "board web.words web.store web.http web.study web.live",
    "web.sockets": "language web.words web.uvicorn web.store web.http web.live web.lobby "
    "web.tournaments",
    "web.routes": "language board record detectors search explain lessons arena puzzles web.words "
    "web.settings web.store web.http web.search web.study web.live web.lobby web.ladder "
    "web.tournaments",
    "web": "web.words web.settings web.supervisor web.uvicorn web.store web.http web.search "
    "web.live web.lobby web.ladder web.tournaments web.sockets web.routes",
    "commands": "files board record detectors booklet jobs search explain protocols players "
    "puzzles personal arena judge terminal tui web.words web.settings web.supervisor web.store web",
    "cli": "commands",
    "__main__": "cli",
}


def modules() -> dict[str, Path]:
    """Every module of the package with its file."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imports(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, at its top, in functions or for types."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, path
            if (node.module or "").split(".")[0] == "inarow":
                full = (f"{node.module}.{alias.name}" for alias in node.names)
                yield from (name if name in MODULES else node.module or "" for name in full)
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.split(".")[0] == "inarow")


def room(module: str) -> str:
    _, *parts = module.split(".")
    if parts[:1] == ["web"] and parts[1:2] not in ([], ["app"], ["server"]):
        return f"web.{parts[1]}"
    return parts[0] if parts else ""


MODULES = {**modules(), "inarow._core": PACKAGE / "_core.pyi"}
IMPORTS = {name: {*imports(path)} - {name} for name, path in modules().items() if name != "inarow"}


def test_every_module_is_in_a_room() -> None:
    assert {room(module) for module in IMPORTS} == ROOMS.keys()


def test_a_room_imports_only_from_rooms_above_it() -> None:
    above = {"_core"}
    for name, allowed in ROOMS.items():
        assert {*allowed.split()} <= above, name
        above.add(name)


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_imports_what_it_may_and_nothing_else(name: str) -> None:
    inside = [module for module in IMPORTS if room(module) == name]
    used = {room(other) for module in inside for other in IMPORTS[module]}
    assert used - {name, "", "errors"} == {*ROOMS[name].split()}


def test_no_modules_import_each_other() -> None:
    """Not even in a circle, in functions or for types."""
    free = dict(IMPORTS)
    while ready := [name for name, others in free.items() if not others & free.keys()]:
        for name in ready:
            del free[name]
    assert not free


def test_the_architecture_shows_the_same_table() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text()
    rows = re.findall(r"^\| `([\w.]+)` \|.*\| ([^|]*) \|$", page, re.MULTILINE)
    assert {name: " ".join(re.findall(r"`([\w.]+)`", allowed)) for name, allowed in rows} == ROOMS


def test_rooms_stay_small() -> None:
    folders = {path.parent for top in ("src", "tests") for path in (ROOT / top).rglob("*.py")}
    assert all(len([*folder.glob("*.py")]) <= 25 for folder in folders)
    assert len([*PACKAGE.glob("*.py")]) <= 12
    assert {path.name for path in (ROOT / "tests").iterdir() if path.is_file()} == {"conftest.py"}


# The folders of cpp/ and the headers that each may include, besides its own.
CORE_ROOMS = {
    "board": "",
    "memory": "",
    "many": "board/",
    "solver": "board/ memory/",
    "engine": "board/ memory/ solver/zugzwang.hpp",
    "booklet": "board/ memory/ many/book.hpp solver/solver.hpp",
    "env": "board/ memory/ many/ engine/",
    "python": "board/ many/ solver/ engine/ booklet/ env/",
    "tests": "board/ many/ solver/ engine/ booklet/ env/",
    "fuzz": "engine/ env/ many/ tests/",
}


def test_the_core_has_these_rooms() -> None:
    assert {path.name for path in (ROOT / "cpp").iterdir()} == CORE_ROOMS.keys()


@pytest.mark.parametrize("name", CORE_ROOMS)
def test_a_room_of_the_core_includes_what_it_may_and_nothing_else(name: str) -> None:
    sources = [path.read_text() for path in (ROOT / "cpp" / name).rglob("*.?pp")]
    found = {header for text in sources for header in re.findall(r'#include "(.*?)"', text)}
    others = {header for header in found if not header.startswith(f"{name}/")}
    allowed = CORE_ROOMS[name].split()
    assert {next((room for room in allowed if h.startswith(room)), h) for h in others} == {*allowed}


def test_the_core_never_heard_of_python() -> None:
    for path in (ROOT / "cpp").rglob("*.?pp"):
        if path.parent.name != "python":
            source = path.read_text()
            assert "nanobind" not in source, path
            assert "Python.h" not in source, path


FRONTENDS = {"terminal", "tui", "web", "widget", "commands", "cli", "__main__"}
CLOCKS = {
    "jobs",
    "judge",
    "search",
    "players.external",
    "explain.analysis",
    "detectors.timing",
}
CALENDARS = {"lessons", "puzzles", "personal"}  # may count days, but not ask which day it is


def test_the_library_does_not_print_sleep_or_read_the_clock() -> None:
    for module, path in modules().items():
        _, *parts = module.split(".") if "." in module else ("", "")
        if parts[0] in FRONTENDS:
            continue
        nodes = list(ast.walk(ast.parse(path.read_text())))
        calls = {
            n.func.id for n in nodes if isinstance(n, ast.Call) if isinstance(n.func, ast.Name)
        }
        assert not calls & {"print", "input", "open"}, path
        names = {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}
        names |= {n.module for n in nodes if isinstance(n, ast.ImportFrom) if n.module}
        clock = {"time"} if {parts[0], ".".join(parts)} & CLOCKS else set()
        if parts[0] in CALENDARS:
            clock = {"datetime"}
            asked = {n.attr for n in nodes if isinstance(n, ast.Attribute)}
            assert not asked & {"now", "today", "utcnow"}, path
        assert not (names - clock) & {"time", "datetime", "secrets"}, path


def loaded_by(program: str) -> set[str]:
    """The modules that a program has loaded at its end."""
    ending = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); "
    command = [sys.executable, "-c", ending + program]
    return {*subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()}


def test_import_is_light() -> None:
    heavy = {"numpy", "argparse", "json", "asyncio", "typing", "inarow._core", "inarow.cli"}
    assert not heavy & loaded_by("import inarow")


def test_the_command_line_starts_without_numpy_and_without_the_core() -> None:
    loaded = loaded_by("from inarow.cli import main; main(['--help'])")
    assert not {"numpy", "inarow._core", "inarow.search.solver"} & loaded
