"""A batch of a tiny game without a simulation after it, in which agents die at different times and episodes end early.

Each instance counts; `up` adds to the count of whoever orders it. Agent k dies at turn 3 + 2k + (seed mod 3) where there are
several, an instance is over when agent 0 has counted to 5 or nobody lives, and cut off after turn 8.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edict import EdictError


@dataclass
class Order:
    name: str
    head: int
    slots: int
    choices: list[str]


@dataclass
class Shape:
    name: str
    agents: int
    heads: int
    choices: list[int]
    observation_size: int
    mask_size: int
    turns: int
    blocks: list
    orders: list[Order]


ORDERS = [Order("count", 0, 1, ["up", "down"]), Order("look", 1, 2, ["there"])]


class FakeBatch:
    agents_of_game = 1

    def __init__(self, environment, instances=1, *, autoreset="next-step", seats="all", masked="refuse", opponents="random"):
        self.shape = Shape("counter", self.agents_of_game, 3, [3, 2, 2], 4, 7, 8, [], ORDERS)
        self.instances, self.autoreset, self.masked, self.environment = instances, autoreset, masked, environment
        self.agents = self.agents_of_game if seats == "all" else 1
        rows = (instances, self.agents)
        self.actions = np.zeros((*rows, 3), dtype=np.int32)
        self.observations = np.zeros((*rows, 4), dtype=np.float32)
        self.action_mask = np.zeros((*rows, 7), dtype=np.uint8)
        self.reward = np.zeros(rows, dtype=np.float32)
        self.terminated = np.zeros(instances, dtype=np.uint8)
        self.truncated = np.zeros(instances, dtype=np.uint8)
        self.live = np.zeros(rows, dtype=np.uint8)
        self.turns = np.zeros(instances, dtype=np.int32)
        self.seeds = np.full(instances, -1, dtype=np.int64)
        self.episodes = np.zeros(instances, dtype=np.int64)
        self.counts = np.zeros(rows, dtype=np.int64)
        self.closed = False

    def reset(self, seed=None, mask=None):
        for instance in range(self.instances):
            if mask is not None and not mask[instance]:
                continue
            given = seed + instance if isinstance(seed, int) else None if seed is None else seed[instance]
            if given is None:
                if self.seeds[instance] < 0:
                    self.seeds[instance] = instance
                self.episodes[instance] += 1
            else:
                self.seeds[instance] = given
                self.episodes[instance] = 0
            self._begin(instance)

    def _begin(self, instance):
        self.counts[instance] = (self.seeds[instance] * 7 + self.episodes[instance]) % 3
        self.turns[instance] = self.terminated[instance] = self.truncated[instance] = 0
        self.reward[instance] = 0
        self.live[instance] = 1
        self._look(instance)

    def _look(self, instance):
        self.observations[instance] = 0
        self.action_mask[instance] = [1, 0, 0, 1, 0, 1, 0]
        for agent in np.flatnonzero(self.live[instance]):
            count = self.counts[instance, agent]
            self.observations[instance, agent] = [count, self.turns[instance], self.seeds[instance] % 100, self.episodes[instance]]
            self.action_mask[instance, agent] = [1, 1, count % 2, 1, 1, 1, 0]

    def step(self):
        if (self.seeds < 0).any():
            raise EdictError("not-reset", "reset first")
        ended = (self.terminated | self.truncated) != 0
        if self.autoreset == "disabled" and ended.any():
            raise EdictError("episode-over", f"instances {np.flatnonzero(ended)} are over")
        playing = self.actions[~ended]
        if ((playing < 0) | (playing >= np.array(self.shape.choices))).any():
            raise EdictError("bad-action", "an action is no choice")
        for instance in range(self.instances):
            if ended[instance]:
                self.episodes[instance] += 1
                self._begin(instance)
            else:
                self._turn(instance)

    def _turn(self, instance):
        self.turns[instance] += 1
        for agent in np.flatnonzero(self.live[instance]):
            chosen = self.actions[instance, agent, 0]
            change = (0, 1, -1)[chosen] if self.action_mask[instance, agent, chosen] else 0
            self.counts[instance, agent] += change
            self.reward[instance, agent] = change * 0.1
            if self.agents > 1 and self.turns[instance] >= 3 + 2 * agent + self.seeds[instance] % 3:
                self.live[instance, agent] = 0
        self.terminated[instance] = self.counts[instance, 0] >= 5 or not self.live[instance].any()
        self.truncated[instance] = self.turns[instance] >= 8
        self._look(instance)

    def _state(self):
        return (self.observations, self.action_mask, self.reward, self.terminated, self.truncated, self.live, self.turns, self.seeds, self.episodes, self.counts)

    def snapshot(self):
        return [part.copy() for part in self._state()]

    def restore(self, handle):
        for part, kept in zip(self._state(), handle):
            part[...] = kept

    def release(self, handle):
        handle.clear()

    def fork(self, source, targets):
        for part in self._state():
            part[list(targets)] = part[source]

    def close(self):
        self.closed = True
