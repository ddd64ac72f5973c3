"""Play at random, among what is allowed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .shape import Shape


class RandomPolicy:
    """Takes an allowed choice for each head, all of them alike.

    Args:
        shape: of the environment.
        seed: same seed, same draws. They do not depend on what is seen, so two games that differ get the same ones.
    """

    def __init__(self, shape: Shape, seed: int | None = None) -> None:
        self._generator = np.random.default_rng(seed)
        ends = np.cumsum(shape.choices)
        self._heads = [slice(end - size, end) for end, size in zip(ends, shape.choices)]

    def __call__(self, observations: NDArray[np.float32], masks: NDArray[np.uint8]) -> NDArray[np.int32]:
        """Actions [..., K] for masks [..., M]; observations are not looked at."""
        # The largest of random numbers among those of allowed choices is any of them.
        drawn = np.where(masks != 0, self._generator.random(masks.shape), -1.0)
        return np.stack([drawn[..., head].argmax(axis=-1) for head in self._heads], axis=-1).astype(np.int32)
