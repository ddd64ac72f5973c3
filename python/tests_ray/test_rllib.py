"""Training by RLlib, alone and with several agents."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("ray.rllib", reason="RLlib is not installed (pip install 'edict-sim[ray]')")

import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.rllib.utils.pre_checks.env import check_multiagent_environments
from ray.tune.registry import register_env

import edict
from edict.gymnasium import EdictEnv, EdictVectorEnv
from edict.pettingzoo import EdictParallelEnv
from edict.rllib import EdictMultiAgentEnv
from edict.rllib_masks import MaskedPPOModule


def small(config: PPOConfig) -> PPOConfig:
    """A training that takes seconds, in this process."""
    return config.env_runners(num_env_runners=0).training(train_batch_size=200, minibatch_size=100, num_epochs=1).debugging(seed=1)


def masked(environment: str, runners: int) -> PPOConfig:
    """PPO that knows masks, with four instances a runner that step together."""
    return (
        PPOConfig()
        .environment(environment, env_config={"mask_in_observation": True, "masked": "refuse"})
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=4, gym_env_vectorize_mode="vector_entry_point", rollout_fragment_length=60)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedPPOModule, model_config=DefaultModelConfig(fcnet_hiddens=[16], vf_share_layers=False)))
        .training(train_batch_size=240, minibatch_size=120, num_epochs=1)
        .debugging(seed=1)
    )


def test_trains_one_agent() -> None:
    register_env("edict-cart-pole", lambda config: EdictEnv("cart-pole", **config))
    algorithm = small(PPOConfig().environment("edict-cart-pole")).build_algo()
    result = algorithm.train()
    assert np.isfinite(result["env_runners"]["episode_return_mean"])
    algorithm.stop()


def test_steps_all_instances_of_a_runner_at_once_and_takes_masks() -> None:
    # Refuses what is masked: an action that is not allowed would end this by an error.
    algorithm = masked("edict/galaxy-small-v0", 0).build_algo()
    assert isinstance(algorithm.env_runner.env.unwrapped, EdictVectorEnv)
    assert algorithm.env_runner.env.num_envs == 4
    before = {name: value.clone() for name, value in algorithm.get_module().state_dict().items()}
    result = algorithm.train()
    assert result["env_runners"]["num_env_steps_sampled"] >= 240
    assert any(not torch.equal(value, before[name]) for name, value in algorithm.get_module().state_dict().items())
    algorithm.stop()


def test_trains_with_a_runner_in_another_process() -> None:
    # What stands before the colon is imported there, and registers the environments.
    algorithm = masked("edict:edict/galaxy-small-v0", 1).build_algo()
    result = algorithm.train()
    assert result["env_runners"]["num_env_steps_sampled"] >= 240
    algorithm.stop()


def test_gives_what_is_masked_no_probability() -> None:
    env = EdictVectorEnv("galaxy-small", 2, mask_in_observation=True)
    spec = RLModuleSpec(
        module_class=MaskedPPOModule,
        observation_space=env.single_observation_space,
        action_space=env.single_action_space,
        model_config=DefaultModelConfig(fcnet_hiddens=[8], vf_share_layers=False),
    )
    module = spec.build()
    observations, _ = env.reset(seed=1)
    batch = {Columns.OBS: {name: torch.from_numpy(value) for name, value in observations.items()}}
    for forward in (module.forward_inference, module.forward_exploration, module.forward_train):
        logits = forward(batch)[Columns.ACTION_DIST_INPUTS]
        allowed = observations["action_mask"] > 0
        assert (logits.detach().numpy()[~allowed] == -1e9).all() and (np.abs(logits.detach().numpy()[allowed]) < 100).all()
    assert module.compute_values(batch).shape == (2,)
    assert batch[Columns.OBS].keys() == {"observation", "action_mask"}
    env.close()


def test_masks_have_to_be_in_observations() -> None:
    env = EdictEnv("cart-pole")
    with pytest.raises(edict.EdictError, match="mask_in_observation=True"):
        MaskedPPOModule(observation_space=env.observation_space, action_space=env.action_space)
    env.close()


@pytest.mark.parametrize("mask_in_observation", [False, True])
def test_adapter_is_what_rllib_expects(mask_in_observation: bool) -> None:
    env = EdictMultiAgentEnv({"environment": "galaxy-small", "mask_in_observation": mask_in_observation})
    check_multiagent_environments(env)
    observations, infos = env.reset(seed=3)
    assert env.agents == env.possible_agents == ["agent_0", "agent_1"]
    assert observations.keys() == infos.keys() == set(env.agents)
    turns = 0
    while True:
        for agent, seen in observations.items():
            assert env.get_observation_space(agent).contains(seen)
        actions = {agent: env.get_action_space(agent).sample(infos[agent]["action_mask"]) for agent in env.agents}
        observations, rewards, terminateds, truncateds, infos = env.step(actions)
        turns += 1
        assert rewards.keys() == observations.keys()
        if terminateds["__all__"] or truncateds["__all__"]:
            break
    assert (turns, env.agents) == (200, []) and truncateds["__all__"] and not terminateds["__all__"]
    env.close()


def test_adapter_plays_as_pettingzoo_does() -> None:
    ours, theirs = EdictMultiAgentEnv({"environment": "galaxy-small"}), EdictParallelEnv("galaxy-small")
    seen, their_seen = ours.reset(seed=4)[0], theirs.reset(seed=4)[0]
    for _ in range(20):
        assert all(np.array_equal(seen[agent], their_seen[agent]) for agent in theirs.agents)
        actions = {agent: theirs.action_space(agent).sample() for agent in theirs.agents}
        seen, rewards, *_ = ours.step(actions)
        their_seen, their_rewards, *_ = theirs.step(actions)
        assert rewards == their_rewards
    ours.close()
    theirs.close()


def test_adapter_wants_an_environment() -> None:
    with pytest.raises(edict.EdictError, match="says nothing about 'environment'"):
        EdictMultiAgentEnv({"masked": "ignore"})


def test_trains_agents_of_one_world_together() -> None:
    config = (
        PPOConfig()
        .environment(EdictMultiAgentEnv, env_config={"environment": "galaxy-small"})
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *_, **__: "shared")
    )
    algorithm = small(config).build_algo()
    result = algorithm.train()
    assert result["env_runners"]["num_env_steps_sampled"] >= 200
    algorithm.stop()


def test_takes_environments_of_pettingzoo_as_well() -> None:
    env = ParallelPettingZooEnv(EdictParallelEnv("galaxy-small"))
    observations, _ = env.reset(seed=1)
    assert observations.keys() == {"agent_0", "agent_1"}
    env.close()
