"""Golden playthroughs: every public answer at every position of a game, as text one can check.

After a change that is meant, write the files anew: `.venv/bin/python tests/test_playthrough.py`.
"""

import pytest

import inarow as ir
from inarow import convert, notation
from support.paths import DATA

FOLDER = DATA / "playthrough"
GAMES = {
    "connect_four": (ir.CONNECT_FOUR, "44455554221"),
    "tic_tac_toe": (ir.TIC_TAC_TOE, "b2 a1 c1 a3 a2 c2 b3 b1 c3"),
    "two_lines_at_once": (ir.Rules(5, 5, 3, gravity=False), "a1 e5 b1 e3 c3 e1 c2 d5 c1"),
    "one_cell": (ir.Rules(1, 1, 1), "1"),
}


def describe(position: ir.Position) -> str:
    """Everything a position answers."""
    rules = position.rules
    moves = notation.moves_text(position.legal_moves(), rules)
    lines = [str(position), "", f"text: {position.text()}", f"key: {position.key}"]
    lines += [f"turn: {position.turn}", f"ply: {position.ply}", f"legal moves: {moves}"]
    for side in ir.Side:
        cells = " ".join(map(notation.cell_text, position.threats(side)))
        lines.append(f"threats of {side}: {cells}")
    outcome = position.outcome()
    lines.append(f"outcome: {outcome}")
    for line in outcome.lines if outcome else ():
        lines.append(f"line: {line.direction} {' '.join(map(notation.cell_text, line.cells))}")
    lines += [f"mirror: {position.mirror().text()}", f"problems: {list(position.problems())}"]
    lines += [f"array: {position.array().tolist()}", f"kaggle: {convert.to_kaggle(position)}"]
    lines.append(f"openspiel: {convert.to_openspiel(position)!r}")
    return "\n".join(line.rstrip() for line in lines)


def playthrough(name: str) -> str:
    rules, moves = GAMES[name]
    board = ir.Board(rules, moves)
    parts = [f"# {name}: {rules}, {moves}", describe(board.start)]
    for move, position in zip(board.moves, board.history, strict=True):
        parts += [f"# {notation.move_text(move, rules)}", describe(position)]
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_is_the_golden_one(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text()


if __name__ == "__main__":
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(playthrough(game))
