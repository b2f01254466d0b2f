from inarow import CONNECT_FOUR, Board, Position, Record, Side, detectors
from inarow.desk import Desk
from inarow.findings import analyze, explain, shown
from inarow.puzzles import shipped
from inarow.web import positions, riddles, study_models, traces

BOARDS = [
    Board(CONNECT_FOUR),
    Board(CONNECT_FOUR, "4455667"),
    Board(Position.parse("4x4x4 4/4/1x2/4 o")),
]


def test_positions_are_as_their_model_says() -> None:
    for board in BOARDS:
        study_models.PositionView.model_validate(positions.view(board))


def test_trees_are_as_their_model_says() -> None:
    record = Record.parse('[Rules "7x6x4"]\n\n1. 4 {the middle} (1. 3 3) 1... 4 *')
    study_models.Tree.model_validate(positions.tree(record))


def test_findings_and_explanations_are_as_their_models_say() -> None:
    desk = Desk(table_mb=8)
    position = Board(CONNECT_FOUR, "4455").position
    study_models.FindingView.model_validate(
        shown(analyze(desk, position, lambda _: None), position)
    )
    study_models.ExplanationView.model_validate(explain(desk, Board(CONNECT_FOUR, "4455")))


def test_traces_are_as_their_model_says() -> None:
    board = BOARDS[1]
    for name in detectors.NAMES:
        page = traces.trace_page(board, Side.FIRST, name, 0, 50)
        study_models.TraceView.model_validate(page)
    rows = traces.comparison(board, Side.FIRST)
    study_models.Comparison.model_validate({"side": "x", "detectors": rows})


def test_puzzles_are_as_their_models_say() -> None:
    desk, puzzle = Desk(table_mb=8), shipped()[0]
    study_models.PuzzleView.model_validate(riddles.shown(puzzle))
    for move in puzzle.board.position.legal_moves():
        study_models.TryView.model_validate(riddles.tried(desk, puzzle, [move]))
    study_models.SolutionView.model_validate(riddles.solution(desk, puzzle))
