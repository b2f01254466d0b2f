import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inarow.personal import journal
from inarow.personal.journal import Journal


def journal_at(path: Path) -> Journal[int]:
    return Journal(path, lambda data: int(data["n"]), lambda n: {"n": n})


def test_entries_come_back_in_their_order(tmp_path: Path) -> None:
    kept = journal_at(tmp_path / "new" / "x.jsonl")
    assert kept.entries() == []
    for number in range(3):
        kept.add(number)
    assert journal_at(kept.path).entries() == [0, 1, 2]
    assert kept.message == ""


@pytest.mark.parametrize(
    "bad",
    [b"{", b"[]", b'{"m": 1}', b'{"n": "one"}', b"\xff\x00", b'{"n": null}', b'{"n": 1e999}'],
)
def test_a_damaged_file_is_set_aside_and_its_good_lines_stay(bad: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"n": 1}\n' + bad + b'\n{"n": 2}\n')
    kept = journal_at(path)
    assert kept.entries() == [1, 2]
    (aside,) = tmp_path.glob("x.jsonl.damaged-*")
    assert bad in aside.read_bytes()
    assert kept.message == (
        f"1 of 3 lines of {path} could not be read; the file is now {aside.name}."
    )
    assert path.read_bytes() == b'{"n": 1}\n{"n": 2}\n'
    again = journal_at(path)
    assert (again.entries(), again.message) == ([1, 2], "")


def test_a_line_that_was_cut_short_does_not_spoil_the_next(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"n": 1}\n{"n"')
    kept = journal_at(path)
    kept.add(2)
    assert kept.entries() == [1, 2]


def test_odd_bytes_of_a_command_come_back(tmp_path: Path) -> None:
    names = Journal(tmp_path / "x.jsonl", lambda data: str(data["name"]), lambda n: {"name": n})
    names.add("ugi:\udcff é")
    assert (names.entries(), names.message) == (["ugi:\udcff é"], "")


def test_what_cannot_be_read_or_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").mkdir()
    kept = journal_at(tmp_path / "x.jsonl")
    assert kept.entries() == []
    assert kept.message.endswith("could not be read: Is a directory.")
    kept.add(1)
    assert kept.message.endswith("could not be written: Is a directory.")


def test_programs_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    program = (
        "import sys; from pathlib import Path; from inarow.personal.journal import Journal\n"
        "kept = Journal(Path(sys.argv[1]), dict, dict)\n"
        "for n in range(200): kept.add({'who': sys.argv[2], 'n': n, 'text': 'x' * 200})\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(path), who]) for who in ("a", "b")
    ]
    assert [each.wait() for each in running] == [0, 0]
    kept: Journal[dict[str, Any]] = Journal(path, dict, dict)
    lines = kept.entries()
    assert kept.message == ""  # blank lines may lie between: the end of a line was not seen in time
    for who in ("a", "b"):
        assert [line["n"] for line in lines if line["who"] == who] == list(range(200))


def test_two_programs_that_mend_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"n": 1}\n{\n')
    first, second = journal_at(path), journal_at(path)
    assert first.entries() == [1]
    second._set_aside()  # it had read the damaged file, too
    assert journal_at(path).entries() == [1]


@pytest.mark.parametrize(
    ("platform", "name", "folder"),
    [
        ("linux", "XDG_DATA_HOME", "{value}/inarow"),
        ("linux", "", "{home}/.local/share/inarow"),
        ("darwin", "", "{home}/Library/Application Support/inarow"),
        ("win32", "LOCALAPPDATA", "{value}/inarow"),
        ("win32", "", "{home}/AppData/Local/inarow"),
    ],
)
def test_every_system_has_its_own_folder(
    platform: str, name: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal.sys, "platform", platform)  # type: ignore[attr-defined]
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    if name:
        monkeypatch.setenv(name, "/given")
    assert journal.user_folder() == Path(folder.format(value="/given", home=Path.home()))
