import pytest

import inarow as ir
from inarow.env.episode import Episode
from inarow.env.spaces import action_space, observation_space
from inarow.env.spec import OBSERVATIONS, Spec


@pytest.mark.parametrize("kind", OBSERVATIONS)
@pytest.mark.parametrize("rules", ["7x6x4", "3x3x3/free", "15x15x5/free"])
def test_what_is_seen_lies_in_the_space(kind: str, rules: str) -> None:
    spec = Spec(ir.Rules.parse(rules), kind)
    episode = Episode(spec)
    episode.play(0)
    board, mask = episode.observe(0), episode.mask
    assert observation_space(spec, masked=False).contains(board)
    both = observation_space(spec, masked=True)
    assert both.contains({"observation": board, "action_mask": mask})
    assert not both.contains({"observation": board})
    assert observation_space(spec, masked=False).sample().dtype == spec.dtype


def test_there_is_an_action_for_every_move() -> None:
    assert action_space(Spec()).n == 7
    assert action_space(Spec(ir.GOMOKU)).n == 225
    mask = Episode(Spec()).mask
    mask[:] = [0, 0, 0, 0, 0, 1, 0]
    assert action_space(Spec()).sample(mask) == 5
