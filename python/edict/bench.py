"""What the way to Node and back costs on this machine: ``python -m edict.bench``.

Everything is measured in one run, turn and turn about, so that what else the machine does hits all alike; the numbers are
medians in microseconds. The environment costs nothing, so a step is what the bridge takes: 64 instances with 512 float32
observed by each.

A byte to Node and back takes several times as long where the system lets the two processes run on two processors as where both are
on one, and it is the system that decides, again for each pair of them. So steps are compared with bytes that the same two
processes send each other in between.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import numpy as np

from .batch import Batch
from .bench_training import cart_pole, training
from .errors import EdictError, error

INSTANCES = 64
ENVIRONMENT = "bench:fill"

#: What is measured, by name: options of the batch.
TRANSPORTS = {"mapped": {"mapped": True}, "file": {"transport": "shared", "mapped": False}, "socket": {"transport": "socket"}}

#: Where Python and Node run: processors, or None for wherever the system likes.
Places = tuple[int, int] | None

#: So many steps, or bytes there and back, at a time.
BLOCK = 50


@contextmanager
def placed(places: Places) -> Iterator[Callable[[int], None]]:
    """Keeps this process at its place, and gives what brings Node, by its number, to its own."""
    before = os.sched_getaffinity(0)

    def pin(pid: int) -> None:
        if places is None:
            return
        # All threads that Node has by now and all that it starts.
        for thread in os.listdir(f"/proc/{pid}/task"):
            os.sched_setaffinity(int(thread), {places[1]})

    if places is not None:
        os.sched_setaffinity(0, {places[0]})
    try:
        yield pin
    finally:
        os.sched_setaffinity(0, before)


def _times(call: Callable[[], None], count: int) -> list[float]:
    times = []
    for _ in range(count):
        start = time.perf_counter_ns()
        call()
        times.append((time.perf_counter_ns() - start) / 1000)
    return times


def _copying() -> float:
    """What it takes here to copy the observations of all instances once."""
    source = np.ones((INSTANCES, 1, 512), np.float32)
    target = np.empty_like(source)
    return statistics.median(_times(lambda: np.copyto(target, source), 2000))


def measure(places: Places, spin: int = 0, rounds: int = 10) -> dict[str, dict[str, float]]:
    """Medians by way: of a step, and of a byte there and back between the same two processes, in microseconds."""
    with placed(places) as pin, ExitStack() as opened:
        batches: dict[str, Batch] = {}
        for name, options in TRANSPORTS.items():
            try:
                batch = opened.enter_context(Batch(ENVIRONMENT, INSTANCES, spin=spin, **options))
            except EdictError as reason:
                if reason.code != "no-koffi":
                    raise
                continue
            pin(batch.pid)
            batch.reset(0)
            batches[name] = batch
        steps: dict[str, list[float]] = {name: [] for name in batches}
        bytes_: dict[str, list[float]] = {name: [] for name in batches}
        for round_ in range(10 * rounds + 10):
            for name, batch in batches.items():
                ping, step = _times(batch._connection.ping, BLOCK), _times(batch.step, BLOCK)
                # The first rounds warm both sides up.
                if round_ >= 10:
                    bytes_[name].extend(ping)
                    steps[name].extend(step)
        return {name: {"byte": statistics.median(bytes_[name]), "step": statistics.median(steps[name])} for name in batches}


def _games(pin: Callable[[int], None]) -> dict[str, dict[str, float]]:
    """Whole steps of games; those of Gymnasium only where it is installed."""
    try:
        return {"cart-pole": cart_pole(pin), "galaxy-small": training(pin)}
    except ImportError:
        return {"galaxy-small": training(pin)}


def _print_games(games: dict[str, dict[str, float]]) -> None:
    if "cart-pole" in games:
        times = games["cart-pole"]
        print(f"\nA step of {INSTANCES} carts and poles, one processor: {times['edict']:.0f} as a vector of Gymnasium, {times['batch']:.0f} as a batch;")
        print(f"Gymnasium's own one by one {times['sync']:.0f} ({times['sync'] / times['edict']:.1f}x), by numpy {times['numpy']:.0f} ({times['numpy'] / times['edict']:.2f}x).")
    parts = games["galaxy-small"]
    whole = sum(parts.values())
    shares = ", ".join(f"{name} {time_:.0f} ({time_ / whole:.0%})" for name, time_ in parts.items())
    print(f"\nA step of training in {INSTANCES} games of galaxy-small, one processor: {shares}.")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m edict.bench", description="Measures what a step costs without the environment.")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    parser.add_argument("--rounds", type=int, default=10, help="rounds of 500 steps and bytes of each (default: 10)")
    parser.add_argument("--spin", type=int, default=0, metavar="MICROSECONDS", help="look for an answer so long before sleeping for it (default: 0)")
    given = parser.parse_args(arguments)
    try:
        if not hasattr(os, "sched_setaffinity"):
            raise error("no-platform", "the benchmark pins processes to processors, which only Linux can do")
        first, *others = sorted(os.sched_getaffinity(0))
        measured = {"one processor": measure((first, first), given.spin, given.rounds)}
        if others:
            measured["two processors"] = measure((first, others[0]), given.spin, given.rounds)
        measured["not pinned"] = measure(None, given.spin, given.rounds)
        copy = _copying()
        with placed((first, first)) as pin:
            games = _games(pin)
    except EdictError as reason:
        print(reason, file=sys.stderr)
        return 1
    if given.json:
        print(json.dumps({"instances": INSTANCES, "spin": given.spin, "copy": copy, "measured": measured, "games": games, "python": platform.python_version(), "processors": os.cpu_count()}))
        return 0
    print(f"A step of {INSTANCES} instances with 512 float32 each, medians in microseconds, with a byte there and back; copying them once takes {copy:.1f}.\n")
    print(f"{'':8}" + "".join(f"{place:>30}" for place in measured))
    for name in measured["not pinned"]:
        cells = (f"{times[name]['step']:.1f} / {times[name]['byte']:.1f} = {times[name]['step'] / times[name]['byte']:.2f}x" for times in measured.values())
        print(f"{name:8}" + "".join(f"{cell:>30}" for cell in cells))
    if "mapped" not in measured["not pinned"]:
        print("\nmapped: not measured, because Node's package koffi is not there (npm install koffi, or set NODE_PATH)")
    _print_games(games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
