from inarow import CONNECT_FOUR, Board, Position, Record, Side, detectors
from inarow.explain.analysis import analyze, as_json, explain
from inarow.puzzles import shipped
from inarow.search.background import Searchers
from inarow.web.study import models, positions, puzzles, traces

BOARDS = [
    Board(CONNECT_FOUR),
    Board(CONNECT_FOUR, "4455667"),
    Board(Position.parse("4x4x4 4/4/1x2/4 o")),
]


def test_positions_are_as_their_model_says() -> None:
    for board in BOARDS:
        models.PositionView.model_validate(positions.view(board))


def test_trees_are_as_their_model_says() -> None:
    record = Record.parse('[Rules "7x6x4"]\n\n1. 4 {the middle} (1. 3 3) 1... 4 *')
    models.Tree.model_validate(positions.tree(record))


def test_findings_and_explanations_are_as_their_models_say() -> None:
    searchers = Searchers(table_mb=8)
    position = Board(CONNECT_FOUR, "4455").position
    finding = analyze(searchers, position, lambda _: None)
    models.FindingView.model_validate(as_json(finding, position))
    models.ExplanationView.model_validate(explain(searchers, Board(CONNECT_FOUR, "4455")))


def test_traces_are_as_their_model_says() -> None:
    board = BOARDS[1]
    for name in detectors.NAMES:
        page = traces.trace_page(board, Side.FIRST, name, 0, 50)
        models.TraceView.model_validate(page)
    rows = traces.comparison(board, Side.FIRST)
    models.Comparison.model_validate({"side": "x", "detectors": rows})


def test_puzzles_are_as_their_models_say() -> None:
    searchers, puzzle = Searchers(table_mb=8), shipped()[0]
    models.PuzzleView.model_validate(puzzles.view(puzzle))
    for move in puzzle.board.position.legal_moves():
        models.TryView.model_validate(puzzles.judge(searchers, puzzle, [move]))
    models.SolutionView.model_validate(puzzles.solution(searchers, puzzle))
