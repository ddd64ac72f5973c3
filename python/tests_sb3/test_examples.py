"""The example, made small."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="matplotlib is not installed (pip install matplotlib)")

FOLDER = Path(__file__).resolve().parents[1]


def run(folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(FOLDER), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, str(FOLDER / "examples" / "train_sb3.py"), *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_trains_and_draws_what_came_of_it(tmp_path: Path) -> None:
    told = run(tmp_path, "--environment", "cart-pole", "--instances", "2", "--steps", "300", "--episodes", "2", "--curve", "curve.png", "--model", "model.zip")
    assert "random:  mean return" in told and "trained: mean return" in told
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "model.zip").exists()


def test_says_what_it_takes(tmp_path: Path) -> None:
    assert "default: " in run(tmp_path, "--help")
