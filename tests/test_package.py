"""What is in the package: all that the programs read, nothing that only we need."""

import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "inarow"


def test_the_source_package_holds_the_program_and_its_files_only(tmp_path: Path) -> None:
    program = (
        "from scikit_build_core.build import build_sdist; build_sdist(__import__('sys').argv[1])"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    tops = {name.partition("/")[0] for name in names}
    assert not tops & {"tests", "bench", "docs", "node_modules", "package.json", "jsconfig.json"}
    kept = [
        p for p in PACKAGE.rglob("*") if p.is_file() and p.suffix not in {".pyc", ".pyi", ".so"}
    ]
    assert {str(p.relative_to(ROOT)) for p in kept} <= names
    assert any(p.suffix == ".mako" for p in kept)
