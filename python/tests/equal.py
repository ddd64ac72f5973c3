"""Whether what two environments returned is the same, to the type and the shape."""

from __future__ import annotations

from typing import Any

import numpy as np


def assert_same(ours: Any, theirs: Any, path: str = "") -> None:
    """Fails, with the place, where the two differ in type, keys, shape or any value."""
    assert type(ours) is type(theirs), f"{path}: {ours!r} and {theirs!r}"
    if isinstance(ours, dict):
        assert ours.keys() == theirs.keys(), path
        for key in ours:
            assert_same(ours[key], theirs[key], f"{path}.{key}")
    elif isinstance(ours, (tuple, list)):
        assert len(ours) == len(theirs), path
        for place, (one, other) in enumerate(zip(ours, theirs)):
            assert_same(one, other, f"{path}[{place}]")
    elif isinstance(ours, np.ndarray) and ours.dtype == object:
        assert theirs.dtype == object and ours.shape == theirs.shape, path
        for place, (one, other) in enumerate(zip(ours, theirs)):
            assert_same(one, other, f"{path}[{place}]")
    elif isinstance(ours, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), path
        assert np.array_equal(ours, theirs), f"{path}: {ours} and {theirs}"
    else:
        assert ours == theirs, f"{path}: {ours!r} and {theirs!r}"


def allowed_actions(mask: np.ndarray, choices: Any, generator: np.random.Generator) -> np.ndarray:
    """For each row of a mask [N, M] an action [K], at random among what is allowed."""
    parts = np.split(generator.random(mask.shape) * mask, np.cumsum(choices)[:-1], axis=1)
    return np.stack([part.argmax(axis=1) for part in parts], axis=1)
