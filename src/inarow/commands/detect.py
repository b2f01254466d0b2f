"""`inarow detect`: the lines of a position, and how each algorithm finds them."""

from __future__ import annotations

import argparse
import json
from typing import Any

from inarow import detectors
from inarow.board import notation
from inarow.board.position import Position
from inarow.board.rules import Cell, Side
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_position,
    add_rules,
    read_position,
)


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "detect",
        "find the winning lines of a position and show how each algorithm found them",
        "inarow detect 4455667\n"
        "inarow detect 4455667 --detector views --trace\n"
        "inarow detect --rules tic-tac-toe b2 a1 c3 a2 a3 b1 c1 --detector all --trace\n"
        "inarow detect 7x6x4 7/7/1xxxx2/7/7/7 x --json",
    )
    add_position(parser, nargs="+")
    add_rules(parser)
    parser.add_argument(
        "--detector",
        default="all",
        metavar="NAME",
        choices=("all", *detectors.NAMES),
        help=f"{', '.join(detectors.NAMES)}, or all (default: all)",
    )
    parser.add_argument(
        "--side",
        choices=("x", "o"),
        help="side whose lines to find (default: the winner, or the side that moved last)",
    )
    parser.add_argument("--last", metavar="CELL", help="last disc played, such as d3")
    parser.add_argument("--trace", action="store_true", help="show every step")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.detectors import as_text

    position, last = read_position(options.position, options.rules)
    outcome = position.outcome()
    side = outcome.winner if outcome and outcome.winner else position.turn.other
    if options.last is not None:
        last = notation.parse_cell(options.last, position.rules)
        side = position.at(*last) or side
    if options.side:
        side = notation.parse_side(options.side)
    if options.last is None and last is not None and position.at(*last) is not side:
        last = None  # the last move was the other side's
    names = detectors.NAMES if options.detector == "all" else (options.detector,)
    traces = [detectors.trace(position, side, detector=name, last=last) for name in names]
    problems = [problem.text for problem in position.problems()]
    if options.json:
        print(json.dumps(_as_dict(position, side, last, problems, traces, options.trace)))
        return 0
    print(f"{position.text()}\n\n{_picture(position, side)}\n")
    for problem in problems:
        print(f"warning: {problem}")
    if problems:
        print()
    print(
        f"lines of {side}"
        + (f", last disc {notation.cell_name(last, position.rules)}" if last else "")
    )
    print(as_text.comparison(traces, position.rules))
    print(f"\n{_verdict(side, traces)}")
    for trace in traces if options.trace else ():
        print(f"\n{'-' * 79}\n{as_text.steps(trace, position)}")
    return 0


def _verdict(side: Side, traces: list[detectors.Trace]) -> str:
    """The answer in a sentence, and why two detectors may find fewer lines."""
    found = {trace.lines for trace in traces}
    verdict = f"{side} has won." if any(found) else f"{side} has not won."
    if len(found) > 1:
        verdict += " last_move and line_count look only at the lines through the last disc."
    return verdict


def _picture(position: Position, side: Side) -> str:
    from inarow.board import render

    lines = detectors.find(position, side)
    return render.text(position, lines=lines, cell_names=True)


def _as_dict(
    position: Position,
    side: Side,
    last: Cell | None,
    problems: list[str],
    traces: list[detectors.Trace],
    with_steps: bool,
) -> dict[str, Any]:
    found = [trace.as_dict() for trace in traces]
    for trace in found:
        trace["step_count"] = len(trace["steps"])
        if not with_steps:
            for each in ("steps", "code", "idea", "use"):
                del trace[each]
    return {
        "position": position.text(),
        "side": side.symbol,
        "last": notation.cell_text(last) if last else None,
        "problems": problems,
        "detectors": found,
    }
