"""What all environments do with the states of their batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from .batch import Batch
from .snapshot import Snapshot


class KeptGames:
    """A part of environments of which all instances lie in one batch."""

    batch: Batch
    mask_in_observation: bool

    def save(self) -> Snapshot:
        """All instances as they are, for `restore`; it stays until `release`."""
        return self.batch.snapshot()

    def checkpoint(self) -> bytes:
        """All instances as they are, as bytes for `restore`, of any environment that is made alike, in another process, too."""
        return self.batch.save()

    def restore(self, saved: Snapshot | bytes) -> tuple[Any, Any]:
        """Puts all instances back where they were, and returns observations and infos, as `reset` does.

        Args:
            saved: what `save` or `checkpoint` gave.

        Raises:
            EdictError: ``unknown-snapshot``, ``foreign-file`` or ``damaged-file``, before anything has happened.
        """
        self.batch.restore(saved)
        if not isinstance(saved, Snapshot):
            self._note_begun()
        return self._now()

    def release(self, saved: Snapshot) -> None:
        """Gives the memory of something saved back."""
        self.batch.release(saved)

    def render(self) -> None:
        """Draws nothing."""
        return None

    def _note_begun(self) -> None:
        """Notes that all instances have begun: only then are there bytes."""
        raise NotImplementedError

    def _now(self) -> tuple[Any, Any]:
        """Observations and infos."""
        raise NotImplementedError

    def _seen(self, instance: int, agent: int) -> tuple[Any, dict[str, np.ndarray]]:
        """What an agent sees of its instance, and its info."""
        mask = self.batch.action_mask[instance, agent].view(np.int8).copy()
        seen = self.batch.observations[instance, agent].copy()
        return ({"observation": seen, "action_mask": mask.copy()} if self.mask_in_observation else seen), {"action_mask": mask}


class KeptGame(KeptGames):
    """The same of environments of one instance."""

    _seeded: bool

    def close(self) -> None:
        """Ends the simulation; again: nothing."""
        if hasattr(self, "batch"):
            self.batch.close()

    def _note_begun(self) -> None:
        self._seeded = True
