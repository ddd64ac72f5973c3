"""Refuses to build a package that could not run."""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NodeSide(BuildHookInterface):
    def initialize(self, version: str, build_data: dict) -> None:
        if version == "editable":
            # A checkout, where the Node side may be made later.
            return
        bridge = Path(self.root) / "edict" / "_node" / "edict-bridge.mjs"
        if not bridge.exists():
            raise FileNotFoundError(f"edict: {bridge} is missing; make it first: node scripts/bundle-bridge.mjs")
