"""All detectors give the same answer, everywhere, and so does the C++ batch."""

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume, given

import inarow as ir
from inarow import batch, detectors
from inarow.board.lines import Direction, has_line
from inarow.search.counting import count_positions
from support.agreement import agree_at_random, assert_all_agree
from support.strategies import ODD_RULES, boards, positions, scatter


def every_position(rules: ir.Rules) -> Iterator[tuple[ir.Position, ir.Cell | None]]:
    """Each position that play reaches, once, with a disc that may have been the last."""
    level: dict[ir.Position, ir.Cell | None] = {ir.Position(rules): None}
    while level:
        yield from level.items()
        level = {p.play(move): p.cell_of(move) for p in level for move in p.legal_moves()}


@pytest.mark.parametrize("size", ["3x3x3/free", "3x3x3", "4x4x3"])
def test_on_every_position_of_small_games(size: str) -> None:
    rules = ir.Rules.parse(size)
    game = dict(every_position(rules))
    assert len(game) == sum(count.total for count in count_positions(rules, rules.cell_count))
    sets = []
    seen: set[ir.Position] = set()
    for position, last in game.items():
        if position.mirror() not in seen:  # what holds for one holds for the other
            seen.add(position)
            assert_all_agree(position, last)
        sets += [position.first, position.second]
    expected = [has_line(discs, rules) for discs in sets]
    assert batch.has_line(batch.pack(sets, rules), rules).tolist() == expected


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
def test_on_odd_boards(rules: ir.Rules) -> None:
    random = Random(str(rules))
    for _ in range(2 if rules.cell_count > 300 else 40):
        position = scatter(rules, random)
        discs = rules.cells(position.occupied)
        assert_all_agree(position, random.choice(discs) if discs else None)


@pytest.mark.parametrize("seed", range(4))
def test_on_random_positions_of_many_sizes(seed: int) -> None:
    seen = agree_at_random(500, Random(seed))
    assert min(seen.values()) > 50  # there was something to find, of every kind


@given(positions())
def test_on_any_position(position: ir.Position) -> None:
    assert_all_agree(position)


@given(boards())
def test_on_any_game(board: ir.Board) -> None:
    assert_all_agree(board.position, board.last)


@pytest.mark.parametrize("direction", list(Direction))
@pytest.mark.parametrize("length", [4, 5, 6])
def test_on_every_line_of_the_board_and_at_every_edge(direction: Direction, length: int) -> None:
    rules = ir.CONNECT_FOUR
    placed = 0
    for start in rules.cells(rules.board):
        cells = direction.walk(start, length)
        if not rules.has(*cells[-1]):
            continue
        placed += 1
        position = ir.Position(rules, rules.bits(cells), 0, ir.Side.SECOND)
        for name in detectors.NAMES:
            for last in cells:
                (line,) = detectors.find(position, ir.Side.FIRST, detector=name, last=last)
                assert line == ir.Line(cells, direction)
    columns = rules.width if direction is Direction.VERTICAL else rules.width - length + 1
    rows = rules.height if direction is Direction.HORIZONTAL else rules.height - length + 1
    assert placed == columns * rows


def test_several_lines_at_once() -> None:
    star = ["x..x..x", ".x.x.x.", "..xxx..", "xxxxxxx", "..xxx..", ".x.x.x.", "x..x..x"]
    grid = [[1 if mark == "x" else 0 for mark in row] for row in star]
    position = ir.Position.from_array(grid, k=5, gravity=False)
    for name in detectors.NAMES:
        lines = detectors.find(position, ir.Side.FIRST, detector=name, last=(3, 3))
        assert [(len(line), line.direction) for line in lines] == [(7, d) for d in Direction], name


@given(boards())
def test_traces_find_what_the_search_finds(board: ir.Board) -> None:
    assume(board.rules.cell_count <= 150)
    side = board.turn.other
    for name in detectors.NAMES:
        trace = detectors.trace(board.position, side, detector=name, last=board.last)
        found = detectors.find(board.position, side, detector=name, last=board.last)
        assert trace.lines == found, name
        for step in trace.steps:
            # A step that has what a line needs has found one. (The counter of line_count may
            # also reach k away from the last disc, which is another line's business.)
            if name != "line_count":
                assert bool(step.lines) == (step.value >= trace.needed), (name, step)
            assert len(step.counts) in (0, len(step.cells))
            assert all(board.rules.has(*cell) for cell in step.cells)
        json.dumps(trace.as_dict())


def test_each_can_be_reached_without_an_import_of_its_own() -> None:
    program = "import inarow as ir; print(ir.detectors.views.filters(4)[0].name)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
    with pytest.raises(AttributeError, match=r"'inarow\.detectors' has no attribute 'sight'"):
        detectors.sight  # noqa: B018


def test_an_unknown_name_is_refused() -> None:
    position = ir.Position(ir.CONNECT_FOUR)
    with pytest.raises(ir.DetectorError, match=r"expected one of views, .*, got 'magic'"):
        detectors.find(position, ir.Side.FIRST, detector="magic")


@pytest.mark.parametrize("last", [(0, 1), (3, 1), (9, 9), (-1, 0)])
def test_a_last_disc_that_is_not_there_is_refused(last: tuple[int, int]) -> None:
    position = ir.Board(ir.CONNECT_FOUR, "44").position
    with pytest.raises(ir.DetectorError, match="expected the last disc of x, got"):
        detectors.find(position, ir.Side.FIRST, detector="last_move", last=last)


def test_others_can_add_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detectors, "_registered", {})

    class Nothing:
        """Finds nothing, fast."""

        def find(
            self, position: ir.Position, side: ir.Side, last: ir.Cell | None
        ) -> tuple[ir.Line, ...]:
            return ()

        def trace(
            self, position: ir.Position, side: ir.Side, last: ir.Cell | None
        ) -> detectors.Trace:
            return detectors.Trace("nothing", side, position.rules.k, (), 0)

    detectors.register("nothing", Nothing())
    assert detectors.names()[-1] == "nothing"
    won = ir.Board(ir.CONNECT_FOUR, "4455667").position
    assert detectors.find(won, ir.Side.FIRST, detector="nothing") == ()
    with pytest.raises(ir.DetectorError, match="'scan', which is taken"):
        detectors.register("scan", Nothing())
