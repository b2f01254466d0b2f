"""What the documentation says is so: commands print what is shown, named things exist."""

import re
import shlex
from argparse import ArgumentParser
from pathlib import Path

import cli_page
import pytest

import inarow as ir
from inarow import detectors
from inarow.cli import main, parser
from inarow.terminal import classic, console
from support.pages import anchors, fences, links, pages
from support.paths import ROOT
from support.walkthrough import follow

FOLLOWED = ["how-to/build-a-book.md", "how-to/extend.md"]
"""Pages whose files and commands are tried in order, as in the tutorials."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def answered(page: Path) -> list[tuple[str, str]]:
    """Commands in blocks without a language, each with what it prints."""
    blocks = [fence.text for fence in fences(page) if fence.language == ""]
    found = [re.fullmatch(r"\$ inarow (.*)\n((?:(?!\$ ).*\n)+)", block) for block in blocks]
    return [(match[1], match[2]) for match in found if match]


@pytest.mark.parametrize("page", [*filter(answered, pages())], ids=name_of)
def test_pages_show_what_the_command_prints(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, shown in answered(page):
        assert main(shlex.split(arguments)) == 0
        assert capsys.readouterr().out == shown


def test_there_are_such_commands() -> None:
    assert len([page for page in pages() if answered(page)]) >= 3


@pytest.mark.parametrize("name", FOLLOWED)
def test_every_step_of_a_page_does_what_it_says(name: str, tmp_path: Path) -> None:
    assert follow(ROOT / "docs" / name, tmp_path)


def commands(page: Path) -> list[list[str]]:
    """Every command of inarow that a page names, in a block or in a sentence, as words."""
    plain = [fence.text for fence in fences(page) if fence.language in ("", "text")]
    found = re.findall(r"^\$ inarow (.*)", page.read_text(), re.MULTILINE)
    found += re.findall(r"^inarow (?!is at )([a-z].*)", "".join(plain), re.MULTILINE)
    found += re.findall(r"`inarow ([^`]*)`", page.read_text())
    return [shlex.split(re.split(r" [|<>&#…(]| {2,}", line)[0]) for line in found]


@pytest.mark.parametrize("page", [*filter(commands, pages())], ids=name_of)
def test_every_command_and_option_that_is_named_is_there(page: Path) -> None:
    for words in commands(page):
        command: ArgumentParser = parser()
        while words and (below := cli_page.subcommands(command)) and words[0] in below:
            command = below[words.pop(0)]
        assert command.prog != "inarow" or words[:1] in ([], ["COMMAND"]), words
        known = {option for action in command._actions for option in action.option_strings}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_programs_in_pages_are_programs(page: Path) -> None:
    for fence in fences(page):
        if "python" in fence.language and ">>>" not in fence.text:
            compile(fence.code, f"{page.name}:{fence.line}", "exec")


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


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in links(page):
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), target
        assert there.is_relative_to(ROOT), target
        if anchor:
            assert anchor in anchors(there), target


def test_files_named_in_pages_and_sources_exist() -> None:
    named = re.compile(r"(?<![\w/.-])(?:docs|examples|bench|tests|src|cpp)/[\w/.-]*\.\w+")
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "cpp").rglob("*.?pp"), *pages()]
    for source in sources:
        for name in named.findall(source.read_text()):
            there = (ROOT / name).exists() or (ROOT / "cpp" / name).exists()  # as in #include
            assert "NAME" in name or there, f"{source} names {name}"


def test_every_page_is_in_a_table_of_contents() -> None:
    docs = ROOT / "docs"
    listed = {docs / "index.md"}
    for page in docs.rglob("*.md"):
        for fence in fences(page):
            if fence.language == "{toctree}":
                names = [line for line in fence.text.split("\n") if line and line[0] != ":"]
                listed |= {path for name in names for path in page.parent.glob(f"{name}.md")}
    assert {page for page in docs.rglob("*.md") if "_build" not in page.parts} <= listed
