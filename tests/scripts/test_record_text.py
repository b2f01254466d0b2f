"""The text of a record as a page writes it: the library reads the same tree from it."""

import json
import subprocess
from random import Random
from typing import Any

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.record.record import Node, Record, Variation
from inarow.web.study import positions
from support.paths import ROOT

BOARDS = ("7x6x4", "3x3x3/free", "15x15x5/free", "1x9x3", "4x4x3", "18x18x6", "2x2x2")
REMARKS = ("", "", "", "why?", "a } brace", "back\\slash", "two\nlines", "○ wins [%marks a1 a1-b2]")
"""What is said of moves; most say nothing."""


def random_line(random: Random, start: Position, depth: int) -> Variation:
    nodes: list[Node] = []
    now = start
    for _ in range(random.randint(1, 9)):
        legal = list(now.legal_moves())
        if not legal:
            break
        move, *others = random.sample(legal, min(len(legal), 3))
        node = Node(move, random.choice(REMARKS))
        if depth:
            node.variations = [
                Variation(
                    [Node(other, random.choice(REMARKS)), *rest(random, now.play(other), depth - 1)]
                )
                for other in others
                if random.random() < 0.3
            ]
        nodes.append(node)
        now = now.play(move)
    return Variation(nodes)


def rest(random: Random, now: Position, depth: int) -> list[Node]:
    """What follows a move, in a variation."""
    return random_line(random, now, depth).nodes if now.legal_moves() else []


def written(records: list[Record]) -> list[str]:
    """What a page makes of them."""
    trees: list[dict[str, Any]] = []
    for record in records:
        board = record.board()
        boards = [Board(board.start, board.moves[:ply]) for ply in range(len(board.moves) + 1)]
        history = [positions.view(each) for each in boards]
        trees.append({"tree": positions.tree(record), "history": history})
    done = subprocess.run(
        ["node", ROOT / "tests" / "scripts" / "records.js"],
        input=json.dumps(trees),
        capture_output=True,
        text=True,
        check=True,
    )
    texts: list[str] = json.loads(done.stdout)
    return texts


def test_a_page_writes_records_that_say_what_its_tree_says() -> None:
    random, records = Random("records"), []
    for rules in BOARDS:
        for played in range(8):
            start = Position(Rules.parse(rules))
            for _ in range(played % 2):
                start = start.play(random.choice(list(start.legal_moves())))
            if start.outcome() is None:
                main = random_line(random, start, 2)
                main.comment = random.choice(REMARKS)
                records.append(Record.of(Board(start, main.moves)))
                records[-1].main = main
    assert len(records) > 40
    for record, text in zip(records, written(records), strict=True):
        read = Record.parse(text)
        assert positions.tree(read) == positions.tree(record) | {"tags": {}}
        assert read.result == record.result


def test_an_empty_tree_is_a_record_too() -> None:
    record = Record.of(Board("7x6x4"))
    (text,) = written([record])
    assert Record.parse(text) == record
