"""How to win at Connect Four: tasks and claims, proved by exact scores or by walking."""

import pytest

import inarow as ir
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, Cell, Side
from inarow.explain import explain_move, zugzwang
from inarow.lessons.chapters import Chapter, Task, chapters, why_wrong
from inarow.search.oracle import Oracle
from inarow.search.scores import Score

CHAPTERS = {chapter.name: chapter for chapter in chapters()}
TASKS = [
    pytest.param(task, id=f"{chapter.name}-{number}")
    for chapter in chapters()
    for number, task in enumerate(chapter.tasks, start=1)
]


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle(threads=1, table_mb=16, stubborn=True, patience=60)


def known(oracle: Oracle, position: Position) -> dict[int, Score]:
    scores = oracle.scores(position)
    assert scores is not None
    return dict(scores)


def task(name: str, number: int = 1) -> Task:
    return CHAPTERS[name].tasks[number - 1]


def after(position: Position, column: int) -> Position:
    return position.play(column - 1)


def cell(column: int, row: int) -> Cell:
    return Cell(column - 1, row - 1)


@pytest.mark.parametrize("task", TASKS)
def test_exactly_the_accepted_moves_are_right(task: Task, oracle: Oracle) -> None:
    side = task.board.turn
    assert task.asked.startswith((f"You are {side}", f"Now you are {side}"))
    for step in range(len(task.accepted)):
        board = task.board_at(step)
        assert board.turn is side
        scores = known(oracle, board.position)
        right = [move for move, score in scores.items() if int(score) >= task.least]
        assert sorted(task.right(step)) == sorted(right)


