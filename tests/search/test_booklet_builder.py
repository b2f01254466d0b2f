"""Looking for booklets."""

from pathlib import Path

import pytest

import inarow as ir
from inarow.board.rules import Rules, Side
from inarow.booklet.walk import walk
from inarow.errors import BookletError
from inarow.search.booklet_builder import BookletBuilder, Goal, State, build, goal_of

SMALL = Rules(4, 4, 4)
DRAW = Goal(Side.FIRST, is_draw_enough=True)


def closed(builder: BookletBuilder) -> BookletBuilder:
    """Once it has closed, however slow the machine is."""
    stop = ir.Stop()

    def look(state: State) -> None:
        if state.closed:
            stop.set()

    while not builder.state.closed:
        builder.run(0.2, look, stop)
    return builder


def test_the_goal_is_what_can_be_reached() -> None:
    assert goal_of(SMALL) == DRAW
    assert goal_of(ir.CONNECT_FOUR) == Goal(Side.FIRST, is_draw_enough=False)
    assert goal_of(Rules(6, 5, 4), Side.SECOND, True) == Goal(Side.SECOND, is_draw_enough=True)
    assert goal_of(SMALL, Side.SECOND) == Goal(Side.SECOND, is_draw_enough=True)


@pytest.mark.parametrize("side", Side)
def test_a_booklet_is_found_for_either_side_and_holds(side: Side) -> None:
    builder = closed(BookletBuilder(SMALL, Goal(side, is_draw_enough=True), threads=2))
    booklet = builder.booklet(0.1)
    assert booklet
    assert booklet.side is side
    assert walk(booklet).pages == len(booklet.pages)


def test_work_is_continued_where_it_was_saved() -> None:
    builder = closed(BookletBuilder(SMALL, DRAW, threads=1))
    other = BookletBuilder(SMALL, DRAW, threads=1)
    assert other.booklet(0.1) is None
    other.load(builder.saved())
    assert other.state.closed
    assert other.state.pages == builder.state.pages
    with pytest.raises(BookletError, match="expected the work of a booklet for these rules"):
        BookletBuilder(Rules(5, 4, 4), DRAW).load(builder.saved())


def test_a_stop_ends_it_and_the_work_is_saved(tmp_path: Path) -> None:
    stop = ir.Stop()
    stop.set()
    builder = BookletBuilder(Rules(6, 5, 4), Goal(Side.SECOND, is_draw_enough=True), threads=1)
    assert build(tmp_path / "some.booklet", builder, 9999, None, stop) is None
    assert [path.name for path in tmp_path.iterdir()] == ["some.booklet.part"]


def test_an_error_of_who_watches_ends_it_too() -> None:
    def fail(_: State) -> None:
        raise RuntimeError("enough")

    builder = BookletBuilder(Rules(6, 5, 4), Goal(Side.SECOND, is_draw_enough=True), threads=1)
    with pytest.raises(RuntimeError, match="enough"):
        builder.run(9999, fail)


def test_work_that_claims_too_much_is_refused_when_it_is_used() -> None:
    builder = closed(BookletBuilder(SMALL, DRAW, threads=1))
    lines = builder.saved().splitlines()
    # Every page keeps what it covers, and forgets how.
    bare = [line if line[0] != "p" else " ".join(line.split()[:5]) for line in lines]
    other = BookletBuilder(Rules(4, 4, 4), Goal(Side.FIRST, is_draw_enough=True), threads=2)
    other.load("\n".join(bare))
    with pytest.raises(BookletError, match="diagrams that fail"):
        other.booklet(0.1)
