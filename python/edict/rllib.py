"""Environments for RLlib in which several agents act.

For one agent nothing is needed but Gymnasium's id and ``gym_env_vectorize_mode="vector_entry_point"``: RLlib then steps all
instances of a runner at once. With several agents it cannot: its runner for them takes single environments one after the other.
"""

from __future__ import annotations

from typing import Any

from ray.rllib.env.multi_agent_env import MultiAgentEnv

from .errors import error
from .pettingzoo import EdictParallelEnv


class EdictMultiAgentEnv(MultiAgentEnv):
    """One instance of an environment, with all of its agents: ``agent_0``, ``agent_1`` and so on.

    Slow by nature of RLlib's runner: each instance is a Node process of its own, and a turn of one instance goes through the bridge
    by itself. Agents that no longer live are told so once, by their termination, and play no more in that episode.

    Args:
        config: ``environment``, the name of a shipped environment or the path of a scenario file, and options of
            `edict.pettingzoo.EdictParallelEnv`, such as ``mask_in_observation``. It is what ``env_config`` says.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        options = dict(config)
        if "environment" not in options:
            raise error("bad-option", "env_config says nothing about 'environment'; give the name of an environment or the path of a scenario file", "environment")
        self.game = EdictParallelEnv(options.pop("environment"), **options)
        self.possible_agents = list(self.game.possible_agents)
        self.agents = list(self.possible_agents)
        self.observation_spaces = self.game.observation_spaces
        self.action_spaces = self.game.action_spaces
        super().__init__()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode, and returns observations and infos by agent."""
        answer = self.game.reset(seed=seed, options=options)
        self.agents = list(self.game.agents)
        return answer

    def step(
        self, action_dict: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Runs a turn; who is left out of the actions does nothing. Flags tell of the episode under ``__all__``."""
        observations, rewards, terminateds, truncateds, infos = self.game.step(action_dict)
        self.agents = list(self.game.agents)
        cut = bool(self.game.batch.truncated[0])
        over = bool(self.game.batch.terminated[0])
        terminateds["__all__"] = over or (not self.agents and not cut)
        truncateds["__all__"] = cut
        return observations, rewards, terminateds, truncateds, infos

    def close(self) -> None:
        """Ends the simulation; again: nothing."""
        if hasattr(self, "game"):
            self.game.close()
