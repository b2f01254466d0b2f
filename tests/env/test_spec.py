import numpy as np
import pytest
from hypothesis import given

import inarow as ir
from inarow.env.spec import OBSERVATIONS, Rewards, Spec
from support.strategies import positions


@given(positions())
def test_observations_show_the_cells_of_both_sides(position: ir.Position) -> None:
    rules, grid = position.rules, position.array()
    seen = {
        kind: Spec(rules, kind).observe(position.first, position.second) for kind in OBSERVATIONS
    }
    assert (seen["planes"] == np.stack([grid == 1, grid == 2])).all()
    assert (seen["grid"] == grid).all()
    assert (seen["signed"] == np.choose(grid, [0, 1, -1])).all()
    assert seen["packed"].tolist() == [rules.split(position.first), rules.split(position.second)]
    for kind, array in seen.items():
        spec = Spec(rules, kind)
        assert (array.shape, array.dtype) == (spec.shape, spec.dtype)
        assert spec.bounds[0] <= array.min()
        assert array.max() <= spec.bounds[1]


def test_settings_are_read_as_people_write_them() -> None:
    spec = Spec.of("3x3x3/free", "grid", "first", "stay", {"win": 2, "illegal": -3})
    assert spec.rules == ir.TIC_TAC_TOE
    assert spec.rewards == Rewards(win=2.0, illegal=-3.0)
    assert Spec.of(ir.GOMOKU, "grid", "own", "lose", None).rewards == Rewards()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"observation": "photo"},
            "expected observation to be planes, grid, signed or packed, got",
        ),
        ({"perspective": "mine"}, "expected perspective to be own or first, got 'mine'"),
        ({"illegal": "laugh"}, "expected illegal to be lose, raise, stay or random, got 'laugh'"),
        (
            {"rewards": {"wins": 1}},
            "expected rewards for win, draw, loss, illegal, move, got 'wins'",
        ),
        ({"rewards": {"win": "1"}}, "expected a number as reward for win, got '1'"),
        ({"rewards": {"win": float("nan")}}, "expected a number as reward for win, got nan"),
        ({"rewards": 3}, "expected rewards as Rewards, got 3"),
        ({"rules": "big"}, "expected rules such as '7x6x4'"),
        ({"rules": 7}, "expected rules as Rules, got 7"),
    ],
)
def test_bad_settings_get_one_sentence(settings: dict[str, object], sentence: str) -> None:
    usual: dict[str, object] = {
        "rules": "7x6x4",
        "observation": "planes",
        "perspective": "own",
        "illegal": "lose",
        "rewards": None,
    }
    with pytest.raises(ir.InarowError) as caught:
        Spec.of(**(usual | settings))  # type: ignore[arg-type]
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_the_range_of_rewards_holds_all_that_a_step_can_bring() -> None:
    assert Rewards().range == (-2.0, 1.0)  # a replaced move that loses, and a win
    assert Rewards(illegal=0, move=-0.1).range == (-1.1, 1.0)


def test_the_table_says_what_there_is_to_know() -> None:
    assert str(Spec()).splitlines() == [
        "rules            7x6x4",
        "sides            2, one moves at a time",
        "actions          7: the columns",
        "observation      planes, int8 (2, 6, 7), 0 to 1",
        "perspective      own",
        "mask             int8 (7,)",
        "longest game     42 moves",
        "rewards          from -2 to 1",
        "an illegal move  lose",
    ]
