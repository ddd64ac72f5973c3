"""The examples, made small."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray.rllib", reason="RLlib is not installed (pip install 'edict-sim[ray]')")
pytest.importorskip("matplotlib", reason="matplotlib is not installed (pip install matplotlib)")

FOLDER = Path(__file__).resolve().parents[1]


def run(folder: Path, name: str, *arguments: str) -> str:
    """What an example prints, run in a folder of its own."""
    environment = {**os.environ, "PYTHONPATH": str(FOLDER), "PYTHONDONTWRITEBYTECODE": "1"}
    # A cluster of its own, not the one of the tests.
    environment.pop("RAY_ADDRESS", None)
    done = subprocess.run([sys.executable, str(FOLDER / "examples" / name), *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_trains_with_two_runners_and_draws_what_came_of_it(tmp_path: Path) -> None:
    small = ("--environment", "cart-pole", "--instances", "2", "--turns", "50", "--iterations", "2", "--episodes", "2", "--curve", "curve.png")
    told = run(tmp_path, "ppo_two_runners.py", *small)
    assert "random:  mean return" in told and "trained: mean return" in told
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_searches_with_two_actors(tmp_path: Path) -> None:
    told = run(tmp_path, "distributed_search.py", "--games", "1", "--turns", "6", "--copies", "4", "--depth", "4", "--commit", "2")
    # Three searches of two actors with four copies each.
    assert "6 turns, 24 plans of 4 turns" in told
    assert "mean return of 1 games: random play" in told


@pytest.mark.parametrize("name", ["ppo_two_runners.py", "distributed_search.py"])
def test_says_what_it_takes(tmp_path: Path, name: str) -> None:
    assert "default: " in run(tmp_path, name, "--help")
