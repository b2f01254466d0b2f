"""The bill of materials: an entry for every package, with the version of ours."""

import json
import subprocess
from pathlib import Path

import pytest

import sbom
from version import version


@pytest.mark.parametrize("code", [0, 1])
def test_both_lists_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    bill = {"metadata": {"component": {"name": "inarow"}}, "components": [{"name": "numpy"}]}
    done = subprocess.CompletedProcess([], 0, stdout=json.dumps(bill))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    monkeypatch.setattr("licences.main", lambda _: print("| numpy |") or code)
    assert sbom.main(tmp_path, tmp_path) == code
    written = json.loads((tmp_path / f"inarow-{version()}.cdx.json").read_text())
    assert written["metadata"]["component"]["version"] == version()
    assert (tmp_path / "licences.md").read_text() == "| numpy |\n"
    assert "1 packages" in capsys.readouterr().out
