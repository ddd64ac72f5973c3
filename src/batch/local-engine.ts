import type { Engine, EngineSnapshot } from './engine.js';
import { demandBegun, proveAll, resetAll } from './episodes.js';
import { type LocalParts, openLocal, type LocalState, publish, within } from './local-state.js';
import { stepAll, takeAllBack } from './local-step.js';
import { type MethodsOf, bound } from '../world/bound.js';
import { EdictError } from '../kernel/errors.js';
import {
  type Record,
  bytesOf,
  bytesOfRecord,
  columnsOf,
  joined,
  recordOf,
  copyAskedOf,
  copyRecord,
  copyRecordOf,
  createRecord,
} from './engine-rows.js';
import type { InstancesSnapshot } from './instances.js';
import { type Shard, refresh } from './shard.js';

/** In this thread; it may exchange instances with others of the same source. */
export interface LocalEngine extends Engine {
  lend(instance: number): Lent;
  borrow(lent: Lent, to: readonly number[]): void;
}

/** Throws what is wrong with the first map. */
export function createLocalEngine(parts: LocalParts): LocalEngine {
  return bound(openLocal(parts), engineMethods);
}

const engineMethods: MethodsOf<LocalState, LocalEngine> = {
  prove: proveAll,
  reset: resetAll,
  step: stepAll,
  takeBack: takeAllBack,
  snapshot: snapshotAll,
  restore: restoreAll,
  save: saveAll,
  load(state, saved) {
    borrowEach(state, lentBy(state, saved));
  },
  start: (state) => (state.startHash ??= state.starts.at(0).world.hash()),
  fork(state, from, to) {
    demandBegun(state, from);
    forkAll(state, from, to);
  },
  lend(state, instance) {
    demandBegun(state, instance);
    return lend(state, instance);
  },
  borrow(state, lent, to) {
    borrowEach(
      state,
      to.map((instance) => [instance, lent]),
    );
  },
  hash(state, instance) {
    const { instances, first } = begunShard(state, instance);
    return instances.hash(instance - first);
  },
  world(state, instance) {
    const { instances, first } = begunShard(state, instance);
    return instances.world(instance - first);
  },
  close({ shards }) {
    for (const shard of shards) shard.taken.length = 0;
  },
};

/** The shard of an instance that has had an episode. Throws for another. */
function begunShard(state: LocalState, instance: number): Shard {
  demandBegun(state, instance);
  return state.shardOf[instance];
}

/**
 * An instance as bytes: u32 length of its world, the world as `World.save` gives it, the columns of its record, f64
 * handles of its agents; little-endian, as Node is everywhere.
 */
function saveAll(state: LocalState): readonly Uint8Array[] {
  const { rows, shardOf } = state;
  for (let i = 0; i < shardOf.length; i++) demandBegun(state, i);
  return shardOf.map((shard, i) => {
    const world = shard.instances.save(i - shard.first);
    const columns = [...columnsOf(recordOf(rows, i)), Float64Array.from(agentsOf(shard, i))];
    return joined([new Uint8Array(Uint32Array.of(world.length).buffer), world, ...columns.map(bytesOf)]);
  });
}

/** One at a time: no more is in memory besides. */
function* lentBy(state: LocalState, saved: readonly Uint8Array[]): Generator<readonly [number, Lent]> {
  for (const [i, bytes] of saved.entries()) yield [i, lentOf(state, i, bytes)];
}

function lentOf({ rows, shardOf, range }: LocalState, instance: number, bytes: Uint8Array): Lent {
  const { instances, seats } = shardOf[instance];
  let end = 0;
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    const part = bytes.slice(end, (end += length));
    if (part.length !== length) throw wrongSize(range.first + instance, bytes);
    return part;
  };
  const world = take(new Uint32Array(take(Uint32Array.BYTES_PER_ELEMENT).buffer)[0]);
  const own = recordOf(rows, instance);
  for (const column of columnsOf(own)) bytesOf(column).set(take(column.byteLength));
  const agents = new Float64Array(take(seats.agents.byteLength / instances.count).buffer);
  if (end !== bytes.length) throw wrongSize(range.first + instance, bytes);
  return { world: instances.read(world), record: own, agents: Array.from(agents) };
}

