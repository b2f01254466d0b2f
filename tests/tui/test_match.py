from inarow import Board, Human, Random, Record, Rules, Side
from inarow.tui.match import Match


def match_of(moves: str = "", *, program: bool = False) -> Match:
    second = Random(seed=1) if program else Human("Bob")
    return Match(Record.of(Board(Rules(7, 6, 4), moves)), (Human("Ann"), second))


def test_it_begins_where_the_record_ends() -> None:
    match = match_of("4453")
    assert match.tree.board.moves_text() == "4453"
    assert not match.is_looking_back


def test_a_program_has_its_turn_only_at_the_end() -> None:
    match = match_of("445", program=True)
    assert match.program is match.players[1]
    match.undo()
    assert match.program is None  # Ann's turn
    match.go(match.tree.root.after[0])
    assert match.program is None  # the program's, but someone looks back
    match.go(match.tree.end())
    assert match.program is not None


def test_undo_and_redo_go_from_choice_to_choice() -> None:
    match = match_of("4453", program=True)
    assert match.undo()
    assert match.tree.board.moves_text() == "44"
    assert match.redo()
    assert match.tree.board.moves_text() == "4453"
    assert not match.redo()
    assert match.undo()
    assert match.undo()
    assert not match.undo()


def test_the_record_names_the_players() -> None:
    match = match_of("44")
    match.swap()
    assert match.record().tags == {"First": "Bob", "Second": "Ann"}
    assert match.name(Side.FIRST) == "Bob"
