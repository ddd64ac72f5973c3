"""What a batch gives, over every transport."""

import json
import pickle
import threading
from pathlib import Path

import numpy as np
import pytest

import edict
from surroundings import TRANSPORTS

VIEWS = ["observations", "action_mask", "reward", "terminated", "truncated", "live", "final_observations", "turns"]

#: First actions that counting batches answer with what no environment should do: see test/bridge/counting-batch.ts.
FAIL, CRASH = 100, 101


def views(batch):
    return {name: getattr(batch, name).copy() for name in VIEWS}


def same(one, other):
    for name in VIEWS:
        np.testing.assert_array_equal(one[name], other[name], name)


def test_shapes_and_types(counting, transport):
    batch = counting(3, **transport)
    shape = batch.shape
    assert (shape.name, shape.agents, shape.heads, shape.choices) == ("counting", 2, 3, (2, 3, 4))
    assert (shape.observation_size, shape.mask_size, shape.turns) == (5, 9, 4)
    assert shape.blocks == (edict.Block("self", 0, 0, ("seed", "episode", "turn", "sum", "agent")),)
    assert shape.blocks[0].size == 5
    assert shape.orders == (edict.Order("add", 0, 3, ()),)
    assert (batch.instances, batch.agents) == (3, 2)
    expected = {
        "actions": ((3, 2, 3), np.int32),
        "observations": ((3, 2, 5), np.float32),
        "action_mask": ((3, 2, 9), np.uint8),
        "reward": ((3, 2), np.float32),
        "terminated": ((3,), np.uint8),
        "truncated": ((3,), np.uint8),
        "live": ((3, 2), np.uint8),
        "final_observations": ((3, 2, 5), np.float32),
        "turns": ((3,), np.int32),
    }
    for name, (wanted, kind) in expected.items():
        view = getattr(batch, name)
        assert (view.shape, view.dtype) == (wanted, np.dtype(kind)), name
        assert view.flags.writeable == (name == "actions"), name


def test_the_first_seat_alone(counting, transport):
    batch = counting(4, seats="first", **transport)
    assert batch.agents == 1
    assert batch.shape.agents == 2
    assert batch.actions.shape == (4, 1, 3)


@pytest.mark.parametrize("autoreset", ["next-step", "same-step"])
def test_transports_give_the_same(counting, autoreset):
    """Random actions, resets, snapshots and forks: after each, all views of all transports agree."""
    batches = [counting(5, autoreset=autoreset, **options) for options in TRANSPORTS.values()]
    random = np.random.default_rng(7)
    snapshots = None
    for batch in batches:
        batch.reset(10)
    for turn in range(60):
        actions = random.integers(0, 2, batches[0].actions.shape, dtype=np.int32)
        for batch in batches:
            batch.step(actions)
        if turn % 7 == 3:
            snapshots = [batch.snapshot() for batch in batches]
        if turn % 11 == 5:
            for batch in batches:
                batch.fork(1, [0, 4])
        if turn % 13 == 12:
            for batch, snapshot in zip(batches, snapshots):
                batch.restore(snapshot)
        if turn % 17 == 16:
            mask = random.random(5) < 0.5
            for batch in batches:
                batch.reset([turn, 1, 2, 3, 4], mask)
        first = views(batches[0])
        for other in batches[1:]:
            same(first, views(other))
            np.testing.assert_array_equal(batches[0].actions, other.actions)
            assert [other.hash(i) for i in range(5)] == [batches[0].hash(i) for i in range(5)]
    assert first["observations"].any()


def test_views_stay_where_they_are(counting, transport):
    batch = counting(3, **transport)
    observations, actions = batch.observations, batch.actions
    batch.reset(2)
    actions[:] = 1
    batch.step()
    np.testing.assert_array_equal(observations[:, :, 0].T, [[2, 3, 4]] * 2)
    np.testing.assert_array_equal(observations[:, 0, 3], [6, 6, 6])
    np.testing.assert_array_equal(batch.reward, np.ones((3, 2)))
    assert batch.observations is observations


@pytest.mark.parametrize("name", ["actions", *VIEWS])
def test_views_cannot_be_replaced(counting, name):
    batch = counting(2)
    view = getattr(batch, name)
    with pytest.raises(AttributeError, match=f"edict: {name} of a batch is the same array for its whole life"):
        setattr(batch, name, np.ones_like(view))
    assert getattr(batch, name) is view
    batch.actions += 0  # in place


