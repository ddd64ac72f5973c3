"""Training by Stable-Baselines3 and sb3-contrib."""

from __future__ import annotations

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv, VecMonitor, VecNormalize

import edict
from edict.gymnasium import EdictEnv
from edict.sb3 import EdictVecEnv


def singles(name: str, count: int, **options: object) -> DummyVecEnv:
    return DummyVecEnv([lambda: EdictEnv(name, **options)] * count)


def assert_same_observations(ours: object, theirs: object) -> None:
    if isinstance(theirs, dict):
        assert isinstance(ours, dict) and ours.keys() == theirs.keys()
        for key, value in theirs.items():
            assert_same_observations(ours[key], value)
    else:
        assert isinstance(ours, np.ndarray) and isinstance(theirs, np.ndarray)
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("name, turns", [("cart-pole", 80), ("galaxy-small", 210)])
@pytest.mark.parametrize("mask_in_observation", [False, True])
def test_plays_as_single_environments_in_its_own_vector_do(name: str, turns: int, mask_in_observation: bool) -> None:
    count = 2
    ours: VecEnv = EdictVecEnv(name, count, mask_in_observation=mask_in_observation)
    theirs = singles(name, count, mask_in_observation=mask_in_observation)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    for env in (ours, theirs):
        env.seed(3)
    assert_same_observations(ours.reset(), theirs.reset())
    generator = np.random.default_rng(0)
    ended = 0
    for _ in range(turns):
        assert np.array_equal(get_action_masks(ours), get_action_masks(theirs))
        actions = generator.integers(0, ours.action_space.nvec, (count, len(ours.action_space.nvec)))
        seen, rewards, dones, infos = ours.step(actions)
        their_seen, their_rewards, their_dones, their_infos = theirs.step(actions)
        assert_same_observations(seen, their_seen)
        assert rewards.dtype == their_rewards.dtype and np.array_equal(rewards, their_rewards)
        assert np.array_equal(dones, their_dones)
        for info, their_info in zip(infos, their_infos):
            assert info["TimeLimit.truncated"] == their_info["TimeLimit.truncated"]
            assert ("terminal_observation" in info) == ("terminal_observation" in their_info)
            if "terminal_observation" in info:
                assert_same_observations(info["terminal_observation"], their_info["terminal_observation"])
        ended += dones.sum()
    assert ended >= count
    ours.close()
    theirs.close()


@pytest.mark.parametrize("name", ["cart-pole", "galaxy-small"])
def test_single_environment_is_what_it_expects(name: str) -> None:
    check_env(EdictEnv(name), warn=False)
    made = make_vec_env(f"edict/{name}-v0", n_envs=2, seed=1)
    made.reset()
    made.close()


def test_masks_reach_maskable_ppo() -> None:
    env = EdictVecEnv("galaxy-small", 4, masked="refuse")
    assert is_masking_supported(env)
    assert get_action_masks(env).shape == (4, env.instances.batch.shape.mask_size)
    model = MaskablePPO("MlpPolicy", VecMonitor(env), n_steps=16, batch_size=32, n_epochs=1, seed=0, device="cpu")
    # Refuses what is masked: an action that is not allowed would end this by an error.
    model.learn(128)
    assert model.num_timesteps == 128
    env.close()


def test_ppo_learns_to_balance() -> None:
    env = VecNormalize(VecMonitor(EdictVecEnv("cart-pole", 8)), norm_reward=False)
    model = PPO("MlpPolicy", env, n_steps=64, batch_size=128, n_epochs=8, learning_rate=1e-3, seed=1, device="cpu")
    model.learn(512)
    first = np.mean([episode["l"] for episode in model.ep_info_buffer])
    model.learn(20_000, reset_num_timesteps=False)
    last = np.mean([episode["l"] for episode in model.ep_info_buffer])
    assert last > 2 * first, f"episodes of {first} turns at first, of {last} at last"
    env.close()


def test_seeds_are_used_once_and_repeat() -> None:
    env = EdictVecEnv("galaxy-small", 2)
    env.seed(7)
    first, second = env.reset(), env.reset()
    env.seed(7)
    assert np.array_equal(env.reset(), first)
    assert np.array_equal(env.reset(), second)
    env.close()


def test_refuses_what_instances_do_not_have() -> None:
    env = EdictVecEnv("cart-pole", 2)
    with pytest.raises(AttributeError, match="'action_masks' and 'render', not 'fly'"):
        env.env_method("fly")
    with pytest.raises(AttributeError, match="'gravity' cannot be set"):
        env.set_attr("gravity", 1)
    assert not env.has_attr("gravity")
    assert env.env_is_wrapped(VecMonitor) == [False, False]
    with pytest.raises(edict.EdictError, match="call step_async first"):
        env.step_wait()
    env.close()
