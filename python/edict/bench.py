"""What the way to Node and back costs on this machine: ``python -m edict.bench``.

Everything is measured in one run, turn and turn about, so that what else the machine does hits all alike; the numbers are
medians in microseconds. The environment costs nothing, so a step is what the bridge takes: 64 instances with 512 float32
observed by each.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from .batch import Batch
from .bench_training import cart_pole, training
from .errors import EdictError, error
from .node import find_node

INSTANCES = 64
ENVIRONMENT = "bench:fill"

#: A Node process that sends every byte back.
_PING_PONG = """
const { readSync, writeSync } = require('node:fs');
const [from, to] = process.argv.slice(1).map(Number);
const byte = Buffer.alloc(1);
while (readSync(from, byte, 0, 1, null) === 1) writeSync(to, byte, 0, 1, null);
"""

#: What is measured, by name: options of the batch.
TRANSPORTS = {"mapped": {"mapped": True}, "file": {"transport": "shared"}, "socket": {"transport": "socket"}}

Measure = Callable[[int], list[float]]


@contextmanager
def _ping_pong(pin: Callable[[int], None]) -> Iterator[Measure]:
    commands, writer = os.pipe()
    reader, answers = os.pipe()
    node = subprocess.Popen([find_node(), "-e", _PING_PONG, str(commands), str(answers)], pass_fds=[commands, answers])
    os.close(commands)
    os.close(answers)
    pin(node.pid)

    def measure(count: int) -> list[float]:
        times = []
        for _ in range(count):
            start = time.perf_counter_ns()
            os.write(writer, b"s")
            os.read(reader, 1)
            times.append((time.perf_counter_ns() - start) / 1000)
        return times

    try:
        yield measure
    finally:
        os.close(writer)
        os.close(reader)
        node.wait()


@contextmanager
def _stepping(options: dict, pin: Callable[[int], None]) -> Iterator[Measure]:
    with Batch(ENVIRONMENT, INSTANCES, **options) as batch:
        pin(batch.pid)
        batch.reset(0)

        def measure(count: int) -> list[float]:
            times = []
            for _ in range(count):
                start = time.perf_counter_ns()
                batch.step()
                times.append((time.perf_counter_ns() - start) / 1000)
            return times

        yield measure


def _copying() -> float:
    """What it takes here to copy the observations of all instances once."""
    source = np.ones((INSTANCES, 1, 512), np.float32)
    target = np.empty_like(source)
    times = []
    for _ in range(2000):
        start = time.perf_counter_ns()
        np.copyto(target, source)
        times.append((time.perf_counter_ns() - start) / 1000)
    return statistics.median(times)


def _alternately(measures: dict[str, Measure], rounds: int, count: int) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name in measures}
    for round_ in range(rounds + 1):
        for name, measure in measures.items():
            taken = measure(count)
            # The first round warms both sides up.
            if round_ > 0:
                times[name].extend(taken)
    return {name: statistics.median(taken) for name, taken in times.items()}


def measure(processor: int | None, spin: int = 0, rounds: int = 10, count: int = 500) -> dict[str, float]:
    """Medians in microseconds by what was measured; with a processor, both sides run on that one alone."""
    before = os.sched_getaffinity(0)

    def pin(pid: int) -> None:
        if processor is not None:
            # All threads that Node has by now and all that it starts.
            for thread in os.listdir(f"/proc/{pid}/task"):
                os.sched_setaffinity(int(thread), {processor})

    if processor is not None:
        os.sched_setaffinity(0, {processor})
    opened: dict[str, Measure] = {}
    absent: list[str] = []
    managers = []
    try:
        managers.append(_ping_pong(pin))
        opened["ping-pong"] = managers[-1].__enter__()
        for name, options in TRANSPORTS.items():
            manager = _stepping({**options, "spin": spin}, pin)
            try:
                opened[name] = manager.__enter__()
            except EdictError as reason:
                if reason.code != "no-koffi":
                    raise
                absent.append(name)
            else:
                managers.append(manager)
        return _alternately(opened, rounds, count)
    finally:
        for manager in reversed(managers):
            manager.__exit__(None, None, None)
        os.sched_setaffinity(0, before)


def _games(pin: Callable[[int], None]) -> dict[str, dict[str, float]]:
    """Whole steps of games; those of Gymnasium only where it is installed."""
    try:
        return {"cart-pole": cart_pole(pin), "galaxy-small": training(pin)}
    except ImportError:
        return {"galaxy-small": training(pin)}


def _pinned_games() -> dict[str, dict[str, float]]:
    before = os.sched_getaffinity(0)
    processor = min(before)

    def pin(pid: int) -> None:
        for thread in os.listdir(f"/proc/{pid}/task"):
            os.sched_setaffinity(int(thread), {processor})

    os.sched_setaffinity(0, {processor})
    try:
        return _games(pin)
    finally:
        os.sched_setaffinity(0, before)


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
    parser = argparse.ArgumentParser(prog="python -m edict.bench", description="Measures what a step costs besides the environment.")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    parser.add_argument("--rounds", type=int, default=10, help="rounds of 500 steps of each (default: 10)")
    parser.add_argument("--spin", type=int, default=0, metavar="MICROSECONDS", help="look for an answer so long before sleeping for it (default: 0)")
    given = parser.parse_args(arguments)
    try:
        if not hasattr(os, "sched_setaffinity"):
            raise error("no-platform", "the benchmark pins processes to processors, which only Linux can do")
        pinned = measure(min(os.sched_getaffinity(0)), given.spin, given.rounds)
        unpinned = measure(None, given.spin, given.rounds)
        copy = _copying()
        games = _pinned_games()
    except EdictError as reason:
        print(reason, file=sys.stderr)
        return 1
    if given.json:
        print(json.dumps({"instances": INSTANCES, "spin": given.spin, "copy": copy, "pinned": pinned, "unpinned": unpinned, "games": games, "python": platform.python_version(), "processors": os.cpu_count()}))
        return 0
    print(f"A step of {INSTANCES} instances with 512 float32 each, medians in microseconds; copying them once takes {copy:.1f}.\n")
    print(f"{'':12}{'one processor':>16}{'not pinned':>16}")
    for name in pinned:
        row = (f"{times[name]:9.1f} {'' if name == 'ping-pong' else format(times[name] / times['ping-pong'], '5.2f') + 'x':6}" for times in (pinned, unpinned))
        print(f"{name:12}" + "".join(row))
    if "mapped" not in pinned:
        print("\nmapped: not measured, because Node's package koffi is not there (npm install koffi, or set NODE_PATH)")
    _print_games(games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
