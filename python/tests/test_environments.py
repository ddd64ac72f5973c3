"""Batches of real environments, through the bridge that comes with the package."""

import json
from pathlib import Path

import numpy as np
import pytest

import edict
from surroundings import ROOT, TRANSPORTS

VIEWS = ["observations", "action_mask", "reward", "terminated", "truncated", "live", "turns"]

#: A world of two agents that may each add to what they have.
SCENARIO = """
format: edict-scenario/1
content:
  enumerations:
    amount: [one, two]
  properties:
    total: {}
    add: { type: amount }
  kinds:
    counter: { ownership: none, properties: [total, add] }
  environment:
    name: counters
    agents: { of: counter, count: 2 }
    turns: 5
    capacity: 31
    observation:
      self:
        values: { total: "agent.total" }
    actions:
      add: { property: add }
    reward: "agent.total"
world:
  objects:
    - { name: first, kind: counter, values: { total: 3 } }
    - { name: second, kind: counter }
steps: []
"""


@pytest.fixture
def galaxies(monkeypatch):
    """Makes batches of the small galaxy, and closes them after the test."""
    monkeypatch.setenv("NODE_PATH", str(ROOT / "node_modules"))
    made = []

    def make(instances, **options):
        made.append(edict.Batch("galaxy-small", instances, **options))
        return made[-1]

    yield make
    for batch in made:
        batch.close()


def allowed(batch, random):
    """Actions drawn from what the masks allow."""
    actions = np.zeros_like(batch.actions)
    starts = np.cumsum([0, *batch.shape.choices])
    for head, (start, end) in enumerate(zip(starts, starts[1:])):
        weights = batch.action_mask[:, :, start:end] * random.random((batch.instances, batch.agents, end - start))
        actions[:, :, head] = weights.argmax(-1)
    return actions


def play(batch, turns, seed):
    """What happened, as numbers."""
    random = np.random.default_rng(seed)
    batch.reset(seed)
    told = []
    for _ in range(turns):
        batch.step(allowed(batch, random))
        told.append([getattr(batch, name).copy() for name in VIEWS])
    return told, [batch.hash(instance) for instance in range(batch.instances)]


def test_names():
    assert edict.environments() == ["cart-pole", "galaxy", "galaxy-small"]


def test_every_transport_and_every_number_of_instances_play_the_same_game(galaxies):
    expected, expected_hashes = play(galaxies(3, together=1), 8, 5)
    assert any(observations.any() for observations, *_ in expected)
    for options in (TRANSPORTS[name] for name in ("file", "mapped", "inline")):
        told, hashes = play(galaxies(3, **options), 8, 5)
        assert hashes == expected_hashes
        for turn, (mine, theirs) in enumerate(zip(told, expected)):
            for name, one, two in zip(VIEWS, mine, theirs):
                np.testing.assert_array_equal(one, two, f"{name} in turn {turn}, {options}")


def test_a_thousand_instances_play_the_same_games_over_every_transport(galaxies):
    def rows(options, instances, first=0):
        """What is seen of instances in four turns, [instances, bytes]."""
        batch = galaxies(instances, seats="first", masked="ignore", **options)
        batch.reset(7 + first)
        told = []
        for turn in range(4):
            # By instance, whichever batch it is in.
            drawn = np.random.default_rng(turn).integers(0, 2, (1024, *batch.actions.shape[1:]), np.int32)
            batch.step(drawn[first : first + instances])
            told += [getattr(batch, name).copy().reshape(instances, -1).view(np.uint8) for name in VIEWS]
        batch.close()
        return np.concatenate(told, axis=1)

    expected = rows({}, 1024)
    for options in (TRANSPORTS["file"], TRANSPORTS["inline"], {"workers": 2}):
        np.testing.assert_array_equal(rows(options, 1024), expected, str(options))
    for instances, first in ((64, 0), (64, 960), (1, 0), (1, 1023)):
        np.testing.assert_array_equal(rows({}, instances, first), expected[first : first + instances], f"{instances} from {first} on")


def test_threads_in_node_play_the_same_game(galaxies):
    expected = play(galaxies(4), 6, 9)
    batch = galaxies(4, workers=2)
    told = play(batch, 6, 9)
    assert told[1] == expected[1]
    for mine, theirs in zip(told[0], expected[0]):
        for name, one, two in zip(VIEWS, mine, theirs):
            np.testing.assert_array_equal(one, two, name)
    pid = batch.pid
    batch.close()
    assert not Path(f"/proc/{pid}").exists()


def test_snapshots_and_forks_go_on_alike(galaxies):
    batch = galaxies(4)
    play(batch, 3, 1)
    snapshot = batch.snapshot()
    actions = allowed(batch, np.random.default_rng(3))
    batch.step(actions)
    after = [batch.hash(instance) for instance in range(4)]
    batch.restore(snapshot)
    batch.step(actions)
    assert [batch.hash(instance) for instance in range(4)] == after
    batch.fork(2, [0, 3])
    np.testing.assert_array_equal(batch.observations[0], batch.observations[2])
    batch.actions[:] = 0
    batch.step()
    assert batch.hash(0) == batch.hash(2) == batch.hash(3) != batch.hash(1)


