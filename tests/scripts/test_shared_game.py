"""A game for two without a server: the page must say what the library says, on random games."""

import json
import subprocess
from random import Random
from typing import Any

from inarow.board.board import Board
from inarow.board.notation import cell_text, moves_text
from inarow.board.rules import PRESETS, Rules
from support.paths import ROOT

BOARDS = (
    *(str(preset.rules) for preset in PRESETS.values()),
    *("9x7x5", "4x4x3", "18x18x3", "4x18x3/free", "1x9x3", "9x1x3", "2x2x3", "11x6x6"),
)
GAMES = 12
"""How many games on each board; every position on the way is compared."""


def test_a_page_knows_legal_moves_lines_and_the_end_as_the_library_does() -> None:
    boards = [board for rules in BOARDS for board in random_boards(Rules.parse(rules))]
    games = [(str(board.rules), moves_text(board.moves, board.rules)) for board in boards]
    done = subprocess.run(
        ["node", ROOT / "tests" / "scripts" / "positions.js"],
        input=json.dumps(games),
        capture_output=True,
        text=True,
        check=True,
    )
    found = [sorted_lines(position) for position in json.loads(done.stdout)]
    assert found == [sorted_lines(shown(board)) for board in boards]
    ends = {bool(position["lines"]) for position in found if position["turn"] is None}
    assert ends == {True, False}, "some games are won, and some are drawn"


def random_boards(rules: Rules) -> list[Board]:
    """Every position of some random games, each with the moves that led to it."""
    random, found = Random(f"offline {rules}"), []
    for _ in range(GAMES):
        board = Board(rules)
        while board.outcome() is None:
            found.append(Board(rules, board.moves))
            board.play(random.choice(board.position.legal_moves()))
        found.append(board)
    return random.sample(found, min(len(found), 150)) + found[-1:]


def shown(board: Board) -> dict[str, Any]:
    """What the library says about a board, as the page has it."""
    position, outcome = board.position, board.outcome()
    discs: dict[str, str] = {}
    for move, side in zip(board.moves, "xo" * len(board.moves), strict=False):
        column, row = (move, 0) if board.rules.gravity else board.rules.cell_at(move)
        while board.rules.gravity and cell_text((column, row)) in discs:
            row += 1
        discs[cell_text((column, row))] = side
    return {
        "discs": discs,
        "last": list(discs)[-1] if discs else None,
        "turn": None if outcome else position.turn.symbol,
        "legal": [] if outcome else list(position.legal_moves()),
        "lines": [[cell_text(cell) for cell in line.cells] for line in outcome.lines]
        if outcome
        else [],
    }


def sorted_lines(position: dict[str, Any]) -> dict[str, Any]:
    """The position with its lines in one order, whichever way they were found."""
    return position | {"lines": sorted(sorted(line) for line in position["lines"])}
