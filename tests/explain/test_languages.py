"""Every sentence of the library comes from the catalogues, as a whole and with all its parts."""

import re
from collections.abc import Iterator
from random import Random

import pytest

import inarow as ir
from inarow import detectors, language, puzzles
from inarow.board import notation
from inarow.errors import InarowError
from inarow.explain import (
    explain_move,
    explain_position,
    explain_step,
    explain_with,
    passages,
)
from inarow.explain.grades import Grade, Graded
from inarow.explain.review import MoveReview, Summary
from inarow.search.scores import Estimate, in_words
from support import made_up
from support.strategies import play_random

BOARDS = ("7x6x4", "9x7x4", "5x4x4", "4x4x3", "1x1x1", "1x5x3", "3x3x3/free", "7x7x5/free")
RANGES = ((-3, -1), (0, -2), (0, -1, -2), (3, 1, 0, -1), (1, 0), (-1, 2, 3), (1, 2), (2,), (-2,))
"""Scores that the moves of a position might have; their sentences need not be true."""


@pytest.fixture(autouse=True)
def made_up_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(language, "catalogue", lambda _code, _part: made_up.library())
    with language.use("de"):
        yield


def positions(each: int, seed: int) -> Iterator[tuple[ir.Position, Random]]:
    """Positions of every board, with what chooses from here on."""
    random = Random(seed)
    for size in BOARDS:
        rules = ir.Rules.parse(size)
        for _ in range(each):
            yield play_random(rules, random, random.randrange(rules.cell_count)).position, random


def expect_translated(*texts: str) -> None:
    """Nothing but wide letters, in brackets but for a full stop."""
    for text in filter(None, texts):
        assert not made_up.ordinary(text), text
        assert text[0] == "⟦", text
        assert text.rstrip(".")[-1] == "⟧", text


def all_texts(explanation: ir.Explanation) -> list[str]:
    return [*explanation.sentences, *explanation.legend()]


def made_scores(position: ir.Position, random: Random) -> dict[int, ir.Score]:
    values = random.choice(RANGES)
    weak = random.random() < 0.2
    return {
        move: weak_score(value, position) if weak else ir.Score.of(value, position)
        for move in position.legal_moves()
        for value in [random.choice(values)]
    }


def weak_score(value: int, position: ir.Position) -> ir.Score:
    return ir.Score((value > 0) - (value < 0), position.turn, None)


def test_explanations_of_positions() -> None:
    for position, random in positions(60, seed=1):
        expect_translated(*all_texts(explain_position(position)))
        if position.outcome() is not None:
            continue
        scores = made_scores(position, random)
        line = random.sample(position.legal_moves(), 1)
        expect_translated(*all_texts(explain_position(position, scores=scores, line=line)))
        score = random.choice([*scores.values()])
        expect_translated(*all_texts(explain_position(position, score)))
        for worth in (score, Estimate(random.randint(-400, 400), position.turn)):
            suggested = line[0], worth
            expect_translated(*all_texts(explain_position(position, suggested=suggested)))


def test_explanations_of_moves() -> None:
    for position, random in positions(60, seed=2):
        if position.outcome() is not None:
            continue
        scores = made_scores(position, random)
        for move in position.legal_moves()[:3]:
            told = explain_move(position, move, scores, outlook=random.random() < 0.5)
            expect_translated(*all_texts(told), *all_texts(explain_move(position, move)))
            after = position.play(move)
            for passage in passages(told, explain_position(after)):
                expect_translated(passage.heading, *passage.sentences)
            expect_translated(*explain_step(position, move, after))


def test_what_the_engine_would_play_instead() -> None:
    for position, random in positions(10, seed=3):
        if position.outcome() is not None:
            continue
        move, other = (random.choice(position.legal_moves()) for _ in range(2))
        suggested = other, Estimate(random.randint(-400, 400), position.turn)
        oracle, engine = ir.Oracle(), ir.Engine
        told = explain_with(oracle, engine, position, None, move, suggested)
        expect_translated(*all_texts(told))


def test_exact_explanations_and_lines_of_play() -> None:
    solver = ir.Solver(threads=1)
    for position, _ in positions(20, seed=4):
        left = position.rules.cell_count - position.ply
        if position.outcome() is None and left <= 18:
            found = solver.analyze(position)
            told = explain_position(position, scores=found.scores, line=found.line)
            expect_translated(*all_texts(told), *map(str, found.scores.values()))


def test_reviews() -> None:
    for position, random in positions(20, seed=5):
        if position.outcome() is not None:
            continue
        worths = (Estimate(random.randint(-400, 400), position.turn), ir.Score.of(0, position))
        move, better = random.choice(position.legal_moves()), position.legal_moves()[:1]
        graded = Graded(random.choice([*Grade]), random.random() < 0.5)
        best, got = random.choices(worths, k=2)
        told = explain_move(position, move)
        review = MoveReview(position, move, best, got, graded, {}, better, (), told)
        expect_translated(*review.sentences, review.comment().partition("⟧. ")[0] + "⟧")
        expect_translated(str(graded.grade))
        assert not made_up.ordinary(in_words(got))
        numbers = [random.choice((0, 1, 3)) for _ in range(6)]
        expect_translated(Summary(ir.Side.FIRST, 9, 3, *numbers[:4]).sentence)
        missed = {"missed_wins": numbers[4], "missed_blocks": numbers[5]}
        expect_translated(Summary(ir.Side.FIRST, 9, 1, *numbers[:4], **missed).sentence)


