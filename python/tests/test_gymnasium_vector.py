"""Vector environments against Gymnasium's own vector of single environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import edict
from edict.gymnasium import EdictEnv, EdictVectorEnv
from equal import allowed_actions, assert_same

MODES = list(AutoresetMode)


@pytest.fixture(params=["counter", "cart-pole"])
def game(request: pytest.FixtureRequest) -> str:
    """A game without a simulation, in which episodes end in every way, and one with it."""
    if request.param == "counter":
        request.getfixturevalue("counter")
    return request.param


@pytest.fixture(params=["counter", "cart-pole", "galaxy-small"])
def any_game(request: pytest.FixtureRequest) -> str:
    """Also a large one, of which a test takes seconds."""
    if request.param == "counter":
        request.getfixturevalue("counter")
    return request.param


def actions_at_random(env: EdictVectorEnv, generator: np.random.Generator) -> np.ndarray:
    return generator.integers(0, env.single_action_space.nvec, (env.num_envs, len(env.single_action_space.nvec)))


def both(game: str, count: int, mode: AutoresetMode, **options: Any) -> tuple[EdictVectorEnv, SyncVectorEnv]:
    ours = EdictVectorEnv(game, count, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv([lambda: EdictEnv(game, **options)] * count, autoreset_mode=mode)
    return ours, theirs


def reset_both(ours: EdictVectorEnv, theirs: SyncVectorEnv, **arguments: Any) -> None:
    """Resets both and compares; of masks, those of whoever was reset, since Gymnasium leaves the others 0."""
    # Gymnasium takes the mask out of the options that it is given.
    options = dict(arguments.pop("options", {}))
    seen, infos = ours.reset(**arguments, options=dict(options))
    infos["action_mask"][~infos["_action_mask"]] = 0
    assert_same((seen, infos), theirs.reset(**arguments, options=options))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("mask_in_observation", [False, True])
def test_plays_as_single_environments_in_gymnasiums_vector_do(game: str, mode: AutoresetMode, mask_in_observation: bool) -> None:
    play_both(game, 3, mode, 60, mask_in_observation=mask_in_observation)


def test_plays_a_large_world_as_single_environments_do() -> None:
    play_both("galaxy-small", 2, AutoresetMode.SAME_STEP, 205, mask_in_observation=True)


def play_both(game: str, count: int, mode: AutoresetMode, turns: int, **options: Any) -> None:
    ours, theirs = both(game, count, mode, **options)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == mode
    reset_both(ours, theirs, seed=11)
    generator = np.random.default_rng(5)
    ended = 0
    for _ in range(turns):
        actions = actions_at_random(ours, generator)
        stepped = ours.step(actions)
        assert_same(stepped, theirs.step(actions))
        assert ours.observation_space.contains(stepped[0])
        over = stepped[2] | stepped[3]
        ended += over.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            reset_both(ours, theirs, options={"reset_mask": over})
    assert ended >= count
    ours.close()
    theirs.close()


def test_takes_a_seed_for_each_instance(game: str) -> None:
    ours, theirs = both(game, 3, AutoresetMode.NEXT_STEP)
    reset_both(ours, theirs, seed=[4, 9, 4])
    reset_both(ours, theirs, seed=[None, 2, None])
    reset_both(ours, theirs)
    reset_both(ours, theirs, seed=[6, None, 7], options={"reset_mask": np.array([True, True, False])})
    ours.close()
    theirs.close()


def test_seeds_instances_one_apart(game: str) -> None:
    env = EdictVectorEnv(game, 4)
    apart, _ = env.reset(seed=21)
    listed, _ = env.reset(seed=[21, 22, 23, 24])
    assert np.array_equal(apart, listed)
    again, _ = env.reset(seed=np.array([21, 21, 21, 21]))
    assert (again == apart[0]).all()
    env.close()


def test_chooses_a_seed_at_random_and_tells_it_where_there_was_none(counter: str) -> None:
    first, second = EdictVectorEnv(counter, 2), EdictVectorEnv(counter, 2)
    seen, _ = first.reset()
    second.reset()
    assert first.np_random_seed != second.np_random_seed
    again, _ = second.reset(seed=first.np_random_seed)
    assert np.array_equal(seen, again)


def test_returns_arrays_of_its_own(game: str) -> None:
    env = EdictVectorEnv(game, 2)
    generator = np.random.default_rng(3)
    kept = [env.reset(seed=1)]
    copies = [(kept[0][0].copy(), kept[0][1]["action_mask"].copy())]
    for _ in range(10):
        stepped = env.step(actions_at_random(env, generator))
        kept.append((stepped[0], stepped[4]))
        copies.append((stepped[0].copy(), stepped[4]["action_mask"].copy()))
    for (seen, infos), (seen_then, mask_then) in zip(kept, copies):
        assert np.array_equal(seen, seen_then)
        assert np.array_equal(infos["action_mask"], mask_then)
    assert not np.array_equal(copies[0][0], copies[-1][0])
    env.close()


def test_returns_views_where_it_is_told_to(game: str) -> None:
    env = EdictVectorEnv(game, 2, copy=False)
    seen, infos = env.reset(seed=1)
    stepped = env.step(np.zeros(env.action_space.shape, dtype=np.int64))
    assert np.shares_memory(seen, stepped[0])
    assert np.shares_memory(infos["action_mask"], stepped[4]["action_mask"])
    env.close()


def test_does_nothing_where_an_action_is_masked(any_game: str) -> None:
    env = EdictVectorEnv(any_game, 2)
    generator = np.random.default_rng(8)
    refused = 0
    _, infos = env.reset(seed=2)
    starts = np.concatenate(([0], np.cumsum(env.single_action_space.nvec)[:-1]))
    for _ in range(12):
        actions = actions_at_random(env, generator)
        forbidden = np.take_along_axis(infos["action_mask"], starts + actions, axis=1) == 0
        refused += forbidden.sum()
        before = env.save()
        stepped = env.step(actions)
        env.restore(before)
        assert_same(env.step(np.where(forbidden, 0, actions)), stepped)
        env.release(before)
        infos = stepped[4]
    assert refused > 0 or any_game == "cart-pole"
    env.close()


def test_refuses_masked_actions_where_it_is_told_to() -> None:
    env = EdictVectorEnv("galaxy-small", 2, masked="refuse")
    _, infos = env.reset(seed=2)
    env.step(allowed_actions(infos["action_mask"], env.single_action_space.nvec, np.random.default_rng(0)))
    _, infos = env.reset(seed=2)
    parts = env.single_action_space.split(infos["action_mask"][1])
    actions = np.zeros(env.action_space.shape, dtype=np.int64)
    head = next(head for head, part in enumerate(parts) if not part.all())
    actions[1, head] = np.argmin(parts[head])
    with pytest.raises(edict.EdictError) as caught:
        env.step(actions)
    assert caught.value.code == "masked-action"
    env.step(np.zeros_like(actions))
    env.close()


def wrong_actions(env: EdictVectorEnv) -> list[tuple[str, Any]]:
    shape = env.action_space.shape
    nothing = np.zeros(shape, dtype=np.int64)
    below, above, far = nothing.copy(), nothing.copy(), nothing.copy()
    below[1, 0] = -1
    above[1, 0] = env.single_action_space.nvec[0]
    far[1, 0] = 2**32
    return [
        ("shape", nothing[:1]),
        ("shape", nothing[0]),
        ("shape", np.zeros((shape[0], shape[1] + 1), dtype=np.int64)),
        ("whole numbers", nothing.astype(np.float32)),
        ("whole numbers", nothing.astype(np.bool_)),
        ("instance 1", below),
        ("instance 1", above),
        ("instance 1", far),
    ]


def test_refuses_actions_of_another_shape_type_or_range(game: str) -> None:
    env = EdictVectorEnv(game, 2)
    env.reset(seed=3)
    for said, actions in wrong_actions(env):
        with pytest.raises(edict.EdictError, match=said) as caught:
            env.step(actions)
        assert caught.value.code == "bad-action"
    control = EdictVectorEnv(game, 2)
    control.reset(seed=3)
    nothing = np.zeros(env.action_space.shape, dtype=np.int32)
    assert_same(env.step(nothing), control.step(nothing))
    env.close()
    control.close()


def test_refuses_seeds_and_masks_that_are_none() -> None:
    env = EdictVectorEnv("cart-pole", 2)
    env.reset(seed=5)
    before = env.step(np.ones((2, 1), dtype=np.int64))[0]
    for seed in (-1, 1.5, True, "1", [1], [1, "2"], 2**53):
        with pytest.raises(edict.EdictError) as caught:
            env.reset(seed=seed)
        assert caught.value.code == "bad-seed"
    for mask in ([True, False], np.array([1, 0]), np.array([True]), np.array([False, False])):
        with pytest.raises(edict.EdictError) as caught:
            env.reset(options={"reset_mask": mask})
        assert caught.value.code == "bad-mask"
    assert np.array_equal(env.batch.observations[:, 0], before)
    env.close()


@pytest.mark.parametrize(
    "options", [{"autoreset_mode": "later"}, {"seats": "all"}, {"instances": 3}, {"autoreset": "same-step"}], ids=str
)
def test_refuses_options_that_it_does_not_have(counter: str, options: dict[str, Any]) -> None:
    with pytest.raises(edict.EdictError) as caught:
        EdictVectorEnv(counter, 2, **options)
    assert caught.value.code == "bad-option"


def test_draws_nothing_for_anybody(counter: str) -> None:
    with pytest.raises(TypeError, match="nothing is drawn"):
        EdictVectorEnv(counter, 2, render_mode="human")
    assert EdictVectorEnv(counter, 2, render_mode=None).render() is None


def test_says_who_is_over_where_nobody_resets(game: str) -> None:
    env = EdictVectorEnv(game, 2, autoreset_mode="Disabled")
    env.reset(seed=1)
    generator = np.random.default_rng(0)
    over = np.zeros(2, dtype=np.bool_)
    while not over.any():
        _, _, terminations, truncations, _ = env.step(actions_at_random(env, generator))
        over = terminations | truncations
    nothing = np.zeros(env.action_space.shape, dtype=np.int64)
    with pytest.raises(edict.EdictError) as caught:
        env.step(nothing)
    assert caught.value.code == "episode-over"
    mask = {"reset_mask": over}
    env.reset(options=mask)
    assert mask["reset_mask"] is over
    env.step(nothing)
    env.close()


def test_goes_on_from_what_was_saved_alike(any_game: str) -> None:
    env = EdictVectorEnv(any_game, 3)
    env.reset(seed=6)
    generator = np.random.default_rng(1)
    first = [actions_at_random(env, generator) for _ in range(5)]
    later = [actions_at_random(env, generator) for _ in range(20)]
    for actions in first:
        stepped = env.step(actions)
    saved = env.save()
    went = [env.step(actions) for actions in later]
    seen, infos = env.restore(saved)
    assert_same((seen, infos), (stepped[0], stepped[4]))
    assert_same([env.step(actions) for actions in later], went)
    env.release(saved)
    env.close()


def test_goes_on_elsewhere_from_a_checkpoint() -> None:
    env, other = (EdictVectorEnv("galaxy-small", 3, autoreset_mode="SameStep", mask_in_observation=True) for _ in range(2))
    env.reset(seed=6)
    generator = np.random.default_rng(1)
    actions = [actions_at_random(env, generator) for _ in range(5)]
    stepped = env.step(actions[0])
    saved = env.checkpoint()
    assert_same(other.restore(saved), (stepped[0], stepped[4]))
    assert_same([other.step(each) for each in actions], [env.step(each) for each in actions])
    assert_same(other.reset(), env.reset())
    other.close()
    env.close()


def test_forks_go_on_alike_until_actions_differ(any_game: str) -> None:
    env = EdictVectorEnv(any_game, 3)
    env.reset(seed=6)
    generator = np.random.default_rng(1)
    for _ in range(4):
        env.step(actions_at_random(env, generator))
    seen, infos = env.fork(1, [0, 2])
    assert (seen == seen[1]).all() and (infos["action_mask"] == infos["action_mask"][1]).all()
    for _ in range(12):
        actions = np.repeat(actions_at_random(env, generator)[:1], 3, axis=0)
        seen, rewards, terminations, truncations, _ = env.step(actions)
        assert (seen == seen[0]).all() and (rewards == rewards[0]).all()
        assert (terminations == terminations[0]).all() and (truncations == truncations[0]).all()
    env.close()


@pytest.mark.parametrize("name", ["cart-pole", "galaxy-small"])
def test_is_made_by_its_id(name: str) -> None:
    env = gymnasium.make_vec(f"edict/{name}-v0", num_envs=3, autoreset_mode="SameStep")
    assert isinstance(env, EdictVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, _ = env.reset(seed=0)
    assert seen.shape == env.observation_space.shape == (3, env.batch.shape.observation_size)
    env.close()
    env.close()
    single = gymnasium.make_vec(f"edict/{name}-v0", num_envs=2, vectorization_mode="sync")
    assert_same(single.reset(seed=0)[0], seen[:2])
    single.close()


def test_counts_episodes_under_gymnasiums_own_wrapper(game: str) -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(EdictVectorEnv(game, 2, autoreset_mode="SameStep"))
    env.reset(seed=1)
    generator = np.random.default_rng(0)
    lengths: list[int] = []
    for _ in range(60):
        *_, infos = env.step(actions_at_random(env.env, generator))
        if "episode" in infos:
            lengths.extend(infos["episode"]["l"][infos["_episode"]])
    assert lengths and min(lengths) >= 1
    env.close()


def test_answers_for_each_instance(counter: str) -> None:
    env = EdictVectorEnv(counter, 3)
    assert env.call("render") == (None, None, None)
    assert env.call("mask_in_observation") == env.get_attr("mask_in_observation") == (False, False, False)
