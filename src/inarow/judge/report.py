"""A page about judged agents: one HTML file that needs nothing else, in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from statistics import median
from typing import Final

from inarow.arena.ratings import LADDERS, expected, ladder_of
from inarow.board import render
from inarow.board.notation import move_text
from inarow.board.rules import Cell
from inarow.explain import explain_move
from inarow.explain.grades import Grade
from inarow.explain.review import COMFORT
from inarow.judge import plots
from inarow.judge.plots import Bar, Whisker
from inarow.judge.scorecard import Scorecard, Share, Verdict, duration, ranking, table

__all__ = ["page"]

BLUNDERS: Final = 8
"""How many bad moves are shown of everyone."""

GROUPS: Final = 12
"""How many bars of plies there are at most."""

MEANINGS: Final = (
    ("exam", "the positions whose result was kept: won, drawn or lost as before the move. All "
     "agents had the same ones, so this is the fairest comparison."),
    ("accuracy", "the same for the moves of its games, where a move could lose something."),
    ("lost/game", "points that moves gave away in a game: half of one when a win became a draw or "
     "a draw a loss. It can be lost more than once, when the opponent gives it back."),
    ("blunders", "moves that turned a win into a loss, missed a win at once or allowed one."),
    ("Elo, ±", "the strength that explains the results of the games best; the truth lies within "
     "± in 95 of 100 cases. A hundred more means 64 points of 100."),
    ("time", "the median for a move, on the machine that judged."),
)  # fmt: skip

_NAMES = ("plate", "hole", "paper", "grid", "label", "outline")


def page(cards: Sequence[Scorecard], *, seed: int = 0) -> str:
    """The report on *cards*, all of the same rules."""
    ranked = ranking(cards)
    rules = ranked[0].rules
    title = (
        f"{ranked[0].name} on {rules}" if len(ranked) == 1 else f"{len(ranked)} agents on {rules}"
    )
    body = [f"<h1>{escape(title)}</h1>", _introduction(ranked, seed)]
    if len(ranked) > 1:
        body += [_overview(ranked), _ladder_plot(ranked)]
    body += [_section(card, place) for place, card in enumerate(ranked, start=1)]
    style = (resources.files("inarow") / "data" / "report.css").read_text()
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _introduction(cards: Sequence[Scorecard], seed: int) -> str:
    first = cards[0]
    asked = []
    if first.answers:
        asked.append(
            f"an exam of {len(first.answers)} positions in which a move can lose the result"
        )
    if first.games:
        asked.append(f"{len(first.games)} games against the levels")
    sentence = f"Asked were {' and '.join(asked)}, drawn with seed {seed}."
    if not any(verdict.scores for card in cards for verdict in card.verdicts):
        sentence += f" Nothing exact is known about {first.rules}, so moves are not judged."
    words = "".join(f"<dt>{name}</dt><dd>{meaning}</dd>" for name, meaning in MEANINGS)
    return (
        f'<p class="dim">{escape(sentence)} {escape(_how_rated(first))}</p>'
        f"<details><summary>How to read this</summary><dl>{words}</dl></details>"
    )


def _how_rated(card: Scorecard) -> str:
    if not card.games:
        return ""
    ladder = ladder_of(card.rules)
    levels = LADDERS[ladder]
    return (
        f"Elo is measured against the levels as rated on {ladder}: level 1 is 0, "
        f"level 5 is {levels[4]}, level 10 is {levels[9]}."
    )


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
    if not cards[0].games:
        return ""
    ladder = LADDERS[ladder_of(cards[0].rules)]
    marks = [(float(at), str(number)) for number, at in enumerate(ladder, start=1)]
    data = [Whisker(card.name, card.elo.value, card.elo.low, card.elo.high) for card in cards]
    chart = plots.whiskers(data, marks, "Elo with the limits that hold it in 95 of 100 cases")
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
    shown = []
    if card.answers:
        shown.append(("exam", str(card.exam), f"{card.exam.part} of {card.exam.whole}"))
    if card.games:
        elo, lost = card.elo, card.lost_per_game
        shown.append(("Elo", f"{elo.value:.0f}", f"± {elo.high - elo.value:.0f}"))
        shown.append(("points", f"{card.points:g}", f"of {len(card.games)}"))
        if lost is not None:
            shown.append(("accuracy", str(card.accuracy), "in its games"))
            shown.append(("points lost", f"{lost:.2f}", "a game"))
            blunders = card.count(Grade.BLUNDER)
            shown.append(("blunders", str(blunders), f"and {card.count(Grade.MISTAKE)} mistakes"))
    if card.seconds:
        most = duration(max(card.seconds))
        shown.append(("time", duration(median(card.seconds)), f"a move, {most} at most"))
    return (
        '<dl class="figures">'
        + "".join(
            f"<div><dt>{name}</dt><dd>{escape(value)}<small>{escape(note)}</small></dd></div>"
            for name, value, note in shown
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
        note = f"{share.part} of {share.whole} kept with {start} to {last} discs"
        data.append(Bar(str(start), share.value, note))
    chart = plots.share_chart(data, "Accuracy by ply", "discs on the board")
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
    chart = plots.share_chart(data, "Points against each level", "level; dashed: expected", curve)
    return f"<div><h3>Points against the levels</h3>{chart}</div>"


def _by_time(card: Scorecard) -> str:
    if not card.seconds:
        return ""
    chart = plots.time_chart(card.seconds, "Time for a move", "time for a move")
    return f"<div><h3>How many moves took how long</h3>{chart}</div>"


# -- bad moves ------------------------------------------------------------------------------------


def _boards(card: Scorecard) -> str:
    worst = card.worst(BLUNDERS)
    if not worst:
        return ""
    figures = "".join(_figure(verdict) for verdict in worst)
    return (
        "<h3>The moves that gave the most away</h3>"
        '<p class="dim">? is what was played, ! what was best.</p>'
        f'<div class="boards">{figures}</div>'
    )


def _figure(verdict: Verdict) -> str:
    position, side = verdict.position, verdict.position.turn
    played = move_text(verdict.move, position.rules)
    signs = {_cell(move, verdict): render.Mark("!", side) for move in verdict.best}
    signs[_cell(verdict.move, verdict)] = render.Mark("?", side)
    title = f"{position.text()}, {side} played {played}"
    picture = render.svg(position, marks=signs, theme="dark", title=title)
    facts = explain_move(position, verdict.move, verdict.scores).facts
    said = " ".join(fact.text for fact in facts if fact.kind not in COMFORT)
    return (
        f"<figure>{_coloured(picture)}<figcaption><b>{side} played {escape(played)}: "
        f"{verdict.grade}.</b> {escape(said)}</figcaption></figure>"
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
