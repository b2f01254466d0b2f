from random import Random

import pytest

import inarow as ir
from inarow.search.book import shipped
from inarow.search.oracle import is_within_reach
from support.strategies import play_random


def oracle(patience: float = 60) -> ir.Oracle:
    return ir.Oracle(patience=patience, threads=1, table_mb=4)


def test_scores_are_the_books_and_then_the_solvers() -> None:
    book = shipped(ir.CONNECT_FOUR)
    assert book is not None
    solver = ir.Solver(threads=1)
    random = Random(2)
    ask = oracle()
    for plies in (0, 4, 7, 20, 24):
        board = play_random(ir.CONNECT_FOUR, random, plies)
        if board.outcome() is not None:
            continue
        scores = ask.scores(board.position)
        truth = (
            book.scores(board.position)
            if plies < 8
            else solver.analyze(board.position, line=False).scores
        )
        assert truth
        assert scores == truth
        best = max(truth.values(), key=int)
        assert ask.best(board.position) == (best, [m for m in truth if truth[m] == best])


def test_a_finished_game_has_a_score_and_no_moves() -> None:
    ask = oracle(0.01)
    for text, value in (("4455667", -18), ("tic-tac-toe b2 a1 a2 c2 b3 b1 c1 a3 c3", 0)):
        assert ask.scores(text) == {}
        assert ask.best(text) == (ir.Score(value, ir.Position.of(text).turn, 0), [])
    assert str(ask.best("4455667")[0]) == "x has won"  # type: ignore[index]


def test_what_is_out_of_reach_has_no_scores() -> None:
    ask = oracle(0.01)
    assert ask.scores(ir.Position(ir.Rules(18, 18, 4))) is None
    assert ask.scores(ir.Position(ir.Rules(8, 8, 4))) is None
    assert ask.best(ir.Position(ir.Rules(8, 8, 4))) is None


def test_a_stubborn_one_tries_what_is_not_likely_to_end() -> None:
    hard = ir.Position(ir.Rules(5, 5, 4))
    assert oracle(0.001).scores(hard) is None
    said: list[int] = []
    patient = ir.Oracle(patience=60, stubborn=True, threads=1, table_mb=4)
    scores = patient.scores(hard, lambda nodes, low, high: said.append(nodes))
    assert scores == ir.Solver(threads=1).analyze(hard, line=False).scores
    assert said
    assert patient.scores(ir.Position(ir.GOMOKU)) is None


def test_a_solver_without_time_knows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = oracle()

    def no_time(*args: object, **options: object) -> None:
        raise ir.Stopped("no time")

    for name in ("analyze", "keeps"):
        monkeypatch.setattr(ask.solver, name, no_time)
    assert ask.scores(ir.Position(ir.TIC_TAC_TOE)) is None
    assert ask.best(ir.Position(ir.TIC_TAC_TOE)) is None


def test_it_knows_which_games_it_knows() -> None:
    ask = oracle(10)
    assert ask.knows(ir.CONNECT_FOUR)  # by the book
    assert ask.knows(ir.TIC_TAC_TOE)
    assert not ask.knows(ir.GOMOKU)
    assert not oracle(0.01).knows(ir.Rules(6, 6, 4))


def test_bad_patience_is_refused() -> None:
    for patience in (0, -1, float("nan"), "long"):
        with pytest.raises(ir.EngineError, match="expected a patience above 0 seconds, got"):
            ir.Oracle(patience=patience)  # type: ignore[arg-type]


def test_a_copy_has_the_same_settings() -> None:
    twin = oracle(3).copy()
    assert (twin.patience, twin.solver.threads, twin.solver.table_mb) == (3, 1, 4)


def test_more_time_reaches_further() -> None:
    def reach(seconds: float, rules: ir.Rules = ir.CONNECT_FOUR) -> int:
        """The most empty cells from which the solver is asked, -1 if never."""
        boards = [play_random(rules, Random(2), plies) for plies in range(rules.cell_count + 1)]
        within = [b for b in boards if is_within_reach(b.position, seconds)]
        return max((rules.cell_count - len(b.moves) for b in within), default=-1)

    assert reach(0.01) < reach(0.1) < reach(1) < reach(60) == 42
    assert reach(0.01, ir.TIC_TAC_TOE) == 9
    assert reach(60, ir.Rules(18, 18, 4)) == -1  # beyond the solver
    assert reach(60, ir.Rules(9, 9, 5, gravity=False)) == -1


def test_an_analysis_takes_what_the_book_has_and_solves_the_rest() -> None:
    oracle = ir.Oracle(threads=1, table_mb=16)
    position = ir.Board(ir.CONNECT_FOUR, "4444").position
    found = oracle.analyze(position)
    assert oracle.stored(position) == found.scores
    assert found.line[0] in found.best
    assert len(found.line) == found.score.plies
    end = ir.Board(position)
    for move in found.line:
        end.play(move)
    assert end.outcome() is not None


def test_an_analysis_is_the_solvers_where_there_is_no_book() -> None:
    position = ir.Board(ir.Rules(5, 4, 4), "33").position
    solved = ir.Solver(threads=1, table_mb=1).analyze(position)
    assert ir.Oracle(threads=1, table_mb=1).analyze(position) == solved


def test_a_stop_that_is_set_before_ends_everything_at_once() -> None:
    stop = ir.Stop()
    stop.set()
    oracle = ir.Oracle(threads=1, table_mb=1, stubborn=True, patience=600)
    hard = ir.Board(ir.CONNECT_FOUR, "444444333").position
    assert oracle.scores(hard, stop=stop) is None
    assert oracle.best(hard, stop=stop) is None
    with pytest.raises(ir.Stopped):
        oracle.analyze(hard, stop=stop)
