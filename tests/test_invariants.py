"""What ARCHITECTURE.md promises and a test can see."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import inarow

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "inarow"
ORDER = [
    "errors",
    "jobs",
    "farm",
    "rules",
    "lines",
    "notation",
    "render",
    "problems",
    "arrays",
    "position",
    "board",
    "drawing",
    "batch",
    "counting",
    "detectors",
    "files",
    "record_text",
    "record",
    "tree",
    "convert",
    "solver",
    "book",
    "book_build",
    "analysis_batch",
    "zugzwang",
    "forcing",
    "facts",
    "explain",
    "handover",
    "engine",
    "oracle",
    "worths",
    "desk",
    "findings",
    "thinking",
    "grades",
    "review",
    "players",
    "levels",
    "game",
    "ratings",
    "openings",
    "retrace",
    "puzzles",
    "ugi",
    "gomocup",
    "questions",
    "external",
    "agents",
    "agent_host",
    "entrants",
    "arena",
    "standings",
    "performance",
    "exam",
    "scorecard",
    "judge",
    "plots",
    "report",
    "env",
    "console",
    "classic",
    "plain",
    "tui",
    "web",
    "widget",
    "commands",
    "cli",
    "__main__",
]


def imported_by(path: Path) -> set[str]:
    """The modules of the package that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("inarow"):
            parts = (node.module or "").split(".")
            names = [alias.name for alias in node.names] if len(parts) == 1 else [parts[1]]
            found.update(names)
        elif isinstance(node, ast.Import):
            found.update(a.name.split(".")[1] for a in node.names if a.name.startswith("inarow."))
    return {name for name in found if not name.startswith("_core")}


def files_of(module: str) -> list[Path]:
    folder = PACKAGE / module
    return sorted(folder.glob("*.py")) if folder.is_dir() else [PACKAGE / f"{module}.py"]


def test_every_module_has_its_place_in_the_order() -> None:
    modules = {path.stem for path in PACKAGE.glob("*.py")}
    modules |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert modules - {"__init__"} == set(ORDER)


@pytest.mark.parametrize("module", ORDER)
def test_a_module_imports_only_from_above_it(module: str) -> None:
    above = {*ORDER[: ORDER.index(module)], module}
    for path in files_of(module):
        assert imported_by(path) <= above, path


def test_the_core_never_heard_of_python() -> None:
    for path in (ROOT / "cpp").rglob("*.?pp"):
        if not path.name.startswith("bindings"):
            source = path.read_text()
            assert "nanobind" not in source, path
            assert "Python.h" not in source, path


def test_the_library_does_not_print_sleep_or_read_the_clock() -> None:
    frontends = {"console", "classic", "plain", "tui", "web", "widget", "commands", "cli"}
    frontends |= {"__main__"}
    for module in set(ORDER) - frontends:
        for path in files_of(module):
            tree = ast.parse(path.read_text())
            calls = [n.func for n in ast.walk(tree) if isinstance(n, ast.Call)]
            names = {call.id for call in calls if isinstance(call, ast.Name)}
            assert not names & {"print", "input", "open"}, path
            nodes = list(ast.walk(tree))
            imports = {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}
            imports |= {n.module for n in nodes if isinstance(n, ast.ImportFrom) if n.module}
            limited = {"jobs", "solver", "handover", "engine", "oracle", "findings", "external"}
            limited |= {"judge"}
            clock = {"time"} if module in limited else set()
            assert not (imports - clock) & {"time", "datetime", "secrets"}, path


def test_public_names_are_there_and_documented() -> None:
    assert len(set(inarow.__all__)) == len(inarow.__all__)
    for name in inarow.__all__:
        thing = getattr(inarow, name)
        if isinstance(thing, type | ModuleType):
            assert thing.__doc__, name
    assert set(dir(inarow)) >= set(inarow.__all__)


def test_type_checkers_see_the_same_public_names() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert {alias.name for node in imports for alias in node.names} == set(inarow.__all__)
    for node in imports:
        for alias in node.names:
            home = importlib.import_module(node.module or "")
            assert getattr(inarow, alias.name) is getattr(home, alias.name)


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'inarow' has no attribute 'Bored'"):
        inarow.Bored  # noqa: B018


def test_import_is_light() -> None:
    """Neither NumPy nor anything else heavy is loaded before it is needed."""
    program = "import sys, inarow; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    heavy = {"numpy", "argparse", "json", "asyncio", "inarow._core", "inarow.cli"}
    assert not heavy & set(loaded.stdout.split())


def test_the_command_line_starts_without_numpy_and_without_the_core() -> None:
    program = (
        "import atexit, sys; from inarow.cli import main; "
        "atexit.register(lambda: print(*sys.modules)); main(['--help'])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert not {"numpy", "inarow._core", "inarow.solver"} & set(loaded.stdout.split())


def test_every_module_has_a_test_file_of_its_name() -> None:
    tested = {path.stem.removeprefix("test_") for path in (ROOT / "tests").rglob("test_*.py")}
    modules = {
        "migrations" if "migrations" in path.parts else path.stem  # its steps are tested together
        for path in PACKAGE.rglob("*.py")
    } - {"__init__", "__main__"}
    assert modules <= tested


def test_files_stay_short() -> None:
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "cpp").rglob("*.?pp")]:
        assert len(path.read_text().splitlines()) < 400, path
