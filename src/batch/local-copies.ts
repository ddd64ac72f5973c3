import type { EngineSnapshot } from './engine.js';
import type { InstancesSnapshot } from './instances.js';
import { type LocalState, publish, publishFinals, within } from './local-state.js';
import { type Record, bytesOfRecord, copyAskedOf, copyRecord, copyRecordOf, createRecord, recordOf } from './rows.js';
import { type Shard, refresh } from './shard.js';

interface LocalSnapshot extends EngineSnapshot {
  bytes: number;
  readonly record: Record;
  readonly worlds: InstancesSnapshot[];
  /** By shard. */
  readonly agents: readonly Float64Array[];
}

export function snapshotAll({ rows, shards }: LocalState, into?: EngineSnapshot): LocalSnapshot {
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

export function restoreAll(state: LocalState, snapshot: EngineSnapshot): void {
  const { record, worlds, agents } = snapshot as LocalSnapshot;
  for (const [i, shard] of state.shards.entries()) {
    shard.instances.restore(worlds[i]);
    shard.seats.agents.set(agents[i]);
    within(shard, refresh);
  }
  copyRecord(record, state.rows);
  publish(state);
  publishFinals(state);
}

/** An instance as it is given to others: plain data, which may go to another thread. */
export interface Lent {
  readonly world: InstancesSnapshot;
  readonly record: Record;
  readonly agents: readonly number[];
}

/** Instances in the world of the one that is copied are copied within it, others get what is lent. */
export function forkAll(state: LocalState, from: number, to: readonly number[]): void {
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
  // Nothing has to be asked again: a copy says what the instance said that it is of.
  publish(state);
  publishFinals(state);
}

/** Gives an instance out. */
export function lend({ rows, shardOf }: LocalState, instance: number, memory?: InstancesSnapshot): Lent {
  const { instances, first } = shardOf[instance];
  return {
    world: instances.take(instance - first, memory),
    record: recordOf(rows, instance),
    agents: agentsOf(shardOf[instance], instance),
  };
}

/** Who the agents of an instance are. */
export function agentsOf({ instances, seats, first }: Shard, instance: number): readonly number[] {
  const agents = seats.agents.length / instances.count;
  const row = (instance - first) * agents;
  return Array.from(seats.agents.subarray(row, row + agents));
}

/** Makes instances what was given out elsewhere. */
export function borrow(state: LocalState, lent: Lent, to: readonly number[]): void {
  borrowEach(
    state,
    to.map((instance) => [instance, lent]),
  );
}

/** Makes each of some instances what was given out for it. */
export function borrowEach(state: LocalState, given: Iterable<readonly [number, Lent]>): void {
  for (const [instance, lent] of given) {
    put(state.shardOf[instance], instance, lent);
    copyRecordOf(lent.record, 0, state.rows, instance);
  }
  show(state);
}

function put(shard: Shard, instance: number, { world, agents }: Lent): void {
  shard.instances.give(instance - shard.first, world);
  shard.seats.agents.set(agents, (instance - shard.first) * agents.length);
  shard.isStale = true;
}

function show(state: LocalState): void {
  for (const shard of state.shards) if (shard.isStale) within(shard, refresh);
  publish(state);
  publishFinals(state);
}
