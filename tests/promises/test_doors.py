"""Every public door takes a position, a board or text, and says what would work otherwise.

`docs/decisions/0011-every-door-takes-boards-and-text.md` has the rule.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import inarow as ir
from inarow import env, puzzles
from inarow.arena.openings import imbalance

TEXT = "44556"  # x threatens to win in column 7 and, further up, nowhere else
BOARD = ir.Board(ir.CONNECT_FOUR, TEXT)
X = ir.Side.FIRST
SHALLOW = ir.Limit(depth=1)


def solver() -> ir.Solver:
    return ir.Solver(table_mb=1, threads=1)


def oracle() -> ir.Oracle:
    return ir.Oracle(table_mb=1, threads=1)


def engine() -> ir.Engine:
    return ir.Engine(table_mb=1, threads=1)


def first_legal(position: ir.Position) -> int:
    return position.legal_moves()[0]


def find(detector: str, board: Any) -> Any:
    return ir.detectors.find(board, X, detector=detector)


def trace(detector: str, board: Any) -> Any:
    return ir.detectors.trace(board, X, detector=detector)


def book() -> ir.Book:
    from inarow.search.book import shipped

    found = shipped(ir.CONNECT_FOUR)
    assert found is not None
    return found


DOORS: dict[str, Callable[[Any], Any]] = {
    "Position.of": ir.Position.of,
    "Board": lambda board: ir.Board(board).position,
    "Board(position=)": lambda board: ir.Board(position=board).start,
    "Game": lambda board: ir.Game(board, (ir.Random(), ir.Random())).board.position,
    "Record.of": lambda board: ir.Record.of(board).board().position,
    "solve": ir.solve,
    "analyze": ir.analyze,
    "analyze_many": lambda board: list(ir.analyze_many([board])),
    "best": lambda board: ir.best(board, seconds=0.1).move,
    "explain": lambda board: ir.explain(board).sentences,
    "explain a move": lambda board: ir.explain(board, "7").sentences,
    "explain_move": lambda board: ir.explain.explain_move(board, 6).sentences,
    "explain_position": lambda board: ir.explain.explain_position(board).sentences,
    "forcing.find": ir.forcing.find,
    "zugzwang.find": ir.zugzwang.find,
    "puzzles.is_right": lambda board: puzzles.is_right(solver(), puzzles.Goal.WIN, board, "7"),
    "puzzles.right_moves": lambda board: puzzles.right_moves(solver(), puzzles.Goal.WIN, board),
    "puzzles.best_defence": lambda board: puzzles.best_defence(solver(), puzzles.Goal.WIN, board),
    "Solver.solve": lambda board: solver().solve(board),
    "Solver.keeps": lambda board: solver().keeps(board, "7", 1),
    "Solver.analyze": lambda board: solver().analyze(board),
    "Solver.best_play": lambda board: next(solver().best_play(board, int(ir.solve(board)))),
    "Oracle.stored": lambda board: oracle().stored(board),
    "Oracle.stored_score": lambda board: oracle().stored_score(board),
    "Oracle.scores": lambda board: oracle().scores(board),
    "Oracle.best": lambda board: oracle().best(board),
    "Oracle.analyze": lambda board: oracle().analyze(board),
    "Engine.search": lambda board: engine().search(board, SHALLOW).move,
    "Engine.search without a limit": lambda board: engine().search(board).move,
    "Score.of": lambda board: ir.Score.of(1, board),
    "Book.score": lambda board: book().score(board),
    "Book.scores": lambda board: book().scores(board),
    "counting.perft": lambda board: ir.counting.perft(board, 2),
    "imbalance": imbalance,
    "Human.choose": lambda board: ir.Human(ask=first_legal).choose(board),
    "Random.choose": lambda board: ir.Random(seed=1).choose(board),
    "Cautious.choose": lambda board: ir.Cautious(seed=1).choose(board),
    "EnginePlayer.choose": lambda board: ir.EnginePlayer(SHALLOW, engine=engine()).choose(board),
    "Level.choose": lambda board: ir.level(3, seed=1).choose(board),
    "Perfect.choose": lambda board: ir.Perfect(seed=1).choose(board),
    "FunctionPlayer.choose": lambda board: ir.FunctionPlayer(first_legal).choose(board),
    "convert.to_kaggle": ir.convert.to_kaggle,
    "convert.to_openspiel": ir.convert.to_openspiel,
    "convert.to_signed": lambda board: ir.convert.to_signed(board).tolist(),
    "convert.to_pettingzoo": lambda board: ir.convert.to_pettingzoo(board).tolist(),
    "convert.to_pgx": lambda board: ir.convert.to_pgx(board).tolist(),
    "convert.to_openspiel_tensor": lambda board: ir.convert.to_openspiel_tensor(board).tolist(),
    "detectors.win_condition": lambda board: ir.detectors.win_condition(board, X),
    **{f"detectors.find {name}": partial(find, name) for name in ir.detectors.NAMES},
    **{f"detectors.trace {name}": partial(trace, name) for name in ir.detectors.NAMES},
    "env.Batch start": lambda board: started(env.Batch(2, start=board)),
    "env.Batch starts": lambda board: started(env.Batch(2, start=[board, board])),
    "env.KInARowEnv start": lambda board: begun(env.KInARowEnv(start=board, render_mode="ansi")),
}
BEFORE_THE_END = {
    *("Random.choose", "Cautious.choose", "Level.choose", "Perfect.choose", "Human.choose"),
    *("EnginePlayer.choose", "FunctionPlayer.choose", "solve", "analyze", "best", "imbalance"),
    *("Solver.solve", "Solver.analyze", "Oracle.analyze", "Engine.search", "env.Batch start"),
}


def started(batch: env.Batch) -> ir.Position:
    batch.reset(seed=1)
    return batch.position(0)


def begun(game: env.KInARowEnv) -> Any:
    game.reset(seed=1)
    return game.render()


@pytest.mark.parametrize("door", DOORS)
def test_a_position_a_board_and_text_are_the_same(door: str) -> None:
    answer = DOORS[door](BOARD.position)
    assert DOORS[door](BOARD) == answer
    assert DOORS[door](TEXT) == answer
    assert DOORS[door](BOARD.text()) == answer


@pytest.mark.parametrize("nonsense", [4, 4.5, b"4453", ["x"], {}, np.zeros((6, 7)), "4!", "9x"])
@pytest.mark.parametrize("door", DOORS)
def test_nonsense_is_refused_in_a_sentence_that_says_what_would_work(
    door: str, nonsense: Any
) -> None:
    with pytest.raises(ir.InarowError, match=r"expected .*, got "):
        DOORS[door](nonsense)


@pytest.mark.parametrize("door", sorted(BEFORE_THE_END))
def test_who_needs_a_game_in_progress_says_that_it_is_over(door: str) -> None:
    for over in (ir.Board("4455667"), "4455667"):
        with pytest.raises(ir.InarowError, match=r"over: x wins|expected a start that is open"):
            DOORS[door](over)


SIDE_DOORS: dict[str, Callable[[Any], Any]] = {
    "Board.cells": BOARD.cells,
    "Board.threats": BOARD.threats,
    "Board.winning_moves": BOARD.winning_moves,
    "Position.discs": BOARD.position.discs,
    "Game.player": ir.Game(ir.CONNECT_FOUR, (ir.Random(), ir.Cautious())).player,
    "Review.summary": ir.review("4455667", limit=SHALLOW, engine=engine()).summary,
    "detectors.find": lambda side: ir.detectors.find("4455667", side),
}


@pytest.mark.parametrize("door", SIDE_DOORS)
def test_a_side_may_be_its_letter_and_nothing_else(door: str) -> None:
    for side in ir.Side:
        assert SIDE_DOORS[door](str(side)) == SIDE_DOORS[door](side)
    for nonsense in ("z", 0, None):
        with pytest.raises(ir.InarowError, match=r"expected .*, got "):
            SIDE_DOORS[door](nonsense)


@pytest.mark.parametrize("rules", [ir.TIC_TAC_TOE, "3x3x3/free", "tic-tac-toe"])
def test_rules_may_be_text(rules: Any) -> None:
    assert ir.Rules.of(rules) == ir.TIC_TAC_TOE
    assert ir.Board(rules) == ir.Board()
    assert ir.Game(rules, (ir.Random(), ir.Random())).rules == ir.TIC_TAC_TOE
    assert ir.openings(rules, 1, 2) == ir.openings(ir.TIC_TAC_TOE, 1, 2)
    assert next(ir.puzzles.find(rules)) == next(ir.puzzles.find(ir.TIC_TAC_TOE))
    assert ir.counting.count_positions(rules, 2)[2].total == 72
    assert oracle().knows(rules)


@pytest.mark.parametrize("rules", [7, None, "7x6", (7, 6, 4)])
def test_what_is_no_rules_is_refused(rules: Any) -> None:
    for door in (ir.Rules.of, oracle().knows, lambda rules: ir.openings(rules, 1, 2)):
        with pytest.raises(ir.RulesError, match=r"expected .* such as '7x6x4'.* got"):
            door(rules)


def test_modules_that_look_like_functions_are_functions() -> None:
    from inarow.explain import explain_position
    from inarow.explain.review import review

    assert ir.explain.explain_position is explain_position
    assert ir.review.review is review
    assert "x threatens to win" in str(ir.explain(TEXT))
    reviewed = ir.review("4455667", limit=SHALLOW, engine=engine())
    assert isinstance(reviewed, ir.Review)
    assert reviewed.record == ir.Record.of(ir.Board("4455667"))
    record = ir.Record.of(ir.Board("4455667"), tags={"First": "Ann"})
    assert ir.review(record.text(), limit=SHALLOW, engine=engine()).record == record
    for nonsense in (4, None, BOARD.position):  # a position has no moves to review
        with pytest.raises(ir.RecordError, match="expected a Record, a Board or text such as"):
            ir.review(nonsense)  # type: ignore[arg-type]


def test_many_are_analysed_though_some_cannot_be() -> None:
    nonsense: Any = 4
    lines = ["4455", "4455667", "hello", BOARD, nonsense]
    found = list(ir.analyze_many(lines, return_exceptions=True))
    assert [type(each).__name__ for each in found] == [
        *("Analysis", "SolverError", "NotationError", "Analysis", "PositionError"),
    ]
    assert found[0] == ir.analyze("4455", line=False)
