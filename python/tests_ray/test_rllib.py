"""Training by RLlib, alone and with several agents."""

from __future__ import annotations

import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env

from edict.gymnasium import EdictEnv
from edict.pettingzoo import EdictParallelEnv


def small(config: PPOConfig) -> PPOConfig:
    """A training that takes seconds, in this process."""
    return config.env_runners(num_env_runners=0).training(train_batch_size=200, minibatch_size=100, num_epochs=1).debugging(seed=1)


def test_trains_one_agent() -> None:
    register_env("edict-cart-pole", lambda config: EdictEnv("cart-pole", **config))
    algorithm = small(PPOConfig().environment("edict-cart-pole")).build_algo()
    result = algorithm.train()
    assert np.isfinite(result["env_runners"]["episode_return_mean"])
    algorithm.stop()


def test_trains_agents_of_one_world_together() -> None:
    register_env("edict-galaxy-small", lambda config: ParallelPettingZooEnv(EdictParallelEnv("galaxy-small", **config)))
    config = PPOConfig().environment("edict-galaxy-small").multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *_, **__: "shared")
    algorithm = small(config).build_algo()
    result = algorithm.train()
    assert result["env_runners"]["num_env_steps_sampled"] >= 200
    algorithm.stop()
