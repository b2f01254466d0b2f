"""Help for tests of the notebook widget: no kernel, no browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from inarow.widget import BoardWidget


@contextmanager
def shown(*arguments: Any, **wishes: Any) -> Iterator[BoardWidget]:
    """A widget that is closed, and has ended its work, when the test ends."""
    widget = BoardWidget(*arguments, **wishes)
    try:
        yield widget
    finally:
        widget.close()
        settle(widget)


def settle(widget: BoardWidget) -> dict[str, Any]:
    """Wait until nothing more is searched; what the views draw then."""
    widget._decide.join()  # an answer may begin other work
    widget._analyse.join()
    view: dict[str, Any] = widget._view
    return view


def ask(widget: BoardWidget, **content: object) -> dict[str, Any]:
    """Send what a view sends; what is drawn right after it.

    A move is for the position that is drawn, unless *content* names another.
    """
    if content.get("do") == "play":
        content = {"position": widget._view["position"], **content}
    widget._handle_custom_msg(content, [])
    view: dict[str, Any] = widget._view
    return view
