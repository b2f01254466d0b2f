from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow as ir
from inarow.record.record import Node, Record, Variation
from inarow.record.text import MAX_CHARACTERS
from support.strategies import boards, seeds

GAME = """\
[First "Ann"]
[Second "Bob \\"the wall\\""]
[Rules "7x6x4"]
[Result "1-0"]

{a short one} 1. 4 4 2. 5 (2. 3 {quiet} 2... 3 (2... 5)) 2... 5 3. 6
{now 3 or 7} 3... 6 4. 7 1-0
"""


def test_a_game_with_everything_is_read() -> None:
    record = Record.parse(GAME)
    assert record.tags == {"First": "Ann", "Second": 'Bob "the wall"'}
    assert record.main.comment == "a short one"
    assert record.board().moves_text() == "4455667"
    assert record.result == "1-0"
    third = record.main.nodes[2]
    assert third.variations[0].moves == [2, 2]
    assert third.variations[0].nodes[0].comment == "quiet"
    assert third.variations[0].nodes[1].variations[0].moves == [4]
    assert record.main.nodes[4].comment == "now 3 or 7"


def test_what_is_written_reads_the_same() -> None:
    assert Record.parse(GAME).text() == GAME
    assert str(Record.parse(GAME)) == GAME


@given(boards())
def test_any_game_survives_the_round_trip(board: ir.Board) -> None:
    record = Record.of(board, tags={"First": "Ann"})
    again = Record.parse(record.text())
    assert again == record
    assert again.board() == board


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20).map(str.strip)


@given(boards(), words, words, words, seeds)
def test_tags_comments_and_variations_survive(
    board: ir.Board, tag: str, said: str, opening: str, random: object
) -> None:
    record = Record.of(board, tags={"Event": " ".join(tag.split())})
    record.main.comment = opening
    for node, before in zip(record.main.nodes, [board.start, *board.history], strict=False):
        node.comment = said
        other = before.legal_moves()[0]
        node.variations = [Variation([Node(other, said, [Variation([Node(other)])])], opening)]
    assert Record.parse(record.text()) == record


def test_a_set_up_start_is_kept() -> None:
    start = ir.Position.parse("3x3x3/free xx1/oo1/x2 o")
    text = Record.of(ir.Board(start, "c2")).text()
    assert "[Start" in text
    assert "1... c2 0-1" in text
    assert Record.parse(text).start == start


def test_an_undecided_game_can_be_lost_all_the_same() -> None:
    record = Record.parse('[Rules "7x6x4"]\n[Termination "resigned"]\n1. 4 0-1')
    assert record.result == "0-1"
    assert record.tags == {"Termination": "resigned"}


def test_several_records_in_one_text() -> None:
    two = GAME + "\n" + Record.of(ir.Board(ir.TIC_TAC_TOE, "b2")).text()
    assert [record.board().moves_text() for record in Record.parse_all(two)] == ["4455667", "b2"]
    assert Record.parse_all(" \n") == []
    with pytest.raises(ir.RecordError, match="expected one game in the record, got 2"):
        Record.parse(two)


