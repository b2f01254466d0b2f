from random import Random

import pytest

import inarow as ir
from inarow.search.book import shipped
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


def test_what_is_over_or_out_of_reach_has_no_scores() -> None:
    ask = oracle(0.01)
    assert ask.scores(ir.Position.parse("7x6x4 7/7/7/7/3ooo1/3xxxx o")) is None
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
