"""The walks of ARCHITECTURE.md lead through functions that exist."""

import ast
import re

import pytest

from support.paths import PACKAGE, ROOT

PAGE = (ROOT / "ARCHITECTURE.md").read_text()
STEPS = re.findall(r"`([\w/]+\.py)` `([\w.]+)`", PAGE)


@pytest.mark.parametrize(("file", "name"), dict.fromkeys(STEPS))
def test_a_step_of_a_walk_exists(file: str, name: str) -> None:
    inside: list[ast.stmt] = ast.parse((PACKAGE / file).read_text()).body
    for part in name.split("."):
        kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        (found,) = [node for node in inside if isinstance(node, kinds) if node.name == part]
        inside = found.body


def test_every_walk_has_steps() -> None:
    walks = PAGE.partition("## Six walks\n")[2].partition("\n## ")[0]
    assert len(re.findall(r"^\*\*", walks, re.MULTILINE)) == 6
    assert len(re.findall(r"^1\. ", walks, re.MULTILINE)) == 6
    assert len(STEPS) > 20
