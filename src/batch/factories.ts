import { inspect } from '../world/inspect.js';
import { whyApart } from '../confine/confine.js';
import type { Environment } from '../ir/environment.js';
import type { Program } from '../ir/rule.js';
import type { ExecutorName, World } from '../world/api.js';
import { insideOf } from '../world/core.js';
import type { BatchSource } from './api.js';
import { type HostRuleInstances, instancesOfHostRules, seatsOfHostRules } from './instances-of-host-rules.js';
import type { Instances, Seats } from './instances-and-seats.js';
import { createSeats } from './seats.js';
import { singleInstance } from './single-instance.js';
import { instancesInOneWorld, mostTogether, roomFor } from './instances-in-one-world.js';

export interface Factories {
  /** The reason why instances of a content cannot share a world; undefined if they can. */
  readonly whyApart: (program: Program) => string | undefined;
  /** What is wrong with a world as the start of an instance; undefined if nothing. */
  readonly whyRefused: (start: World) => string | undefined;
  /** Maximum number of instances like a world. */
  readonly mostTogether: (environment: Environment, start: World) => number;
  /** Bytes of an instance like a world. */
  readonly bytesOf: (start: World) => number;
  readonly instances: (source: BatchSource, wanted: Wanted) => Instances;
  readonly seats: (instances: Instances, executor: ExecutorName) => Seats;
}

export interface Wanted {
  readonly count: number;
  /** True if they share a world; otherwise `count` is 1. */
  readonly merged: boolean;
  readonly start: World;
  readonly executor: ExecutorName;
}

export const factories: Factories = {
  whyApart,
  whyRefused,
  mostTogether,
  bytesOf: (start) => inspect(start).bytes,
  instances: instancesFor,
  seats: seatsFor,
};

function whyRefused(start: World): string | undefined {
  const own = insideOf(start).core.state.own.at(0);
  return (
    own &&
    `a world with the component ${own.name} of the host, which instances of a batch cannot have; declare properties in content instead`
  );
}

function instancesFor(
  { program, systems = [], hostRules }: BatchSource,
  { count, merged, start, executor }: Wanted,
): Instances {
  if (hostRules !== undefined && program.environment !== undefined)
    return instancesOfHostRules(hostRules, program.environment, start, count);
  if (merged) return instancesInOneWorld(program, count, start, { executor, systems });
  const first = start.fork();
  for (const system of systems) first.addSystem(system);
  return singleInstance(program, first, { capacity: roomFor(program.environment, start.snapshot()), executor });
}

function seatsFor(instances: Instances, executor: ExecutorName): Seats {
  return 'rules' in instances ? seatsOfHostRules(instances as HostRuleInstances) : createSeats(instances, executor);
}
