"""Environments for Gymnasium: ``EdictVectorEnv`` for many instances at once, and ``EdictEnv`` for one.

Both play the first seat of each instance; ``opponents`` says who plays the others. With ``import edict`` the shipped environments
are known to ``gymnasium.make_vec("edict/galaxy-small-v0", num_envs=64)`` and ``gymnasium.make("edict/galaxy-small-v0")``.
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Sequence

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .actions import checked_actions, put_at_once
from .batch import Batch
from .errors import EdictError, error
from .kept_games import KeptGame, KeptGames
from .options import refuse_taken
from .seeds import seed_from_entropy
from .spaces import action_space_of, observation_space_of


class EdictVectorEnv(KeptGames, VectorEnv):
    """N instances of an environment, stepped at once.

    Observations are float32 [N, D], actions whole numbers [N, K], rewards float64 [N], terminations and truncations bool [N].
    ``infos["action_mask"]`` is int8 [N, M]: 1 for what is allowed now, the choices of all heads one after the other.

    Args:
        environment: the name of a shipped environment, or the path of a scenario file.
        num_envs: N.
        autoreset_mode: what happens where an episode ends, as ``gymnasium.vector.AutoresetMode`` names it, by the value or its text.
            In ``SAME_STEP`` what was seen last is in ``infos["final_obs"]`` and ``infos["final_info"]``; in ``DISABLED`` instances that are
            over have to be begun again by ``reset(options={"reset_mask": mask})`` before the next step.
        copy: whether observations and masks are arrays of their own. With False they are read-only views into memory that is shared
            with the simulation: the next call writes over them, so whoever keeps them has to copy them.
        mask_in_observation: makes observations dictionaries of ``observation`` and ``action_mask``.
        masked: what an action that its mask forbids does: with "ignore" nothing, since Gymnasium promises that any member of the
            action space is taken; with "refuse" it is an error, which finds mistakes of policies that ought to know their masks.
        render_mode: only None: nothing is drawn.
        options: further options of ``edict.Batch``, such as ``opponents``, ``workers`` and ``record``.
    """

    def __init__(
        self,
        environment: str | PathLike[str],
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        mask_in_observation: bool = False,
        masked: str = "ignore",
        render_mode: None = None,
        **options: Any,
    ) -> None:
        self.closed = True  # until there is something to close
        refuse_options(options, render_mode, taken=("instances", "seats", "autoreset"))
        self.autoreset_mode = autoreset_mode_of(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.render_mode = None
        self.num_envs = num_envs
        self.copy = copy
        self.mask_in_observation = mask_in_observation
        # In the mode SAME_STEP episodes are begun again by a reset of this class, because infos have to tell the mask of the last state, too.
        autoreset = "next-step" if self.autoreset_mode == AutoresetMode.NEXT_STEP else "disabled"
        self.batch = Batch(environment, num_envs, seats="first", autoreset=autoreset, masked=masked, **options)
        self.closed = False
        self._seeded = np.zeros(num_envs, dtype=np.bool_)
        shape = self.batch.shape
        self.single_action_space = action_space_of(shape)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space_of(shape, mask_in_observation)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        # Of the first seat: views stay the same for the life of a batch.
        self._ordered = self.batch.actions[:, 0]
        self._seen = self.batch.observations[:, 0]
        self._allowed = self.batch.action_mask[:, 0].view(np.int8)
        self._rewarded = self.batch.reward[:, 0]
        self._terminated = self.batch.terminated.view(np.bool_)
        self._truncated = self.batch.truncated.view(np.bool_)
        self._everyone = np.ones(num_envs, dtype=np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begins episodes again.

        Args:
            seed: a number seeds instance i with it plus i; a list gives each its own. Without (or None in the list) an instance goes
                on to the next episode of its seed; where it never had one, it gets one at random.
            options: ``reset_mask``, bool [N]: only these instances begin again, whatever the mode.

        Returns:
            Observations of all instances, and infos. ``infos["_action_mask"]`` tells which instances began; the masks are those of all.
        """
        chosen = self._chosen(options)
        if seed is None and not self._seeded.any():
            seed = seed_from_entropy()
        is_one = seed is not None and np.ndim(seed) == 0
        self._begin(seed if is_one else self._seeds(seed, chosen), chosen)
        self._seeded |= chosen
        if is_one:
            super().reset(seed=int(seed))
        return self._observations(), self._infos(chosen)

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Runs a turn of all instances.

        Args:
            actions: whole numbers [N, K]. Those of instances that begin again in this step do nothing, whatever they are.

        Raises:
            EdictError: where an action has another shape or type or is out of range, before anything has happened;
                ``episode-over`` in the mode ``DISABLED``, where an instance is over.
        """
        if put_at_once(actions, self._ordered):
            self._step_as_put(actions)
        else:
            self._ordered[...] = self._checked(actions)
            self.batch.step()
        rewards = self._rewarded.astype(np.float64)
        terminations = self._terminated.copy()
        truncations = self._truncated.copy()
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            ended = terminations | truncations
            if ended.any():
                infos = self._final_infos(ended)
                self._begin(None, ended)
        infos.update(self._infos(self._everyone.copy()))
        return self._observations(), rewards, terminations, truncations, infos

    def fork(self, source: int, targets: Sequence[int]) -> tuple[Any, dict[str, Any]]:
        """Makes instances copies of one, which go on as it does as long as their actions are the same, and returns observations and infos."""
        self.batch.fork(source, targets)
        return self._now()

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """An attribute of this environment, or what its method returns, once for each instance: instances are no objects of their own."""
        attribute = getattr(self, name)
        return (attribute(*args, **kwargs) if callable(attribute) else attribute,) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of this environment, once for each instance."""
        return (getattr(self, name),) * self.num_envs

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the simulation."""
        self.batch.close()

    def __del__(self) -> None:
        if not getattr(self, "closed", True):
            self.close()

    def _step_as_put(self, actions: np.ndarray) -> None:
        try:
            self.batch.step()
        except EdictError as refusal:
            if refusal.code == "bad-action":
                # Says so as for all other actions.
                self._checked(actions)
            raise

    def _checked(self, actions: Any) -> np.ndarray:
        return checked_actions(actions, self.batch.shape, (self.num_envs,), lambda row: f"instance {row[0]}")

    def _chosen(self, options: dict[str, Any] | None) -> np.ndarray:
        mask = None if options is None else options.get("reset_mask")
        if mask is None:
            return self._everyone.copy()
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise error(
                "bad-mask",
                f"options['reset_mask'] has to be an array of the type bool and the shape ({self.num_envs},), not {described(mask)}",
            )
        if not mask.any():
            raise error("bad-mask", "options['reset_mask'] chooses no instance; leave the reset out")
        return mask.copy()

    def _seeds(self, seed: Sequence[int | None] | None, chosen: np.ndarray) -> list[int | None]:
        seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) == self.num_envs:
            for instance in np.flatnonzero(chosen & ~self._seeded):
                if seeds[instance] is None:
                    seeds[instance] = seed_from_entropy()
        return seeds

    def _begin(self, seeds: int | list[int | None] | None, chosen: np.ndarray) -> None:
        self.batch.reset(seeds, None if chosen.all() else chosen)

    def _note_begun(self) -> None:
        self._seeded[:] = True

    def _now(self) -> tuple[Any, dict[str, Any]]:
        return self._observations(), self._infos(self._everyone.copy())

    def _observations(self) -> Any:
        observations = own(self._seen, self.copy)
        return {"observation": observations, "action_mask": self._masks()} if self.mask_in_observation else observations

    def _masks(self) -> np.ndarray:
        return own(self._allowed, self.copy)

    def _infos(self, given: np.ndarray) -> dict[str, Any]:
        return {"action_mask": self._masks(), "_action_mask": given}

    def _final_infos(self, ended: np.ndarray) -> dict[str, Any]:
        batch = self.batch
        observations = np.full(self.num_envs, None, dtype=object)
        masks = np.zeros((self.num_envs, batch.shape.mask_size), dtype=np.int8)
        masks[ended] = batch.action_mask[ended, 0].view(np.int8)
        for instance in np.flatnonzero(ended):
            seen = batch.observations[instance, 0].copy()
            observations[instance] = {"observation": seen, "action_mask": masks[instance].copy()} if self.mask_in_observation else seen
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": {"action_mask": masks, "_action_mask": ended.copy()},
            "_final_info": ended.copy(),
        }


class EdictEnv(KeptGame, gymnasium.Env):
    """One instance of an environment.

    Observations are float32 [D], actions whole numbers [K]; ``info["action_mask"]`` is int8 [M]: 1 for what is allowed now, the
    choices of all heads one after the other. Many instances are stepped a great deal faster by `EdictVectorEnv`.

    Args:
        environment, mask_in_observation, masked, render_mode, options: as for `EdictVectorEnv`.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        environment: str | PathLike[str],
        *,
        mask_in_observation: bool = False,
        masked: str = "ignore",
        render_mode: None = None,
        **options: Any,
    ) -> None:
        refuse_options(options, render_mode, taken=("instances", "seats", "autoreset"))
        self.render_mode = None
        self.mask_in_observation = mask_in_observation
        self.batch = Batch(environment, 1, seats="first", autoreset="disabled", masked=masked, **options)
        self._seeded = False
        self.action_space = action_space_of(self.batch.shape)
        self.observation_space = observation_space_of(self.batch.shape, mask_in_observation)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins an episode: the first of the seed, or without one the next of the seed that there is (a seed at random at first)."""
        if seed is None and not self._seeded:
            seed = seed_from_entropy()
        self.batch.reset(seed)
        super().reset(seed=None if seed is None else int(seed))
        self._seeded = True
        return self._now()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Runs a turn.

        Args:
            action: whole numbers [K].

        Raises:
            EdictError: where the action has another shape or type or is out of range, or the episode is over; nothing has happened then.
        """
        batch = self.batch
        checked = checked_actions(action, batch.shape, (), lambda _: "the agent")
        np.copyto(batch.actions[0, 0], checked, casting="unsafe")
        batch.step()
        observation, info = self._now()
        return observation, float(batch.reward[0, 0]), bool(batch.terminated[0]), bool(batch.truncated[0]), info

    def action_masks(self) -> np.ndarray:
        """What is allowed now, bool [M], by the name that sb3-contrib asks for."""
        return self.batch.action_mask[0, 0].astype(np.bool_)

    def _now(self) -> tuple[Any, dict[str, Any]]:
        return self._seen(0, 0)


def own(view: np.ndarray, copy: bool) -> np.ndarray:
    """A copy of the view, or itself."""
    return view.copy() if copy else view


def autoreset_mode_of(mode: str | AutoresetMode) -> AutoresetMode:
    """The mode that is meant by itself or its text."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(repr(one.value) for one in AutoresetMode)
        raise error("bad-option", f"the autoreset mode is one of {names}, not {mode!r}") from None


def refuse_options(options: dict[str, Any], render_mode: Any, taken: tuple[str, ...]) -> None:
    """Refuses what these environments decide themselves.

    Raises:
        EdictError: ``bad-option``.
        TypeError: for a way to draw. Tools that would like to have one, such as Stable-Baselines3's ``make_vec_env``, then do without.
    """
    if render_mode is not None:
        raise TypeError(f"edict: nothing is drawn, so the render mode can only be None, not {render_mode!r}")
    refuse_taken(options, taken)


def described(value: Any) -> str:
    """What something is, for messages."""
    return f"{value.dtype} {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__
