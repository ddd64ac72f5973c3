"""Environments for Stable-Baselines3, with masks for ``MaskablePPO`` of sb3-contrib."""

from __future__ import annotations

from os import PathLike
from typing import Any, Iterable, Sequence

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from .errors import error
from .gymnasium import EdictVectorEnv


class EdictVecEnv(VecEnv):
    """N instances of an environment, stepped at once: what `edict.gymnasium.EdictVectorEnv` does, as Stable-Baselines3 wants it.

    Observations are float32 [N, D], actions whole numbers [N, K], rewards float32 [N]. An instance whose episode ends begins again in the
    same step; its info then holds ``terminal_observation``, and ``TimeLimit.truncated`` where it was only cut off. ``MaskablePPO`` asks for
    masks by itself.

    Args:
        environment, num_envs, mask_in_observation, masked, options: as for ``EdictVectorEnv``.
    """

    def __init__(
        self,
        environment: str | PathLike[str],
        num_envs: int = 1,
        *,
        mask_in_observation: bool = False,
        masked: str = "ignore",
        **options: Any,
    ) -> None:
        self.instances = EdictVectorEnv(
            environment,
            num_envs,
            autoreset_mode=AutoresetMode.SAME_STEP,
            mask_in_observation=mask_in_observation,
            masked=masked,
            **options,
        )
        self._ordered: np.ndarray | None = None
        super().__init__(num_envs, self.instances.single_observation_space, self.instances.single_action_space)

    def reset(self) -> Any:
        """Begins all episodes again, with the seeds of `seed` where it was called since the last reset."""
        observations, infos = self.instances.reset(seed=self._seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{"action_mask": mask} for mask in infos["action_mask"]]
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Takes the actions [N, K] of the next `step_wait`."""
        self._ordered = actions

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Runs a turn; observations, rewards, whether episodes ended, and infos."""
        if self._ordered is None:
            raise error("bad-action", "there are no actions to wait for; call step_async first")
        actions, self._ordered = self._ordered, None
        observations, rewards, terminations, truncations, infos = self.instances.step(actions)
        told = [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        ended = terminations | truncations
        for instance in np.flatnonzero(ended):
            told[instance]["TimeLimit.truncated"] = bool(truncations[instance] and not terminations[instance])
            told[instance]["terminal_observation"] = infos["final_obs"][instance]
            self.reset_infos[instance] = {"action_mask": infos["action_mask"][instance]}
        return observations, rewards.astype(np.float32), ended, told

    def action_masks(self) -> np.ndarray:
        """What is allowed now, bool [N, M]."""
        return self.instances.batch.action_mask[:, 0].astype(np.bool_)

    def close(self) -> None:
        """Ends the simulation."""
        self.instances.close()

    def get_attr(self, attr_name: str, indices: None | int | Iterable[int] = None) -> list[Any]:
        """An attribute, once for each instance asked about: instances are no objects of their own."""
        source = self if attr_name == "action_masks" else self.instances
        return [getattr(source, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: None | int | Iterable[int] = None) -> None:
        """Refused: instances have no attributes of their own."""
        raise AttributeError(f"edict: {attr_name!r} cannot be set: instances of an environment are no objects of their own.")

    def env_method(self, method_name: str, *method_args: Any, indices: None | int | Iterable[int] = None, **method_kwargs: Any) -> list[Any]:
        """What ``action_masks`` (bool [M] each) or ``render`` (None) returns for each instance asked about; there are no others."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[instance] for instance in self._get_indices(indices)]
        if method_name == "render":
            return [None for _ in self._get_indices(indices)]
        raise AttributeError(f"edict: instances have the methods 'action_masks' and 'render', not {method_name!r}.")

    def env_is_wrapped(self, wrapper_class: type, indices: None | int | Iterable[int] = None) -> list[bool]:
        """Whether instances are wrapped: never."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Nothing is drawn: None for each instance."""
        return [None] * self.num_envs