def test_seeds_and_masks(counting, transport):
    batch = counting(3, **transport)
    batch.reset([5, 9, 7])
    assert batch.observations[:, 0, 0].tolist() == [5, 9, 7]
    batch.reset(mask=[False, True, False])
    assert batch.observations[:, 0, 1].tolist() == [0, 1, 0]
    batch.reset(np.int64(3), np.array([1, 0, 1], np.uint8))
    assert batch.observations[:, 0, 0].tolist() == [3, 9, 5]
    batch.reset()
    assert batch.observations[:, 0, 1].tolist() == [1, 2, 1]


def test_final_observations_in_the_step_that_ends_an_episode(counting, transport):
    batch = counting(2, autoreset="same-step", **transport)
    batch.reset(0)
    batch.actions[:] = 1
    for _ in range(3):
        batch.step()
    assert batch.truncated.tolist() == [0, 1]
    assert batch.final_observations[1, 0].tolist() == [1, 0, 3, 18, 0]
    assert batch.observations[1, 0].tolist() == [1, 1, 0, 0, 0]
    assert batch.turns.tolist() == [3, 0]


def test_snapshots(counting, transport):
    batch = counting(2, **transport)
    batch.reset(1)
    batch.step(np.ones((2, 2, 3), np.int32))
    snapshot = batch.snapshot()
    assert snapshot.bytes > 0
    before = views(batch)
    batch.step()
    assert views(batch)["turns"].tolist() == [2, 2]
    batch.restore(snapshot)
    same(before, views(batch))
    batch.release(snapshot)
    with pytest.raises(edict.EdictError, match="holds no snapshot 1: it was released") as caught:
        batch.restore(snapshot)
    assert caught.value.code == "unknown-snapshot"
    other = counting(2, **transport)
    with pytest.raises(edict.EdictError, match="of another batch"):
        other.restore(batch.snapshot())
    with pytest.raises(edict.EdictError, match="7 is no snapshot"):
        batch.release(7)


def test_bytes_go_on_in_another_batch(counting, transport):
    batch = counting(3, **transport)
    batch.reset(1)
    batch.step(np.ones((3, 2, 3), np.int32))
    saved = batch.save()
    assert isinstance(saved, bytes)
    before = views(batch)
    batch.step()
    after = views(batch)
    other = counting(3, **transport)
    for content in (saved, bytearray(saved), memoryview(pickle.loads(pickle.dumps(saved)))):
        for each in (batch, other):
            each.restore(content)
            same(before, views(each))
            each.step(batch.actions)
            same(after, views(each))
    with pytest.raises(edict.EdictError, match="the saved batch has 3 bytes") as caught:
        batch.restore(b"abc")
    assert caught.value.code == "damaged-file"
    same(after, views(batch))
    assert batch.hash(1) == other.hash(1)
    with pytest.raises(TypeError, match="take the bytes of save"):
        pickle.dumps(batch.snapshot())


def test_a_log_is_plain_data(counting):
    batch = counting(1, record=True)
    batch.reset(1)
    batch.step()
    log = batch.log()
    assert log["format"] == "edict-batch-log/1"
    assert json.loads(json.dumps(log)) == log
    assert [list(event)[0] for event in log["events"]] == ["reset", "step"]
    with pytest.raises(edict.EdictError, match="made without record"):
        counting(1).log()


