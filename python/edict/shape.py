"""How large things are in an environment, known before there is a world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Block:
    """A part of an observation."""

    name: str
    #: The first of its numbers.
    offset: int
    #: Objects that it has room for; 0: it speaks of the agent itself, and there is no presence before its values.
    slots: int
    #: Names of the values. With slots, each takes one number more than there are: first 1 or 0, whether somebody is there.
    values: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.values) if self.slots == 0 else self.slots * (1 + len(self.values))


@dataclass(frozen=True)
class Order:
    """A part of an action."""

    name: str
    #: The first of its heads.
    head: int
    #: How many heads it has.
    slots: int
    #: Names of the choices from 1 on (0 is to do nothing); empty where they are objects.
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Shape:
    """A agents, K heads, D numbers observed, M choices of all heads."""

    name: str
    #: A: agents of the environment. A batch with ``seats="first"`` acts for one of them.
    agents: int
    #: K.
    heads: int
    #: By head: choices, that of doing nothing included. Their sum is M.
    choices: tuple[int, ...]
    #: D.
    observation_size: int
    #: M.
    mask_size: int
    #: Turns after which an episode is truncated; 0: never.
    turns: int
    blocks: tuple[Block, ...]
    orders: tuple[Order, ...]


def shape_of(told: dict[str, Any]) -> Shape:
    """The shape as the bridge tells it."""
    return Shape(
        name=told["name"],
        agents=told["agents"],
        heads=told["heads"],
        choices=tuple(told["choices"]),
        observation_size=told["observationSize"],
        mask_size=told["maskSize"],
        turns=told["turns"],
        blocks=tuple(Block(block["name"], block["offset"], block["slots"], tuple(block["values"])) for block in told["blocks"]),
        orders=tuple(Order(order["name"], order["head"], order["slots"], tuple(order["choices"])) for order in told["orders"]),
    )
