"""How a release is checked, but for the building, which takes minutes."""

import re
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest

import check
from check import EXTRAS, CheckError, call, interpreters, main, say_problems
from licences import licence_of
from support.packages import needed


def test_the_interpreters_of_this_machine_are_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    own = tmp_path / "versions" / "3.99.1" / "bin" / "python3.99"
    own.parent.mkdir(parents=True)
    own.symlink_to(sys.executable)
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    found = dict(interpreters(["python3", "python3.99", "python2.0"]))
    assert found == {"python3": Path(sys.executable).parent / "python3", "python3.99": own}
    assert capsys.readouterr().out == "python2.0 is not on this machine: left out\n"


def test_without_any_interpreter_nothing_is_ready(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["python2.0"]) == 1
    assert capsys.readouterr().err == "release-check: none of python2.0 is on this machine\n"


def test_a_command_that_fails_is_told_with_what_it_said() -> None:
    call(sys.executable, "-c", "pass")
    with pytest.raises(CheckError, match="oh dear"):
        call(sys.executable, "-c", "raise SystemExit('oh dear')")


def test_problems_of_a_package_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    package = tmp_path / "a.whl"
    package.write_bytes(bytes(20_000))
    say_problems(package, [])
    assert capsys.readouterr().out == "  a.whl: 0.02 MB, holds what it should\n"
    with pytest.raises(CheckError, match=r"^one\ntwo$"):
        say_problems(package, ["one", "two"])


def test_all_extras_are_tried() -> None:
    project = tomllib.loads((check.ROOT / "pyproject.toml").read_text())["project"]
    assert {*EXTRAS, "all"} == set(project["optional-dependencies"])
    assert project["optional-dependencies"]["all"] == [f"inarow[{','.join(EXTRAS)}]"]


def test_all_dependencies_are_locked_for_the_audit() -> None:
    lines = (check.ROOT / "requirements" / "all.txt").read_text().splitlines()
    locked = {re.split(r"\[|==", line)[0] for line in lines}
    found = {licence_of(package).package for package in needed(["inarow[all]"], distributions())}
    assert found - {"inarow"} <= locked, "make lock"
