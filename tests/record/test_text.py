import pytest

import inarow as ir
from inarow.record.text import Contents, Node, Variation, read, write

START = ir.Position(ir.CONNECT_FOUR)


def test_what_is_written_reads_back() -> None:
    main = Variation([Node(3, "good", [Variation([Node(2)], "or")]), Node(3)], "begin")
    contents = Contents(START, main, "*", {"Event": 'a \\ and a "'})
    text = write(contents)
    assert "{begin} 1. 4 {good} ({or} 1. 3) 1... 4 *" in text
    assert read(text) == [contents]


def test_a_tag_has_single_blanks_read_and_written() -> None:
    text = '[Rules "7x6x4"] [Event " a \t long\u2003evening "] *'
    (contents,) = read(text)
    assert contents.tags == {"Event": "a long evening"}
    assert read(write(contents)) == [contents]


def test_brackets_inside_comments_stay_inside() -> None:
    for said in ("}", "(", ")", "\\", "\\}", "[Rules]", "1-0", "two\nlines"):
        contents = Contents(START, Variation([Node(0, said)]), "*", {})
        assert read(write(contents)) == [contents]


def test_long_games_are_wrapped_between_words() -> None:
    main = Variation([Node(move) for move in [0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6] * 3])
    text = write(Contents(START, main, "*", {}))
    assert max(map(len, text.splitlines())) <= 80
    assert text.split()[-4:] == ["21.", "6", "7", "*"]


def test_moves_that_are_none_are_refused() -> None:
    for move in (-1, 7):
        with pytest.raises(ir.NotationError, match="expected a move from 0 to 6, got"):
            write(Contents(START, Variation([Node(move)]), "*", {}))
