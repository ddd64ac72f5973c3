"""Trains PPO of RLlib on a local cluster with two runners, draws the learning curve, and compares it with random play.

    pip install 'edict-sim[node,ray]' torch matplotlib
    python ppo_two_runners.py --iterations 80
"""

from __future__ import annotations

import argparse
import os
import time

import numpy as np
import ray
import torch
from curve import draw_curve
from episodes import Policy, play
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec

from edict.rllib_masks import MaskedPPOModule


def configuration(given: argparse.Namespace) -> PPOConfig:
    """PPO with masks, each runner with instances that are stepped together."""
    steps = given.runners * given.instances * given.turns
    return (
        PPOConfig()
        # What stands before the colon is imported by each runner, and registers what stands after it.
        .environment(f"edict:edict/{given.environment}-v0", env_config={"mask_in_observation": True})
        .env_runners(
            num_env_runners=given.runners,
            num_envs_per_env_runner=given.instances,
            gym_env_vectorize_mode="vector_entry_point",
            rollout_fragment_length=given.turns,
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedPPOModule, model_config=DefaultModelConfig(fcnet_hiddens=[128, 128], vf_share_layers=False)))
        .training(
            train_batch_size_per_learner=steps,
            minibatch_size=min(1024, steps),
            num_epochs=4,
            lr=1e-3,
            gamma=0.99,
            lambda_=0.95,
            clip_param=0.2,
            grad_clip=0.5,
            use_kl_loss=False,
        )
        .debugging(seed=given.seed)
    )


def policy_of(module: RLModule, seed: int) -> Policy:
    """How a trained module plays."""
    generator = torch.Generator().manual_seed(seed)

    def act(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        seen = {"observation": torch.from_numpy(observations), "action_mask": torch.from_numpy(masks)}
        with torch.no_grad():
            logits = module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        heads = logits.split([int(choices) for choices in module.action_space.nvec], dim=-1)
        return torch.cat([torch.multinomial(head.softmax(-1), 1, generator=generator) for head in heads], dim=-1).numpy()

    return act


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--environment", default="galaxy-small", help="name of a shipped environment")
    parser.add_argument("--runners", type=int, default=2, help="runners, each a process")
    parser.add_argument("--instances", type=int, default=32, help="instances of each runner, stepped together")
    parser.add_argument("--turns", type=int, default=64, help="turns of each instance in an iteration")
    parser.add_argument("--iterations", type=int, default=80, help="iterations of the training")
    parser.add_argument("--minutes", type=float, default=20, help="the training ends after so long at the latest")
    parser.add_argument("--seed", type=int, default=1, help="of the training; episodes of the comparison have others")
    parser.add_argument("--episodes", type=int, default=64, help="episodes of the comparison")
    parser.add_argument("--curve", default="learning-curve.png", help="where the learning curve is written to")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    torch.set_num_threads(1)  # networks as small as these are slower with more
    # A local cluster; the learner is in this process, which waits while runners play.
    ray.init(num_cpus=max(given.runners, 1), include_dashboard=False, log_to_driver=False)
    algorithm = configuration(given).build_algo()
    points: list[tuple[int, float]] = []
    steps, began = 0, time.monotonic()
    for iteration in range(given.iterations):
        told = algorithm.train()["env_runners"]
        steps = int(told["num_env_steps_sampled_lifetime"])
        mean = told.get("episode_return_mean", np.nan)
        seconds = time.monotonic() - began
        if np.isfinite(mean):
            points.append((steps, float(mean)))
        print(f"{iteration + 1:4d}: {steps:9d} steps, {seconds:5.0f} s: " + (f"mean return {mean:.3f}" if np.isfinite(mean) else "no episode ended"), flush=True)
        if seconds > given.minutes * 60:
            break
    print(f"{steps} steps in {time.monotonic() - began:.0f} s: {steps / (time.monotonic() - began):.0f} steps/s with training")

    unseen = given.seed + 1_000_000
    chance = play(given.environment, None, given.episodes, unseen)
    trained = play(given.environment, policy_of(algorithm.get_module(), seed=0), given.episodes, unseen)
    print(f"random:  {chance}")
    print(f"trained: {trained}")
    algorithm.stop()
    ray.shutdown()
    draw_curve(given.curve, f"PPO of RLlib on {given.environment}", points, {"random": chance.mean, "trained, compared": trained.mean})
    print(f"{os.path.abspath(given.curve)} written")


if __name__ == "__main__":
    main()
