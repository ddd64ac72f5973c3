"""A game, and the search for what to do in it by playing copies of it on."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .batch import Batch
from .errors import error
from .options import refuse_taken
from .random_policy import RandomPolicy
from .seeds import seed_from_entropy
from .shape import Shape


@dataclass(frozen=True, eq=False)
class Position:
    """Where a game is, for all of its A agents."""

    #: float32 [A, D].
    observations: NDArray[np.float32]
    #: What is allowed, uint8 [A, M], heads one after the other.
    masks: NDArray[np.uint8]
    #: What the last turn brought, float32 [A].
    rewards: NDArray[np.float32]
    #: Who lives, bool [A].
    live: NDArray[np.bool_]
    terminated: bool
    truncated: bool
    #: Turns so far.
    turn: int

    @property
    def is_over(self) -> bool:
        return self.terminated or self.truncated


@dataclass(frozen=True, eq=False)
class Plan:
    """What an agent might do in the next H turns."""

    #: int32 [H, K].
    actions: NDArray[np.int32]
    #: What it brought where it was tried.
    value: float
    #: What each of all that were tried brought, float64 [C].
    values: NDArray[np.float64]


class Search:
    """One game, and room for C copies of it in which plans are tried.

    A search makes copies of the game as it is, plays each on at random, and gives the one that brought most; the game stays where
    it is. Two of these that are told the same ``reset`` and ``play`` hold the same game, so a search can be spread over many.

    Copies have the same luck as the game: dice that the rules throw fall as they will fall there. What the other agents will do is
    not known to the search: in copies they play at random.

    Args:
        environment: the name of a shipped environment, or the path of a scenario file.
        copies: C.
        agent: whose plans are sought, from 0.
        seed: of what is tried; it says nothing about the game. None: at random.
        options: further options of ``edict.Batch``, such as ``workers``.
    """

    def __init__(self, environment: str | PathLike[str], copies: int = 32, *, agent: int = 0, seed: int | None = None, **options: Any) -> None:
        refuse_taken(options, ("instances", "seats", "autoreset", "masked", "opponents"))
        # A copy whose episode is over begins another, which is not counted.
        self._batch = Batch(environment, copies, seats="all", autoreset="next-step", masked="ignore", **options)
        if not 0 <= agent < self._batch.agents:
            self._batch.close()
            raise error("bad-option", f"there is no agent {agent!r}, expected a number from 0 to {self._batch.agents - 1}", "agent")
        self._agent = agent
        self._policy = RandomPolicy(self._batch.shape, seed)
        self._is_over = True

    def shape(self) -> Shape:
        """How large things are in the environment."""
        return self._batch.shape

    def reset(self, seed: int | None = None) -> Position:
        """Begins a game: the first of the seed. None: a seed at random, which no other search then has."""
        self._batch.reset(seed_from_entropy() if seed is None else seed)
        return self._position()

    def play(self, actions: ArrayLike) -> Position:
        """Runs a turn of the game.

        Args:
            actions: whole numbers [A, K].

        Raises:
            EdictError: ``episode-over`` where the game is over or was never begun; ``bad-action``.
        """
        self._check_running()
        batch = self._batch
        given = np.asarray(actions)
        if given.shape != batch.actions.shape[1:]:
            raise error("bad-action", f"the actions have the shape {given.shape}, expected {batch.actions.shape[1:]}: agents, heads")
        every = np.zeros(batch.actions.shape, given.dtype)
        every[0] = given
        batch.step(every)
        return self._position()

    def search(self, turns: int = 20, plan: ArrayLike | None = None) -> Plan:
        """Tries C plans at random, and gives the best.

        Args:
            turns: H, how far to look.
            plan: whole numbers [up to H, K], tried in place of one of them and filled up at random: what is left of the last plan
                should be, because it was good so far.

        Raises:
            EdictError: ``episode-over``; ``bad-action`` where the plan has another shape or type. The game is where it was then, too.
        """
        self._check_running()
        if turns < 1:
            raise error("bad-option", f"a search looks at one turn or more, not {turns!r}", "turns")
        batch = self._batch
        known = np.empty((0, batch.shape.heads), np.int32) if plan is None else np.asarray(plan)
        if known.ndim != 2 or known.shape[1] != batch.shape.heads or known.dtype.kind not in "iu":
            raise error("bad-action", f"the plan is {known.dtype} {known.shape}, expected whole numbers of the shape (turns, {batch.shape.heads})")
        if batch.instances > 1:
            batch.fork(0, range(1, batch.instances))
        before = batch.snapshot()
        try:
            return self._tried(turns, known)
        finally:
            batch.restore(before)
            batch.release(before)

    def hash(self) -> str:
        """The state of the game: the same in all that were told the same."""
        return self._batch.hash(0)

    def close(self) -> None:
        """Ends the simulation; again: nothing."""
        self._batch.close()

    def _tried(self, turns: int, known: NDArray[Any]) -> Plan:
        batch = self._batch
        tried = np.empty((turns, batch.instances, batch.shape.heads), np.int32)
        values = np.zeros(batch.instances)
        running = np.ones(batch.instances, np.bool_)
        for turn in range(turns):
            actions = self._policy(batch.observations, batch.action_mask)
            if turn < len(known):
                actions[0, self._agent] = known[turn]
            tried[turn] = actions[:, self._agent]
            batch.step(actions)
            values += np.where(running, batch.reward[:, self._agent], 0)
            running &= (batch.terminated == 0) & (batch.truncated == 0)
        best = int(values.argmax())
        return Plan(tried[:, best].copy(), float(values[best]), values)

    def _position(self) -> Position:
        batch = self._batch
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        self._is_over = terminated or truncated
        return Position(
            batch.observations[0].copy(),
            batch.action_mask[0].copy(),
            batch.reward[0].copy(),
            batch.live[0].astype(np.bool_),
            terminated,
            truncated,
            int(batch.turns[0]),
        )

    def _check_running(self) -> None:
        if self._is_over:
            raise error("episode-over", "the game is over, or was never begun; call reset first")