def test_errors_of_the_environment_leave_the_batch_usable(counting, transport):
    batch = counting(2, **transport)
    with pytest.raises(edict.EdictError, match="call reset first") as caught:
        batch.step()
    assert caught.value.code == "not-reset"
    batch.reset(0)
    before = views(batch)
    batch.actions[0, 0, 0] = FAIL
    with pytest.raises(edict.EdictError, match="^edict: agent 0 of instance 0 does 100") as caught:
        batch.step()
    assert (caught.value.code, caught.value.culprit) == ("bad-action", "add")
    assert batch.actions[0, 0, 0] == FAIL
    same(before, views(batch))
    batch.actions[0, 0, 0] = CRASH
    with pytest.raises(edict.EdictError, match=r"inside edict itself \(no such thing\)") as caught:
        batch.step()
    assert caught.value.code == "internal"
    batch.actions[:] = 0
    batch.step()
    assert batch.turns.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.zeros((2, 2), np.int32), r"shape \(2, 2\), expected \(2, 2, 3\): instances, agents, heads"),
        (np.zeros((2, 2, 3)), "type float64, expected whole numbers"),
        (np.zeros((2, 2, 3), bool), "type bool, expected whole numbers"),
        (np.full((2, 2, 3), 2**40), "an action is 1099511627776, which is no choice"),
        (np.full((2, 2, 3), -(2**40)), "an action is -1099511627776, which is no choice"),
        (np.full((2, 2, 3), 2**32 - 1, np.uint32), "an action is 4294967295, which is no choice"),
    ],
)
def test_actions_are_checked(counting, actions, message):
    batch = counting(2)
    batch.reset(0)
    batch.actions[:] = 1
    with pytest.raises(edict.EdictError, match=message) as caught:
        batch.step(actions)
    assert caught.value.code == "bad-action"
    assert batch.actions.min() == 1
    assert batch.turns.max() == 0
    batch.step(np.zeros((2, 2, 3), np.int8))
    assert batch.turns.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda batch: batch.reset(-1), "a seed is -1, expected a whole number from 0 to 9007199254740991"),
        (lambda batch: batch.reset(2**53), "a seed is 9007199254740992"),
        (lambda batch: batch.reset(1.5), "a seed is 1.5"),
        (lambda batch: batch.reset([1, 2]), "2 seeds were given, expected one number, or 3"),
        (lambda batch: batch.reset(1, [True]), r"a mask of the shape \(1,\) and the type bool was given"),
        (lambda batch: batch.reset(1, [0.5, 1, 1]), "the type float64 was given, expected booleans"),
        (lambda batch: batch.fork(3, [0]), "there is no instance 3, expected a whole number from 0 to 2"),
        (lambda batch: batch.fork(0, [1, -1]), "there is no instance -1"),
        (lambda batch: batch.hash("a"), "there is no instance 'a'"),
    ],
)
def test_arguments_are_checked(counting, call, message):
    batch = counting(3)
    batch.reset(4)
    with pytest.raises(edict.EdictError, match=message):
        call(batch)
    assert batch.observations[:, 0, 0].tolist() == [4, 5, 6]
    batch.step()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"instances": 0}, "instances is 0, expected a whole number from 1 on"),
        ({"instances": 1.5}, "instances is 1.5"),
        ({"instances": True}, "instances is True"),
        ({"autoreset": "never"}, "autoreset is 'never', expected one of 'next-step', 'same-step', 'disabled'"),
        ({"seats": 1}, "seats is 1, expected one of 'all', 'first'"),
        ({"opponents": "best"}, "opponents is 'best'"),
        ({"masked": "maybe"}, "masked is 'maybe'"),
        ({"workers": -1}, "workers is -1"),
        ({"together": 0}, "together is 0"),
        ({"spin": -1}, "spin is -1"),
        ({"transport": "pigeon"}, "transport is 'pigeon'"),
        ({"transport": "socket", "mapped": True}, "mapped is about shared memory"),
    ],
)
def test_options_are_checked(counting, options, message):
    with pytest.raises(edict.EdictError, match=message) as caught:
        counting(**options)
    assert caught.value.code == "bad-option"


def test_environments(counting, counting_bridge):
    assert edict.environments() == ["counting"]
    with pytest.raises(edict.EdictError, match="there is no environment nothing; known is counting") as caught:
        edict.Batch("nothing")
    assert (caught.value.code, caught.value.culprit) == ("unknown-environment", "nothing")
    with pytest.raises(edict.EdictError, match="expected the name of one or the path"):
        edict.Batch(7)


def test_a_path_is_no_name(counting):
    with pytest.raises(edict.EdictError, match="there is no environment /.*/counting;"):
        edict.Batch(Path("counting"))


def test_threads_take_turns(counting):
    batch = counting(1)
    batch.reset(0)
    batch.actions[0, 0, 0] = 103
    thread = threading.Thread(target=batch.step)
    thread.start()
    deadline = threading.Event()
    codes = set()
    while thread.is_alive():
        try:
            batch.hash(0)
        except edict.EdictError as error:
            codes.add(error.code)
        deadline.wait(0.01)
    assert codes == {"batch-busy"}
    assert batch.turns.tolist() == [1]
    assert batch.hash(0).startswith("0:0:1:")


def test_after_closing(counting, transport):
    batch = counting(1, **transport)
    batch.reset(3)
    observations = batch.observations
    with batch:
        batch.step()
    assert "closed" in repr(batch)
    for call in (batch.step, batch.reset, batch.snapshot, lambda: batch.hash(0)):
        with pytest.raises(edict.EdictError, match="can no longer be used: it was closed; make a new one") as caught:
            call()
        assert caught.value.code == "batch-closed"
    batch.close()
    assert observations[0, 0].tolist() == [3, 0, 1, 0, 0]


def test_a_batch_cannot_be_pickled(counting):
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(counting())


def test_errors_can_be_pickled():
    error = pickle.loads(pickle.dumps(edict.EdictError("code", "edict: message", "culprit")))
    assert (error.code, error.message, error.culprit, str(error)) == ("code", "edict: message", "culprit", "edict: message")
