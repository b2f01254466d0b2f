"""A board for notebooks, to play on and to analyse with. Needs the extra `inarow[notebook]`.

`BoardWidget` is the board of the site; what it knows comes from the library in the kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inarow.widget.board import BoardWidget

__all__ = ["BoardWidget"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'inarow.widget' has no attribute {name!r}")
    from inarow.widget import board  # or it says what to install

    value = globals()[name] = getattr(board, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
