"""What is checked of actions before any of them is written to a batch."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any, Callable, Sequence

import numpy as np

from .errors import error
from .shape import Shape


_INT32, _INT64 = np.dtype(np.int32), np.dtype(np.int64)

#: Which of the two halves of a number of 64 bits is the upper one.
_UPPER = 1 if sys.byteorder == "little" else 0


def put_at_once(given: Any, into: np.ndarray) -> bool:
    """Writes actions without a look at their range, which the batch looks at as well, and tells whether that was possible.

    It is for arrays of whole numbers of the right shape of which int32 loses nothing; all else is for `checked_actions`, which also says
    best what is wrong where the batch refuses.

    Args:
        given: what was passed.
        into: int32, [.., K].
    """
    if type(given) is not np.ndarray or given.shape != into.shape:
        return False
    if given.dtype is _INT64 and given.flags.c_contiguous:
        # Numbers below 0 are none of the batch's either.
        if np.count_nonzero(given.view(_INT32)[..., _UPPER::2]):
            return False
    elif given.dtype is not _INT32:
        return False
    into[...] = given
    return True


def checked_actions(given: Any, shape: Shape, rows: tuple[int, ...], who: Callable[[tuple[int, ...]], str]) -> np.ndarray:
    """The actions as an array of whole numbers, all of them in range.

    Args:
        given: what was passed, [*rows, K].
        shape: the shape of the environment.
        rows: the shape without the heads.
        who: names whose action stands in a row.

    Raises:
        EdictError: ``bad-action`` where the shape, the type or a number is another.
    """
    actions = np.asarray(given)
    expected = (*rows, shape.heads)
    if actions.shape != expected:
        raise error(
            "bad-action",
            f"the actions have the shape {actions.shape}, but {expected} is needed: a number for each of the {shape.heads} heads",
        )
    if actions.dtype.kind not in "iu":
        raise error("bad-action", f"the actions are of the type {actions.dtype}, but whole numbers are needed, such as int64")
    outside = outside_of(actions, shape.choices)
    # Much quicker than any() for as few as these mostly are.
    if np.count_nonzero(outside):
        place = tuple(int(index) for index in np.argwhere(outside)[0])
        head = place[-1]
        raise error(
            "bad-action",
            f"the action of {who(place[:-1])} has {int(actions[place])} at head {head} ({order_of(shape, head)}), "
            f"but from 0 (nothing) to {shape.choices[head] - 1} is expected",
        )
    return actions


def outside_of(actions: np.ndarray, choices: Sequence[int]) -> np.ndarray:
    """Which actions, [.., K], are no choice of their heads."""
    if actions.dtype.itemsize < 4 or not actions.dtype.isnative:
        return (actions < 0) | (actions >= np.asarray(choices))
    # Without their sign, numbers below 0 are larger than any choice: one comparison instead of three.
    unsigned = np.uint32 if actions.dtype.itemsize == 4 else np.uint64
    return actions.view(unsigned) >= _limits(tuple(choices), unsigned)


@lru_cache(maxsize=64)
def _limits(choices: tuple[int, ...], dtype: type) -> np.ndarray:
    return np.asarray(choices, dtype=dtype)


def order_of(shape: Shape, head: int) -> str:
    """The order that a head is of, with its slot where it has several."""
    for order in shape.orders:
        if order.head <= head < order.head + order.slots:
            return order.name if order.slots == 1 else f"{order.name}, slot {head - order.head}"
    return "no order"
