"""No dependency asks more of its users than the MIT licence does, but for those that are named."""

from email.message import EmailMessage
from importlib.metadata import Distribution, PackageNotFoundError, distributions
from pathlib import Path

import pytest

import licences
from licences import ACCEPTED, Licence, licence_of
from support.packages import needed


def test_all_dependencies_have_a_licence_that_users_can_accept() -> None:
    found = [licence_of(package) for package in needed(["inarow[all]"], distributions())]
    assert len(found) > 30
    assert [licence for licence in found if not licence.is_accepted] == []
    assert set(ACCEPTED) <= {licence.package for licence in found}, "an exception without a use"


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("MIT", True),
        ("MPL-2.0", True),
        ("BSD-3-Clause AND MIT", True),
        ("GPL-3.0-only", False),
        ("LGPL-3.0-only", False),
        ("GNU Affero General Public License v3", False),
        ("Other/Proprietary License", False),
        ("unknown", False),
    ],
)
def test_which_licences_are_accepted(text: str, accepted: bool) -> None:
    assert Licence("package", "1", text).is_accepted is accepted


class Made(Distribution):
    """A package that says of itself what it is told to."""

    def __init__(self, licence_file: str = "", **about: str) -> None:
        self._file = licence_file
        message = EmailMessage()
        message["Name"], message["Version"] = "Made_Up", "1"
        for name, value in about.items():
            message[name.replace("_", "-")] = value
        self._about = message.as_string()

    def read_text(self, filename: str) -> str | None:
        return {"METADATA": self._about, "licenses/LICENSE": self._file}.get(filename)

    def locate_file(self, path: object) -> Path:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("package", "text"),
    [
        (
            Made(License_Expression="MIT", Classifier="License :: OSI Approved :: BSD License"),
            "MIT",
        ),
        (Made(Classifier="License :: OSI Approved :: BSD License", License="x"), "BSD License"),
        (Made(License="Apache 2.0"), "Apache 2.0"),
        (
            Made(
                "Permission is hereby granted, free of charge, to any\nperson obtaining",
                License_File="LICENSE",
            ),
            "MIT",
        ),
        (Made("Copyright", License_File="LICENSE"), "unknown"),
    ],
)
def test_where_a_licence_is_looked_for(package: Made, text: str) -> None:
    assert licence_of(package) == ("made-up", "1", text)


def test_only_what_is_needed_is_taken() -> None:
    names = {licence_of(package).package for package in needed(["inarow"], distributions())}
    assert names == {"inarow", "numpy", "shtab"}
    with pytest.raises(PackageNotFoundError):
        list(needed(["no-such-package"], distributions()))


def test_a_licence_that_is_not_accepted_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = [Made(License_Expression="MIT"), Made(License_Expression="AGPL-3.0-only")]
    monkeypatch.setattr(licences, "distributions", lambda path: made)
    assert licences.main("anywhere") == 1
    shown = capsys.readouterr()
    assert "| made-up | 1 | MIT |\n" in shown.out
    assert shown.err == "licences: not accepted: made-up\n"
