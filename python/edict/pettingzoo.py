"""Environments for PettingZoo: one instance in which all agents act at once."""

from __future__ import annotations

from os import PathLike
from typing import Any, Mapping

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from .actions import checked_actions
from .batch import Batch
from .errors import error
from .gymnasium import refuse_options
from .kept_games import KeptGame
from .seeds import seed_from_entropy
from .spaces import Choices, action_space_of, observation_space_of


class EdictParallelEnv(KeptGame, ParallelEnv):
    """One instance of an environment, with all of its agents: ``agent_0``, ``agent_1`` and so on.

    Each agent sees float32 [D], acts by whole numbers [K], and finds in its info ``action_mask``, int8 [M]: 1 for what is allowed now,
    the choices of all heads one after the other; ``env.action_space(agent).sample(mask)`` takes it as it is. An agent that does not
    live any longer is told so once, by its termination, and leaves ``agents``; the others play on.

    Args:
        environment: the name of a shipped environment, or the path of a scenario file.
        mask_in_observation: makes observations dictionaries of ``observation`` and ``action_mask``.
        masked: what an action that its mask forbids does: with "ignore" nothing, with "refuse" it is an error.
        render_mode: only None: nothing is drawn.
        options: further options of ``edict.Batch``, such as ``record``.
    """

    metadata: dict[str, Any] = {"name": "edict", "render_modes": [], "is_parallelizable": True}
    render_mode = None

    def __init__(
        self,
        environment: str | PathLike[str],
        *,
        mask_in_observation: bool = False,
        masked: str = "ignore",
        render_mode: None = None,
        **options: Any,
    ) -> None:
        refuse_options(options, render_mode, taken=("instances", "seats", "autoreset", "opponents"))
        self.mask_in_observation = mask_in_observation
        self.batch = Batch(environment, 1, seats="all", autoreset="disabled", masked=masked, **options)
        shape = self.batch.shape
        self.metadata = {**type(self).metadata, "name": f"edict/{shape.name}"}
        self.possible_agents = [f"agent_{place}" for place in range(shape.agents)]
        self.agents = list(self.possible_agents)
        # A space for each agent, since each has draws of its own.
        self.action_spaces = {agent: action_space_of(shape) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space_of(shape, mask_in_observation) for agent in self.possible_agents}
        self._places = {agent: place for place, agent in enumerate(self.possible_agents)}
        self._seeded = False

    def observation_space(self, agent: str) -> spaces.Space:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Choices:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begins an episode: the first of the seed, or without one the next of the seed that there is (a seed at random at first).

        Returns:
            Observations and infos by agent.
        """
        if seed is None and not self._seeded:
            seed = seed_from_entropy()
        self.batch.reset(seed)
        self._seeded = True
        return self._now()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Runs a turn.

        Args:
            actions: whole numbers [K] by agent; who is left out does nothing.

        Returns:
            Observations, rewards, terminations, truncations and infos of those who were in ``agents`` before.

        Raises:
            EdictError: where an action is of somebody who does not play, has another shape or type or is out of range, or the episode
                is over; nothing has happened then.
        """
        if not isinstance(actions, Mapping):
            raise error("bad-action", f"the actions are of the type {type(actions).__name__}, expected a dictionary with an action by agent")
        batch = self.batch
        orders = np.zeros((len(self.possible_agents), batch.shape.heads), dtype=np.int32)
        for agent, action in actions.items():
            if agent not in self.agents:
                raise error("bad-action", f"there is an action of {agent!r}, but only {', '.join(self.agents) or 'nobody'} can act now")
            orders[self._places[agent]] = checked_actions(action, batch.shape, (), lambda _, agent=agent: agent)
        batch.actions[0] = orders
        batch.step()
        before = self.agents
        over, cut = bool(batch.terminated[0]), bool(batch.truncated[0])
        rewards = {agent: float(batch.reward[0, self._places[agent]]) for agent in before}
        terminations = {agent: over or not batch.live[0, self._places[agent]] for agent in before}
        truncations = {agent: cut for agent in before}
        self.agents = self._playing()
        observations, infos = self._told(before)
        return observations, rewards, terminations, truncations, infos

    def _playing(self) -> list[str]:
        batch = self.batch
        if batch.terminated[0] or batch.truncated[0]:
            return []
        return [agent for agent in self.possible_agents if batch.live[0, self._places[agent]]]

    def _now(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.agents = self._playing()
        return self._told(self.agents)

    def _told(self, agents: list[str]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        observations: dict[str, Any] = {}
        infos: dict[str, dict[str, Any]] = {}
        for agent in agents:
            observations[agent], infos[agent] = self._seen(0, self._places[agent])
        return observations, infos


def parallel_env(environment: str | PathLike[str], **options: Any) -> EdictParallelEnv:
    """An `EdictParallelEnv`, by the name that PettingZoo's tools look for."""
    return EdictParallelEnv(environment, **options)