@pytest.mark.parametrize("task", TASKS)
def test_what_is_shown_of_a_task_is_right_to_the_end(task: Task, oracle: Oracle) -> None:
    board = task.board
    side = board.turn
    for number, move in enumerate(
        ir.Board(CONNECT_FOUR, task.moves + task.line).moves[board.ply :]
    ):
        if board.turn is side:
            assert int(known(oracle, board.position)[move]) >= min(task.least, 1)
            if number // 2 < len(task.accepted):
                assert move in task.right(number // 2)
        board.play(move)
    outcome = board.outcome()
    assert outcome is None or outcome.winner is side


@pytest.mark.parametrize("task", TASKS)
def test_every_wrong_move_is_answered_with_a_reason(task: Task, oracle: Oracle) -> None:
    for step in range(len(task.accepted)):
        position = task.board_at(step).position
        scores = known(oracle, position)
        for move in {*position.legal_moves()} - {*task.right(step)}:
            assert why_wrong(position, move, scores)


def test_wins_come_before_blocks() -> None:
    first, second = (task("check", number).board.position for number in (1, 2))
    assert first.winning_moves("x")
    assert first.winning_moves("o")
    assert not second.winning_moves("x")
    assert second.threats("o") == (cell(6, 1),)


def test_the_middle_is_part_of_more_lines() -> None:
    def lines_through(where: Cell) -> int:
        bit = CONNECT_FOUR.bits([where])
        return sum(bool(bit & line) for line in every_line())

    assert lines_through(cell(4, 1)) == 7
    assert lines_through(cell(1, 1)) == 3


def every_line() -> list[int]:
    """All places for four in a row, as bits."""
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    lines = [
        [(column + i * right, row + i * up) for i in range(4)]
        for column in range(7)
        for row in range(6)
        for right, up in steps
    ]
    return [
        CONNECT_FOUR.bits(line)
        for line in lines
        if all(0 <= column < 7 and 0 <= row < 6 for column, row in line)
    ]


def test_two_threats_at_once_cannot_both_be_blocked() -> None:
    attack, defence = CHAPTERS["double"].tasks
    for move in attack.right(0):
        assert len(attack.board.position.play(move).winning_moves("x")) == 2
    assert attack.moves[: len(defence.moves)] == defence.moves
    assert len(attack.moves) == len(defence.moves) + 1


def test_traps_are_the_columns_below_a_threat() -> None:
    position = task("above").board.position
    assert {cell(2, 2), cell(6, 2)} <= {*position.threats("x")}
    traps = {*position.legal_moves()} - {*task("above").right(0)}
    assert traps == {
        move for move in position.legal_moves() if position.play(move).winning_moves("x")
    }
    assert traps == {1, 5}


def test_of_two_threats_above_each_other_one_remains() -> None:
    stacked = task("above", 2)
    position = after(stacked.board.position, 2)
    (block,) = position.winning_moves("x")
    assert {cell(3, 2), cell(3, 3)} <= {*position.threats("x")}
    assert position.play(block).winning_moves("x") == (block,)


@pytest.mark.parametrize(
    ("name", "number", "side", "waiting"),
    [
        ("rows", 1, Side.FIRST, cell(3, 3)),
        ("rows", 2, Side.SECOND, cell(4, 2)),
        ("zugzwang", 1, Side.FIRST, cell(6, 3)),
        ("follow", 1, Side.SECOND, cell(2, 2)),
    ],
)
def test_a_threat_wins_against_every_defence(
    name: str, number: int, side: Side, waiting: Cell
) -> None:
    """The side waits, answers as its plan says, and the other has to play below in the end."""
    chosen = task(name, number)
    (move,) = chosen.right(0)
    position = chosen.board.position.play(move)
    plan = zugzwang.find(position)
    assert plan is not None
    assert plan.follower is side
    assert waiting in plan.waiting
    seen: set[int] = set()

    def walk(now: Position) -> None:
        if now.key in seen:
            return
        seen.add(now.key)
        for theirs in now.legal_moves():
            last = now.cell_of(theirs)
            then = now.play(theirs)
            assert then.outcome() is None, "the other side neither wins nor fills the board"
            assert last is not None
            ours = then.play(plan.answer(then, last))
            outcome = ours.outcome()
            if outcome is None:
                walk(ours)
            else:
                assert outcome.winner is side

    walk(position)
    assert len(seen) > 1


def test_answers_on_top_are_all_in_even_rows() -> None:
    followed = task("follow")
    position = after(followed.board.position, 3)
    assert {cell(2, 2), cell(6, 2)} <= {*position.threats("o")}
    plan = zugzwang.find(position)
    assert plan is not None
    assert not plan.pairs, "nothing has to be answered elsewhere"
    columns = followed.line[1:]
    for one, two in zip(columns[::2], columns[1::2], strict=True):
        assert one == two
        position = after(position, int(one))
        above = position.cell_of(int(two) - 1)
        assert above is not None
        assert (above.row + 1) % 2 == 0
        position = after(position, int(two))
    assert position.outcome() is not None
    assert columns[-1] in "26"


def test_nobody_may_pass_in_the_last_column() -> None:
    forced = task("zugzwang")
    position = forced.board.position
    assert cell(6, 3) in position.threats("x")
    for column in (1, 1, 1):
        position = after(position, column)
    assert list(position.legal_moves()) == [5]
    assert after(position, 6).winning_moves("x") == (5,)


def test_the_first_disc_decides_as_the_chapter_says(oracle: Oracle) -> None:
    scores = known(oracle, Position(CONNECT_FOUR))
    results = {move + 1: (int(score) > 0) - (int(score) < 0) for move, score in scores.items()}
    assert results == {1: -1, 2: -1, 3: 0, 4: 1, 5: 0, 6: -1, 7: -1}
    reply = known(oracle, task("openings", 2).board.position)
    assert int(reply[3]) == 0
    assert task("openings").line == "44444"


def test_six_columns_lose_for_two_reasons() -> None:
    position = task("think").board.position
    traps = {m for m in position.legal_moves() if position.play(m).winning_moves("x")}
    assert traps == {2, 6}
    others = {*position.legal_moves()} - traps - {*task("think").right(0)}
    for move in others:
        kinds = {fact.kind for fact in explain_move(position, move).facts}
        assert "allows_forced_win" in kinds


def test_chapters_are_short_and_each_has_a_name_of_its_own() -> None:
    names = [chapter.name for chapter in chapters()]
    assert len({*names}) == len(names) == 10
    assert sum(len(text.split()) for chapter in chapters() for text in sentences(chapter)) <= 1000


def sentences(chapter: Chapter) -> list[str]:
    asked = [text for each in chapter.tasks for text in (each.asked, each.learned)]
    return [chapter.title, *chapter.texts, *asked]