def test_puzzles() -> None:
    for puzzle in puzzles.shipped()[::20]:
        expect_translated(puzzle.title, puzzles.task(puzzle), *puzzles.hints(puzzle))
    solver = ir.Solver(threads=1)
    small = [puzzle for puzzle in puzzles.shipped() if puzzle.rules.cell_count <= 30]
    for puzzle in small[:5]:
        for move in puzzle.board.legal_moves():
            expect_translated(*puzzles.judge(solver, puzzle, [move]).reasons)
        expect_translated(*puzzles.why_right(solver, puzzle))


@pytest.mark.parametrize("name", detectors.NAMES)
def test_the_steps_of_detectors(name: str) -> None:
    for position, random in positions(2, seed=6):
        trace = detectors.trace(position, random.choice([*ir.Side]), detector=name)
        for step in trace.steps:
            expect_translated(step.group, step.label, step.text)
            expect_translated(*(panel.title for panel in step.panels))


READ = (
    *("tic-tac-toe b9", "tic-tac-toe b2 b2", "7x6x4 9", "7x6x4 4444444", "99x6x4 1", "7x0x4", "q"),
    *("7x6x4 7/7/7/7/7/3x3 z", "7x6x4 7/7/7/7/7/3x9 x", "7x6x4 7/7/7/7/7/3? x", "7x6x4 7/7 o"),
    *("7x6x4 7/7/7/7/7/3x2 x", "7x6x4 / x y", "7x6x99999", "7x6x4 1212121 3", "44 9"),
)
RECORDS = (
    *("1. 4", "[", '[A "b"]\n1. 4 *', '[Rules "7x6x4"]\n1. 4 4 ( *', '[Rules "7x6x4"]\n( *'),
    *('[Rules "q"] *', '[Rules "7x6x4"]\n[Start "7x6x4 q"] *', '[Rules "7x6x4"]\n1. 4 1-0 1-0'),
    *('[Rules "7x6x4"]\n1. 9 *', '[Rules "7x6x4"]\n1. 4 ) *', '[Rules "7x6x4"]\n1. 4 {', "1. ? *"),
    *('[Rules "7x6x4"]\n[Rules "7x6x4"] *', '[Rules "7x6x4"]\n[Result "1-0"]\n1. 4 *'),
    *('[Rules "7x6x4"]\n1. 4 (1. 3', '[Rules "7x6x4"]\n1. 1 2 2. 1 2 3. 1 2 4. 1 0-1'),
)
CODE = r"Rules|First|Ann|connect-four|wide-four|tic-tac-toe|gomoku|free|\dx\dx\d|'.*'|\[.*\]"


@pytest.mark.parametrize("text", READ)
def test_what_cannot_be_read_or_played(text: str) -> None:
    with pytest.raises(InarowError) as refused:
        ir.Position.of(text)
    expect_refusal(refused.value)


@pytest.mark.parametrize("text", RECORDS)
def test_records_that_cannot_be_read(text: str) -> None:
    with pytest.raises(ir.RecordError) as refused:
        ir.Record.parse_all(text)
    expect_refusal(refused.value)


def expect_refusal(error: InarowError) -> None:
    """Translated, but for what was to be read."""
    text = notation.error_text(error)
    assert text[0] == "⟦"
    assert text[-1] == "⟧"
    assert not made_up.ordinary(re.sub(CODE, "", text)), text


def test_what_is_odd_about_a_position() -> None:
    for text in (
        "7x6x4 7/7/7/3x3/7/3x3 x",
        "7x6x4 7/7/7/7/7/xx5 x",
        "7x6x4 7/7/7/7/7/xo5 o",
        "7x6x4 7/7/7/7/oooo3/xxxx3 x",
        "7x6x4 7/7/7/7/ooo4/xxxx3 x",
        "7x6x4 7/ooo4/ooo4/oxo4/xxxx3/xxxx3 o",
    ):
        found = ir.Position.of(text).problems()
        assert found
        expect_translated(*map(str, found))


def test_lines_outcomes_and_names() -> None:
    rules = ir.CONNECT_FOUR
    expect_translated(*map(str, ir.Direction), notation.move_name(3, rules))
    expect_translated(notation.cell_name((3, 0), rules))
    lines = (((0, 0), (3, 0)), ((0, 0), (0, 3)), ((0, 0), (3, 3)))
    expect_translated(*(notation.line_name(cells, rules) for cells in lines))
    expect_translated(str(ir.Outcome(None)), str(ir.Outcome(ir.Side.FIRST)))
