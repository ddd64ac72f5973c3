"""Fragments of play, against batches that are stepped by hand."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import edict
from edict.random_policy import RandomPolicy
from edict.rollouts import Rollouts


@pytest.mark.parametrize("name, turns", [("cart-pole", 60), ("galaxy-small", 205)])
def test_are_what_a_batch_gives(name: str, turns: int) -> None:
    rollouts = Rollouts(name, 2, seed=5, masked="refuse")
    fragment = rollouts.run(turns)
    with edict.Batch(name, 2, seats="first", autoreset="same-step") as batch:
        batch.reset(5)
        policy = RandomPolicy(batch.shape, 5)
        finals = []
        for turn in range(turns):
            assert np.array_equal(fragment.observations[turn], batch.observations[:, 0])
            assert np.array_equal(fragment.masks[turn], batch.action_mask[:, 0])
            assert np.array_equal(fragment.live[turn], batch.live[:, 0])
            batch.step(policy(batch.observations[:, 0], batch.action_mask[:, 0])[:, np.newaxis])
            assert np.array_equal(fragment.actions[turn], batch.actions[:, 0])
            assert np.array_equal(fragment.rewards[turn], batch.reward[:, 0])
            assert np.array_equal(fragment.terminated[turn], batch.terminated)
            assert np.array_equal(fragment.truncated[turn], batch.truncated)
            finals += [(turn, instance, batch.final_observations[instance, 0].copy()) for instance in range(2) if batch.terminated[instance] or batch.truncated[instance]]
        assert np.array_equal(fragment.next_observations, batch.observations[:, 0])
        assert np.array_equal(fragment.next_masks, batch.action_mask[:, 0])
    assert len(finals) >= 2
    assert fragment.ended.tolist() == [[turn, instance] for turn, instance, _ in finals]
    assert np.array_equal(fragment.final_observations, [seen for _, _, seen in finals])
    rollouts.close()


def test_tell_what_was_seen_last_where_episodes_were_cut_off() -> None:
    rollouts = Rollouts("galaxy-small", 1, seed=3)
    fragment = rollouts.run(202)
    assert fragment.ended.tolist() == [[199, 0]] and fragment.truncated[199, 0]
    with edict.Batch("galaxy-small", 1, seats="first", autoreset="disabled") as batch:
        batch.reset(3)
        for turn in range(200):
            batch.step(fragment.actions[turn][:, np.newaxis])
        assert np.array_equal(fragment.final_observations[0], batch.observations[0, 0])
    assert not np.array_equal(fragment.final_observations[0], fragment.observations[200, 0])
    rollouts.close()


def test_have_shapes_and_types() -> None:
    rollouts = Rollouts("galaxy-small", 3, seed=1)
    shape = rollouts.shape()
    fragment = rollouts.run()
    assert (fragment.turns, fragment.steps) == (100, 300)
    for array, kind, wanted in (
        (fragment.observations, np.float32, (100, 3, shape.observation_size)),
        (fragment.masks, np.uint8, (100, 3, shape.mask_size)),
        (fragment.live, np.bool_, (100, 3)),
        (fragment.actions, np.int32, (100, 3, shape.heads)),
        (fragment.rewards, np.float32, (100, 3)),
        (fragment.terminated, np.bool_, (100, 3)),
        (fragment.truncated, np.bool_, (100, 3)),
        (fragment.ended, np.int64, (0, 2)),
        (fragment.final_observations, np.float32, (0, shape.observation_size)),
        (fragment.next_observations, np.float32, (3, shape.observation_size)),
        (fragment.next_masks, np.uint8, (3, shape.mask_size)),
    ):
        assert (array.dtype, array.shape) == (kind, wanted)
    assert fragment.bytes > fragment.observations.nbytes + fragment.masks.nbytes
    assert np.array_equal(pickle.loads(pickle.dumps(fragment)).observations, fragment.observations)
    rollouts.close()


def test_go_on_where_the_last_fragment_ended() -> None:
    one, two = Rollouts("cart-pole", 2, seed=8), Rollouts("cart-pole", 2, seed=8)
    whole, parts = one.run(50), [two.run(20), two.run(30)]
    assert np.array_equal(parts[0].next_observations, parts[1].observations[0])
    for name in ("observations", "masks", "live", "actions", "rewards", "terminated", "truncated", "final_observations"):
        assert np.array_equal(getattr(whole, name), np.concatenate([getattr(part, name) for part in parts]))
    one.close()
    two.close()


def test_play_all_agents() -> None:
    rollouts = Rollouts("galaxy-small", 2, seed=1, seats="all", masked="refuse")
    shape = rollouts.shape()
    fragment = rollouts.run(201)
    assert fragment.observations.shape == (201, 2, 2, shape.observation_size)
    assert fragment.actions.shape == (201, 2, 2, shape.heads)
    assert fragment.rewards.shape == fragment.live.shape == (201, 2, 2)
    assert fragment.terminated.shape == (201, 2)
    assert fragment.final_observations.shape == (len(fragment.ended), 2, shape.observation_size)
    assert len(fragment.ended) >= 2
    rollouts.close()


def test_keep_what_the_policy_gives_besides() -> None:
    rollouts = Rollouts("cart-pole", 2, seed=1)
    chance = RandomPolicy(rollouts.shape(), 0)
    turns = iter(range(100))

    def policy(observations, masks):
        turn = next(turns)
        return chance(observations, masks), {"value": np.full(2, turn, np.float32), "parts": np.zeros((2, 3))}

    fragment = rollouts.run(10, policy)
    assert fragment.extras["value"].dtype == np.float32
    assert np.array_equal(fragment.extras["value"], np.repeat(np.arange(10), 2).reshape(10, 2))
    assert fragment.extras["parts"].shape == (10, 2, 3)
    # It plays on until another one is given.
    assert np.array_equal(rollouts.run(1).extras["value"], [[10, 10]])
    rollouts.set_policy(chance)
    assert rollouts.run(1).extras == {}
    rollouts.close()


def test_refuse_policies_that_do_not_fit() -> None:
    rollouts = Rollouts("cart-pole", 2, seed=1)
    before = rollouts.run(1).next_observations
    with pytest.raises(edict.EdictError, match="the shape \\(5, 1\\), expected"):
        rollouts.run(5, lambda observations, masks: np.zeros(5, np.int32))
    with pytest.raises(edict.EdictError, match="whole numbers"):
        rollouts.run(5, lambda observations, masks: np.zeros((2, 1)))
    with pytest.raises(edict.EdictError, match="the shape \\(\\), expected"):
        rollouts.run(5, lambda observations, masks: None)
    names = iter(["value", "worth"])
    with pytest.raises(edict.EdictError, match="gave \\['worth'\\] with the actions, but \\['value'\\]"):
        rollouts.run(2, lambda observations, masks: (np.zeros((2, 1), np.int32), {next(names): np.zeros(2)}))
    assert not np.array_equal(rollouts.run(1, lambda observations, masks: np.ones((2, 1), np.int32)).next_observations, before)
    rollouts.close()


def test_refuse_options() -> None:
    with pytest.raises(edict.EdictError, match="'autoreset' is decided already"):
        Rollouts("cart-pole", 1, autoreset="disabled")
    rollouts = Rollouts("cart-pole", 1)
    with pytest.raises(edict.EdictError, match="one turn or more, not 0"):
        rollouts.run(0)
    rollouts.close()
    rollouts.close()


def test_random_play_takes_each_allowed_choice_and_no_other() -> None:
    with edict.Batch("galaxy-small", 1) as batch:
        shape = batch.shape
    masks = np.zeros((600, shape.mask_size), np.uint8)
    ends = np.cumsum(shape.choices)
    masks[:, ends - np.array(shape.choices)] = 1  # nothing
    masks[:, 2] = masks[:, 4] = 1
    actions = RandomPolicy(shape, 0)(np.zeros((600, shape.observation_size), np.float32), masks)
    assert actions.shape == (600, shape.heads)
    taken, often = np.unique(actions[:, 0], return_counts=True)
    assert taken.tolist() == [0, 2, 4] and often.min() > 150
    assert not actions[:, 1:].any()
