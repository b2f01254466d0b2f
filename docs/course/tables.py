"""Write the measured tables of the course, from `results.json` into `tables/`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"

PAGES = {
    "step04": ["minimax", "alpha-beta"],
    "step05": ["alpha-beta", "bitboards"],
    "step06": ["bitboards", "table"],
    "step07": ["table", "centre first", "threats first"],
    "step08": ["threats first", "safe moves", "null windows", "mirror images"],
    "step10": ["mirror images", "all in one"],
}
"""Which steps a page compares."""

OVERVIEW = ["tic-tac-toe", *[f"7x6, {left} left" for left in (12, 16, 20, 24)], "5x5"]
"""The sets that the first page shows."""

Results = dict[str, Any]


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A table in Markdown: columns of words, then numbers."""
    rule = ["---"] * words + ["---:"] * (len(head) - words)
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))


def seconds(value: float) -> str:
    """With as many digits as make sense."""
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def times(before: float, after: float) -> str:
    """How often *after* goes into *before*."""
    ratio = before / after
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"


def steps_page(results: Results, steps: list[str]) -> str:
    """Each step against the one before it, on the hardest sets that all of them can do."""
    runs = results["runs"]
    sets = [name for name in runs if all(step in runs[name] for step in steps[-2:])][-4:]
    rows = []
    for name in sets:
        known = [step for step in steps if step in runs[name]]
        for before, step in zip([None, *known], known, strict=False):
            run = runs[name][step]
            row = [name if before is None else "", step]
            row += [f"{run['nodes']:,}", seconds(run["seconds"])]
            if before is None:
                row += ["", ""]
            else:
                last = runs[name][before]
                row.append(times(last["nodes"], run["nodes"]))
                row.append(times(last["seconds"], run["seconds"]))
            rows.append(row)
    head = ["positions", "step", "nodes", "seconds", "times fewer nodes", "times faster"]
    return table(head, rows, words=2)


def overview(results: Results) -> str:
    """All steps on some sets."""
    runs = results["runs"]
    steps = dict.fromkeys(step for sets in runs.values() for step in sets)
    rows = []
    for step in steps:
        cells = [runs[name].get(step) for name in OVERVIEW]
        told = [f"{run['nodes']:,}<br>{seconds(run['seconds'])} s" if run else "" for run in cells]
        rows.append([step, *told])
    return table(["step", *OVERVIEW], rows)


def minimax(results: Results) -> str:
    """The one step that has none to be compared with."""
    rows = [
        [name, f"{run['nodes']:,}", seconds(run["seconds"])]
        for name, steps in results["runs"].items()
        if (run := steps.get("minimax"))
    ]
    return table(["positions", "nodes", "seconds"], rows)


def detectors(results: Results) -> str:
    """What a question costs."""
    costs = results["detectors"]["microseconds"]
    rows = [[f"`{name}`", f"{cost:.1f}"] for name, cost in costs.items()]
    return table(["detector", "microseconds"], rows)


def limited(results: Results) -> str:
    """What a limit costs."""
    rows = [
        [f"{row['nodes']:,}", *[f"{row[what]} of {row['moves']}" for what in ("best", "kept")]]
        for row in results["limit"]
    ]
    return table(["nodes for a move", "best move", "result kept"], rows)


def checked(results: Results) -> str:
    """The thousand positions."""
    rows = [
        [name, f"{row['positions']:,}", f"{row['nodes']:,}", seconds(row["seconds"])]
        for name, row in results["check"].items()
    ]
    every = results["check"].values()
    total = [sum(row[name] for row in every) for name in ("positions", "nodes")]
    rows.append(["all", *[f"{n:,}" for n in total], seconds(sum(row["seconds"] for row in every))])
    return table(["board", "positions", "nodes", "seconds"], rows)


def tables(results: Results) -> dict[str, str]:
    """Every table by its name."""
    return {
        "overview": overview(results),
        "step02": detectors(results),
        "step03": minimax(results),
        "step09": limited(results),
        "check": checked(results),
        **{page: steps_page(results, steps) for page, steps in PAGES.items()},
    }


def write() -> None:
    """Make the files of `results.json`."""
    for name, text in tables(json.loads(RESULTS.read_text())).items():
        (HERE / "tables" / f"{name}.txt").write_text(text)


if __name__ == "__main__":
    write()
