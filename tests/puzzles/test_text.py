import zlib

import pytest

from inarow import puzzles
from inarow.errors import RecordError
from inarow.puzzles import shipped


def test_puzzles_are_written_and_read_back() -> None:
    some = list(shipped()[::40])
    assert puzzles.load(puzzles.dump(some)) == some
    assert list(puzzles.unpacked(puzzles.packed(some))) == some


def test_the_bundled_file_is_small() -> None:
    assert len(puzzles.packed(shipped())) < 150_000


def test_a_file_that_does_not_begin_with_rules() -> None:
    with pytest.raises(RecordError, match="expected rules before the first puzzle"):
        list(puzzles.unpacked(zlib.compress(b"4455 3 18 1432 m double-threat-17")))
