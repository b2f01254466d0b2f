"""The site's board as one script and one style sheet.

A notebook loads a widget as a single module, in which imports of other files lead nowhere. So the
files of the site are put together here when they are first needed; they stay the only source. A
bundler such as esbuild could do more, but building the wheel would then need Node.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["bundled", "script", "style"]

HERE: Final = Path(__file__).parent
SITE: Final = HERE.parent / "web" / "static"

IMPORT: Final = re.compile(
    r'^import (?:\{(\s*\w+(?:,\s*\w+)*,?\s*)\} from )?"(\.[\w./-]+\.js)";\n', re.M
)
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
OTHERS: Final = re.compile(r"^(?:import|export(?! default\b))\b.*", re.M)


@cache
def script(name: str = "widget") -> str:
    """The module of a widget with everything that it imports."""
    return bundled(HERE / f"{name}.js")


@cache
def style(*more_names: str) -> str:
    """The style sheet of a widget, for the root of its own shadow tree."""
    names = ("site/tokens", "site/contrast", "site/base", "site/parts", "board/board", *more_names)
    tokens, contrast, *sheets = ((SITE / f"{name}.css").read_text("utf-8") for name in names)
    more = f"@media (prefers-contrast: more) {{\n{contrast}}}\n"
    own = (HERE / "widget.css").read_text("utf-8")
    return "".join([tokens, more, *sheets, own]).replace(":root", ":host")


def bundled(entry: Path) -> str:
    """A module and all that it imports as one; each of the others is a function called once."""
    done: dict[Path, str] = {}
    last = _module(entry.resolve(), done, ())
    return "".join([*done.values(), last])


def _module(path: Path, done: dict[Path, str], above: tuple[Path, ...]) -> str:
    """The text of a module whose imports are in *done*."""
    if path in above:
        raise ValueError(f"expected modules without a circle, got one through {path.name}")

    def imported(match: re.Match[str]) -> str:
        other = (path.parent / match[2]).resolve()
        if other not in done:
            done[other] = _wrapped(other, done, (*above, path))
        return f"const {{{match[1]}}} = {_name(other)};\n" if match[1] else ""

    text = IMPORT.sub(imported, path.read_text("utf-8"))
    text = EXPORT.sub("", text) if above else text
    if left := OTHERS.search(text):
        raise ValueError(f"expected plain imports and exports in {path.name}, got {left[0]!r}")
    return text


def _wrapped(path: Path, done: dict[Path, str], above: tuple[Path, ...]) -> str:
    names = EXPORT.findall(path.read_text("utf-8"))
    text = _module(path, done, above)
    return f"const {_name(path)} = (() => {{\n{text}return {{ {', '.join(names)} }};\n}})();\n"


def _name(path: Path) -> str:
    return "$" + re.sub(r"\W", "_", path.stem)
