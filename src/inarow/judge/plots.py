"""Small charts as SVG, drawn with the colours that the page around them sets as CSS variables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

__all__ = ["Bar", "Whisker", "bars", "share_chart", "time_chart", "whiskers"]

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 10, 34


class Bar(NamedTuple):
    """A bar: what stands below it, its height from 0 to 1 (`None`: unknown), what it says."""

    label: str
    value: float | None
    note: str


class Whisker(NamedTuple):
    """A value with its limits, and whose it is."""

    name: str
    value: float
    low: float
    high: float


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{style}>{escape(words)}</text>'


def _document(
    body: Iterable[str],
    title: str,
    height: float = HEIGHT,
    width: float = WIDTH,
    kind: str = "plot",
) -> str:
    return (
        f'<svg class="{kind}" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>{"".join(body)}</svg>'
    )


def bars(
    data: Sequence[Bar],
    title: str,
    below: str,
    *,
    scale: Sequence[tuple[float, str]],
    curve: Sequence[float] = (),
) -> str:
    """Bars over a scale of 0 to 1, and a curve of points over their middles if given."""
    inside, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    step = inside / max(len(data), 1)
    body = []
    for at, words in scale:
        y = TOP + (1 - at) * down
        body.append(f'<path class="rule" d="M{LEFT} {y:g}H{WIDTH - RIGHT}"/>')
        body.append(_text(LEFT - 6, y + 4, words, anchor="end"))
    every = math.ceil(len(data) / 12)
    for i, bar in enumerate(data):
        x, middle = LEFT + i * step, LEFT + (i + 0.5) * step
        if i % every == 0:
            body.append(_text(middle, HEIGHT - BOTTOM + 15, bar.label))
        if bar.value is None:
            continue
        height = max(bar.value * down, 1.5)
        thick = min(step * 0.72, 26)
        body.append(
            f'<rect class="bar" x="{x + (step - thick) / 2:.4g}" y="{TOP + down - height:.4g}" '
            f'width="{thick:.4g}" height="{height:.4g}" rx="2">'
            f"<title>{escape(bar.note)}</title></rect>"
        )
    if curve:
        places = [(LEFT + (i + 0.5) * step, TOP + (1 - y) * down) for i, y in enumerate(curve)]
        path = "L".join(f"{x:.4g} {y:.4g}" for x, y in places)
        body.append(f'<path class="curve" d="M{path}"/>')
    body.append(_text(LEFT + inside / 2, HEIGHT - 3, below, "dim"))
    return _document(body, title)


def share_chart(data: Sequence[Bar], title: str, below: str, curve: Sequence[float] = ()) -> str:
    """Bars of shares in per cent."""
    scale = [(0.0, "0"), (0.5, "50"), (1.0, "100%")]
    return bars(data, title, below, scale=scale, curve=curve)


def time_chart(seconds: Sequence[float], title: str, below: str) -> str:
    """How often a move took how long: a bar for every half of a power of ten."""
    if not seconds:
        return ""
    places = [math.floor(2 * math.log10(max(value, 1e-6))) for value in seconds]
    first, last = min([*places, -6]), max([*places, 0])
    counts = [places.count(place) for place in range(first, last + 1)]
    most = max(counts)
    data = [
        Bar(
            _power(place // 2) if place % 2 == 0 else "",
            count / most,
            f"{count} moves from {_time(place)} to {_time(place + 1)}",
        )
        for place, count in zip(range(first, last + 1), counts, strict=True)
    ]
    return bars(data, title, below, scale=[(0.0, "0"), (1.0, str(most))])


def _time(place: int) -> str:
    seconds = 10 ** (place / 2)
    return f"{seconds:.2g} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"


def _power(exponent: int) -> str:
    names = {-6: "1 µs", -5: "10 µs", -4: "0.1 ms", -3: "1 ms", -2: "10 ms", -1: "0.1 s", 0: "1 s"}
    return names.get(exponent, f"{10**exponent} s")


def whiskers(data: Sequence[Whisker], marks: Sequence[tuple[float, str]], title: str) -> str:
    """Values with their limits, one below the other, over a scale with *marks*."""
    row, left, right, width = 28, 150, 20, 640
    height = TOP + row * len(data) + BOTTOM
    ends = [value for whisker in data for value in (whisker.value, whisker.value)]
    ends += [at for at, _ in marks]
    low, high = min(ends) - 150, max(ends) + 150

    def place(value: float) -> float:
        return left + (width - left - right) * (min(max(value, low), high) - low) / (high - low)

    body = []
    for at, words in marks:
        body.append(f'<path class="rule" d="M{place(at):.4g} {TOP}V{height - BOTTOM}"/>')
        body.append(_text(place(at), height - BOTTOM + 15, words))
    for i, each in enumerate(data):
        y = TOP + row * (i + 0.5)
        name = each.name if len(each.name) <= 20 else f"{each.name[:18]}…"
        body.append(_text(left - 14, y + 4, name, anchor="end"))
        body.append(
            f'<path class="whisker" d="M{place(each.low):.4g} {y}H{place(each.high):.4g}"/>'
        )
        body.append(
            f'<circle class="dot" cx="{place(each.value):.4g}" cy="{y}" r="5">'
            f"<title>{escape(each.name)}: {each.value:.0f}, {each.low:.0f} to {each.high:.0f}"
            f"</title></circle>"
        )
    body.append(_text((left + width - right) / 2, height - 3, "the strength of each level", "dim"))
    return _document(body, title, height, width, "plot wide")
