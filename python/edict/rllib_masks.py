"""A module of PPO in RLlib that takes only what masks allow."""

from __future__ import annotations

from typing import Any

import gymnasium
import torch
from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
from ray.rllib.core.columns import Columns

from .errors import error

#: Small enough for a probability of 0, and far from what float32 cannot hold.
_NEVER = -1e9


class MaskedPPOModule(DefaultPPOTorchRLModule):
    """What RLlib's PPO uses by default, for environments made with ``mask_in_observation=True``.

    It sees ``observation`` and gives choices that ``action_mask`` forbids no probability. Use it by
    ``config.rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedPPOModule))``.
    """

    def __init__(self, *, observation_space: gymnasium.Space, **options: Any) -> None:
        if not isinstance(observation_space, gymnasium.spaces.Dict) or set(observation_space) != {"observation", "action_mask"}:
            raise error("bad-option", f"masks have to be in observations, which are {observation_space}; make environments with mask_in_observation=True")
        self._with_mask = observation_space
        # Networks are built for what is seen, without the mask.
        super().__init__(observation_space=observation_space["observation"], **options)

    def setup(self) -> None:
        """Builds the networks."""
        super().setup()
        self.observation_space = self._with_mask

    def _forward(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        return masked(super()._forward(without_mask(batch), **options), batch)

    def _forward_train(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        return masked(super()._forward_train(without_mask(batch), **options), batch)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """What is expected to come, by state."""
        return super().compute_values(without_mask(batch), embeddings)


def without_mask(batch: dict[str, Any]) -> dict[str, Any]:
    """The batch as the networks take it."""
    return {**batch, Columns.OBS: batch[Columns.OBS]["observation"]}


def masked(answer: dict[str, Any], batch: dict[str, Any]) -> dict[str, Any]:
    """The answer of the networks, with what is forbidden out of reach."""
    logits = answer[Columns.ACTION_DIST_INPUTS]
    answer[Columns.ACTION_DIST_INPUTS] = torch.where(batch[Columns.OBS]["action_mask"] > 0, logits, _NEVER)
    return answer
