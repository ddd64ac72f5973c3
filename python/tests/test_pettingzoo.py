"""Parallel environments, by PettingZoo's own tests and beyond them."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import edict
from edict.pettingzoo import EdictParallelEnv, parallel_env
from equal import assert_same


@pytest.fixture(params=["crowd", "cart-pole", "galaxy-small"])
def game(request: pytest.FixtureRequest) -> str:
    """A game without a simulation in which agents die, and two with it."""
    if request.param == "crowd":
        request.getfixturevalue("crowd")
    return request.param


@pytest.mark.parametrize("mask_in_observation", [False, True])
def test_is_what_pettingzoo_expects(game: str, mask_in_observation: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel_env(game, mask_in_observation=mask_in_observation), num_cycles=60)
    parallel_seed_test(lambda: parallel_env(game, mask_in_observation=mask_in_observation), num_cycles=50)


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
def test_can_be_played_in_turn(crowd: str) -> None:
    api_test(parallel_to_aec(parallel_env(crowd)))
    seed_test(lambda: parallel_to_aec(parallel_env(crowd)), num_cycles=50)


def test_agents_leave_when_they_die(crowd: str) -> None:
    env = parallel_env(crowd)
    env.reset(seed=0)
    left: dict[str, int] = {}
    for turn in range(1, 9):
        before = list(env.agents)
        *answers, infos = env.step({})
        for answer in (*answers, infos):
            assert list(answer) == before
        for agent in before:
            assert answers[2][agent] == (agent not in env.agents)
            if agent not in env.agents:
                left[agent] = turn
        if not env.agents:
            break
    assert left == {"agent_0": 3, "agent_1": 5, "agent_2": 7}
    assert infos.keys() == {"agent_2"}


def test_is_told_that_it_is_cut_off() -> None:
    env = EdictParallelEnv("galaxy-small")
    assert env.possible_agents == ["agent_0", "agent_1"]
    env.reset(seed=3)
    while env.agents:
        _, _, terminations, truncations, _ = env.step({})
    assert all(truncations.values()) or all(terminations.values())
    with pytest.raises(edict.EdictError) as caught:
        env.step({})
    assert caught.value.code == "episode-over"
    env.reset()
    assert env.agents == env.possible_agents
    env.close()


def test_refuses_actions_of_nobody_and_bad_ones(crowd: str) -> None:
    env = parallel_env(crowd)
    env.reset(seed=0)
    for actions in ({"agent_7": [0, 0, 0]}, {"agent_0": [0, 0]}, {"agent_1": [0.5, 0, 0]}, {"agent_0": [1, 0, 0], "agent_2": [9, 0, 0]}):
        with pytest.raises(edict.EdictError) as caught:
            env.step(actions)
        assert caught.value.code == "bad-action"
    assert env.batch.turns[0] == 0
    for _ in range(3):
        env.step({"agent_1": [1, 0, 0]})
    with pytest.raises(edict.EdictError, match="'agent_0', but only agent_1, agent_2 can act now"):
        env.step({"agent_0": [0, 0, 0]})


def test_goes_on_elsewhere_from_a_checkpoint() -> None:
    env, other = parallel_env("galaxy-small"), parallel_env("galaxy-small")
    env.reset(seed=4)
    actions = {agent: env.action_space(agent).sample() for agent in env.agents}
    env.step(actions)
    other.restore(env.checkpoint())
    assert other.agents == env.agents
    assert_same(other.step(actions), env.step(actions))
    assert_same(other.reset(), env.reset())
    other.close()
    env.close()


def test_goes_on_from_what_was_saved_alike(game: str) -> None:
    env = parallel_env(game)
    env.reset(seed=4)
    saved = env.save()
    agents = list(env.agents)
    for agent in agents:
        env.action_space(agent).seed(1)
    actions = [{agent: env.action_space(agent).sample() for agent in agents} for _ in range(3)]
    went = []
    for orders in actions:
        went.append(env.step({agent: order for agent, order in orders.items() if agent in env.agents}))
    env.restore(saved)
    assert env.agents == agents
    again = []
    for orders in actions:
        again.append(env.step({agent: order for agent, order in orders.items() if agent in env.agents}))
    assert_same(again, went)
    env.close()


def test_refuses_opponents(crowd: str) -> None:
    with pytest.raises(edict.EdictError) as caught:
        parallel_env(crowd, opponents="random")
    assert caught.value.code == "bad-option"


def test_samples_by_masks_as_they_come(game: str) -> None:
    env = parallel_env(game, masked="refuse")
    _, infos = env.reset(seed=4)
    for agent in env.agents:
        env.action_space(agent).seed(2)
    for _ in range(20):
        if not env.agents:
            break
        *_, infos = env.step({agent: env.action_space(agent).sample(infos[agent]["action_mask"]) for agent in env.agents})
    assert all(np.isin(info["action_mask"], (0, 1)).all() for info in infos.values())
    env.close()


@pytest.mark.parametrize("given", [None, 5, np.zeros((2, 31), dtype=int), [[0] * 31] * 2])
def test_refuses_actions_that_are_not_by_agent(given: object) -> None:
    env = parallel_env("galaxy-small")
    env.reset(seed=0)
    with pytest.raises(edict.EdictError, match="expected a dictionary with an action by agent") as caught:
        env.step(given)
    assert caught.value.code == "bad-action"
    env.close()