def test_bytes_go_on_alike_in_any_other_batch(galaxies):
    batch = galaxies(4, together=2)
    play(batch, 3, 1)
    saved = batch.save()
    actions = allowed(batch, np.random.default_rng(3))
    batch.step(actions)
    expected = [getattr(batch, name).copy() for name in VIEWS], [batch.hash(instance) for instance in range(4)]
    for options in ({}, {"workers": 2}, {"workers": 2, "mapped": False}, {"transport": "socket"}):
        other = galaxies(4, **options)
        other.restore(saved)
        other.step(actions)
        assert [other.hash(instance) for instance in range(4)] == expected[1]
        for name, seen in zip(VIEWS, expected[0]):
            np.testing.assert_array_equal(getattr(other, name), seen, name)
    with pytest.raises(edict.EdictError, match="has instances 4, and this one 3; make the batch with the settings that it was saved with") as caught:
        galaxies(3).restore(saved)
    assert (caught.value.code, caught.value.culprit) == ("foreign-file", "instances")


def test_errors_say_where_and_leave_everything_as_it_was(galaxies):
    batch = galaxies(2)
    with pytest.raises(edict.EdictError) as caught:
        batch.step()
    assert caught.value.code == "not-reset"
    batch.reset(1)
    before = batch.hash(0)
    batch.actions[1, 0, 0] = 99
    with pytest.raises(edict.EdictError, match="instance 1.*99") as caught:
        batch.step()
    assert caught.value.code == "bad-action"
    assert (batch.hash(0), batch.turns.tolist()) == (before, [0, 0])
    batch.actions[:] = 0
    forbidden = np.argwhere(batch.action_mask[0, 0] == 0)[0, 0]
    starts = np.cumsum([0, *batch.shape.choices])
    head = int(np.searchsorted(starts, forbidden, "right")) - 1
    batch.actions[0, 0, head] = forbidden - starts[head]
    with pytest.raises(edict.EdictError, match='give one whose action_mask is 1, or pass masked="ignore"') as caught:
        batch.step()
    assert caught.value.code == "masked-action"
    batch.actions[:] = 0
    batch.step()
    assert batch.turns.tolist() == [1, 1]


def test_a_log_leads_to_where_it_ends(galaxies):
    batch = galaxies(2, record=True)
    play(batch, 3, 1)
    log = json.loads(json.dumps(batch.log()))
    assert log["format"] == "edict-batch-log/1"
    assert [list(event)[0] for event in log["events"]] == ["reset", "step", "step", "step"]
    others = [edict.Batch.replay("galaxy-small", log, **TRANSPORTS[name]) for name in ("file", "inline")]
    for _ in range(2):
        for other in others:
            for name in VIEWS:
                np.testing.assert_array_equal(getattr(batch, name), getattr(other, name), name)
            assert [batch.hash(i) for i in range(2)] == [other.hash(i) for i in range(2)]
        actions = allowed(batch, np.random.default_rng(8))
        for each in (batch, *others):
            each.step(actions)
    for other in others:
        assert other.log() == batch.log()
        other.close()


def test_what_is_no_log(galaxies):
    with pytest.raises(edict.EdictError, match="not a log of a batch"):
        edict.Batch.replay("galaxy-small", {"events": []})
    batch = galaxies(1, record=True)
    batch.reset(0)
    with pytest.raises(edict.EdictError) as caught:
        edict.Batch.replay("galaxy", batch.log())
    assert caught.value.code == "foreign-log"
    with pytest.raises(edict.EdictError) as caught:
        edict.Batch.replay("galaxy-small", {**batch.log(), "events": [{"step": [1]}]})
    assert caught.value.code == "log-differs"


def test_an_unknown_environment():
    with pytest.raises(edict.EdictError, match='no environment "galaxy-smal"; did you mean `galaxy-small`') as caught:
        edict.Batch("galaxy-smal")
    assert caught.value.culprit == "galaxy-smal"


def test_a_scenario_file(tmp_path):
    path = tmp_path / "counters.yaml"
    path.write_text(SCENARIO)
    with edict.Batch(path, 2) as batch:
        assert (batch.shape.name, batch.shape.choices, batch.actions.shape) == ("counters", (3,), (2, 2, 1))
        batch.reset(0)
        for _ in range(5):
            batch.step(np.ones((2, 2, 1), np.int32))
        assert batch.observations.tolist() == [[[3], [0]]] * 2
        assert batch.truncated.tolist() == [1, 1]


def test_files_that_are_none(tmp_path):
    with pytest.raises(edict.EdictError, match="no.such.yaml"):
        edict.Batch(tmp_path / "no.such.yaml")
    path = tmp_path / "wrong.yaml"
    path.write_text(SCENARIO.replace('"agent.total" }', '"agent.totl" }'))
    with pytest.raises(edict.EdictError, match="wrong.yaml.*\n.*totl") as caught:
        edict.Batch(path)
    assert caught.value.code == "bad-content"
