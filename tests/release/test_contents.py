"""What is in the packages: all that the programs read, nothing that only we need."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from contents import LICENCES, TOPS, sdist_files, sdist_problems, wheel_files, wheel_problems
from support.paths import ROOT

PACKAGE = ROOT / "src" / "inarow"
ABOUT = {"inarow-1.dist-info/METADATA"} | {f"inarow-1.dist-info/licenses/{x}" for x in LICENCES}
SOURCES = {"README.md", "src/inarow/__init__.py", "src/inarow/web/page.html"}
GOOD = (
    ABOUT
    | {"inarow/__init__.py", "inarow/web/page.html"}
    | {"inarow/_core.abi3.so", "inarow/_core.pyi"}
)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    program = "from scikit_build_core.build import build_sdist as b; b(__import__('sys').argv[1])"
    command = [sys.executable, "-c", program, str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.tar.gz")
    return path


def test_the_source_package_holds_the_program_and_its_files_only(sdist: Path) -> None:
    files = sdist_files(sdist)
    assert sdist_problems(files) == []
    own = {".pyc", ".pyi", ".so"}
    kept = [p for p in PACKAGE.rglob("*") if p.is_file() and p.suffix not in own]
    assert {str(p.relative_to(ROOT)) for p in kept} <= files
    assert {".book", ".html", ".mako", ".tcss", ".ttf", ".z"} <= {p.suffix for p in kept}


def test_the_metadata_says_what_pip_needs(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        (name,) = (name for name in archive.getnames() if name.endswith("PKG-INFO"))
        file = archive.extractfile(name)
        assert file
        lines = file.read().decode().partition("\n\n")[0].splitlines()
    assert "Name: inarow" in lines
    assert "License-Expression: MIT AND BSD-3-Clause AND Bitstream-Vera" in lines
    assert {f"License-File: {name}" for name in LICENCES} <= set(lines)
    assert "Requires-Python: >=3.11" in lines
    assert "Description-Content-Type: text/markdown" in lines


def test_what_should_not_be_in_the_source_package_is_named() -> None:
    files = {*TOPS, "tests/test_a.py", "cpp/tests/main.cpp", "src/inarow/__pycache__/a.pyc"}
    assert sdist_problems(files - {"LICENSE"}) == [
        "tests is in the source package",
        "LICENSE is not in the source package",
        "cpp/tests/main.cpp is in the source package",
        "src/inarow/__pycache__/a.pyc is in the source package",
    ]


def test_a_wheel_holds_the_package_and_the_core() -> None:
    assert wheel_problems(GOOD, SOURCES) == []


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (GOOD - {"inarow/web/page.html"}, "inarow/web/page.html is not in the wheel"),
        (GOOD | {"inarow/core.cpp"}, "inarow/core.cpp is in the wheel"),
        (GOOD | {"tests/test_a.py"}, "tests/test_a.py is in the wheel"),
        (
            GOOD - {"inarow-1.dist-info/licenses/LICENSES/nanobind.txt"},
            "LICENSES/nanobind.txt is not in the wheel",
        ),
        (
            GOOD - {"inarow/_core.pyi"},
            "expected the core and its types in the wheel, got ['inarow/_core.abi3.so']",
        ),
    ],
)
def test_what_is_wrong_with_a_wheel_is_named(files: set[str], problem: str) -> None:
    assert wheel_problems(files, SOURCES) == [problem]


def test_folders_are_no_files(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as archive:
        archive.mkdir("inarow")
        archive.writestr("inarow/__init__.py", "")
    assert wheel_files(tmp_path / "a.whl") == {"inarow/__init__.py"}
