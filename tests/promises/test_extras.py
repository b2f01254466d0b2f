"""What needs a package that is not installed says so, and how to install it."""

import subprocess
import sys
import tomllib
from collections.abc import Iterable

import pytest

import inarow as ir
from inarow import errors
from support.paths import ROOT

DOORS = {
    "inarow.env.gymnasium": ("gymnasium", "'inarow[env]'"),
    "inarow.env.vector": ("gymnasium", "'inarow[env]'"),
    "inarow.env.pettingzoo": ("pettingzoo", "'inarow[env]'"),
    "inarow.env.device": ("torch", "torch"),
    "inarow.env.tensor_bits": ("torch", "torch"),
    "inarow.players.openspiel": ("pyspiel", "open_spiel"),
    "inarow.tui.app": ("textual", "'inarow[tui]'"),
    "inarow.web.app": ("fastapi", "'inarow[web]'"),
    "inarow.web.server": ("uvicorn", "'inarow[web]'"),
    "inarow.widget.board": ("anywidget", "'inarow[notebook]'"),
}
NAMES = {
    "inarow.env:KInARowEnv": "inarow.env.gymnasium",
    "inarow.env:KInARowVectorEnv": "inarow.env.vector",
    "inarow.env:KInARowAEC": "inarow.env.pettingzoo",
    "inarow.env:DeviceGames": "inarow.env.device",
    "inarow.widget:BoardWidget": "inarow.widget.board",
}


def without(packages: Iterable[str], program: str) -> list[str]:
    """The lines that *program* prints where *packages* are not installed."""
    hidden = (
        "import sys; from importlib.abc import MetaPathFinder\n"
        f"PACKAGES = {sorted(packages)!r}\n"
        "class Hidden(MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name in PACKAGES: raise ModuleNotFoundError('No module', name=name)\n"
        "import importlib.util as util; whole = util.find_spec\n"
        "util.find_spec = lambda name, *a: None if name in PACKAGES else whole(name, *a)\n"
        "sys.meta_path.insert(0, Hidden())\n"
    )
    done = subprocess.run([sys.executable, "-c", hidden + program], capture_output=True, text=True)
    return (done.stdout or done.stderr).splitlines()


def test_a_module_without_its_package_says_what_to_install() -> None:
    """And no other error is raised; `except ImportError` works, too."""
    program = (
        "from importlib import import_module; import inarow\n"
        f"for door in {[*DOORS, *NAMES]!r}:\n"
        "    module, _, name = door.partition(':')\n"
        "    try: getattr(import_module(module), name or '__name__')\n"
        "    except inarow.InarowError as error:\n"
        "        assert isinstance(error, ModuleNotFoundError)\n"
        "        print(door, error.name, error)\n"
    )
    found = without({package for package, _ in DOORS.values()}, program)
    assert [line.split(" ")[0] for line in found] == [*DOORS, *NAMES]
    for line in found:
        door, name, sentence = line.split(" ", 2)
        package, install = DOORS[NAMES.get(door, door)]
        if door in ("inarow.env.pettingzoo", "inarow.env:KInARowAEC"):
            package = "gymnasium"  # which it needs as well, and first
        assert name == package
        assert sentence == f"this needs {package}: install it with pip install {install}"


def test_a_missing_pettingzoo_is_named() -> None:
    program = (
        "import inarow\n"
        "try: import inarow.env.pettingzoo\n"
        "except ImportError as error: print(error)\n"
    )
    expected = "this needs pettingzoo: install it with pip install 'inarow[env]'"
    assert without(["pettingzoo"], program) == [expected]


def test_without_gymnasium_the_rest_can_be_imported() -> None:
    program = "from inarow.env import Batch, Spec; print(Spec().rules)"
    assert without(["gymnasium"], program) == ["7x6x4"]


def test_another_missing_package_is_reported_as_it_is() -> None:
    error = ModuleNotFoundError("No module named 'nonsense'", name="nonsense")
    assert errors.missing_package(error) is error
    known = errors.missing_package(ModuleNotFoundError(name="distributed.comm"))
    assert isinstance(known, ir.MissingPackageError)
    assert known.name == "distributed"


def test_every_extra_can_be_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for extra in {*project["optional-dependencies"]} - {"all"}:
        assert f"'inarow[{extra}]'" in errors._FROM.values()


@pytest.mark.parametrize("name", ["env", "detectors", "judge"])
def test_modules_are_there_without_an_import_of_their_own(name: str) -> None:
    program = "import inarow as ir; print(ir.detectors.views.filters(4)[0].name)"
    assert without([], program) == ["vertical 1"]
    assert without([], f"import inarow as ir; print(ir.{name}.__name__)") == [f"inarow.{name}"]
