"""Where things lie in the repository."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "inarow"
DATA = ROOT / "tests" / "data"
DOCS = ROOT / "docs"
