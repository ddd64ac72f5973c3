"""Seeds: what is one, and one where none is given."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .errors import error

#: Larger numbers are not whole in JavaScript.
LARGEST_SEED = 2**53 - 1


def seed_from_entropy() -> int:
    """A seed that differs each time: what Gymnasium promises of a first reset without one."""
    return int(np.random.SeedSequence().generate_state(1)[0])


def checked_seed(given: Any) -> int:
    """The seed that is given.

    Raises:
        EdictError: ``bad-seed``.
    """
    try:
        seed = operator.index(given)
    except TypeError:
        seed = -1
    if isinstance(given, (bool, np.bool_)) or not 0 <= seed <= LARGEST_SEED:
        raise error("bad-seed", f"a seed is {given!r}, expected a whole number from 0 to {LARGEST_SEED}")
    return seed
