"""Which opponents there are on a board."""

import pytest

from inarow.board.rules import Rules
from inarow.web.live import boards


@pytest.mark.parametrize(
    ("rules", "lacks"),
    [
        ("7x6x4", set()),  # from the book
        ("3x3x3/free", set()),
        ("6x6x4", set()),
        ("4x4x6", set()),  # nobody can win
        ("9x6x4", {"perfect"}),
        ("15x15x5/free", {"perfect"}),
        ("18x18x5/free", {"perfect"}),
        ("18x18x6", {"perfect"}),
        ("16x16x16", {"level", "perfect"}),
    ],
)
def test_what_a_board_lacks(rules: str, lacks: set[str]) -> None:
    missing = boards.missing(Rules.parse(rules))
    assert set(missing) == lacks
    assert all(text.endswith(".") for text in missing.values())


def test_opponents_that_are_missing_are_named_with_the_reason() -> None:
    rules = Rules.parse("15x15x5/free")
    assert boards.why_not("perfect", rules).startswith("This board is too large for perfect play.")
    assert [boards.why_not(name, rules) for name in ("level 10", "friend", "self")] == [""] * 3
    assert boards.why_not("level 3", Rules.parse("16x16x16")).endswith("15 in a row.")
