"""The version is written in one place, and the changelog is in order."""

import re
from datetime import date
from importlib.metadata import version as installed_version
from itertools import pairwise

import pytest
from packaging.version import Version

import inarow
from support.paths import ROOT
from version import UNRELEASED, entries, main, problems, version

CHANGELOG = (ROOT / "CHANGELOG.md").read_text()
SECTIONS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]


def test_all_read_the_version_from_one_place() -> None:
    assert version() == inarow.__version__
    assert installed_version("inarow") == version(), "run make, which installs the new version"
    places = [*(ROOT / "src").rglob("*.*"), *(ROOT / "cpp").rglob("*.?pp"), ROOT / "docs/conf.py"]
    places += [ROOT / name for name in ("pyproject.toml", "CMakeLists.txt", "package.json")]
    texts = {".py", ".html", ".js", ".css", ".toml", ".txt", ".json", ".cpp", ".hpp"}
    written = re.compile(rf"(?<![\d.]){re.escape(version())}(?![\d.])")
    found = [p.name for p in places if p.suffix in texts and written.search(p.read_text())]
    assert found == ["__init__.py"]


def test_the_changelog_is_in_order_and_begins_with_this_version() -> None:
    found = entries(CHANGELOG)
    assert found[0].version == version()
    for newer, older in pairwise(found):
        assert Version(newer.version) > Version(older.version)
        assert newer.date == UNRELEASED or newer.date >= older.date
    for entry in found:
        if entry != found[0] or entry.date != UNRELEASED:  # only the newest may wait
            date.fromisoformat(entry.date)
        assert entry.sections
        assert entry.sections == [name for name in SECTIONS if name in entry.sections]


def test_what_stands_before_the_first_version_names_the_format() -> None:
    assert CHANGELOG.startswith("# Changelog\n")
    assert "*Keep a Changelog*" in CHANGELOG.partition("\n## ")[0]


def test_a_tag_must_fit_the_version_and_the_changelog() -> None:
    dated = f"# Changelog\n\n## {version()} - 2030-01-02\n\n### Added\n"
    assert problems(f"v{version()}", dated) == []
    assert problems("v99.0", dated) == [f"expected the tag v{version()}, got v99.0"]
    waiting = f"## {version()} - {UNRELEASED}\n"
    assert problems(f"v{version()}", waiting) == ["expected a date in CHANGELOG.md"]
    (old,) = problems(f"v{version()}", "## 0.0.1 - 2030-01-02\n")
    assert old == f"expected {version()} on top of CHANGELOG.md, got 0.0.1"


def test_a_bad_tag_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("99.0") == 1
    assert f"version: expected the tag v{version()}, got 99.0\n" in capsys.readouterr().err
