"""Whole episodes of a policy against the opponents of an environment, and what came of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from edict.gymnasium import EdictVectorEnv
from edict.random_policy import RandomPolicy

#: Actions [N, K] for observations [N, D] and masks [N, M].
Policy = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Outcomes:
    """What came of episodes, one number for each."""

    returns: np.ndarray
    turns: np.ndarray
    #: The first seat is alive and the rules ended the episode: in the shipped games nobody else is left.
    won: np.ndarray
    #: The first seat is out.
    lost: np.ndarray

    def __str__(self) -> str:
        count = len(self.returns)
        error = self.returns.std(ddof=1) / np.sqrt(count) if count > 1 else 0.0
        return (
            f"mean return {self.returns.mean():.3f} (standard error {error:.3f}) over {count} episodes of {self.turns.mean():.0f} turns on average,"
            f" {self.won.sum()} won, {self.lost.sum()} lost"
        )


def play(environment: str, policy: Policy | None, episodes: int, seed: int, opponents: str = "random") -> Outcomes:
    """Plays an episode for each seed from ``seed`` on, all of them side by side. Same seeds, same starts and same opponents.

    Args:
        policy: None: at random among what is allowed.
    """
    envs = EdictVectorEnv(environment, episodes, opponents=opponents)
    if policy is None:
        policy = RandomPolicy(envs.batch.shape, seed)
    observations, infos = envs.reset(seed=seed)
    returns, turns = np.zeros(episodes), np.zeros(episodes, dtype=np.int64)
    won, lost = np.zeros(episodes, dtype=np.bool_), np.zeros(episodes, dtype=np.bool_)
    running = np.ones(episodes, dtype=np.bool_)
    while running.any():
        observations, rewards, terminated, truncated, infos = envs.step(policy(observations, infos["action_mask"]))
        alive = envs.batch.live[:, 0] == 1
        returns += rewards * running
        turns += running
        won |= running & terminated & alive
        lost |= running & ~alive
        running &= ~(terminated | truncated)
    envs.close()
    return Outcomes(returns, turns, won, lost)
