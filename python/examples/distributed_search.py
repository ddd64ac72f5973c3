"""Plays by search that is spread over actors of Ray, and compares it with random play.

Each actor holds the same game. Every ten turns each copies it, plays the copies on at random, and tells its best plan; the best of all
is played. The others in the game play at random, and no actor knows how.

    pip install 'edict-sim[node]' 'ray' matplotlib
    python distributed_search.py --games 3
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import ray

from edict.random_policy import RandomPolicy
from edict.ray import SearchActor


def play(actors: list, seed: int, given: argparse.Namespace) -> tuple[float, int, int]:
    """A game, by search where there are actors that search: what it brought, its turns, and how many plans were tried.

    Same seed, same start and same draws of all who play at random.
    """
    positions = ray.get([actor.reset.remote(seed) for actor in actors])
    policy = RandomPolicy(ray.get(actors[0].shape.remote()), seed)
    position, total, tried = positions[0], 0.0, 0
    rest: np.ndarray | None = None
    while not position.is_over and position.turn < given.turns:
        actions = policy(position.observations, position.masks)
        if given.depth > 0:
            if rest is None or position.turn % given.commit == 0:
                plans = ray.get([actor.search.remote(given.depth, rest) for actor in actors])
                rest = max(plans, key=lambda plan: plan.value).actions
                tried += sum(len(plan.values) for plan in plans)
            actions[0], rest = rest[0], rest[1:]
        # Each actor plays the turn, so that all hold the same game.
        position = ray.get([actor.play.remote(actions) for actor in actors])[0]
        total += float(position.rewards[0])
    return total, position.turn, tried


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--environment", default="galaxy-small", help="name of a shipped environment, or path of a scenario file")
    parser.add_argument("--actors", type=int, default=2, help="actors, each a process")
    parser.add_argument("--copies", type=int, default=32, help="copies of the game in each actor")
    parser.add_argument("--depth", type=int, default=40, help="turns that a search looks ahead")
    parser.add_argument("--commit", type=int, default=10, help="turns that are played between two searches")
    parser.add_argument("--turns", type=int, default=200, help="turns of a game at most")
    parser.add_argument("--games", type=int, default=3, help="games of each")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the others have the next ones")
    given = parser.parse_args()
    if not 1 <= given.commit <= given.depth:
        parser.error(f"--commit is {given.commit}, expected from 1 to --depth ({given.depth})")
    return given


def main() -> None:
    given = arguments()
    ray.init(num_cpus=given.actors, include_dashboard=False, log_to_driver=False)
    actors = [SearchActor.remote(given.environment, given.copies, seed=place) for place in range(given.actors)]
    by_chance = argparse.Namespace(**{**vars(given), "depth": 0})
    outcomes: list[tuple[float, float]] = []
    for seed in range(given.seed, given.seed + given.games):
        chance, turns, _ = play(actors[:1], seed, by_chance)
        began = time.monotonic()
        found, searched_turns, tried = play(actors, seed, given)
        seconds = time.monotonic() - began
        if len(set(ray.get([actor.hash.remote() for actor in actors]))) > 1:
            raise RuntimeError("the actors do not hold the same game")
        outcomes.append((chance, found))
        print(
            f"seed {seed}: random play {chance:.3f} ({turns} turns), search {found:.3f} ({searched_turns} turns, {tried} plans of {given.depth} turns in {seconds:.0f} s)",
            flush=True,
        )
    chances, founds = np.array(outcomes).T
    print(f"mean return of {given.games} games: random play {chances.mean():.3f}, search {founds.mean():.3f}")
    ray.shutdown()


if __name__ == "__main__":
    main()
