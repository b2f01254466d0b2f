import re
from pathlib import Path
from random import Random

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from inarow.tui.repaint import Pen
from support.screens import game, match_of, played, started


@played
async def test_an_update_is_cut_on_both_sides(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("18x18x4", "9")) as (app, _):
        screen = game(app)
        region = screen.view.frame.region(type(screen.pointer.cell)(9, 0), 0)
        screen._compositor._dirty_regions = {region}
        update = screen._compositor.render_partial_update()
        assert update is not None
        sent = update.render_segments(app.console)
        assert sent.startswith(f"\x1b[{region.y + 1};{region.x + 1}H")
        assert sent.count("·") == 1
        assert len(sent) < 200


WORDS = [
    "",
    "bold",
    "dim",
    "italic",
    "underline",
    "reverse",
    "bold italic",
    "dim reverse",
    "strike",
]
COLORS = ["", "red", "bright_blue", "color(130)", "#d55e00", "default"]


def drawn(text: str) -> list[tuple[str, frozenset[str], str, str]]:
    """What a terminal shows: every character with its attributes and colours."""
    shown: list[tuple[str, frozenset[str], str, str]] = []
    attributes: set[str] = set()
    front, back = "39", "49"
    for codes, sign in re.findall(r"\x1b\[([0-9;]*)m|(.)", text):
        if sign:
            shown.append((sign, frozenset(attributes), front, back))
            continue
        rest = codes.split(";")
        while rest:
            code = rest.pop(0)
            if code in ("38", "48"):
                count = 4 if rest[0] == "2" else 2
                color = ";".join([code, *rest[:count]])
                del rest[:count]
                front, back = (color, back) if code == "38" else (front, color)
            elif code in ("", "0"):
                attributes, front, back = set(), "39", "49"
            elif code == "22":
                attributes -= {"1", "2"}
            elif code in ("23", "24", "27", "29"):
                attributes.discard(code[1])
            elif len(code) == 1:
                attributes.add(code)
            elif code[0] in "39":
                front = code
            else:
                back = code
    return shown


def test_a_terminal_shows_what_rich_would_show_with_fewer_bytes() -> None:
    random = Random(1)
    for system in (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD):
        segments = []
        for _ in range(300):
            front, back = random.choice(COLORS), random.choice(COLORS)
            style = Style.parse(f"{random.choice(WORDS)} {front} {'on ' + back if back else ''}")
            segments.append(Segment(random.choice("abc"), style))
        pen = Pen(system)
        thrifty = pen.write(segments) + pen.lift()
        usual = "".join(
            (style or Style.null()).render(text, color_system=system) for text, style, _ in segments
        )
        assert drawn(thrifty) == drawn(usual)
        assert len(thrifty) < len(usual)
        assert pen.lift() == ""


def test_without_colours_only_attributes_are_written() -> None:
    pen = Pen(None)
    assert pen.write([Segment("a", Style.parse("bold red"))]) == "a"
    assert pen.write([Segment("b")]) == "b"
