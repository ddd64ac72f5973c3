"""Single environments, by Gymnasium's own checker and beyond it."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import edict
from edict.gymnasium import EdictEnv
from equal import assert_same

ENVIRONMENTS = ["cart-pole", "galaxy-small"]


@pytest.mark.parametrize("name", ENVIRONMENTS)
@pytest.mark.parametrize("mask_in_observation", [False, True])
def test_is_what_gymnasium_expects(name: str, mask_in_observation: bool) -> None:
    env = gymnasium.make(f"edict/{name}-v0", mask_in_observation=mask_in_observation)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Numbers of a world have no bounds, and Gymnasium would rather have some.
        warnings.filterwarnings("ignore", message=".*minimum value is -infinity.*")
        warnings.filterwarnings("ignore", message=".*maximum value is infinity.*")
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_plays_episodes_under_gymnasiums_wrappers(name: str) -> None:
    env = gymnasium.make(f"edict/{name}-v0")
    env.action_space.seed(4)
    _, info = env.reset(seed=9)
    for _ in range(220):
        action = env.action_space.sample(info["action_mask"])
        seen, reward, terminated, truncated, info = env.step(action)
        assert seen in env.observation_space and type(reward) is float
        if terminated or truncated:
            break
    assert terminated or truncated
    with pytest.raises(edict.EdictError) as caught:
        env.unwrapped.step(action)
    assert caught.value.code == "episode-over"
    env.reset()
    env.close()


def test_goes_on_with_the_next_episode_of_its_seed(counter: str) -> None:
    first, second = EdictEnv(counter), EdictEnv(counter)
    for env in (first, second):
        env.reset(seed=5)
    assert_same([first.reset() for _ in range(3)], [second.reset() for _ in range(3)])
    assert not np.array_equal(first.reset(seed=5)[0], first.reset()[0])


def test_tells_the_seed_that_it_chose(counter: str) -> None:
    env = EdictEnv(counter)
    seen = env.reset()
    assert_same(EdictEnv(counter).reset(seed=env.np_random_seed), seen)


def test_goes_on_from_what_was_saved_alike() -> None:
    env = EdictEnv("galaxy-small")
    env.reset(seed=2)
    env.action_space.seed(0)
    saved = env.save()
    actions = [env.action_space.sample() for _ in range(10)]
    went = [env.step(action) for action in actions]
    env.restore(saved)
    assert_same([env.step(action) for action in actions], went)
    env.release(saved)
    env.close()


def test_goes_on_elsewhere_from_a_checkpoint() -> None:
    env = EdictEnv("galaxy-small")
    env.reset(seed=2)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(10)]
    env.step(actions[0])
    saved = env.checkpoint()
    other = EdictEnv("galaxy-small")
    other.restore(saved)
    assert_same([other.step(action) for action in actions], [env.step(action) for action in actions])
    assert_same(other.reset(), env.reset())
    other.close()
    env.close()


def test_tells_its_mask_by_the_name_of_sb3(counter: str) -> None:
    env = EdictEnv(counter)
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), info["action_mask"] != 0)


@pytest.mark.parametrize("action", [[0, 0], [0.0, 0.0, 0.0], [3, 0, 0], [0, -1, 0], 1], ids=str)
def test_refuses_actions_of_another_shape_type_or_range(counter: str, action: object) -> None:
    env = EdictEnv(counter)
    env.reset(seed=1)
    with pytest.raises(edict.EdictError) as caught:
        env.step(action)
    assert caught.value.code == "bad-action"
    assert env.batch.turns[0] == 0


def test_names_the_order_of_a_bad_number(counter: str) -> None:
    env = EdictEnv(counter)
    env.reset(seed=1)
    with pytest.raises(edict.EdictError, match=r"has 2 at head 2 \(look, slot 1\), but from 0 \(nothing\) to 1 is expected"):
        env.step([0, 0, 2])


def test_samples_by_masks_as_they_come(counter: str) -> None:
    env = EdictEnv(counter)
    env.reset(seed=0)
    mask = np.array([0, 1, 0, 1, 0, 0, 1], dtype=np.int8)
    assert env.action_space.sample(mask).tolist() == [1, 0, 1]
    assert env.action_space.sample(env.action_space.split(mask)).tolist() == [1, 0, 1]
    with pytest.raises(ValueError, match=r"shape \(7,\), not \(6,\)"):
        env.action_space.sample(mask[1:])
