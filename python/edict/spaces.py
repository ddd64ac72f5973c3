"""Spaces of what agents do and see, in the terms of Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from .shape import Shape


class Choices(spaces.MultiDiscrete):
    """The action of one agent: for each of its K heads a whole number, 0 for nothing or a choice from 1.

    It is an ordinary ``MultiDiscrete`` (dtype int64) that also takes masks as environments give them.
    """

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray:
        """An action at random, shape [K].

        Args:
            mask: what is allowed, as ``action_mask`` tells it: int8 [M], the heads one after the other. A tuple with an
                array for each head is taken, too, as ``MultiDiscrete`` takes it.
            probability: as ``MultiDiscrete`` takes it.
        """
        if isinstance(mask, np.ndarray):
            mask = self.split(mask)
        return super().sample(mask, probability)

    def split(self, mask: np.ndarray) -> tuple[np.ndarray, ...]:
        """The parts of a mask [M], one for each head."""
        if mask.shape != (int(self.nvec.sum()),):
            raise ValueError(f"edict: a mask of this space has the shape ({int(self.nvec.sum())},), not {mask.shape}.")
        return tuple(np.split(np.asarray(mask, dtype=np.int8), np.cumsum(self.nvec)[:-1]))


def action_space_of(shape: Shape) -> Choices:
    """The actions of one agent of an environment of this shape."""
    return Choices(np.asarray(shape.choices, dtype=np.int64))


def observation_space_of(shape: Shape, mask_in_observation: bool) -> spaces.Space:
    """What one agent sees: float32 [D], or with the mask a dictionary of ``observation`` and ``action_mask`` (int8 [M])."""
    observation = spaces.Box(-np.inf, np.inf, (shape.observation_size,), np.float32)
    if not mask_in_observation:
        return observation
    return spaces.Dict({"observation": observation, "action_mask": spaces.Box(0, 1, (shape.mask_size,), np.int8)})
