from pathlib import Path

from inarow import Board, Human, Record, Rules
from inarow.players.levels import Level
from support.screens import session_in


def test_the_players_of_a_record_are_made_from_their_names(tmp_path: Path) -> None:
    record = Record.of(Board(Rules(7, 6, 4), "44"), tags={"First": "Ann", "Second": "level 2"})
    match = session_in(tmp_path).match(record)
    assert isinstance(match.players[0], Human)
    assert isinstance(match.players[1], Level)
    assert match.tree.board.moves == (3, 3)
    assert [p.name for p in session_in(tmp_path).match(Record()).players] == [
        "Player 1",
        "Player 2",
    ]


def test_a_person_may_have_any_name(tmp_path: Path) -> None:
    assert isinstance(session_in(tmp_path).person("level 2"), Human)
