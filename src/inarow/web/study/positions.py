"""Positions in addresses and as JSON: `/analysis/7x6x4/4453`, or `?position=` for any other."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from inarow.board.board import Board
from inarow.board.notation import moves_text, parse_moves
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, PRESETS, TIC_TAC_TOE, Rules, Side
from inarow.board.view import drawn
from inarow.errors import NotationError, RulesError, as_sentence
from inarow.record.record import Node, Record, Variation
from inarow.web import words

__all__ = [
    "LARGEST",
    "address",
    "board_at",
    "discs_played",
    "game_title",
    "moves_slug",
    "parse_rules",
    "rules_slug",
    "rules_title",
    "site_rules",
    "status",
    "title",
    "tree",
    "view",
]

SMALLEST, LARGEST = 4, 18
"""The smallest width and height to play on, and the largest on the site."""

FEWEST_IN_A_ROW, MOST_IN_A_ROW = 3, 6
"""The smallest k to play with, and the largest on the site."""


def rules_slug(rules: Rules) -> str:
    """Rules as addresses have them: `7x6x4`, `15x15x5-free`."""
    return str(rules).replace("/", "-")


def parse_rules(slug: str) -> Rules:
    """The rules that an address names; `RulesError` if the site does not have them."""
    text = slug.removesuffix("-free") + ("/free" if slug.endswith("-free") else "")
    return site_rules(Rules.parse(text))


def site_rules(rules: Rules, *, to_play: bool = False) -> Rules:
    """*rules*, if the site has them, and else a `RulesError`.

    Whatever fits on the page can be studied. What is worth a live game can also be played: boards
    from 4 x 4 and 3 in a row, and tic-tac-toe.
    """
    if max(rules.width, rules.height) > LARGEST or rules.k > MOST_IN_A_ROW:
        raise RulesError(words.RULES_LARGE.format(most=LARGEST, most_k=MOST_IN_A_ROW, rules=rules))
    too_small = min(rules.width, rules.height) < SMALLEST or rules.k < FEWEST_IN_A_ROW
    if to_play and too_small and rules != TIC_TAC_TOE:
        least = {"least": SMALLEST, "least_k": FEWEST_IN_A_ROW}
        raise RulesError(words.RULES_SMALL.format(usual=TIC_TAC_TOE, rules=rules, **least))
    return rules


def moves_slug(board: Board) -> str:
    """The moves as addresses have them: `4453`, `h8i9`."""
    return moves_text(board.moves, board.rules).replace(" ", "")


def board_at(rules: str = "", moves: str = "", position: str = "") -> Board:
    """The board of an address; *moves* come after *position*, if there is one."""
    if position:
        start = Position.parse(position)
        site_rules(start.rules)
        if rules and parse_rules(rules) != start.rules:
            raise NotationError(words.RULES_OTHER.format(rules=rules, found=start.rules))
    else:
        start = Position(parse_rules(rules) if rules else CONNECT_FOUR)
    if len(moves) > 4 * start.rules.cell_count:
        raise NotationError(words.MANY_MOVES.format(most=start.rules.cell_count))
    return Board(start, parse_moves(moves, start.rules))


def address(board: Board) -> str:
    """What follows `/analysis/` and the like for this board."""
    path = "/".join(filter(None, (rules_slug(board.rules), moves_slug(board))))
    if not board.start.occupied and board.start.turn is Side.FIRST:
        return path
    return f"{path}?position={quote(board.start.text(), safe='/')}"


def view(board: Board) -> dict[str, Any]:
    """Everything that a page shows of a position, so that it needs no rules of its own."""
    position = board.position
    return drawn(board) | {
        "address": address(board),
        "outcome": _outcome(position),
        "status": status(position),
        "title": title(position),
        "problems": [as_sentence(problem) for problem in position.problems()],
    }


def _outcome(position: Position) -> dict[str, Any] | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    return {
        "winner": outcome.winner.symbol if outcome.winner else None,
        "reason": "full" if outcome.is_draw else "line",
        "text": status(position),
    }


def tree(record: Record) -> dict[str, Any]:
    """A record for the page: where it starts, its tags, and its moves with variations."""
    return {
        "start": record.start.text(),
        "result": record.result,
        "tags": record.tags,
        "comment": record.main.comment,
        "moves": _nodes(record.main, record.rules),
    }


def _nodes(line: Variation, rules: Rules) -> list[dict[str, Any]]:
    return [
        {
            "move": node.move,
            "text": moves_text([node.move], rules),
            "comment": node.comment,
            "variations": [
                _nodes(_with_comment(variation), rules) for variation in node.variations
            ],
        }
        for node in line.nodes
    ]


def _with_comment(line: Variation) -> Variation:
    """The line, with what was said before its first move said after it."""
    if not line.comment or not line.nodes:
        return line
    first, *rest = line.nodes
    comment = f"{line.comment} {first.comment}".strip()
    return Variation([Node(first.move, comment, first.variations), *rest])


# -- words ----------------------------------------------------------------------------------------


def rules_title(rules: Rules) -> str:
    """`7 × 6, 4 in a row`."""
    form = words.RULES_FALL if rules.gravity else words.RULES_FREE
    return form.format(width=rules.width, height=rules.height, k=rules.k)


def game_title(rules: Rules) -> str:
    """`Connect Four: 7 × 6, 4 in a row`; rules without a name are described only."""
    title = rules_title(rules)
    names = [words.RULES_NAMES[name] for name, each in PRESETS.items() if each.rules == rules]
    return words.NAMED_RULES.format(name=names[0], rules=title) if names else title


def status(position: Position) -> str:
    """Who won, or whose turn it is."""
    outcome = position.outcome()
    if outcome is None:
        return words.TO_MOVE.format(side=position.turn)
    return words.DRAWN if outcome.winner is None else words.WON.format(side=outcome.winner)


def discs_played(position: Position) -> str:
    """`12 discs`."""
    return words.DISCS.format(count=position.ply)


def title(position: Position) -> str:
    """A board in one line, for those who do not see it."""
    return words.BOARD_TITLE.format(
        rules=rules_title(position.rules),
        discs=discs_played(position),
        status=status(position),
    )