function wrongSize(instance: number, { length }: Uint8Array): EdictError {
  return new EdictError(
    'damaged-file',
    `instance ${instance} of the saved batch is damaged: its ${length} bytes do not hold what an instance has; save it again`,
  );
}

interface LocalSnapshot extends EngineSnapshot {
  bytes: number;
  readonly record: Record;
  readonly worlds: InstancesSnapshot[];
  /** By shard. */
  readonly agents: readonly Float64Array[];
}

function snapshotAll({ rows, shards }: LocalState, into?: EngineSnapshot): LocalSnapshot {
  const snapshot = (into as LocalSnapshot | undefined) ?? {
    bytes: 0,
    record: createRecord(rows),
    worlds: [],
    agents: shards.map(({ seats }) => new Float64Array(seats.agents.length)),
  };
  const { record, worlds, agents } = snapshot;
  copyRecord(rows, record);
  snapshot.bytes = bytesOfRecord(record);
  for (let i = 0; i < shards.length; i++) {
    const { instances, seats } = shards[i];
    worlds[i] = instances.snapshot(worlds[i]);
    agents[i].set(seats.agents);
    snapshot.bytes += worlds[i].bytes + agents[i].byteLength;
  }
  return snapshot;
}

function restoreAll(state: LocalState, snapshot: EngineSnapshot): void {
  const { record, worlds, agents } = snapshot as LocalSnapshot;
  for (const [i, shard] of state.shards.entries()) {
    shard.instances.restore(worlds[i]);
    shard.seats.agents.set(agents[i]);
    within(shard, refresh);
  }
  copyRecord(record, state.rows);
  publish(state, true);
}

/** An instance for others: plain data, which may go to another thread. */
export interface Lent {
  readonly world: InstancesSnapshot;
  readonly record: Record;
  readonly agents: readonly number[];
}

/** Within one world instances are copied, to others they are lent. */
function forkAll(state: LocalState, from: number, to: readonly number[]): void {
  const { rows, shardOf } = state;
  const source = shardOf[from];
  const others = to.filter((instance) => instance !== from);
  const near = others.filter((instance) => shardOf[instance] === source).map((instance) => instance - source.first);
  if (near.length > 0) {
    source.instances.copy(from - source.first, near);
    source.seats.seatAs(from - source.first, near);
    source.isStale = true;
  }
  const far = others.filter((instance) => shardOf[instance] !== source);
  if (far.length > 0) {
    const lent = lend(state, from, state.forkMemory);
    state.forkMemory = lent.world;
    for (const instance of far) put(shardOf[instance], instance, lent);
  }
  for (const instance of others) {
    copyRecordOf(rows, from, rows, instance);
    copyAskedOf(rows, from, instance);
  }
  // A copy says what the instance said: nothing has to be asked.
  publish(state, true);
}

function lend({ rows, shardOf }: LocalState, instance: number, memory?: InstancesSnapshot): Lent {
  const { instances, first } = shardOf[instance];
  return {
    world: instances.take(instance - first, memory),
    record: recordOf(rows, instance),
    agents: agentsOf(shardOf[instance], instance),
  };
}

function agentsOf({ instances, seats, first }: Shard, instance: number): readonly number[] {
  const agents = seats.agents.length / instances.count;
  const row = (instance - first) * agents;
  return Array.from(seats.agents.subarray(row, row + agents));
}

function borrowEach(state: LocalState, given: Iterable<readonly [number, Lent]>): void {
  for (const [instance, lent] of given) {
    put(state.shardOf[instance], instance, lent);
    copyRecordOf(lent.record, 0, state.rows, instance);
  }
  for (const shard of state.shards) if (shard.isStale) within(shard, refresh);
  publish(state, true);
}

function put(shard: Shard, instance: number, { world, agents }: Lent): void {
  shard.instances.give(instance - shard.first, world);
  shard.seats.agents.set(agents, (instance - shard.first) * agents.length);
  shard.isStale = true;
}
