import os
import re
from collections import Counter

import pytest

import inarow as ir
from inarow.cli import main
from inarow.explain import explain_move, explain_position, explain_step, passages
from support import fact_check
from support.paths import DATA, DOCS

GOLDEN = (DATA / "explanations.txt").read_text()
CASES = re.findall(r"^# (.+)\n\$ inarow (explain.*)\n((?:.*\n)+?)(?=\n# |\Z)", GOLDEN, re.MULTILINE)
COUNT = int(os.environ.get("INAROW_POSITIONS", "250"))
"""How many random positions are checked; the long form is 10,000."""


@pytest.mark.parametrize(("what", "arguments", "said"), CASES)
def test_explanations_read_as_they_were_checked_by_hand(
    what: str, arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments.split(), "--threads", "1", "--table-mb", "4"]) == 0
    assert capsys.readouterr().out == said, what


def test_there_are_enough_of_them_and_none_is_overlooked() -> None:
    assert len(CASES) >= 72
    assert len(CASES) == GOLDEN.count("$ inarow")


def test_no_sentence_contradicts_the_exact_score() -> None:
    solver = ir.Solver(table_mb=4, threads=1)
    seen: Counter[str] = Counter()
    for position in fact_check.random_positions(COUNT, seed=7):
        seen += fact_check.check(position, solver)
    assert sum(seen.values()) > 10 * COUNT


def test_every_kind_of_fact_is_described_and_checked() -> None:
    page = (DOCS / "explanation" / "explain.md").read_text()
    described = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    assert described == {*fact_check.POSITION, *fact_check.MOVE, "over", "quiet", "suggestion"}


@pytest.mark.parametrize("size", ["15x15x5/free", "18x18x4", "1x1x1", "3x3x7", "9x1x4/free"])
def test_any_board_can_be_explained_without_scores(size: str) -> None:
    board = ir.Board(ir.Rules.parse(size))
    while board.outcome() is None and len(board.moves) < 12:
        assert explain_position(board.position).sentences
        move = board.legal_moves()[len(board.moves) % len(board.legal_moves())]
        assert explain_move(board.position, move).sentences
        board.play(move)


def test_weak_scores_say_who_wins_but_not_when() -> None:
    position = ir.Board(ir.CONNECT_FOUR, "4455").position
    signs = {0: -1, 1: -1, 2: 1, 3: -1, 4: -1, 5: 1, 6: -1}
    weak = {move: ir.Score(sign, position.turn, None) for move, sign in signs.items()}
    assert explain_move(position, 0, weak).sentences[0] == (
        "x's column 1 throws away a win: now o wins. Columns 3 and 6 were better."
    )
    assert explain_move(position, 2, weak).sentences[0] == "x's column 3 keeps the win."


def test_an_explanation_prints_as_its_sentences() -> None:
    said = explain_move(ir.Board(ir.CONNECT_FOUR, "445566").position, 2)
    assert str(said) == "x wins: columns 3 to 6 of row 1."
    assert said.facts == (ir.Fact("wins", str(said), ir.Side.FIRST, said.facts[0].cells),)


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(ir.IllegalMoveError, match="expected a move from 0 to 6, got 9"):
        explain_move(ir.Position(ir.CONNECT_FOUR), 9)


def test_floating_discs_are_no_reason_to_fail() -> None:
    position = ir.Position.parse("5x4x3 2x2/5/1oo2/5 x")
    assert explain_position(position).sentences
    for move in position.legal_moves():
        assert explain_move(position, move).sentences


def test_a_step_tells_of_the_move_and_of_what_is_there_now_but_nothing_twice() -> None:
    board = ir.Board(ir.TIC_TAC_TOE, "b2 b1")
    said = explain_step(board.history[0], board.moves[-1], board.position)
    assert len(said) == len(set(said))
    assert said[0] == "Last move: o, b1"
    assert "Now: x to move" in said
    alone = explain_step(None, None, board.position)
    assert alone == ["Now: x to move", *explain_position(board.position).sentences]
    over = ir.Board(ir.CONNECT_FOUR, "4455667")
    assert explain_step(over.history[-2], 6, over.position) == [
        "Last move: x, column 7",
        "x wins: columns 4 to 7 of row 1.",
    ]
    assert explain_step(None, None, over.position)[1].startswith("The game is over.")


def test_the_last_move_does_not_tell_what_the_position_tells() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "44556")
    last = explain_move(board.history[-2], board.moves[-1])
    first, now = passages(last, explain_position(board.position))
    assert first.sentences == ("x makes two threats at once.",)
    assert now.heading == "Now: o to move"
    assert now.sentences == (
        "No move helps: x threatens to win with column 3 or 7, and o can block only one of them.",
    )
    assert now.to_dict() == {"heading": now.heading, "sentences": list(now.sentences)}


@pytest.mark.parametrize("moves", ["", "4", "4455", "32164625", "5525133355143"])
def test_the_first_sentence_about_a_position_names_a_move_to_play(moves: str) -> None:
    position = ir.Board(ir.CONNECT_FOUR, moves).position
    scores = ir.Oracle(threads=1).scores(position)
    assert scores is not None
    assert explain_position(position, scores=scores).sentences[0].startswith("Play column ")


def test_where_nothing_is_certain_the_engine_is_asked() -> None:
    suggested = (112, ir.Estimate(30, ir.Side.FIRST))
    calm = explain_position(ir.Position(ir.GOMOKU), suggested=suggested)
    assert calm.facts[0].kind == "suggestion"
    sure = explain_position(ir.Board(ir.CONNECT_FOUR, "4455").position, suggested=suggested)
    assert sure.sentences[0].startswith("Play column 3 and win by force: x plays column 3")
    assert "suggestion" not in {fact.kind for fact in sure.facts}


def test_a_column_is_not_called_better_and_to_be_left_alone() -> None:
    board = ir.Board("5525133355143")
    scores = ir.Solver(threads=1).analyze(board.history[-2]).scores
    said = explain_move(board.history[-2], board.moves[-1], scores).sentences
    assert said[0].endswith("Columns 2 and 4 were better.")
    assert not any("should not play" in text for text in said)


def test_a_lost_win_is_not_consoled_with_a_threat_for_later() -> None:
    board = ir.Board(ir.Rules(5, 4, 4), "242145")
    scores = ir.Solver(threads=1).analyze(board.position).scores
    kinds = [fact.kind for fact in explain_move(board.position, 4, scores).facts]
    assert "later_threat" in [fact.kind for fact in explain_move(board.position, 4).facts]
    assert "later_threat" not in kinds


def test_keeping_the_win_says_which_columns_to_leave_alone() -> None:
    board = ir.Board(ir.Rules(5, 4, 4), "453332422451")
    scores = ir.Solver(threads=1).analyze(board.history[-2]).scores
    said = explain_move(board.history[-2], board.moves[-1], scores).sentences
    assert said[:2] == [
        "o's column 1 keeps the win: o wins in 5 moves, this one included.",
        "Watch out: o should not play column 5 yet, where x blocks o's threat on top.",
    ]
