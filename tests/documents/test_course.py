"""Every step of the course gives the library's scores, and the tables are of this code."""

import json
import re
import runpy
from functools import cache
from pathlib import Path
from random import Random
from shutil import copy

import pytest

import check_scores
import inarow as ir
import measure
import tables
from positions import SETS, THOUSAND, draw, measured, result, thousand
from step01_board import Board, play_at_random
from step02_wins import DETECTORS, by_last_move
from step09_limit import Limited
from step10_perfect import Perfect, agent, main, player_for
from support.paths import DOCS
from support.walkthrough import follow

COURSE = DOCS / "course"
FILES = sorted(COURSE.glob("step*.py"))
PAGES = sorted(COURSE.glob("[0-9]*.md"))

SMALL = [
    *draw("3x3x3/free", 4, 5),
    *draw("4x4x4", 9, 5),
    *draw("1x4x2", 0, 1),
    *draw("4x3x3", 3, 3),
    *draw("7x6x4", 34, 5),
]
"""Positions that even minimax solves at once."""


@cache
def all_thousand() -> list[ir.Position]:
    return thousand()


def results() -> tables.Results:
    found: tables.Results = json.loads(tables.RESULTS.read_text())
    return found


def board_of(position: ir.Position) -> Board:
    rules = position.rules
    board = Board(rules.width, rules.height, rules.k, rules.gravity)
    for column, row in rules.cells(position.first | position.second):
        board.cells[column][row] = str(position.at(column, row))
        board.ply += 1
    return board


# -- the steps -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["7x6x4", "3x3x3/free", "2x5x3"])
def test_the_board_knows_the_legal_moves(rules: str) -> None:
    for position in draw(rules, 2, 3):
        parsed, board = position.rules, board_of(position)
        assert board.turn == str(position.turn)
        moves = {parsed.move_at(*cell) for cell in board.moves()}
        assert moves == set(position.legal_moves())


def test_a_random_game_fills_the_board_and_can_be_taken_back() -> None:
    board = Board(3, 2)
    cell = board.moves()[1]
    board.play(cell)
    board.undo(cell)
    assert str(board) == ". . .\n. . ."
    play_at_random(board, Random(1))
    assert board.ply == 6
    assert "." not in str(board)


def test_the_six_detectors_say_what_the_library_says() -> None:
    assert list(DETECTORS) == list(ir.detectors.NAMES)
    found = measure.measure_detectors(games=5)  # it compares them, too
    assert found["questions"] > 50


@pytest.mark.parametrize("name", DETECTORS)
def test_a_detector_that_is_wrong_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DETECTORS, name, lambda board, last: not by_last_move(board, last))
    with pytest.raises(SystemExit, match=f"{name} does not say"):
        measure.measure_detectors(games=1)


@pytest.mark.parametrize("rules", ["2x6x4", "6x2x4", "1x1x1", "1x5x3"])
def test_detectors_work_on_boards_smaller_than_a_line(rules: str) -> None:
    parsed, random = ir.Rules.parse(rules), Random(2)
    board, game = Board(parsed.width, parsed.height, parsed.k), ir.Board(parsed)
    while not game.outcome():
        last = random.choice(board.moves())
        board.play(last)
        game.play(last[0])
        won = bool(ir.detectors.find(game.position, game.position.turn.other))
        assert {detector(board, last) for detector in DETECTORS.values()} == {won}


@pytest.mark.parametrize("step", measure.STEPS)
def test_every_step_gives_the_exact_score(step: str) -> None:
    library = ir.Solver(table_mb=1, threads=1)
    for position in SMALL:
        score, _ = measure.STEPS[step][0](position)
        assert score == library.solve(position).value, position.text()


def test_a_wrong_score_is_found() -> None:
    with pytest.raises(SystemExit, match="expected 1, got 0"):
        measure.run("all in one", "tic-tac-toe", [1])


@pytest.mark.parametrize("rules", ["4x4x4", "4x3x3", "3x3x3/free"])
def test_without_a_limit_the_choice_is_best(rules: str) -> None:
    library = ir.Solver(table_mb=1, threads=1)
    for position in draw(rules, 4, 4):
        parsed = position.rules
        best = set(library.analyze(position).best)
        for player in (Limited, Perfect):
            chosen = player(parsed.width, parsed.height, parsed.k, parsed.gravity).choose(
                position.discs(position.turn), position.discs(position.turn.other)
            )
            (cell,) = parsed.cells(chosen)
            assert parsed.move_at(*cell) in best, position.text()


def test_steps_9_and_10_choose_the_same_within_a_limit() -> None:
    for position in draw("7x6x4", 10, 3):
        own, other = position.discs(position.turn), position.discs(position.turn.other)
        for nodes in (1, 50, 500):
            player = Perfect()
            assert player.choose(own, other, nodes) == Limited().choose(own, other, nodes)
            assert player.nodes <= nodes


@pytest.mark.parametrize("rules", ["4x4x3", "3x3x3/free"])
def test_the_agent_never_loses_what_it_has(rules: str) -> None:
    parsed = ir.Rules.parse(rules)
    library = ir.Solver(table_mb=1, threads=1)
    player_for.cache_clear()
    exact = result(library.solve(ir.Position(parsed)).value)
    players = (ir.FunctionPlayer(agent), ir.Random(seed=3))
    winner = ir.Game(parsed, players).run().winner
    assert (0 if winner is None else 1 if winner is ir.Side.FIRST else -1) >= exact


