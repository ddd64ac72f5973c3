"""The package as it is installed: a wheel of Python alone, with the Node side inside."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import edict

PLAYED = """
import sys
import edict
with edict.Batch("galaxy-small", 2) as batch:
    batch.reset(seed=3)
    batch.step()
    print(edict.__file__, batch.hash(0), "gymnasium" in sys.modules)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    project = Path(__file__).parents[1]
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(project))
    (made,) = folder.iterdir()
    return made


def run(*command: str, cwd: Path | None = None) -> str:
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(command, cwd=cwd, env=surroundings, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_holds_what_it_needs_and_nothing_else(wheel: Path) -> None:
    assert wheel.name == f"edict_sim-{edict.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {"edict/__init__.py", "edict/gymnasium.py", "edict/_node/edict-bridge.mjs", "edict/_node/LICENCES.txt"} <= names
    assert all(name.startswith(("edict/", "edict_sim-")) for name in names)
    assert not any("__pycache__" in name for name in names)


def test_steps_in_a_fresh_environment_without_gymnasium(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", str(tmp_path / "fresh"))
    python = tmp_path / "fresh" / "bin" / "python"
    run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"numpy=={np.__version__}", str(wheel))
    place, state, gymnasium = run(str(python), "-c", PLAYED, cwd=tmp_path).split()
    assert Path(place).is_relative_to(tmp_path / "fresh")
    assert gymnasium == "False"
    with edict.Batch("galaxy-small", 2) as batch:
        batch.reset(seed=3)
        batch.step()
        assert batch.hash(0) == state
