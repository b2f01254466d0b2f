import json
from random import Random

import pytest

import inarow as ir
from inarow.explain.grades import Grade
from inarow.explain.review import MoveReview, Review, Watcher, review
from inarow.record.record import Record
from support.strategies import play_random

BLUNDERS = "1. 4 4 2. 3 5 3. 5 3 4. 6 7 5. 6 6 6. 3 2 7. 3 4 8. 4 4 9. 5 5 0-1"


def reviewed(
    game: ir.Board | Record,
    limit: ir.Limit | None = None,
    engine: ir.Engine | None = None,
    progress: Watcher | None = None,
) -> Review:
    limit = limit or ir.Limit(seconds=5)
    return review(
        game,
        limit=limit,
        oracle=ir.Oracle(patience=limit.seconds or 1, table_mb=4, threads=1),
        engine=engine or ir.Engine(table_mb=1, threads=1),
        progress=progress,
    )


def estimated(game: ir.Board, nodes: int = 300) -> Review:
    """A review in which only the engine has a say, and always the same."""
    engine = ir.Engine(table_mb=1, threads=1, exact=False)
    return reviewed(game, engine=engine, limit=ir.Limit(nodes=nodes))


def test_a_game_of_blunders_is_told_move_by_move() -> None:
    found = reviewed(Record.parse(f'[Rules "7x6x4"] [First "Ann"] {BLUNDERS}'))
    signs = [move.graded.grade.sign for move in found.moves if move.graded.grade]
    assert (
        " ".join(sign or "." for sign in signs) == ". . ?? . . ?? ?? ?? ?? ?? ?? ?? . . ?? ?? ?? ."
    )
    assert all(move.graded.exact for move in found.moves)
    assert found.turning_point == 17
    assert found.moves[16].sentences == [
        "x's column 5 throws away a win in 2 moves: now o wins in 1 move. Column 3 was better.",
        "x lets o play on top, at column 5, row 4, and win.",
        "x misses a double threat: column 3 would have threatened to win with column 3 or 5.",
    ]
    assert found.moves[16].line == (2, 2, 4)
    x, o = (found.summary(side) for side in ir.Side)
    assert (x.moves, x.exact, x.kept, x.blunders) == (9, 9, 3, 6)
    assert o.accuracy == 4 / 9


def test_grades_follow_from_the_scores() -> None:
    random, solver = Random(1), ir.Solver(table_mb=4, threads=1)
    for size in ("6x5x4", "5x5x4", "4x4x3/free", "5x4x4"):
        board = play_random(ir.Rules.parse(size), random)
        start = board.copy()
        for move in reviewed(board).moves:
            scores = solver.analyze(move.position, line=False).scores
            assert move.got == scores[move.move]
            assert move.best == max(scores.values(), key=int)
            assert bool(move.better) == (move.got != move.best)
            signs = [
                (s.value > 0) - (s.value < 0)
                for s in (move.best, move.got)
                if isinstance(s, ir.Score)
            ]
            assert move.changes_result == (signs[0] != signs[1])
        assert board == start


def test_the_turning_point_is_the_number_of_a_move_in_python_and_in_json() -> None:
    found = reviewed(Record.parse(f'[Rules "7x6x4"] {BLUNDERS}'))
    assert found.turning_point == found.to_dict()["turning_point"] == 17
    assert found.moves[found.turning_point - 1].changes_result
    assert not any(move.changes_result for move in found.moves[found.turning_point :])


def test_a_missed_win_and_a_missed_block_count_even_if_the_result_stays() -> None:
    found = reviewed(ir.Board(ir.CONNECT_FOUR, "4141415"))
    o, x = found.moves[5], found.moves[6]
    assert (o.graded.grade, o.misses_block, o.changes_result) == (Grade.INACCURACY, True, False)
    assert "o does not stop x from winning with column 4." in o.sentences
    assert (x.graded.grade, x.misses_win, x.misses_block) == (Grade.BLUNDER, True, True)
    assert found.summary(ir.Side.FIRST).sentence == (
        "3 of 4 moves judged exactly kept the result; 1 blunder; missed: 1 win and 1 block."
    )
    slower = reviewed(ir.Board(ir.CONNECT_FOUR, "4455661")).moves[-1]
    assert (slower.graded.grade, slower.misses_win) == (Grade.INACCURACY, True)


def test_a_lost_cause_is_no_missed_block() -> None:
    """Two threats cannot be blocked, so that nothing was missed."""
    last = reviewed(ir.Board(ir.CONNECT_FOUR, "445561")).moves[-1]
    assert not last.misses_block


