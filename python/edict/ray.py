"""Actors of Ray that play: on all processors of a machine, or on many machines.

`RolloutActor` is `edict.rollouts.Rollouts`, `SearchActor` is `edict.search.Search`, each in a process of its own with a Node process
beside it::

    actors = [RolloutActor.remote("galaxy-small", 64, seed=1000 * place) for place in range(4)]
    fragments = ray.get([actor.run.remote(100) for actor in actors])

A call costs about a millisecond, whatever comes of it, so ask for a hundred turns or more at once. Arrays come back read-only, in memory
that is shared on one machine. Where an actor ends, however it ends, its Node process ends.
"""

from __future__ import annotations

import ray

from .rollouts import Rollouts
from .search import Search

#: `edict.rollouts.Rollouts` as an actor; it takes one processor, as long as ``workers`` is 0.
RolloutActor = ray.remote(num_cpus=1)(Rollouts)

#: `edict.search.Search` as an actor; it takes one processor, as long as ``workers`` is 0.
SearchActor = ray.remote(num_cpus=1)(Search)
