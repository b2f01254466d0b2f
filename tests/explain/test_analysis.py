from dataclasses import replace

import pytest

from inarow import (
    CONNECT_FOUR,
    GOMOKU,
    TIC_TAC_TOE,
    Board,
    Estimate,
    Limit,
    Position,
    Rules,
    Score,
    Side,
    Solver,
    Stop,
)
from inarow.explain.analysis import Finding, Worths, analyze, as_json, explain, hint, hinted, judged
from inarow.search.background import Searchers

LATE = Board(Rules(6, 5, 4), "33442165").position

KNOWN = {
    Position(CONNECT_FOUR): [-2, -1, 0, 1, 0, -1, -2],
    Board(CONNECT_FOUR, "4453").position: [-5, -5, -2, -3, -4, -2, -2],
    **{
        position: [score.value for score in Solver(threads=1).analyze(position).scores.values()]
        for position in (LATE, Board(TIC_TAC_TOE, "b2").position)
    },
}
"""The scores of all moves; those of the first two take the solver long."""


@pytest.fixture(scope="module")
def searchers() -> Searchers:
    return Searchers(table_mb=8)


def ignored(_: Finding) -> None:
    return


def test_what_is_told_last_is_exact_where_that_can_be_told(searchers: Searchers) -> None:
    told: list[Finding] = []
    for position, known in KNOWN.items():
        found = analyze(searchers, position, told.append)
        assert found.done
        assert [found.scores[move].value for move in position.legal_moves()] == known
        assert Board(position, found.line).outcome() is not None
    assert all(not finding.done for finding in told)


def test_best_play_is_that_of_the_exact_scores() -> None:
    position = Position.parse("8x4x4 8/6o1/1x3oox/xo2oxxx o")  # a longer win is found first
    searchers = Searchers(table_mb=1, limit=Limit(depth=2))
    found = analyze(searchers, position, ignored)
    assert found.scores[4] == Score.of(8, position)
    assert found.line[0] == 4
    assert len(found.line) == 7


@pytest.mark.parametrize("moves", ["4453", "4455", "44553"])
def test_best_play_is_told_as_it_was_found(searchers: Searchers, moves: str) -> None:
    board = Board(CONNECT_FOUR, moves)
    found = analyze(searchers, board.position, ignored)
    known = {board.position: found.scores}
    assert explain(searchers, board, known.get, found.line)["line"] == list(found.line)
    assert as_json(found, board.position)["result"] == ("o" if moves == "4453" else "x")
    turned = found.mirrored(board.rules)  # another search may have come to another line
    mirror = Board(board.position.mirror())
    told = explain(searchers, mirror, {mirror.position: turned.scores}.get, turned.line)["line"]
    assert len(told) == len(found.line)


def test_a_suggestion_is_the_move_that_the_line_begins_with(searchers: Searchers) -> None:
    board = Board(GOMOKU, "h8")
    worths = {move: Estimate(10, Side.SECOND) for move in (95, 97)}
    said = explain(searchers, board, {board.position: worths}.get, (97, 96))
    assert "Play h7, the engine's choice" in " ".join(said["sentences"])


def test_a_stopped_search_ends_with_what_it_has(searchers: Searchers) -> None:
    found = analyze(searchers, Position(GOMOKU), lambda _: searchers.stop.set())
    searchers.until(Stop())
    assert found.scores
    assert not found.done


def test_a_finding_as_json(searchers: Searchers) -> None:
    start = Position(CONNECT_FOUR)
    said = as_json(analyze(searchers, start, ignored), start)
    assert said["scores"]["3"]["label"] == "+1"
    assert said["scores"]["3"]["words"] == "+1, x wins in 21 moves"
    assert (said["best"], said["bar"], said["exact"], said["done"]) == ([3], 1.0, True, True)
    assert said["text"].startswith("4")


def test_nothing_found_as_json() -> None:
    said = as_json(Finding(done=True), LATE)
    assert (said["bar"], said["worth"], said["best"]) == (None, None, [])


