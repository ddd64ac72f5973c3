"""Search by playing copies of a game on."""

from __future__ import annotations

import numpy as np
import pytest

import edict
from edict.random_policy import RandomPolicy
from edict.search import Search


def played(search: Search, seed: int, turns: int, depth: int = 0) -> float:
    """What a game brings the first agent, by search or at random."""
    policy = RandomPolicy(search.shape(), seed)
    position, total = search.reset(seed), 0.0
    while not position.is_over and position.turn < turns:
        actions = policy(position.observations, position.masks)
        if depth > 0:
            actions[0] = search.search(depth).actions[0]
        position = search.play(actions)
        total += float(position.rewards[0])
    return total


@pytest.mark.parametrize("name", ["cart-pole", "galaxy-small"])
def test_leaves_the_game_where_it_is(name: str) -> None:
    searching, waiting = Search(name, 4, seed=0), Search(name, 2, seed=1)
    policy = RandomPolicy(searching.shape(), 7)
    for search in (searching, waiting):
        position = search.reset(7)
    for _ in range(4):
        before = searching.hash()
        searching.search(6)
        assert searching.hash() == before == waiting.hash()
        actions = policy(position.observations, position.masks)
        position, other = searching.play(actions), waiting.play(actions)
        for field in ("observations", "masks", "rewards", "live"):
            assert np.array_equal(getattr(position, field), getattr(other, field))
    assert position.turn == 4
    searching.close()
    waiting.close()


def test_a_plan_brings_what_was_seen_in_the_copy() -> None:
    # One agent and no chance: what follows is known.
    search = Search("cart-pole", 8, seed=0)
    search.reset(3)
    plan = search.search(10)
    assert plan.actions.shape == (10, search.shape().heads) and plan.actions.dtype == np.int32
    assert plan.values.shape == (8,) and plan.value == plan.values.max() > plan.values.min() - 1
    assert sum(float(search.play(actions[np.newaxis]).rewards[0]) for actions in plan.actions) == plan.value
    search.close()


def test_a_plan_that_is_given_is_tried() -> None:
    search = Search("cart-pole", 1, seed=0)
    search.reset(3)
    given = np.array([[1], [2], [1], [2]])
    assert np.array_equal(search.search(4, given).actions, given)
    longer = search.search(6, given).actions
    assert longer.shape == (6, 1) and np.array_equal(longer[:4], given)
    search.close()


def test_counts_nothing_behind_the_end_of_an_episode() -> None:
    search = Search("cart-pole", 4, seed=0)
    search.reset(3)
    always_left = np.ones((100, 1), np.int32)
    with edict.Batch("cart-pole", 1, autoreset="disabled") as batch:
        batch.reset(3)
        total = 0.0
        while not batch.terminated[0]:
            batch.step(np.ones((1, 1, 1), np.int32))
            total += float(batch.reward[0, 0])
    assert search.search(100, always_left).values[0] == total
    search.close()


def test_balances_longer_than_by_chance() -> None:
    search = Search("cart-pole", 16, seed=0)
    seeds = range(3)
    by_chance = np.mean([played(search, seed, 100) for seed in seeds])
    by_search = np.mean([played(search, seed, 100, depth=15) for seed in seeds])
    assert by_search > 2 * by_chance
    search.close()


def test_refuses_what_makes_no_sense() -> None:
    with pytest.raises(edict.EdictError, match="there is no agent 2, expected a number from 0 to 1"):
        Search("galaxy-small", 2, agent=2)
    with pytest.raises(edict.EdictError, match="'seats' is decided already"):
        Search("galaxy-small", 2, seats="first")
    search = Search("cart-pole", 2, seed=0)
    for act in (search.search, lambda: search.play(np.zeros((1, 1), np.int32))):
        with pytest.raises(edict.EdictError, match="call reset first") as told:
            act()
        assert told.value.code == "episode-over"
    position = search.reset(1)
    with pytest.raises(edict.EdictError, match="the shape \\(2, 1\\), expected \\(1, 1\\)"):
        search.play(np.zeros((2, 1), np.int32))
    with pytest.raises(edict.EdictError, match="one turn or more"):
        search.search(0)
    with pytest.raises(edict.EdictError, match="the plan is int64 \\(3,\\), expected whole numbers of the shape \\(turns, 1\\)"):
        search.search(5, np.zeros(3, np.int64))
    before = search.hash()
    with pytest.raises(edict.EdictError, match="9"):
        search.search(5, [[1], [9]])
    assert search.hash() == before
    while not position.is_over:
        position = search.play(np.ones((1, 1), np.int32))
    with pytest.raises(edict.EdictError, match="the game is over"):
        search.play(np.ones((1, 1), np.int32))
    search.close()
