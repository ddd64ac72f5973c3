"""What is checked of actions before any of them is written to a batch."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Callable, Sequence

import numpy as np

from .errors import error
from .shape import Shape


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
