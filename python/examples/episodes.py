"""Whole episodes of a policy against agents that play at random, and what came of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import edict
from edict.random_policy import RandomPolicy

#: Actions [N, K] for observations [N, D] and masks [N, M].
Policy = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Outcomes:
    """What came of N episodes."""

    #: [N, A]; the first agent is the one whose policy is looked at.
    returns: np.ndarray
    #: [N].
    turns: np.ndarray

    @property
    def mean(self) -> float:
        """What an episode brought the first agent."""
        return float(self.returns[:, 0].mean())

    @property
    def won(self) -> int:
        """Episodes that brought the first agent more than any other."""
        return int((self.returns[:, 0] > self.returns[:, 1:].max(axis=1)).sum())

    def __str__(self) -> str:
        count, agents = self.returns.shape
        error = self.returns[:, 0].std(ddof=1) / np.sqrt(count) if count > 1 else 0.0
        told = f"mean return {self.mean:.3f} (standard error {error:.3f}) over {count} episodes of {self.turns.mean():.0f} turns on average"
        return told if agents == 1 else f"{told}; the others {self.returns[:, 1:].mean():.3f}; more than any other in {self.won}"


def play(environment: str, policy: Policy | None, episodes: int, seed: int) -> Outcomes:
    """Plays an episode for each seed from ``seed`` on, all of them side by side. Same seeds, same starts and same draws of the others.

    Args:
        policy: of the first agent; None: at random among what is allowed, as all others play.
    """
    with edict.Batch(environment, episodes, masked="ignore") as batch:
        batch.reset(seed)
        chance = RandomPolicy(batch.shape, seed)
        returns, turns = np.zeros((episodes, batch.agents)), np.zeros(episodes, dtype=np.int64)
        running = np.ones(episodes, dtype=np.bool_)
        while running.any():
            actions = chance(batch.observations, batch.action_mask)
            if policy is not None:
                actions[:, 0] = policy(batch.observations[:, 0].copy(), batch.action_mask[:, 0].copy())
            batch.step(actions)
            returns += batch.reward * running[:, np.newaxis]
            turns += running
            running &= (batch.terminated == 0) & (batch.truncated == 0)
    return Outcomes(returns, turns)
