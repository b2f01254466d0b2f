"""What GitHub runs: pinned, and by the targets that people use."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from support.paths import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_and_targets_are_there(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text())
    assert workflow["permissions"] == {"contents": "read"}
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())
    for step in steps:
        if "uses" in step:
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step["uses"])
        else:
            assert set(re.findall(r"^make (\S+)", step["run"])) <= set(TARGETS)


def test_each_action_has_one_version() -> None:
    texts = " ".join(path.read_text() for path in WORKFLOWS)
    pins = dict[str, set[str]]()
    for action, pin in re.findall(r"uses: (\S+)@(\w+)", texts):
        pins.setdefault(action, set()).add(pin)
    assert {action for action, pin in pins.items() if len(pin) > 1} == set()


def test_contributors_are_told_of_the_targets_for_releases() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text()
    for target in ("release-check", "sbom", "audit"):
        assert target in TARGETS
        assert f"| `make {target}` |" in told


def test_wheels_are_built_where_their_test_is() -> None:
    """What `{project}` stands for has to be the checkout: the source package has no release/."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    tested = re.search(r"{project}/(\S+)", config["cibuildwheel"]["test-command"])
    assert tested
    assert (ROOT / tested[1]).exists()
    assert tested[1].partition("/")[0] in config["scikit-build"]["sdist"]["exclude"]
    text = (ROOT / ".github" / "workflows" / "wheels.yml").read_text()
    (package,) = re.findall(r"cibuildwheel --output-dir \w+ (\S+)", text)
    assert package.isalpha()
    assert f"-C {package} --strip-components=1" in text
