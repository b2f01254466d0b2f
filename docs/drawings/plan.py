"""The plan that the page about explanations shows in text, as the program itself draws it."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from inarow.cli import main

PAGE = Path(__file__).parent.parent / "explanation" / "explain.md"


def pictures() -> dict[str, str]:
    """The picture, by its file."""
    (arguments,) = re.findall(r"\$ inarow (explain .*) --picture\n", PAGE.read_text())
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        path = Path(folder) / "plan.svg"
        assert main([*arguments.split(), "--svg", str(path)]) == 0
        return {"explain-plan.svg": path.read_text()}
