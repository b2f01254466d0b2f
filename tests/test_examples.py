"""The examples, in a short form: each learns or searches a little, and is judged."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "size", "least"), [("q_learning", 15_000, 0.8), ("dqn", 60, 0.0), ("mcts", 12, 0.4)]
)
def test_an_example_does_what_it_says(
    name: str, size: int, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    share = load(name).main(size)
    assert least <= share <= 1
    out = capsys.readouterr().out
    assert out.count("\n") == 4  # a table of three agents
    assert re.search(r"^\d  random ", out, re.MULTILINE)


def test_all_examples_are_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {"q_learning", "dqn", "mcts"}