@pytest.mark.parametrize("seed", range(6))
def test_the_numbers_add_up(seed: int) -> None:
    """Every move is in one column, the sides in the total, and kept and changed in the exact."""
    random = Random(seed)
    rules = ir.Rules.parse(random.choice(("6x5x4", "4x4x3/free", "5x4x4", "7x6x4", "9x9x5/free")))
    game = play_random(rules, random)
    found = (
        reviewed(game, limit=ir.Limit(seconds=0.2, nodes=300))
        if rules.gravity
        else (estimated(game))
    )
    sums = [found.summary(side) for side in ir.Side]
    for summary in sums:
        grades = (summary.best, summary.good, summary.inaccuracies, summary.mistakes)
        assert sum(grades) + summary.blunders + summary.unjudged == summary.moves
        mine = [move for move in found.moves if move.side is summary.side]
        assert summary.exact == sum(move.graded.exact for move in mine)
        assert summary.exact - summary.kept == sum(move.changes_result for move in mine)
        assert summary.missed_wins == sum(
            "misses an immediate win" in str(m.explanation) for m in mine
        )
        bad = summary.inaccuracies + summary.mistakes + summary.blunders
        assert bad == sum(move.is_bad for move in mine)
    assert sum(summary.moves for summary in sums) == len(found.moves) == len(game.moves)


def test_the_review_goes_into_the_record_once() -> None:
    record = Record.parse(f'[Rules "7x6x4"] [First "Ann"] {BLUNDERS.replace("3 5", "3 {oh} 5", 1)}')
    found = reviewed(record)
    written = found.annotated()
    assert written.board() == record.board()
    assert written.tags == record.tags
    node = written.main.nodes[2]
    assert node.comment == (
        "oh Blunder. x's column 3 throws away a win in 20 moves: now o wins in 19 moves. "
        "Column 4 was better."
    )
    assert [line.moves for line in node.variations] == [[3]]
    assert record.main.nodes[2].comment == "oh"
    again = Review(written, found.moves).annotated()
    assert again.text() == written.text() == Record.parse(written.text()).text()


def test_a_game_may_begin_anywhere_and_be_unfinished() -> None:
    start = ir.Position.parse("5x4x4 5/5/2x2/2o2 o")
    found = reviewed(ir.Board(start, "3312"))
    assert [move.side.symbol for move in found.moves] == ["o", "x", "o", "x"]
    assert found.moves[0].position == start
    assert reviewed(ir.Board(start)).moves == ()


def test_without_exact_scores_estimates_are_told_apart() -> None:
    found = estimated(ir.Board(ir.GOMOKU, "h8 a1 i8 a2 j8 a3 k8"))
    quiet, lost = found.moves[1], found.moves[-2]
    assert isinstance(quiet.best, ir.Estimate)
    assert not quiet.graded.exact
    assert quiet.sentences[-1].startswith(("Estimate: ", "The engine prefers "))
    assert isinstance(lost.got, ir.Score)  # x threatens to win by force, and o looks away
    assert lost.got.value < 0
    assert lost.sentences[0].startswith("o lets x win by force: ")
    for move in found.moves:
        check_types(move)


def check_types(move: MoveReview) -> None:
    """A result that is called certain never rests on an estimate alone."""
    if move.graded.exact:
        assert isinstance(move.best, ir.Score) or isinstance(move.got, ir.Score)
    if move.changes_result:
        assert isinstance(move.best, ir.Score)
        assert isinstance(move.got, ir.Score)
    if isinstance(move.best, ir.Estimate) or isinstance(move.got, ir.Estimate):
        assert not move.scores


def test_the_book_serves_the_opening_and_the_engine_what_the_solver_cannot_reach() -> None:
    opening = reviewed(ir.Board(ir.CONNECT_FOUR, "4444"), limit=ir.Limit(seconds=0.001))
    assert [move.graded for move in opening.moves] == [(Grade.BEST, True)] * 4
    wide = estimated(ir.Board(ir.WIDE_FOUR, "555"))
    assert not any(move.graded.exact for move in wide.moves)


def test_progress_is_told_position_by_position() -> None:
    told: list[tuple[int, int]] = []
    reviewed(ir.Board(ir.TIC_TAC_TOE, "b2 a1"), progress=lambda *seen: told.append(seen))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_it_can_be_had_as_data() -> None:
    data = reviewed(ir.Board(ir.TIC_TAC_TOE, "b2 a2 c2")).to_dict()
    assert [move["grade"] for move in data["moves"]] == ["best", "mistake", "mistake"]
    assert data["moves"][1]["got"] == {"score": -2, "plies": 6, "text": "x wins in 3 moves"}
    assert data["turning_point"] == 3
    assert data["summary"]["x"]["accuracy"] == 0.5
    assert json.loads(json.dumps(data)) == data
    guessed = estimated(ir.Board(ir.GOMOKU, "h8 a1")).to_dict()["moves"][0]
    assert set(guessed["best"]) == {"estimate", "win_probability", "text"}
    assert guessed["exact"] is False


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(ir.RecordError, match=r"expected a Record, a Board or text .* got 4453"):
        review(4453)  # type: ignore[arg-type]
