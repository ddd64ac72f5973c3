"""Seeds as Gymnasium passes them, made into those that a batch takes."""

from __future__ import annotations

import operator
from typing import Any, Sequence

import numpy as np

from .errors import error


def seed_from_entropy() -> int:
    """A seed that differs each time: what Gymnasium promises of a first reset without one."""
    return int(np.random.SeedSequence().generate_state(1)[0])


def whole_seed(seed: Any) -> int:
    """The seed as an int.

    Raises:
        EdictError: ``bad-seed`` where it is no whole number from 0 on.
    """
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if number < 0 or isinstance(seed, (bool, np.bool_)):
        raise error("bad-seed", f"a seed is a whole number from 0 on, not {seed!r}")
    return number


def seeds_of(seed: int | Sequence[int | None] | np.ndarray | None, count: int) -> list[int | None]:
    """A seed for each instance: a number seeds instance i with it plus i; None stands for the next episode of the seed that there is."""
    if seed is None:
        return [None] * count
    if isinstance(seed, (list, tuple, np.ndarray)):
        if len(seed) != count:
            raise error("bad-seed", f"there are {len(seed)} seeds, but one for each of the {count} instances is needed")
        return [None if one is None else whole_seed(one) for one in seed]
    first = whole_seed(seed)
    return [first + instance for instance in range(count)]
