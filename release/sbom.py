"""`make sbom`: what an installation with all extras consists of, for machines and for people.

Writes `inarow-VERSION.cdx.json` (CycloneDX) and `licences.md` from an environment that holds the
pinned dependencies, and fails if a licence is not accepted.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import licences
from version import ROOT, version


def main(environment: Path, folder: Path) -> int:
    """Write both; the exit code is 1 if a licence is not accepted."""
    cyclonedx = ("-m", "cyclonedx_py", "environment", "--output-reproducible", "--pyproject")
    command = [sys.executable, *cyclonedx, "pyproject.toml", str(environment / "bin" / "python")]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    bill = json.loads(done.stdout)
    bill["metadata"]["component"]["version"] = version()  # which pyproject.toml leaves to the build
    path = folder / f"inarow-{version()}.cdx.json"
    path.write_text(json.dumps(bill, indent=2) + "\n", "utf-8")
    (packages,) = environment.glob("lib/python*/site-packages")
    with (folder / "licences.md").open("w", encoding="utf-8") as file, redirect_stdout(file):
        code = licences.main(str(packages))
    print(f"{path} and licences.md: {len(bill['components'])} packages")
    return code


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), Path(sys.argv[2])))
