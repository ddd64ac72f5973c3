"""What whole steps take: the part of :mod:`edict.bench` that plays games."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from .batch import Batch

#: Pins a process, by its number, to where it is measured.
Pin = Callable[[int], None]


def _medians(calls: dict[str, Callable[[], None]], rounds: int, count: int) -> dict[str, float]:
    """Medians in microseconds of calls that are made turn and turn about; the first third warms up."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for round_ in range(rounds):
        for name, call in calls.items():
            for _ in range(count):
                start = time.perf_counter_ns()
                call()
                taken = (time.perf_counter_ns() - start) / 1000
                if round_ >= rounds // 3:
                    times[name].append(taken)
    return {name: statistics.median(taken) for name, taken in times.items()}


def cart_pole(pin: Pin, instances: int = 64, rounds: int = 9, count: int = 200) -> dict[str, float]:
    """A step of so many carts: Edict's over the bridge, as a vector of Gymnasium and as a plain batch, and Gymnasium's own, one by one and by numpy. Throws ImportError without Gymnasium."""
    import gymnasium

    makers = {
        "edict": lambda: gymnasium.make_vec("edict/cart-pole-v0", num_envs=instances),
        "sync": lambda: gymnasium.make_vec("CartPole-v1", num_envs=instances, vectorization_mode="sync"),
        "numpy": lambda: gymnasium.make_vec("CartPole-v1", num_envs=instances, vectorization_mode="vector_entry_point"),
    }
    envs = {name: make() for name, make in makers.items()}
    batch = Batch("cart-pole", instances, masked="ignore")
    try:
        pin(envs["edict"].unwrapped.batch.pid)
        pin(batch.pid)
        for env in envs.values():
            env.reset(seed=0)
        batch.reset(0)
        actions = {name: env.action_space.sample() for name, env in envs.items()}
        calls: dict[str, Callable[[], None]] = {name: (lambda env=env, action=actions[name]: env.step(action)) for name, env in envs.items()}
        calls["batch"] = batch.step
        return _medians(calls, rounds, count)
    finally:
        batch.close()
        for env in envs.values():
            env.close()


def training(pin: Pin, instances: int = 64, hidden: int = 128, steps: int = 300) -> dict[str, float]:
    """Medians of the parts of a step of galaxy-small: what a small network of numpy takes to choose actions, what the bridge takes for as many bytes, and what the environment itself takes."""
    random = np.random.default_rng(0)
    with Batch("galaxy-small", instances, seats="first", masked="ignore") as batch, Batch("bench:fill", instances) as empty:
        pin(batch.pid)
        pin(empty.pid)
        shape = batch.shape
        first = random.normal(0, 0.1, (shape.observation_size, hidden)).astype(np.float32)
        second = random.normal(0, 0.1, (hidden, shape.mask_size)).astype(np.float32)
        starts = np.concatenate([[0], np.cumsum(shape.choices)[:-1]])

        def choose() -> None:
            # Without BLAS, whose threads would fight for the one processor.
            inner = np.tanh(np.einsum("nd,dh->nh", batch.observations[:, 0], first))
            scores = np.einsum("nh,hm->nm", inner, second) + random.gumbel(size=(instances, shape.mask_size))
            scores[batch.action_mask[:, 0] == 0] = -np.inf
            for head, (start, count) in enumerate(zip(starts, shape.choices)):
                batch.actions[:, 0, head] = scores[:, start : start + count].argmax(axis=1)

        batch.reset(0)
        empty.reset(0)
        parts: dict[str, list[float]] = {"policy": [], "step": [], "bridge": []}
        for step in range(steps + steps // 3):
            marks = [time.perf_counter_ns()]
            for call in (choose, batch.step, empty.step):
                call()
                marks.append(time.perf_counter_ns())
            if step >= steps // 3:
                for name, begin, end in zip(parts, marks, marks[1:]):
                    parts[name].append((end - begin) / 1000)
    medians = {name: statistics.median(times) for name, times in parts.items()}
    return {"policy": medians["policy"], "bridge": medians["bridge"], "environment": medians["step"] - medians["bridge"]}
