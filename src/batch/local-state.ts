import { totalmem } from 'node:os';
import type { Environment } from '../ir/environment.js';
import type { DrawKey } from '../kernel/random.js';
import { EdictError } from '../kernel/errors.js';
import type { BatchSource } from './api.js';
import { type Checked, headsOf } from './actions.js';
import type { EngineRange, Plan, Play } from './engine.js';
import type { InstancesSnapshot } from './instances.js';
import type { Makers } from './makers.js';
import { type Script, createScript } from './opponents.js';
import { type Record, type Rows, createRecord, createRows } from './rows.js';
import { type Shard, createShard, named } from './shard.js';
import { type Starts, createStarts } from './starts.js';
import type { Views } from './views.js';

/** What an engine in this thread is made of. */
export interface LocalParts {
  readonly source: BatchSource;
  readonly environment: Environment;
  readonly plan: Plan;
  readonly play: Play;
  readonly range: EngineRange;
  /** Of the range. */
  readonly views: Views;
  readonly makers: Makers;
}

/** An engine in this thread, as its parts see it. */
export interface LocalState extends LocalParts {
  readonly rows: Rows;
  /** The rows before the last step; with last observations of episodes only where `hasFinals`. */
  readonly kept: Record;
  hasFinals: boolean;
  /** Memory for an instance that is copied from world to world. */
  forkMemory: InstancesSnapshot | undefined;
  readonly shards: readonly Shard[];
  /** By instance, the shard that it lies in. */
  readonly shardOf: readonly Shard[];
  readonly starts: Starts;
  /** Of the world of the first map, once it was asked for. */
  startHash: string | undefined;
  readonly checked: Checked;
  /** Memory for scripted opponents, and what those of the host are shown. */
  readonly script: Script | undefined;
  readonly shown: Shown | undefined;
  /** Whether opponents choose at random, and memory for that. */
  readonly drawsOpponents: boolean;
  readonly key: DrawKey;
  /** By instance: what the agents that act through the batch see and may do. */
  readonly observed: readonly Float32Array[];
  readonly allowed: readonly Uint8Array[];
}

/** What opponents of the host are called with. */
interface Shown {
  readonly actions: Int32Array;
  readonly observations: Float32Array;
  readonly masks: Uint8Array;
  readonly live: Uint8Array;
}

/** Throws what is wrong with the first map. */
export function openLocal(parts: LocalParts): LocalState {
  const {
    source,
    environment,
    plan: { shape, seated },
    play,
    range: { count },
    makers,
  } = parts;
  const rows = createRows(parts.plan, parts.range, play.autoreset === 'same-step');
  const starts = createStarts(source, environment, shape, makers, { executor: play.executor, merged: isMerged(parts) });
  const shards = openShards(parts, rows, starts);
  const heads = headsOf(shape);
  const others = play.seats === 'all' ? undefined : play.opponents;
  // The host gets masks of its own: what it does to them must not let anything through.
  const shown =
    typeof others === 'function'
      ? { actions: rows.actions, observations: rows.observations, masks: rows.masks.slice(), live: rows.live }
      : undefined;
  const part = (instance: number, size: number): [number, number] => [
    instance * shape.agents * size,
    (instance * shape.agents + seated) * size,
  ];
  return {
    ...parts,
    rows,
    shards,
    starts,
    shown,
    kept: createRecord(rows),
    hasFinals: false,
    startHash: undefined,
    forkMemory: undefined,
    shardOf: shards.flatMap((shard) => Array.from({ length: shard.instances.count }, () => shard)),
    checked: { shape, heads, number: parts.range.first, masked: play.masked, actions: rows.actions, masks: rows.masks },
    script: others === 'script' ? createScript(rows, shards, heads, shape.agents) : undefined,
    drawsOpponents: others === 'random',
    key: { low: 0, high: 0 },
    observed: Array.from({ length: count }, (_, i) => rows.observations.subarray(...part(i, shape.observationSize))),
    allowed: Array.from({ length: count }, (_, i) => rows.masks.subarray(...part(i, shape.maskSize))),
  };
}

/** One instance need not be kept apart from others. */
function isMerged({ play, range }: LocalParts): boolean {
  return play.together > 1 && range.count > 1;
}

/** Each instance is in memory twice: as it is, and as it was before its turn. */
function demandMemory(instances: number, bytes: number): void {
  const [needed, there] = [2 * instances * bytes, totalmem()];
  if (needed <= there) return;
  const gigabytes = (count: number): string => (count / 2 ** 30).toFixed(1);
  throw new EdictError(
    'memory',
    `${instances} instances take about ${gigabytes(needed)} GB, and this machine has ${gigabytes(there)} in all; make fewer`,
  );
}

/** As few as hold all instances, as equal as can be. */
function openShards(parts: LocalParts, rows: Rows, starts: Starts): readonly Shard[] {
  const { source, environment, play, range, makers } = parts;
  const { world } = starts.at(0);
  demandMemory(range.count, world.bytes);
  const count = Math.ceil(
    range.count /
      (isMerged(parts)
        ? Math.min(
            play.together,
            source.hostRules === undefined ? makers.mostTogether(environment, world) : range.count,
          )
        : 1),
  );
  return Array.from({ length: count }, (_, i) => {
    const first = Math.floor((range.count * i) / count);
    const instances = makers.instances(source, {
      count: Math.floor((range.count * (i + 1)) / count) - first,
      merged: isMerged(parts),
      start: world,
      executor: play.executor,
    });
    return createShard(instances, makers.seats(instances, play.executor), rows, first, range.first + first);
  });
}

/** Shows the host what the rows say. */
export function publish({ rows, views, plan: { shape, seated }, observed, allowed }: LocalState): void {
  if (seated === shape.agents) {
    views.observations.set(rows.observations);
    views.actionMask.set(rows.masks);
    views.live.set(rows.live);
  } else {
    for (let i = 0; i < observed.length; i++) {
      views.observations.set(observed[i], i * shape.observationSize);
      views.actionMask.set(allowed[i], i * shape.maskSize);
      views.live[i] = rows.live[i * shape.agents];
    }
  }
  views.reward.set(rows.reward);
  views.terminated.set(rows.terminated);
  views.truncated.set(rows.truncated);
  views.turns.set(rows.turns);
}

/** Shows the last observations of episodes. */
export function publishFinals({ rows, views }: LocalState): void {
  if (rows.finals.length > 0) views.finalObservations.set(rows.finals);
}

/** An error says with which instance of the batch. */
export function within(shard: Shard, act: (shard: Shard) => void): void {
  try {
    act(shard);
  } catch (error) {
    throw named(shard, error);
  }
}
