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