def test_the_mirror_image_of_a_finding_is_turned_round(searchers: Searchers) -> None:
    found = Finding({0: Score.of(3, LATE), 4: Score.of(-1, LATE)}, (0, 5))
    turned = found.mirrored(LATE.rules)
    assert turned.scores == {1: Score.of(-1, LATE), 5: Score.of(3, LATE)}
    assert turned.line == (5, 0)
    assert replace(turned.mirrored(LATE.rules), seconds=0.0) == found


def test_the_last_move_and_the_position_are_explained(searchers: Searchers) -> None:
    said = explain(searchers, Board(CONNECT_FOUR, "4455"))
    last, now = said["passages"]
    assert last["heading"] == "Last move: o, column 5"
    assert last["sentences"][0].startswith("o's column 5 throws away a win")
    assert now["sentences"][0].startswith("Play column 3 or 6: x wins in 2 moves")
    assert said["sentences"] == [
        text for each in (last, now) for text in (each["heading"], *each["sentences"])
    ]
    assert said["marks"]
    assert said["exact"]


def test_best_play_is_told_to_its_end(searchers: Searchers) -> None:
    said = explain(searchers, Board(TIC_TAC_TOE, "b2 a1 c3"))
    assert said["sentences"][-1].startswith("Best play: o ")
    assert said["sentences"][-1].endswith("and the game is a draw.")


def test_where_nothing_is_exact_the_engine_suggests_a_move(searchers: Searchers) -> None:
    said = explain(searchers, Board(GOMOKU, "h8"))
    assert "the engine's choice (an estimate, not a proof)" in " ".join(said["sentences"])
    assert not said["exact"]


def test_hint_and_explanation_come_from_the_same_search(searchers: Searchers) -> None:
    board = Board(GOMOKU, "h8 i7")
    position = board.position
    known: Worths = {position: {112 + 17: Estimate(40, position.turn)}}
    said = hint(position, judged(searchers, position, known))
    assert said.startswith("Play j9, the engine's choice")
    assert said in explain(searchers, board, known.get)["sentences"]


def test_what_was_found_once_is_kept_unless_it_was_stopped(searchers: Searchers) -> None:
    known: Worths = {}
    stop = Stop()
    stop.set()
    judged(searchers.until(stop), Position(GOMOKU), known)
    searchers.until(Stop())
    assert known == {}
    found = judged(searchers, Position(GOMOKU), known)
    assert judged(searchers, Position(GOMOKU), known) is found


def test_a_proof_of_one_move_is_told_by_hint_and_explanation(searchers: Searchers) -> None:
    board = Board(GOMOKU, "h8 i7")
    position = board.position
    for value, text in ((9, "Play h8: x wins"), (-9, "Play h8: x is losing; o wins")):
        worths = {112: Score(value, position.turn, None)}
        assert hint(position, worths).startswith(text)
        known: Worths = {position: worths}
        assert hint(position, worths) in explain(searchers, board, known.get)["sentences"]


def test_a_hint_names_the_move_and_the_reason(searchers: Searchers) -> None:
    start = Position(CONNECT_FOUR)
    exact = analyze(searchers, start, ignored).scores
    assert hint(start, exact).startswith("Play column 4: only this wins for x, in 21 moves; ")
    gomoku = Position(GOMOKU)
    assert hint(gomoku, {112: Estimate(40, gomoku.turn)}).startswith("Play h8, the engine's choice")
    won = Score(1, gomoku.turn, None)
    assert hint(gomoku, {112: won, 3: Estimate(40, gomoku.turn)}) == "Play h8: x wins."


@pytest.mark.parametrize("board", [Board(Rules(3, 5, 5)), Board(Rules(5, 4, 4), "142352")])
def test_a_hint_names_the_move_that_the_explanation_plays(
    searchers: Searchers, board: Board
) -> None:
    move, text = hinted(board.position, judged(searchers, board.position, {}))
    said = explain(searchers, board)["sentences"]
    assert text in said
    assert f"Best play: {board.turn} {move + 1}, " in " ".join(said)


def test_a_position_without_a_move_and_one_that_is_over(searchers: Searchers) -> None:
    assert explain(searchers, Board(CONNECT_FOUR))["sentences"]
    over = explain(searchers, Board(CONNECT_FOUR, "4455667"))
    assert over["sentences"] == ["Last move: x, column 7", "x wins: columns 4 to 7 of row 1."]
