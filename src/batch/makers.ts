import { inspect } from '../world/inspect.js';
import { whyApart } from '../confine/why-apart.js';
import { type Environment, shapeOf } from '../ir/environment.js';
import type { Program } from '../ir/rule.js';
import type { ExecutorName, World } from '../world/api.js';
import type { BatchSource } from './api.js';
import { type HostedInstances, hostedInstances, hostedSeats } from './hosted-instances.js';
import type { Instances, Seats } from './instances.js';
import { loneInstances } from './lone-instances.js';
import { mergedInstances, mostTogether, roomFor } from './merged-instances.js';
import { columnLooking } from './column-seats.js';
import { referenceLooking } from './reference-seats.js';
import { createSeated } from './seated.js';
import { writeCell } from '../components/cells.js';
import { columnStamp, touchOne } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { handleOf, resolve } from '../kernel/identity.js';

/** What a batch is built of. */
export interface Makers {
  /** Why instances of a content cannot share a world; undefined where they can. */
  readonly whyApart: (program: Program) => string | undefined;
  /** At most, of instances that begin like a world. */
  readonly mostTogether: (environment: Environment, start: World) => number;
  /** Bytes of an instance that begins like a world. */
  readonly bytesOf: (start: World) => number;
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

export const makers: Makers = {
  whyApart,
  mostTogether,
  bytesOf: (start) => inspect(start).bytes,
  instances: instancesFor,
  seats: seatsFor,
};

function instancesFor(
  { program, systems = [], hostRules }: BatchSource,
  { count, merged, start, executor }: Wanted,
): Instances {
  if (hostRules !== undefined && program.environment !== undefined)
    return hostedInstances(hostRules, program.environment, start, count);
  if (merged) return mergedInstances(program, count, start, { executor, systems });
  const first = start.fork();
  for (const system of systems) first.addSystem(system);
  return loneInstances(program, first, { capacity: roomFor(program.environment, start.snapshot()), executor });
}

function seatsFor(instances: Instances, executor: ExecutorName): Seats {
  return 'rules' in instances ? hostedSeats(instances as HostedInstances) : createSeats(instances, executor);
}

/** Both executors say the same to the last bit. */
export function createSeats(instances: Instances, executor: ExecutorName): Seats {
  const { heads } = shapeOf(instances.environment);
  const seated = createSeated(instances);
  const looking = (executor === 'compiled' ? columnLooking : referenceLooking)(instances, seated);
  const given = createGivenOrders(instances.state, seated.agents.length * heads);
  return {
    ...seated,
    ...looking,
    order(actions) {
      given.begin();
      looking.order(actions, given.give);
    },
    withdraw() {
      given.withdraw();
      instances.settle?.();
    },
    takeBack() {
      given.takeBack();
      instances.settle?.();
    },
  };
}

/** What orders have written, to be taken back where the object is still there. `most`: orders at a time. */
function createGivenOrders(state: WorldState, most: number) {
  const columns = new Int32Array(most);
  // Handles: in the turn another may take the row.
  const handles = new Float64Array(most);
  /** As stored: a stale reference stays what it is. */
  const before = new Float64Array(most);
  let count = 0;
  return {
    give: (column: number, id: number, value: number) => {
      before[count] = state.cells[column][id];
      writeCell(state, state.model.columns[column], id, value);
      columns[count] = column;
      handles[count++] = handleOf(state.identity, id);
    },
    /** Sets to none what was written since `begin`. */
    withdraw(): void {
      for (let i = 0; i < count; i++) {
        const id = resolve(state.identity, handles[i]);
        if (id !== 0) writeCell(state, state.model.columns[columns[i]], id, 0);
      }
    },
    takeBack(): void {
      // The first order for a cell found what was there before all.
      for (let i = count - 1; i >= 0; i--) {
        const id = resolve(state.identity, handles[i]);
        const cells = state.cells[columns[i]];
        if (id === 0 || cells[id] === before[i]) continue;
        cells[id] = before[i];
        touchOne(state.stamps, columnStamp(columns[i]), id);
      }
    },
    begin(): void {
      count = 0;
    },
  };
}
