import { whyApart } from '../confine/why-apart.js';
import type { Environment } from '../ir/environment.js';
import type { Program } from '../ir/program.js';
import type { ExecutorName, World } from '../world/api.js';
import type { BatchSource } from './api.js';
import { type HostedInstances, hostedInstances, hostedSeats } from './hosted-instances.js';
import type { Instances, Seats } from './instances.js';
import { loneInstances } from './lone-instances.js';
import { mergedInstances, mostTogether, roomFor } from './merged-instances.js';
import { createSeats } from './seats.js';

/** What a batch is built of. */
export interface Makers {
  /** Why instances of a content cannot share a world; undefined where they can. */
  readonly whyApart: (program: Program) => string | undefined;
  /** At most, of instances that begin like a world. */
  readonly mostTogether: (environment: Environment, start: World) => number;
  readonly instances: (source: BatchSource, wanted: Wanted) => Instances;
  readonly seats: (instances: Instances, executor: ExecutorName) => Seats;
}

export interface Wanted {
  readonly count: number;
  /** They lie in one world; otherwise `count` is 1. */
  readonly merged: boolean;
  /** The world of some map. */
  readonly start: World;
  readonly executor: ExecutorName;
}

export const makers: Makers = { whyApart, mostTogether, instances: instancesFor, seats: seatsFor };

function instancesFor(
  { program, systems = [], hostRules }: BatchSource,
  { count, merged, start, executor }: Wanted,
): Instances {
  if (hostRules !== undefined && program.environment !== undefined)
    return hostedInstances(hostRules, program.environment, start, count);
  if (merged) return mergedInstances(program, count, start, { executor, systems });
  const first = start.fork();
  for (const system of systems) first.addSystem(system);
  return loneInstances(program, first, { capacity: roomFor(program.environment, start), executor });
}

function seatsFor(instances: Instances, executor: ExecutorName): Seats {
  return 'rules' in instances ? hostedSeats(instances as HostedInstances) : createSeats(instances, executor);
}
