"""The names of moves and cells, which scripts and library must give alike.

`cells.test.js` reads the same table. After a change on purpose, write it anew with
`python tests/scripts/test_cells.py`.
"""

import json

from inarow.board.notation import (
    cell_name,
    cell_text,
    column_label,
    move_label,
    move_name,
    move_text,
)
from inarow.board.rules import Rules
from support.paths import ROOT

TABLE = ROOT / "tests" / "data" / "names.json"
BOARDS = ("1x1x1", "7x6x4", "18x18x5", "30x2x4", "3x3x3/free", "18x18x5/free", "30x2x4/free")


def rows_of(rules: Rules) -> list[list[str]]:
    """One row for every column, with a cell of it."""
    rows = []
    for column in range(rules.width):
        cell = (column, min(column, rules.height - 1))
        move = rules.move_at(*cell)
        names = [column_label(column, rules)]
        names += [each(move, rules) for each in (move_text, move_label, move_name)]
        rows.append([*names, cell_text(cell), cell_name(cell, rules)])
    return rows


def written() -> str:
    """The table as its file has it."""
    table = {board: rows_of(Rules.parse(board)) for board in BOARDS}
    lines = (
        f" {json.dumps(board)}: [\n  " + ",\n  ".join(map(json.dumps, rows)) + "\n ]"
        for board, rows in table.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def test_the_table_for_the_scripts_is_what_the_library_says() -> None:
    assert TABLE.read_text("utf-8") == written()


if __name__ == "__main__":
    TABLE.write_text(written(), "utf-8")
