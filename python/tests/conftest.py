"""Tests of batches run against a bridge to counting batches (test/bridge/counting-batch.ts), in which everything can be told beforehand."""

import subprocess

import pytest

import edict
from edict import batch as batch_module
from fake_batch import FakeBatch
from surroundings import ROOT, TRANSPORTS


@pytest.fixture(scope="session")
def counting_bridge(tmp_path_factory):
    """The path of a bridge to counting batches."""
    output = tmp_path_factory.mktemp("bridge") / "counting-bridge.mjs"
    subprocess.run(["node", str(ROOT / "scripts/bundle-bridge.mjs"), "test/bridge/counting-bridge.ts", str(output)], check=True, cwd=ROOT)
    return str(output)


@pytest.fixture
def counting(counting_bridge, monkeypatch):
    """Makes counting batches, and closes them after the test."""
    monkeypatch.setattr(batch_module, "find_bridge", lambda: counting_bridge)
    # Node finds packages of the checkout.
    monkeypatch.setenv("NODE_PATH", str(ROOT / "node_modules"))
    made = []

    def make(instances=3, **options):
        made.append(edict.Batch("counting", instances, **options))
        return made[-1]

    make.forget = made.clear
    yield make
    for batch in made:
        batch.close()


@pytest.fixture(params=list(TRANSPORTS))
def transport(request):
    """Options for each of them."""
    return TRANSPORTS[request.param]


class Crowd(FakeBatch):
    """The counting game of fake_batch with three agents, who die one after the other."""

    agents_of_game = 3


@pytest.fixture
def counter(monkeypatch):
    """The counting game of fake_batch instead of what Node simulates, for environments of Gymnasium."""
    monkeypatch.setattr("edict.gymnasium.Batch", FakeBatch)
    return "counter"


@pytest.fixture
def crowd(monkeypatch):
    """The same with three agents, for environments of PettingZoo."""
    monkeypatch.setattr("edict.pettingzoo.Batch", Crowd)
    return "counter"
