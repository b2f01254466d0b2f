"""A few rounds of the monkey; `support.monkey` has thousands, and replays those that failed."""

import pytest

from support.monkey import FoundError, Monkey, round_of


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_done_to_it_ends_the_program(seed: int) -> None:
    assert round_of(seed, sequences=10) > 250


def test_a_round_is_played_the_same_again_and_tells_how_it_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[list[str]] = []

    def look(monkey: Monkey, _: object) -> None:
        if len(monkey.log) > 60:
            seen.append(monkey.log[:])
            raise FoundError("that is enough")

    monkeypatch.setattr(Monkey, "look", look)
    for _ in range(2):
        with pytest.raises(FoundError, match=r"seed 5, after \d+ events: that is enough\n\w+"):
            round_of(5, sequences=10)
    assert seen[0] == seen[1]
