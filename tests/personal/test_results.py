from pathlib import Path

import pytest

from inarow import CONNECT_FOUR, TIC_TAC_TOE, Board, Side
from inarow.board.position import Outcome
from inarow.board.rules import Rules
from inarow.personal.results import Result, Results, Tally

WHEN = "2026-11-16T18:30:00+01:00"


def result(
    winner: Side | None, *, rules: Rules = CONNECT_FOUR, opponent: str = "level 3"
) -> Result:
    return Result.of(Outcome(winner), rules, opponent, Side.SECOND, 12, WHEN)


def test_a_result_is_seen_from_the_side_of_the_person() -> None:
    assert [result(winner).end for winner in (Side.FIRST, Side.SECOND, None)] == [
        "lost",
        "won",
        "drawn",
    ]
    won = Board(CONNECT_FOUR, "4455667").outcome()
    assert won is not None
    assert Result.of(won, CONNECT_FOUR, "perfect", Side.FIRST, 7, WHEN).end == "won"


def test_results_are_counted_by_opponent_and_board(tmp_path: Path) -> None:
    results = Results(tmp_path)
    assert results.against("level 3", CONNECT_FOUR) == Tally()
    for winner in (Side.SECOND, Side.SECOND, Side.FIRST, None):
        results.add(result(winner))
    results.add(result(Side.FIRST, rules=TIC_TAC_TOE))
    results.add(result(Side.FIRST, opponent="perfect"))
    again = Results(tmp_path)
    assert again.against("level 3", CONNECT_FOUR) == Tally(2, 1, 1)
    assert again.against("level 3", TIC_TAC_TOE) == Tally(lost=1)
    assert len(again.tallies()) == 3


@pytest.mark.parametrize(
    ("tally", "text"),
    [(Tally(), ""), (Tally(3, 0, 1), "won 3, lost 1"), (Tally(0, 2, 0), "drawn 2")],
)
def test_a_tally_says_only_what_happened(tally: Tally, text: str) -> None:
    assert str(tally) == text


def test_a_result_of_another_version_is_read_as_far_as_it_is_known(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.add(result(Side.SECOND))
    text = results.journal.path.read_text()
    results.journal.path.write_text(text.replace("{", '{"mood": "good", ') + '{"end": "eaten"}\n')
    assert results.against("level 3", CONNECT_FOUR) == Tally(1, 0, 0)
    assert "could not be read" in results.journal.message