HEAD = '[Rules "7x6x4"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected one game in the record, got 0"),
        ("1. 4 *", r'expected the tag \[Rules "..."\] at the beginning at line 1, character 1'),
        ('[Rules "chess"] *', "expected rules such as .* got 'chess' at line 1"),
        ('[Rules "7x6x4"', "got an unfinished one at line 1, character 1"),
        (HEAD + '[First "Ann', "got an unfinished one at line 2, character 1"),
        (HEAD + HEAD + "*", "expected the tag Rules once, got it again at line 2, character 1"),
        (HEAD + '[Start "3x3x3 3/3/3 x"] *', "expected Start with the rules 7x6x4, got 3x3x3"),
        (HEAD + '[Start "nothing"] *', "expected a position as rules, rows and turn"),
        (
            HEAD + "1. 4 4",
            "expected a result such as 1-0 or \\*, got the end at line 2, character 7",
        ),
        (HEAD + "1. 4 (1. 3", r"expected '\)' and a result such as"),
        (HEAD + "1. 4 (1. 3 *", r"expected '\)' before the result at line 2, character 12"),
        (
            HEAD + "1. 4 {so far",
            "expected '}' after the comment, got the end at line 2, character 6",
        ),
        (HEAD + "1. 4 ) *", r"expected a move, got '\)' at line 2, character 6"),
        (HEAD + "1. 4 () *", r"expected a move, got '\)' at line 2, character 7"),
        (HEAD + "(1. 4) *", r"expected a move before '\('"),
        (HEAD + "1. 9 *", "expected a column from 1 to 7, got '9'"),
        (HEAD + "1. 4 4 4 4 4 4 4 *", "column 4 is full at line 2, character 16"),
        (HEAD + "1. ? *", "expected a move, got '\\? \\*' at line 2, character 4"),
        (HEAD + '1. 4 [First "Ann"] *', "expected a move, got"),
        (HEAD + "4455667 *", "expected the result 1-0 of the moves, got \\*"),
        (HEAD + '[Result "0-1"]\n1. 4 *', "expected the result 0-1 of the tag, got \\*"),
        (
            HEAD + '[Result "\x1b[2J"]\n1. 4 *',
            r"expected the result '\\x1b\[2J' of the tag, got \*",
        ),
        (
            HEAD + "1. 4" + " (1. 4" * 101 + ")" * 101 + " *",
            "variations at most 100 deep, got more",
        ),
        (
            HEAD + "{" + "x" * MAX_CHARACTERS + "} *",
            "expected a record of at most 1000000 characters",
        ),
    ],
)
def test_bad_records_are_refused_with_one_sentence(text: str, message: str) -> None:
    with pytest.raises(ir.RecordError, match=message) as caught:
        Record.parse(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@given(st.integers(0, len(GAME) - 2))
def test_every_truncated_record_is_refused(length: int) -> None:
    with pytest.raises(ir.RecordError):
        Record.parse(GAME[:length])


@given(st.text(st.sampled_from('[]{}()"\\*.1-0/24 \nRulesx'), max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for candidate in (text, HEAD + text):
        with suppress(ir.RecordError):
            Record.parse(candidate)


def test_files_are_written_whole_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("old")
    record = Record.parse(GAME)
    record.save(path)
    assert Record.load(path) == record
    assert list(tmp_path.iterdir()) == [path]


def test_other_encodings_and_huge_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(GAME.encode("utf-16"))
    with pytest.raises(
        ir.RecordError, match=r"game\.txt: expected UTF-8 text, got other bytes at byte 1"
    ):
        Record.load(path)
    path.write_bytes(b"\xef\xbb\xbf" + GAME.encode())  # a byte order mark is fine
    assert Record.load(path).result == "1-0"
    path.write_bytes(b" " * 50_000_000)
    with pytest.raises(ir.RecordError, match="at most 1000000 characters"):
        Record.load(path)


def test_a_bad_tag_name_is_refused() -> None:
    with pytest.raises(
        ir.RecordError, match="expected a tag name of letters and digits, got 'a b'"
    ):
        Record(tags={"a b": "c"}).text()


def test_a_result_that_is_none_is_refused() -> None:
    with pytest.raises(ir.RecordError, match=r"expected a result from 1-0, .*, got 'foo'"):
        Record(result="foo").text()


def test_files_keep_their_permissions_and_links_stay_links(tmp_path: Path) -> None:
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o600)
    link.symlink_to(path)
    Record.parse(GAME).save(link)
    assert link.is_symlink()
    assert path.read_text() == GAME
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(ir.RecordError, match="expected an ordinary file to write to"):
        Record.parse(GAME).save(tmp_path)
    with pytest.raises(ir.RecordError, match=r"expected text that UTF-8 can write, got '\\udcff'"):
        Record(tags={"First": "A\udcff"}).save(tmp_path / "game.txt")
    with pytest.raises(FileNotFoundError):
        Record.parse(GAME).save(tmp_path / "no" / "game.txt")
    assert list(tmp_path.iterdir()) == []


def test_going_on_keeps_what_was_said() -> None:
    record = Record.parse(GAME)
    board = record.board()
    assert record.continued(board) == record
    board.undo()
    board.play(2)
    after = record.continued(board)
    assert after.main.nodes[4].comment == "now 3 or 7"
    assert after.main.nodes[6].move == 2
    assert after.main.nodes[6].variations == [Variation([Node(6)])]
    assert (after.result, after.tags) == ("1-0", record.tags)
    board = ir.Board(ir.TIC_TAC_TOE, "b2")
    assert record.continued(board).board() == board


def test_a_resigned_game_stays_lost_unless_it_goes_on() -> None:
    record = Record.parse('[Rules "7x6x4"]\n1. 4 0-1')
    board = record.board()
    assert record.continued(board).result == "0-1"
    board.play(0)
    assert record.continued(board).result == "*"
