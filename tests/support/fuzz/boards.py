"""Text of rules, positions and moves, of every kind that people and programs write."""

from typing import Any

import numpy as np

import inarow as ir
from inarow.board import notation
from inarow.board.moves_to import retrace
from inarow.record import convert
from inarow.web.study import pasted, positions
from inarow.web.words import READ_AS
from support.fuzz.target import as_text, choose, expect_sentence, target, tried

SIGNS = """
    7x6x4 3x3x3/free tic-tac-toe gomoku connect-four /free 7/7/7/7/7/3x3 x o / 35 18x18x6
"""


@target("board.notation", "board.rules", words=SIGNS)
def position(data: bytes) -> None:
    """Positions write back to text that reads to the same, and `Board` reads no other."""
    text = as_text(data)
    rules = tried(ir.Rules.parse, text)
    if rules is not None:
        assert ir.Rules.parse(str(rules)) == rules
    found = tried(ir.Position.parse, text)
    board = tried(ir.Board, text)
    if found is not None:
        assert ir.Position.parse(found.text()) == found
        assert board is not None
        assert board.position == found
    if board is not None:
        _hold_together(board)


def _hold_together(board: ir.Board) -> None:
    """What can be said of any board."""
    now, rules = board.position, board.rules
    assert ir.Position.parse(now.text()) == now
    if board.start == ir.Position(rules):
        assert ir.Board(f"{rules} {notation.moves_text(board.moves, rules)}") == board
    way = retrace(now)
    assert way is None or ir.Board(rules, way).position == now
    if now.is_playable:
        assert (now.outcome() is None) == bool(now.legal_moves())
    for problem in now.problems():
        expect_sentence(str(problem))


@target("board.notation", words="a1 o15 h8 12 aa1 ai35 z9 A1")
def moves(data: bytes) -> None:
    """Moves and cells write back to text that reads to the same."""
    rules, rest = choose(data)
    text = as_text(rest)
    found = tried(notation.parse_moves, text, rules)
    if found is not None:
        assert notation.parse_moves(notation.moves_text(found, rules), rules) == found
        again = notation.moves_text(found, rules)
        assert tried(ir.Board, f"{rules} {again}") == tried(ir.Board, rules, found)
    cell = tried(notation.parse_cell, text, rules)
    if cell is not None:
        assert notation.parse_cell(notation.cell_text(cell), rules) == cell
    move = tried(notation.parse_move, text, rules)
    if move is not None:
        assert 0 <= move < rules.move_count
        assert notation.parse_move(notation.move_text(move, rules), rules) == move
        assert notation.parse_move(notation.move_label(move, rules), rules) == move
    side = tried(notation.parse_side, text)
    if side is not None:
        assert notation.parse_side(str(side)) is side


PASTED = """
    [Rules "7x6x4"] [Start 1-0 1/2-1/2 1. 4 https://a/analysis/7x6x4/4453 ?position=
    .svg[[0,0,1],[0,2,0],[0,0,0]] {"board":[0,1,2],"mark":2} .xo |_|X|O| d1,d2; 4,4 ➖ 🔴
"""


@target("web.study.pasted", "web.study.positions", words=PASTED)
def paste(data: bytes) -> None:
    """Whatever is pasted is a game that the page can show, or is refused."""
    rules, rest = choose(data)
    rules = tried(positions.site_rules, rules) or ir.CONNECT_FOUR
    found = tried(pasted.read, as_text(rest), rules)
    if found is None:
        return
    kind, record = found
    assert kind in READ_AS
    assert ir.Record.parse(record.text()).board() == record.board()
    link = f"/analysis/{positions.view(record.board())['address']}"
    assert pasted.read(link).record.board() == record.board()
    assert positions.tree(record)["start"] == record.start.text()


@target("record.convert")
def converted(data: bytes) -> None:
    """Other programs' boards convert to positions that convert back."""
    rules, rest = choose(data)
    found = tried(convert.from_openspiel, as_text(rest), rules)
    if found is not None:
        assert convert.from_openspiel(convert.to_openspiel(found), rules) == found
    found = tried(convert.from_kaggle, list(rest[1:]), rules, mark=(rest[0] if rest else None))
    if found is not None:
        turn = int(found.turn)
        assert convert.from_kaggle(convert.to_kaggle(found), rules, mark=turn) == found
    cells = np.frombuffer(rest, np.int8)
    for count, shape, read, write in _arrays(rules):
        if cells.size == count:
            found = tried(read, cells.reshape(shape), rules)
            if found is not None:
                assert tried(read, write(found), rules) == found


def _arrays(rules: ir.Rules) -> list[tuple[int, tuple[int, ...], Any, Any]]:
    cells, height, width = rules.cell_count, rules.height, rules.width
    flat = (height, width, 2)
    turned = flat if rules.gravity else (width, height, 2)
    return [
        (cells, (height, width), convert.from_signed, convert.to_signed),
        (2 * cells, flat, convert.from_pgx, convert.to_pgx),
        (2 * cells, turned, convert.from_pettingzoo, convert.to_pettingzoo),
        (3 * cells, (-1,), convert.from_openspiel_tensor, convert.to_openspiel_tensor),
    ]
