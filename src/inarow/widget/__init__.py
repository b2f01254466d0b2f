"""A board for notebooks, to play on and to analyse with. Needs the extra `inarow[notebook]`.

`BoardWidget` is the board of the site; what it knows comes from the library in the kernel.
`LessonWidget` is the same board, and asks for a better move at each mistake of a game. `LabWidget`
shows how algorithms look for lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inarow.widget.board import BoardWidget
    from inarow.widget.lab import LabWidget
    from inarow.widget.lessons import LessonWidget

__all__ = ["BoardWidget", "LabWidget", "LessonWidget"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'inarow.widget' has no attribute {name!r}")
    from inarow.widget import board, lab, lessons  # or they say what to install

    home = {"BoardWidget": board, "LabWidget": lab, "LessonWidget": lessons}[name]
    value = globals()[name] = getattr(home, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
