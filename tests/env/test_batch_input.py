"""What a batch says about settings and calls that cannot be."""

from typing import Any

import numpy as np
import pytest

import inarow as ir
from inarow.env.batch import ILLEGAL_MOVE, LOST, OPEN, Batch


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"n": 0}, "expected n from 1 to 2147483648, got 0"),
        ({"n": True}, "expected n from 1 to 2147483648, got True"),
        ({"threads": 0}, "expected threads from 1 to 256, got 0"),
        ({"side": "left"}, "expected side to be first, second, random or alternate, got 'left'"),
        (
            {"restart": "soon"},
            "expected restart to be next_step, same_step or disabled, got 'soon'",
        ),
        ({"dtype": np.float64, "observation": "grid"}, "expected dtype int8 or float32 for grid"),
        ({"dtype": np.float32}, "expected dtype uint64 for packed, got float32"),
        ({"opponent": 3}, "expected an opponent such as 'random', a Player, a function or None"),
        ({"opponent": "level 11"}, "expected a level from 1 to 10, got 11"),
        ({"opponent": "level 1", "rules": "20x20x16"}, "expected k up to 15 with this opponent"),
        ({"start": "3x3x3/free x2/3/3 o"}, "expected a start of 7x6x4, got one of 3x3x3/free"),
        ({"start": "7x6x4 7/7/7/7/x6/7 o"}, "expected a start that has no floating discs"),
    ],
)
def test_bad_settings_get_one_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ir.InarowError, match=sentence):
        Batch(**{"n": 2, **settings})


def test_bad_calls_get_one_sentence() -> None:
    games = Batch(3)
    with pytest.raises(ir.EnvError, match="expected reset before the next step"):
        games.step()
    with pytest.raises(ir.EnvError, match="expected a seed from 0"):
        games.reset(seed=-1)
    games.reset(seed=1)
    for bad in (np.zeros(3), np.zeros((3, 1), np.int64), [True] * 3, 5, "abc"):
        with pytest.raises(ir.EnvError, match=r"expected actions as an integer array of shape"):
            games.step(bad)  # type: ignore[arg-type]
    for chosen in (np.zeros(3), np.zeros(2, np.bool_), [True] * 3):
        with pytest.raises(ir.EnvError, match=r"chosen games as a bool array of shape \(3,\)"):
            games.reset(chosen=chosen)  # type: ignore[arg-type]
    with pytest.raises(ir.EnvError, match="expected a batch with keep_last"):
        games.last(np.array([0]))
    games.step(np.array([2**40, -(2**40), 0]))  # numbers that are no moves lose
    assert games.result.tolist() == [ILLEGAL_MOVE + LOST] * 2 + [OPEN]
