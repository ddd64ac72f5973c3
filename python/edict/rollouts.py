"""Stretches of play by a policy, as arrays to learn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .batch import Batch
from .errors import error
from .options import refuse_taken
from .random_policy import RandomPolicy
from .seeds import seed_from_entropy
from .shape import Shape

#: Actions [*rows, K] for observations [*rows, D] and masks [*rows, M]; or these and a dictionary of arrays [*rows, ...] to keep
#: with them, such as what the policy thinks its actions are worth. Rows are [N], or [N, A] with ``seats="all"``.
Policy = Callable[[NDArray[np.float32], NDArray[np.uint8]], Any]


@dataclass(frozen=True, eq=False)
class Fragment:
    """T turns of N instances. Rows are [N], or [N, A] with ``seats="all"``.

    Episodes that end go over into the next ones without a turn between, so every turn is one to learn from.
    """

    #: What was seen before each turn, float32 [T, *rows, D].
    observations: NDArray[np.float32]
    #: What was allowed, uint8 [T, *rows, M], heads one after the other.
    masks: NDArray[np.uint8]
    #: Who lived, bool [T, *rows]: what others are noted to have done had no effect.
    live: NDArray[np.bool_]
    #: What was done, int32 [T, *rows, K].
    actions: NDArray[np.int32]
    #: What it brought, float32 [T, *rows].
    rewards: NDArray[np.float32]
    #: Whether the rules ended the episode in that turn, bool [T, N].
    terminated: NDArray[np.bool_]
    #: Whether it was cut off in that turn, bool [T, N].
    truncated: NDArray[np.bool_]
    #: Turn and instance of each of E ends of episodes, int64 [E, 2], in order.
    ended: NDArray[np.int64]
    #: What was seen after these last turns, float32 [E, D] or [E, A, D]: to estimate what was to come where an episode was cut off.
    final_observations: NDArray[np.float32]
    #: What is seen after the last turn, float32 [*rows, D]: the next fragment begins with it.
    next_observations: NDArray[np.float32]
    #: What is allowed then, uint8 [*rows, M].
    next_masks: NDArray[np.uint8]
    #: What the policy gave in addition to actions, by name, [T, *rows, ...].
    extras: dict[str, NDArray[Any]]

    @property
    def turns(self) -> int:
        """T."""
        return self.observations.shape[0]

    @property
    def steps(self) -> int:
        """T times N."""
        return self.observations.shape[0] * self.observations.shape[1]

    @property
    def bytes(self) -> int:
        """What its arrays take."""
        arrays = [value for value in vars(self).values() if isinstance(value, np.ndarray)]
        return sum(array.nbytes for array in (*arrays, *self.extras.values()))


class Rollouts:
    """Instances of an environment that a policy plays, a stretch at a time.

    Args:
        environment: the name of a shipped environment, or the path of a scenario file.
        instances: N.
        seed: instance i is seeded with it plus i. None: at random.
        policy: how to play; None: at random among what is allowed.
        seats: the ``"first"`` agent of each instance is played, or ``"all"``.
        masked: what an action that its mask forbids does: with "ignore" nothing, with "refuse" it is an error.
        options: further options of ``edict.Batch``, such as ``opponents`` and ``workers``.
    """

    def __init__(
        self,
        environment: str | PathLike[str],
        instances: int = 64,
        *,
        seed: int | None = None,
        policy: Policy | None = None,
        seats: str = "first",
        masked: str = "ignore",
        **options: Any,
    ) -> None:
        refuse_taken(options, ("autoreset",))
        self._batch = Batch(environment, instances, seats=seats, autoreset="same-step", masked=masked, **options)
        first = seed_from_entropy() if seed is None else seed
        self._batch.reset(first)
        self._alone = seats == "first"
        self._policy: Policy = RandomPolicy(self._batch.shape, first) if policy is None else policy

    def shape(self) -> Shape:
        """How large things are in the environment."""
        return self._batch.shape

    def set_policy(self, policy: Policy) -> None:
        """Plays by another policy from the next turn on."""
        self._policy = policy

    def run(self, turns: int = 100, policy: Policy | None = None) -> Fragment:
        """Plays on, from where the last fragment ended.

        Args:
            turns: T.
            policy: plays from now on, as ``set_policy`` says; None: as before.

        Raises:
            EdictError: ``bad-action`` where the policy gives actions of another shape or type; the turns before stay played.
        """
        if turns < 1:
            raise error("bad-option", f"a fragment is of one turn or more, not {turns!r}", "turns")
        if policy is not None:
            self._policy = policy
        batch = self._batch
        count, rows = batch.instances, self._own(batch.reward).shape
        shape = batch.shape
        observations = np.empty((turns, *rows, shape.observation_size), np.float32)
        masks = np.empty((turns, *rows, shape.mask_size), np.uint8)
        live = np.empty((turns, *rows), np.bool_)
        actions = np.empty((turns, *rows, shape.heads), np.int32)
        rewards = np.empty((turns, *rows), np.float32)
        terminated, truncated = np.empty((turns, count), np.bool_), np.empty((turns, count), np.bool_)
        finals: list[NDArray[np.float32]] = []
        extras: dict[str, NDArray[Any]] = {}
        for turn in range(turns):
            observations[turn] = self._own(batch.observations)
            masks[turn] = self._own(batch.action_mask)
            live[turn] = self._own(batch.live)
            chosen, kept = self._chosen(observations[turn], masks[turn])
            batch.step(chosen)
            actions[turn] = self._own(batch.actions)
            rewards[turn] = self._own(batch.reward)
            terminated[turn], truncated[turn] = batch.terminated, batch.truncated
            over = np.flatnonzero(terminated[turn] | truncated[turn])
            if over.size > 0:
                finals.append(self._own(batch.final_observations)[over])
            keep(extras, kept, turn, turns)
        return Fragment(
            observations,
            masks,
            live,
            actions,
            rewards,
            terminated,
            truncated,
            np.argwhere(terminated | truncated),
            np.concatenate(finals) if finals else np.empty((0, *observations.shape[2:]), np.float32),
            self._own(batch.observations).copy(),
            self._own(batch.action_mask).copy(),
            extras,
        )

    def close(self) -> None:
        """Ends the simulation; again: nothing."""
        self._batch.close()

    def _own(self, view: NDArray[Any]) -> NDArray[Any]:
        return view[:, 0] if self._alone else view

    def _chosen(self, observations: NDArray[np.float32], masks: NDArray[np.uint8]) -> tuple[NDArray[Any], dict[str, Any]]:
        answer = self._policy(observations, masks)
        chosen, kept = answer if isinstance(answer, tuple) else (answer, {})
        chosen = np.asarray(chosen)
        # What has no rows at all is refused as it is, with the shape that it has.
        return (chosen[:, np.newaxis] if self._alone and chosen.ndim > 0 else chosen), kept


def keep(extras: dict[str, NDArray[Any]], kept: dict[str, Any], turn: int, turns: int) -> None:
    """Writes what a policy gave in a turn into arrays for all turns, which the first turn makes.

    Raises:
        EdictError: ``bad-policy`` where the policy gives other names than in the turns before.
    """
    if turn > 0 and kept.keys() != extras.keys():
        raise error("bad-policy", f"the policy gave {sorted(kept)} with the actions, but {sorted(extras)} in the turns before; let it give the same always")
    for name, value in kept.items():
        array = np.asarray(value)
        if turn == 0:
            extras[name] = np.empty((turns, *array.shape), array.dtype)
        extras[name][turn] = array
