"""The container file names what is there, and gives the site no rights that it does not need."""

import re
import tomllib

from inarow.cli import parser
from support.paths import ROOT

LINES = (ROOT / "Containerfile").read_text().splitlines()


def named(instruction: str) -> list[str]:
    """What follows an instruction, wherever it is."""
    return [line.removeprefix(f"{instruction} ") for line in LINES if line.startswith(instruction)]


def test_it_copies_what_is_there_and_all_that_the_package_needs() -> None:
    copied = {path for line in named("COPY") if "--from" not in line for path in line.split()[:-1]}
    assert all((ROOT / path).exists() for path in copied)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = {project["project"]["readme"], *project["build-system"]["backend-path"], "src", "cpp"}
    licences = {path.partition("/")[0] for path in project["project"]["license-files"]}
    assert needed | licences | {"CMakeLists.txt", "pyproject.toml"} <= copied


def test_it_installs_all_that_the_site_needs_at_their_locked_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["web"]
    names = {re.match(r"[\w-]+", text)[0] for text in wanted}  # type: ignore[index]
    locked = (ROOT / "requirements" / "web.txt").read_text()
    assert names <= {*re.findall(r"^([\w-]+)(?:\[\w+\])?==", locked, re.MULTILINE)}


def test_it_is_nobody_special_and_keeps_its_data() -> None:
    (user,) = named("USER")
    assert not user.startswith(("0", "root"))
    assert named("VOLUME") == ["/data"]
    assert "ENV INAROW_DATA=/data" in LINES
    assert any(f"-o {user.partition(':')[0]} " in line and "/data" in line for line in LINES)


def test_it_starts_a_command_that_exists() -> None:
    (start,) = named("ENTRYPOINT")
    words = re.findall(r'"(.*?)"', start)
    assert words[0] == "/opt/inarow/bin/inarow"
    assert parser("serve").parse_args(words[1:]).host == "0.0.0.0"


def test_every_lock_has_hashes_but_the_one_that_leaves_them_to_the_machine() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        packages = re.split(r"^(?=[\w-]+(?:\[\w+\])?==)", path.read_text(), flags=re.MULTILINE)[1:]
        assert packages
        assert all("--hash=sha256:" in p for p in packages) == (path.name != "learn.txt"), path
