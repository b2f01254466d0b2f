"""Stable-Baselines3 learns with our environments as they are."""

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3 import DQN
from stable_baselines3.common.env_checker import check_env

from inarow.env.gymnasium import KInARowEnv


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)  # small nets lose more by waiting for each other than they gain


@pytest.mark.parametrize("policy", ["MlpPolicy", "MultiInputPolicy"])
def test_maskable_ppo_learns_for_some_thousand_steps(policy: str) -> None:
    env = KInARowEnv(illegal="raise", mask_in_observation=policy == "MultiInputPolicy")
    model = MaskablePPO(policy, env, n_steps=512, batch_size=128, n_epochs=1, seed=1, device="cpu")
    model.learn(3_000)
    seen, info = env.reset(seed=1)
    over = False
    while not over:
        masks = get_action_masks(env)
        assert masks.tolist() == info["action_mask"].astype(bool).tolist()
        action, _ = model.predict(seen, action_masks=masks)
        assert masks[int(action)]
        seen, _, over, _, info = env.step(action)  # a NumPy number, and never an illegal one


def test_its_own_checker_finds_nothing_wrong() -> None:
    for masked in (True, False):
        # Without warnings: it takes three dimensions for pictures, which are not scaled here.
        check_env(KInARowEnv(mask_in_observation=masked), warn=False)


def test_agents_without_masks_can_learn_too() -> None:
    env = gymnasium.make(
        "inarow.env:inarow/TicTacToe-v0", mask_in_observation=False, illegal="stay"
    )
    env = gymnasium.wrappers.TimeLimit(env, 50)  # it may try illegal moves for ever
    model = DQN("MlpPolicy", env, learning_starts=100, buffer_size=1000, seed=1, device="cpu")
    model.learn(400)
    action, _ = model.predict(np.zeros((2, 3, 3), np.int8))
    assert 0 <= int(action) < 9
