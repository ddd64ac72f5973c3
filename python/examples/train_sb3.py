"""Trains MaskablePPO of sb3-contrib on a shipped environment, draws its learning curve, and compares it with random play.

    pip install 'edict-sim[node,sb3]' matplotlib
    python train_sb3.py --steps 500000
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from curve import draw_curve
from episodes import Policy, play
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor

from edict.sb3 import EdictVecEnv


class Progress(BaseCallback):
    """Notes the mean return after each rollout, tells it, and ends the training when its time is up."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.points: list[tuple[int, float]] = []
        self.began = time.monotonic()
        self.minutes = minutes

    def _on_step(self) -> bool:
        return time.monotonic() - self.began < self.minutes * 60

    def _on_rollout_end(self) -> None:
        ended = [episode["r"] for episode in self.model.ep_info_buffer]
        if ended:
            self.points.append((self.num_timesteps, float(np.mean(ended))))
            if len(self.points) % 10 == 1:
                print(f"{self.num_timesteps:9d} steps, {time.monotonic() - self.began:5.0f} s: mean return {self.points[-1][1]:.3f}", flush=True)


def policy_of(model: MaskablePPO, deterministic: bool) -> Policy:
    """How a model plays."""
    return lambda observations, masks: model.predict(observations, action_masks=masks.astype(np.bool_), deterministic=deterministic)[0]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--environment", default="galaxy-small", help="name of a shipped environment, or path of a scenario file")
    parser.add_argument("--instances", type=int, default=64, help="instances that are stepped together")
    parser.add_argument("--steps", type=int, default=500_000, help="steps of the environment, all instances together")
    parser.add_argument("--minutes", type=float, default=25, help="the training ends after so long at the latest")
    parser.add_argument("--seed", type=int, default=1, help="of the training; episodes of the comparison have others")
    parser.add_argument("--episodes", type=int, default=100, help="episodes of the comparison")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch; more are slower for networks as small as these")
    parser.add_argument("--curve", default="learning-curve.png", help="where the learning curve is written to")
    parser.add_argument("--model", help="where the trained model is written to (a .zip); left out: nowhere")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    torch.set_num_threads(given.threads)
    env = EdictVecEnv(given.environment, given.instances)
    env.seed(given.seed)
    model = MaskablePPO(
        "MlpPolicy",
        VecMonitor(env),
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.99,
        ent_coef=0.0003,
        policy_kwargs={"net_arch": [128, 128]},
        seed=given.seed,
        device="cpu",
    )
    progress = Progress(given.minutes)
    model.learn(given.steps, callback=progress)
    seconds = time.monotonic() - progress.began
    print(f"{model.num_timesteps} steps in {seconds:.0f} s: {model.num_timesteps / seconds:.0f} steps/s with training")
    if given.model is not None:
        model.save(given.model)
    env.close()

    unseen = given.seed + 1_000_000
    chance = play(given.environment, None, given.episodes, unseen)
    trained = play(given.environment, policy_of(model, deterministic=False), given.episodes, unseen)
    print(f"random:  {chance}")
    print(f"trained: {trained}")
    draw_curve(given.curve, f"MaskablePPO on {given.environment}", progress.points, {"random": chance.mean, "trained, compared": trained.mean})
    print(f"{given.curve} written")


if __name__ == "__main__":
    main()
