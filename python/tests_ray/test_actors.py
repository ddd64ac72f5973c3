"""Actors of Ray that play and search."""

from __future__ import annotations

import os
import time

import numpy as np
import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed (pip install 'edict-sim[ray]')")

import edict
from edict.random_policy import RandomPolicy
from edict.ray import RolloutActor, SearchActor
from edict.rollouts import Policy, Rollouts
from edict.search import Search


def telling(shape: edict.Shape) -> Policy:
    """A policy that plays at random and tells its process. It is sent to actors, which cannot import this file: so it is a function inside."""
    chance = RandomPolicy(shape, 1)

    def act(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        return chance(observations, masks), {"process": np.full(len(observations), os.getpid())}

    return act


def test_fragments_have_shapes_and_are_those_of_the_same_seed_here() -> None:
    actor = RolloutActor.remote("galaxy-small", 4, seed=9)
    shape = ray.get(actor.shape.remote())
    fragment = ray.get(actor.run.remote(100))
    assert fragment.observations.shape == (100, 4, shape.observation_size)
    assert fragment.masks.shape == (100, 4, shape.mask_size)
    assert fragment.actions.shape == (100, 4, shape.heads)
    assert fragment.rewards.shape == fragment.terminated.shape == fragment.truncated.shape == (100, 4)
    assert fragment.next_observations.shape == (4, shape.observation_size)
    here = Rollouts("galaxy-small", 4, seed=9)
    same = here.run(100)
    for name in ("observations", "masks", "live", "actions", "rewards", "terminated", "truncated", "next_observations", "next_masks"):
        assert np.array_equal(getattr(fragment, name), getattr(same, name))
    here.close()
    # The next fragment goes on; it holds the ends of all episodes.
    fragment = ray.get(actor.run.remote(120))
    assert np.array_equal(fragment.observations[0], same.next_observations)
    assert fragment.ended.shape == (4, 2) and fragment.final_observations.shape == (4, shape.observation_size)
    ray.kill(actor)


def test_play_by_a_policy_that_is_sent_to_them() -> None:
    actor = RolloutActor.remote("cart-pole", 3, seed=1)
    policy = telling(ray.get(actor.shape.remote()))
    fragment = ray.get(actor.run.remote(20, policy))
    process = fragment.extras["process"]
    assert process.shape == (20, 3) and len(set(process.flat)) == 1 and process[0, 0] != os.getpid()
    ray.kill(actor)


def test_searches_of_several_actors_are_of_one_game() -> None:
    actors = [SearchActor.remote("galaxy-small", 4, seed=place) for place in range(2)]
    here = Search("galaxy-small", 2, seed=7)
    positions = [*ray.get([actor.reset.remote(5) for actor in actors]), here.reset(5)]
    policy = RandomPolicy(here.shape(), 0)
    for _ in range(3):
        plans = ray.get([actor.search.remote(6) for actor in actors])
        assert [plan.actions.shape for plan in plans] == [(6, here.shape().heads)] * 2
        assert not np.array_equal(plans[0].actions, plans[1].actions)
        actions = policy(positions[0].observations, positions[0].masks)
        actions[0] = max(plans, key=lambda plan: plan.value).actions[0]
        positions = [*ray.get([actor.play.remote(actions) for actor in actors]), here.play(actions)]
        assert len({*ray.get([actor.hash.remote() for actor in actors]), here.hash()}) == 1
        for position in positions:
            assert np.array_equal(position.observations, positions[0].observations)
    for actor in actors:
        ray.kill(actor)
    here.close()


def test_errors_come_back_as_they_are() -> None:
    actor = RolloutActor.remote("cart-pole", 1, seed=1)
    with pytest.raises(edict.EdictError, match="one turn or more, not 0") as told:
        ray.get(actor.run.remote(0))
    assert told.value.code == "bad-option"
    assert ray.get(actor.run.remote(1)).turns == 1
    ray.kill(actor)


def test_leave_no_process_behind_when_they_are_killed() -> None:
    actor = RolloutActor.remote("cart-pole", 1, seed=1)
    process = int(ray.get(actor.run.remote(1, telling(ray.get(actor.shape.remote())))).extras["process"][0, 0])
    children = children_of(process)
    assert children
    ray.kill(actor)
    limit = time.monotonic() + 20
    while any(os.path.exists(f"/proc/{child}") for child in children):
        assert time.monotonic() < limit, "Node outlives its actor"
        time.sleep(0.05)


def children_of(process: int) -> list[int]:
    """Node processes of a process, by what Linux tells."""
    if not os.path.isdir("/proc"):
        pytest.skip("this system does not tell processes of processes by /proc")
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf8", errors="replace") as stat:
                name, fields = stat.read().split("(", 1)[1].rsplit(")", 1)
        except FileNotFoundError:
            continue
        if int(fields.split()[1]) == process and ("node" in name or "Main" in name):
            found.append(int(entry))
    return found
