"""Seeds where none are given."""

from __future__ import annotations

import numpy as np


def seed_from_entropy() -> int:
    """A seed that differs each time: what Gymnasium promises of a first reset without one."""
    return int(np.random.SeedSequence().generate_state(1)[0])
