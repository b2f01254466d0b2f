"""A board for notebooks, to play on and to analyse with. Needs the extra `inarow[notebook]`.

`BoardWidget` is the board of the site; what it knows comes from the library in the kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inarow.errors import InarowError

if TYPE_CHECKING:
    from inarow.widget.board import BoardWidget

__all__ = ["BoardWidget"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'inarow.widget' has no attribute {name!r}")
    try:
        from inarow.widget import board
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "ipywidgets", "traitlets"):
            raise
        raise InarowError(
            "the notebook widget needs anywidget: install it with pip install 'inarow[notebook]'"
        ) from None
    value = globals()[name] = getattr(board, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
