"""The proof of a booklet: it plays all games, and finds what is wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import Side
from inarow.booklet.booklet import Booklet
from inarow.booklet.cells import column_cells
from inarow.booklet.diagram import Diagram
from inarow.booklet.follow import Place, move, reply, start
from inarow.booklet.text import parse
from inarow.booklet.walk import _Diagrams, walk
from inarow.errors import BookletError
from support.paths import DATA

BOOKLETS = sorted((DATA / "booklets").iterdir())


def booklet(path: Path) -> Booklet:
    return parse(path.read_text("utf-8"))


@pytest.mark.parametrize("path", BOOKLETS, ids=lambda path: path.stem)
def test_small_booklets_hold_against_every_defence(path: Path) -> None:
    walked = walk(booklet(path))
    assert walked.positions > 700


def positions_one_by_one(booklet: Booklet) -> int:
    """The games of the booklet, played with the rule that players use."""
    rules, side = booklet.rules, booklet.side
    first, place = start(booklet)
    todo: list[tuple[Position, Place]] = [(first, place)]
    seen = {(first.key, place)}
    while todo:
        position, place = todo.pop()
        assert position.turn is side.other
        for theirs in position.legal_moves():
            after = position.play(theirs)
            disc = after.occupied & ~position.occupied
            if end := after.outcome():
                assert end.is_draw
                assert booklet.is_draw_enough
                continue
            said = reply(
                booklet, place, after.discs(side), after.discs(side.other), disc.bit_length() - 1
            )
            assert column_cells(said.move, rules) & ~after.occupied
            next_one = after.play(said.move)
            if outcome := next_one.outcome():
                assert outcome.winner is side or (outcome.is_draw and booklet.is_draw_enough)
            elif (next_one.key, said.place) not in seen:
                seen.add((next_one.key, said.place))
                todo.append((next_one, said.place))
    return len(seen)


@pytest.mark.parametrize("path", BOOKLETS, ids=lambda path: path.stem)
def test_the_rule_that_players_use_holds_too(path: Path) -> None:
    assert positions_one_by_one(booklet(path)) > 700


@pytest.mark.parametrize("path", BOOKLETS, ids=lambda path: path.stem)
def test_a_move_of_the_booklet_is_found_from_the_position_alone(path: Path) -> None:
    ours = booklet(path)
    position = Position(ours.rules)
    while position.outcome() is None:
        if position.turn is ours.side:
            position = position.play(move(ours, position)[0])
        else:
            position = position.play(position.legal_moves()[-1])
    outcome = position.outcome()
    assert outcome
    assert outcome.winner is not ours.side.other


def test_a_booklet_without_its_arrows_fails_at_a_position() -> None:
    whole = booklet(DATA / "booklets" / "5x5x4.booklet")
    bare = replace(whole, diagrams=tuple(Diagram() for _ in whole.diagrams))
    with pytest.raises(BookletError, match=r"the booklet fails at 5x5x4 .*: diagram"):
        walk(bare)


def test_one_diagram_may_be_for_games_that_end_before_others_come_to_it() -> None:
    whole = booklet(DATA / "booklets" / "5x5x4.booklet")
    diagrams = _Diagrams(whole, Diagram(), "diagram 1")
    won_at_once = [Board(whole.rules, moves).position for moves in ("112233", "1122555533")]
    points = [
        (each.discs(Side.FIRST), each.discs(Side.SECOND), 2 * each.rules.stride + 1)
        for each in won_at_once
    ]
    assert diagrams.walk(points) == 0


def test_a_draw_is_no_win() -> None:
    whole = booklet(DATA / "booklets" / "5x5x4.booklet")
    with pytest.raises(BookletError, match="it is a draw"):
        walk(replace(whole, is_draw_enough=False))


def test_the_start_belongs_to_the_first_side() -> None:
    whole = booklet(DATA / "booklets" / "5x5x4.booklet")
    with pytest.raises(BookletError, match="expected a start for the first side"):
        replace(whole, side=Side.SECOND)
