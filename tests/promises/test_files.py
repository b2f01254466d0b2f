import os
from pathlib import Path

import pytest

import inarow as ir
from inarow import files


def test_a_file_is_replaced_by_all_of_the_data(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    files.write(path, b"one", ir.RenderError)
    path.chmod(0o600)
    files.write(path, b"two", ir.RenderError)
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(ir.RenderError, match="expected an ordinary file to write to"):
        files.write(tmp_path, b"", ir.RenderError)


def test_a_durable_file_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.book"
    named = list[bool]()
    monkeypatch.setattr(os, "fsync", lambda _: named.append(path.exists()))
    files.write(path, b"one", ir.BookError)
    assert named == []
    path.unlink()
    files.write(path, b"one", ir.BookError, durable=True)
    assert named[0] is False  # the file; the folder follows where it can be opened
    assert path.read_bytes() == b"one"


def test_what_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        files.write(path, b"new", ir.BookError, durable=True)
    assert caught.value.filename == str(path)
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])


def test_an_error_names_the_file_that_was_asked_for() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        files.write("/nope/x.svg", b"", ir.RenderError)
    assert caught.value.filename == "/nope/x.svg"
    with pytest.raises(NotADirectoryError) as wrong:
        files.write("/dev/null/x.svg", b"", ir.RenderError)
    assert wrong.value.filename == "/dev/null/x.svg"


def test_a_long_name_and_a_circle_of_links_are_no_trouble(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 255)
    files.write(long, b"one", ir.RenderError)
    assert long.read_bytes() == b"one"
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    files.write(circle, b"two", ir.RenderError)
    assert circle.read_bytes() == b"two"
