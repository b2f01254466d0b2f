"""A page about judged agents: one HTML file that needs nothing else, in light and dark.

report.html beside this module is its frame, with the style; what is about the agents is made here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from statistics import median
from string import Template
from typing import Final, NamedTuple

from inarow.arena.ratings import LADDERS, expected, ladder_of
from inarow.board import render
from inarow.board.notation import move_name
from inarow.board.rules import Cell
from inarow.explain import explain_move
from inarow.explain.grades import Grade
from inarow.explain.review import COMFORT
from inarow.judge.scorecard import Scorecard, Share, Verdict, duration, ranking, table

__all__ = ["page"]

BLUNDERS: Final = 8
"""How many bad moves are shown of each agent."""

GROUPS: Final = 12
"""The most bars in the chart of accuracy by ply."""

_NAMES = ("plate", "hole", "paper", "grid", "label", "outline")


def page(cards: Sequence[Scorecard], *, seed: int = 0) -> str:
    """The report on *cards*, all of the same rules."""
    ranked = ranking(cards)
    rules = ranked[0].rules
    title = (
        f"{ranked[0].name} on {rules}" if len(ranked) == 1 else f"{len(ranked)} agents on {rules}"
    )
    body = []
    if len(ranked) > 1:
        body += [_overview(ranked), _ladder_plot(ranked)]
    body += [_section(card, place) for place, card in enumerate(ranked, start=1)]
    template = (resources.files("inarow.judge") / "report.html").read_text("utf-8")
    return Template(template).substitute(
        title=escape(title),
        introduction=escape(_introduction(ranked, seed)),
        body="\n".join(body),
    )


def _introduction(cards: Sequence[Scorecard], seed: int) -> str:
    """What the agents had to do, and what their ratings mean."""
    first, who = cards[0], "Every agent" if len(cards) > 1 else "The agent"
    tasks = []
    if first.answers:
        positions = _count(len(first.answers), "position")
        tasks.append(f"took an exam of {positions} where a move can cost points")
    if first.games:
        games = _count(len(first.games), "game")
        tasks.append(f"played {games} against the levels")
    sentences = [f"{who} {' and '.join(tasks)} (seed {seed})."] if tasks else []
    if not any(verdict.scores for card in cards for verdict in card.verdicts):
        sentences.append(f"No exact scores are known for {first.rules}, so moves are not judged.")
    if first.games:
        ladder = ladder_of(first.rules)
        levels = LADDERS[ladder]
        sentences.append(
            f"Elo is measured against the levels as rated on {ladder}: level 1 is 0, "
            f"level 5 is {levels[4]}, level 10 is {levels[9]}."
        )
    return " ".join(sentences)


def _overview(cards: Sequence[Scorecard]) -> str:
    head, *rows = table(cards)
    cells = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    lines = []
    for place, row in enumerate(rows, start=1):
        name = f'<td><a href="#agent-{place}">{escape(row[1])}</a></td>'
        rest = "".join(f"<td>{escape(word)}</td>" for word in row[2:])
        lines.append(f"<tr><td>{place}</td>{name}{rest}</tr>")
    return (
        f'<div class="scroll"><table><thead><tr>{cells}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _ladder_plot(cards: Sequence[Scorecard]) -> str:
    cards = [card for card in cards if card.is_rated]
    if not cards:
        return ""
    ladder = LADDERS[ladder_of(cards[0].rules)]
    marks = [(float(at), str(number)) for number, at in enumerate(ladder, start=1)]
    data = [Whisker(card.name, card.elo.value, card.elo.low, card.elo.high) for card in cards]
    chart = whiskers(data, marks, "Elo with 95% confidence intervals")
    return f'<div class="scroll">{chart}</div>'


# -- one agent ------------------------------------------------------------------------------------


def _section(card: Scorecard, place: int) -> str:
    parts = [
        f'<section id="agent-{place}">',
        f"<h2>{escape(card.name)}</h2>",
        _figures(card),
        _failures(card),
        f'<div class="plots">{_by_ply(card)}{_by_level(card)}{_by_time(card)}</div>',
        _boards(card),
        "</section>",
    ]
    return "\n".join(part for part in parts if part)


def _figures(card: Scorecard) -> str:
    figures = []
    if card.answers:
        figures.append(("exam", str(card.exam), f"{card.exam.part} of {card.exam.whole}"))
    if card.games:
        elo, lost = card.elo, card.lost_per_game
        if card.is_rated:
            figures.append(("Elo", f"{elo.value:.0f}", f"± {elo.high - elo.value:.0f}"))
        figures.append(("points", f"{card.points:g}", f"of {len(card.games)}"))
        if lost is not None:
            figures.append(("accuracy", str(card.accuracy), "in its games"))
            figures.append(("points lost", f"{lost:.2f}", "per game"))
            mistakes = _count(card.count(Grade.MISTAKE), "mistake")
            figures.append(("blunders", str(card.count(Grade.BLUNDER)), f"and {mistakes}"))
    if card.seconds:
        most = duration(max(card.seconds))
        figures.append(("time", duration(median(card.seconds)), f"per move, at most {most}"))
    return (
        '<dl class="figures">'
        + "".join(
            f"<div><dt>{name}</dt><dd>{escape(value)}<small>{escape(note)}</small></dd></div>"
            for name, value, note in figures
        )
        + "</dl>"
    )


def _failures(card: Scorecard) -> str:
    found = card.failures()
    if not found:
        return ""
    lines = [
        f"<li>{escape(why)}{f' ({count} times)' if count > 1 else ''}</li>"
        for why, count in found.items()
    ]
    return f'<h3>What went wrong</h3><ul class="failures">{"".join(lines)}</ul>'


def _by_ply(card: Scorecard) -> str:
    found = card.accuracy_by_ply()
    if not found:
        return ""
    size = -(-card.rules.cell_count // GROUPS)
    data = []
    for start in range(0, card.rules.cell_count, size):
        group = [share for ply, share in found.items() if start <= ply < start + size]
        share = Share(sum(each.part for each in group), sum(each.whole for each in group))
        last = min(start + size, card.rules.cell_count) - 1
        note = f"{start} to {last} discs: {share.part} of {share.whole} moves kept the result"
        data.append(Bar(str(start), share.value, note))
    chart = share_chart(data, "Accuracy by ply", "discs on the board")
    return f"<div><h3>Moves that kept the result</h3>{chart}</div>"


def _by_level(card: Scorecard) -> str:
    if not card.games:
        return ""
    ladder = LADDERS[ladder_of(card.rules)]
    data, curve = [], []
    for level, share in card.by_level().items():
        note = f"{share.part / 2:g} of {share.whole // 2} points against level {level}"
        data.append(Bar(str(level), share.value, note))
        curve.append(expected(card.elo.value - ladder[level - 1]))
    chart = share_chart(data, "Points against each level", "level (dashed: expected)", curve)
    return f"<div><h3>Points against the levels</h3>{chart}</div>"


def _by_time(card: Scorecard) -> str:
    if not card.seconds:
        return ""
    chart = time_chart(card.seconds, "Time per move", "time per move")
    return f"<div><h3>Time per move</h3>{chart}</div>"


# -- bad moves ------------------------------------------------------------------------------------


def _boards(card: Scorecard) -> str:
    worst = card.worst(BLUNDERS)
    if not worst:
        return ""
    figures = "".join(_figure(verdict) for verdict in worst)
    return (
        "<h3>Worst moves</h3>"
        '<p class="dim">? marks the move played, ! the best ones.</p>'
        f'<div class="boards">{figures}</div>'
    )


def _figure(verdict: Verdict) -> str:
    position, side = verdict.position, verdict.position.turn
    played = move_name(verdict.move, position.rules)
    signs = {_cell(move, verdict): render.Mark("!", side) for move in verdict.best}
    signs[_cell(verdict.move, verdict)] = render.Mark("?", side)
    title = f"{position.text()}, {side} played {played}"
    picture = render.svg(position, marks=signs, theme="dark", title=title)
    facts = explain_move(position, verdict.move, verdict.scores).facts
    why = " ".join(fact.text for fact in facts if fact.kind not in COMFORT)
    return (
        f"<figure>{_coloured(picture)}<figcaption><b>{side} played {escape(played)}: "
        f"{verdict.grade}.</b> {escape(why)}</figcaption></figure>"
    )


def _cell(move: int, verdict: Verdict) -> Cell:
    cell = verdict.position.cell_of(move)
    assert cell is not None
    return cell


def _coloured(picture: str) -> str:
    """A picture in the colours of the page, whichever those are."""
    for name, color in zip(_NAMES, render.THEMES["dark"], strict=True):
        picture = picture.replace(f'"{color}"', f'"var(--{name})"')
    return picture


# -- charts: SVG in the colours of the page -------------------------------------------------------

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 10, 34


class Bar(NamedTuple):
    """A bar: its label below, its height from 0 to 1 (`None`: unknown), and its tooltip."""

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
    """How many moves took how long: two bars for every power of ten."""
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
            f"{_count(count, 'move')} from {_time(place)} to {_time(place + 1)}",
        )
        for place, count in zip(range(first, last + 1), counts, strict=True)
    ]
    return bars(data, title, below, scale=[(0.0, "0"), (1.0, str(most))])


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


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
    ends = [each.value for each in data] + [at for at, _ in marks]
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
