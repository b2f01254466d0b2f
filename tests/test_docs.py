"""What the documentation says is so: commands print what is shown, named things exist."""

import re
from pathlib import Path

import pytest

import inarow as ir
from inarow import classic, console, detectors
from inarow.cli import main

ROOT = Path(__file__).parent.parent


def pages() -> list[Path]:
    return [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", ["README.md", "docs/explanation/explain.md"])
def test_pages_show_what_the_command_prints(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```\n\$ inarow (.*)\n((?:.*\n)+?)```", (ROOT / page).read_text())
    assert blocks
    for arguments, shown in blocks:
        assert main(arguments.split()) == 0
        assert capsys.readouterr().out == shown


def test_the_picture_of_a_plan_is_what_the_command_draws(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "explanation" / "explain.md").read_text()
    (arguments,) = re.findall(r"\$ inarow (explain .*) --picture\n", page)
    assert main([*arguments.split(), "--svg", str(tmp_path / "plan.svg")]) == 0
    shown = (ROOT / "docs" / "pictures" / "explain-plan.svg").read_text()
    assert (tmp_path / "plan.svg").read_text() == shown


def test_every_test_named_in_seeds_exists() -> None:
    page = (ROOT / "docs" / "explanation" / "seeds.md").read_text()
    sections = re.split(r"test in `(tests/[\w/]+\.py)`", page)
    assert len(sections) == 13
    for file, section in zip(sections[1::2], sections[2::2], strict=True):
        source = (ROOT / file).read_text()
        named = set(re.findall(r"`(test_\w+)`", section))
        written = set(re.findall(r"^def (test_\w+)", source, re.MULTILINE))
        assert named
        assert named <= written
        if "seeds" in file:
            assert written <= named  # and every statement that is tested is in the page


def resolve(name: str) -> object:
    """What a dotted name of the page means, or an AttributeError."""
    first, *rest = name.split(".")
    thing: object = {"classic": classic, "console": console}.get(first) or getattr(ir, first)
    for part in rest:
        if thing is detectors and part in detectors.NAMES:
            thing = detectors.get(part)
        elif thing is ir.Line:  # its fields are known by their types only
            thing = {"direction": ir.Direction.HORIZONTAL}[part]
        else:
            thing = getattr(thing, part)
    return thing


def test_every_name_in_seeds_exists() -> None:
    page = (ROOT / "docs" / "explanation" / "seeds.md").read_text()
    cells = [row.split(" | ")[1] for row in page.splitlines() if row.startswith("| ")]
    names = set(re.findall(r"`([\w.]+)", " ".join(cells))) - {"inarow"}  # that is the command
    assert len(names) > 30
    for name in names:
        resolve(name)


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target
