import type { EngineSnapshot } from './engine.js';
import type { InstancesSnapshot } from './instances.js';
import { type LocalState, publish, publishFinals } from './local-state.js';
import { type Record, bytesOfRecord, copyRecord, copyRecordOf, createRecord } from './rows.js';
import { type Shard, refresh } from './shard.js';

interface LocalSnapshot extends EngineSnapshot {
  bytes: number;
  readonly record: Record;
  readonly worlds: InstancesSnapshot[];
  /** By shard. */
  readonly agents: readonly Float64Array[];
}

export function snapshotAll({ rows, shards }: LocalState, into?: EngineSnapshot): LocalSnapshot {
  const snapshot = into as LocalSnapshot | undefined ?? {
    bytes: 0, record: createRecord(rows), worlds: [], agents: shards.map(({ seats }) => new Float64Array(seats.agents.length)),
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
    refresh(shard);
  }
  copyRecord(record, state.rows);
  publish(state);
  publishFinals(state);
}

/** Instances in the world of the one that is copied are copied within it, others by way of a snapshot. */
export function forkAll(state: LocalState, from: number, to: readonly number[]): void {
  const { rows, shardOf, shards } = state;
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
    const taken = source.instances.take(from - source.first);
    for (const instance of far) giveTo(shardOf[instance], instance, source, from, taken);
  }
  for (const instance of others) copyRecordOf(rows, from, rows, instance);
  for (const shard of shards) if (shard.isStale) refresh(shard);
  publish(state);
  publishFinals(state);
}

function giveTo(shard: Shard, instance: number, source: Shard, from: number, taken: InstancesSnapshot): void {
  shard.instances.give(instance - shard.first, taken);
  const agents = source.seats.agents.length / source.instances.count;
  for (let i = 0; i < agents; i++) shard.seats.agents[(instance - shard.first) * agents + i] = source.seats.agents[(from - source.first) * agents + i];
  shard.isStale = true;
}
