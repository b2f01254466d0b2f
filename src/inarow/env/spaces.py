"""The spaces of Gymnasium for a `Spec`."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from inarow.env.spec import Spec

__all__ = ["action_space", "observation_space"]


def action_space(spec: Spec) -> spaces.Discrete:
    """A number for every move."""
    return spaces.Discrete(spec.rules.move_count)


def observation_space(
    spec: Spec, *, masked: bool, dtype: np.dtype[Any] | None = None
) -> spaces.Space[Any]:
    """What `Spec.observe` gives; with *masked* a dict with the "action_mask" next to it."""
    low, high = spec.bounds
    board = spaces.Box(low, high, spec.shape, (dtype or spec.dtype).type)
    if not masked:
        return board
    mask = spaces.Box(0, 1, (spec.rules.move_count,), np.int8)
    return spaces.Dict({"observation": board, "action_mask": mask})
