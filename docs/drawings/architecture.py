"""The rooms of inarow, from top to bottom."""

from __future__ import annotations

from html import escape

from drawings.sheet import document

WIDTH, ROW, GAP = 960, 74, 12
LAYERS = (
    ("the C++ core", ("bits, lines, search, batch, env: plain values in, plain values out",)),
    (
        "the game",
        (
            "Rules\n7x6x4",
            "Position\nnever changes",
            "Board\nremembers",
            "notation · render\ntext and pictures",
        ),
    ),
    (
        "knowledge",
        (
            "Solver · Book\nexact scores",
            "Engine\nestimates",
            "explain · review\nfacts in words",
            "detectors\nsix ways to see a line",
        ),
    ),
    (
        "players",
        (
            "Game\ntwo players, a record",
            "players\nlevels, perfect, your bot",
            "arena · judge\nmatches, exams",
            "env\nfor learning",
        ),
    ),
    (
        "frontends",
        (
            "terminal\ninarow play",
            "site\ninarow serve",
            "notebook\nthe widget",
            "commands\ninarow solve …",
            "programs\nprotocols, API",
        ),
    ),
)


def pictures() -> dict[str, str]:
    """The picture of the page."""
    height = len(LAYERS) * (ROW + GAP) - GAP
    rows = [_layer(name, boxes, i * (ROW + GAP)) for i, (name, boxes) in enumerate(LAYERS)]
    title = "From top to bottom: the C++ core, the game, knowledge, players, frontends"
    return {"architecture/layers.svg": document(title, WIDTH, height, "".join(rows))}


def _layer(name: str, boxes: tuple[str, ...], top: int) -> str:
    left = 150
    width = (WIDTH - left - GAP * (len(boxes) - 1)) / len(boxes)
    drawn = [_text(left - 14, top + ROW / 2 + 6, name, 17, anchor="end")]
    for i, box in enumerate(boxes):
        x = left + i * (width + GAP)
        drawn.append(
            f'<rect x="{x:g}" y="{top}" width="{width:g}" height="{ROW}" rx="10" '
            'fill="var(--plate)"/>'
        )
        head, _, below = box.partition("\n")
        middle = x + width / 2
        drawn.append(_text(middle, top + (33 if below else 44), head, 17, bold=bool(below)))
        drawn.append(_text(middle, top + 56, below, 14) if below else "")
    return "".join(drawn)


def _text(
    x: float, y: float, words: str, size: int, *, anchor: str = "middle", bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" fill="var(--label)" font-family="system-ui, sans-serif" '
        f'font-size="{size}" text-anchor="{anchor}"{weight}>{escape(words)}</text>'
    )