def test_the_agent_forgets_when_it_has_learned_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("step10_perfect.REMEMBERED", 10)
    player = Perfect(4, 4)
    player.choose(0, 0)
    learned = len(player.table)
    player.choose(player.bit(0, 0), 0, nodes=1)
    assert learned > 10 > len(player.table)


def test_the_command_prints_every_column(capsys: pytest.CaptureFixture[str]) -> None:
    main("4x4x3", "1")
    exact = ir.Solver(table_mb=1, threads=1).analyze(
        ir.Board(ir.Rules.parse("4x4x3"), "1").position
    )
    lines = [f"column {move + 1}: {score.value:+d}" for move, score in exact.scores.items()]
    assert capsys.readouterr().out.splitlines()[:-1] == lines


def test_what_there_is_to_try_prints_what_the_page_says(tmp_path: Path) -> None:
    copy(COURSE / "step10_perfect.py", tmp_path)
    assert follow(COURSE / "10-perfect.md", tmp_path) == 2


@pytest.mark.parametrize("moves", ["11111", "1212121", "9", "0", "a", "?"])
def test_the_command_refuses_moves_that_cannot_be(moves: str) -> None:
    with pytest.raises(SystemExit, match="expected moves of an open game"):
        main("4x4x4", moves)


@pytest.mark.parametrize("rules", ["3x3x3/free", "7x6", "board"])
def test_the_command_refuses_boards_that_it_cannot_read(rules: str) -> None:
    with pytest.raises(SystemExit, match="expected a board with gravity such as 7x6x4"):
        main(rules)


@pytest.mark.parametrize(
    "file", [f for f in FILES if f.stem[4:6] in ("01", "02", "04", "05", "06", "09")]
)
def test_a_step_runs_as_it_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(file), run_name="__main__")
    assert capsys.readouterr().out


# -- the thousand ----------------------------------------------------------------------------------


def test_the_perfect_player_has_the_exact_scores_of_a_part_of_the_thousand() -> None:
    chosen = [p for p in all_thousand() if p.rules.cell_count <= 16 or p.ply >= 26]
    found = check_scores.check(chosen)
    assert sum(row["positions"] for row in found.values()) == len(chosen) == 400
    assert set(found) == {"3x3x3/free", "4x4x3", "4x4x4/free", "4x4x4", "7x6x4"}


def test_there_are_a_thousand_different_positions() -> None:
    assert len(set(all_thousand())) == 1000
    assert sum(sum(plies.values()) for plies in THOUSAND.values()) == 1000


def test_the_check_ends_at_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Perfect, "solve", lambda self, own, other: 7)
    with pytest.raises(SystemExit, match="expected 0, got 7"):
        check_scores.check(draw("3x3x3/free", 0, 1))


# -- the tables ------------------------------------------------------------------------------------


def test_the_tables_are_made_of_the_results() -> None:
    made = tables.tables(results())
    stored = {path.stem for path in (COURSE / "tables").iterdir()}
    assert {name for name in stored if not name.startswith("learn-")} == set(made)
    for name, text in made.items():
        assert (COURSE / "tables" / f"{name}.txt").read_text() == text


def test_the_results_are_of_these_steps_and_sets() -> None:
    runs = results()["runs"]
    assert list(runs) == list(SETS)
    for name, found in runs.items():
        assert list(found) == [step for step in measure.STEPS if name in measure.asked(step)]
    assert {step for steps in tables.PAGES.values() for step in steps} == set(measure.STEPS)
    checked = results()["check"]
    assert {rules: row["positions"] for rules, row in checked.items()} == {
        rules: sum(plies.values()) for rules, plies in THOUSAND.items()
    }


@pytest.mark.parametrize("name", ["tic-tac-toe", "7x6, 10 left", "4x4"])
def test_the_nodes_of_the_results_are_those_of_the_code(name: str) -> None:
    exact = measure.exact_scores(name)
    for step, found in results()["runs"][name].items():
        if found["nodes"] < 100_000:
            assert measure.run(step, name, exact)["nodes"] == found["nodes"], step


def test_every_page_shows_its_file_and_its_table() -> None:
    assert len(PAGES) == len(FILES) == 10
    index = (COURSE / "index.md").read_text()
    for page, file in zip(PAGES, FILES, strict=True):
        text = page.read_text()
        assert page.stem in index
        assert f"{{literalinclude}} {file.name}\n:language: python" in text
        for included in re.findall(r"\{include\} (.*)", text):
            assert (COURSE / included).exists()
        assert "{include}" in text or page.stem == "01-board"


def test_the_player_uses_nothing_of_the_library() -> None:
    for file in FILES:
        assert not re.search(r"^\s*(import|from) inarow", file.read_text(), re.MULTILINE)
    imported = re.findall(r"^(?:import|from) (\w+)", FILES[-1].read_text(), re.MULTILINE)
    assert set(imported) == {"__future__", "re", "sys", "functools", "operator", "typing"}


def test_the_sets_are_the_same_every_time() -> None:
    assert measured("7x6, 24 left") == measured("7x6, 24 left")
    assert len(set(measured("7x6, 24 left"))) == 10
