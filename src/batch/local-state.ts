import { keptBy } from '../kernel/maps.js';
import { totalmem } from 'node:os';
import type { Environment, EnvironmentShape } from '../ir/environment.js';
import type { DrawKey } from '../kernel/random.js';
import { EdictError, about, blaming } from '../kernel/errors.js';
import { describe, isObject } from '../kernel/given.js';
import type { World } from '../world/api.js';
import type { BatchSource } from './api.js';
import { type Checked, headsOf } from './heads.js';
import { type EngineRange, type Plan, type Play, rangeOf } from './engine.js';
import { InstanceError, type InstancesSnapshot } from './instances-and-seats.js';
import type { Factories, Wanted } from './factories.js';
import { type Script, createScript } from './opponents.js';
import { type Record, type Rows, createRecord, createRows } from './engine-rows.js';
import { type Shard, askSeats, createShard, named } from './shard.js';
import type { Views } from './view-layout.js';

export interface LocalParts {
  readonly source: BatchSource;
  readonly environment: Environment;
  readonly plan: Plan;
  readonly play: Play;
  readonly range: EngineRange;
  readonly views: Views;
  readonly factories: Factories;
}

export interface LocalState extends LocalParts {
  readonly rows: Rows;
  /** The rows before the last step; last observations of episodes only with `hasFinals`. */
  readonly kept: Record;
  hasFinals: boolean;
  /** Memory for an instance that is copied from world to world. */
  forkMemory: InstancesSnapshot | undefined;
  readonly shards: readonly Shard[];
  readonly shardOf: readonly Shard[];
  readonly starts: Starts;
  /** Hash of the world of the first map, made on demand. */
  startHash: string | undefined;
  readonly checked: Checked;
  /** Memory of scripted opponents, and views of those of the host. */
  readonly script: Script | undefined;
  readonly shown: Pick<Rows, 'actions' | 'observations' | 'masks' | 'live'> | undefined;
  /** Memory of random opponents. */
  readonly drawsOpponents: boolean;
  readonly key: DrawKey;
  /** By instance: views of the agents that act through the batch. */
  readonly observed: readonly Float32Array[];
  readonly allowed: readonly Uint8Array[];
}

/** Throws the errors of the first map. */
export function openLocal(parts: LocalParts): LocalState {
  const {
    source,
    environment,
    plan: { shape, acting },
    play,
    range: { count },
    factories,
  } = parts;
  const rows = createRows(parts.plan, parts.range, play.autoreset === 'same-step');
  const starts = createStarts(source, environment, shape, factories, {
    executor: play.executor,
    merged: isMerged(parts),
  });
  const shards = openShards(parts, rows, starts);
  const heads = headsOf(shape);
  const others = play.seats === 'all' ? undefined : play.opponents;
  // The host gets its own masks: its writes must not change what is allowed.
  const shown =
    typeof others === 'function'
      ? { actions: rows.actions, observations: rows.observations, masks: rows.masks.slice(), live: rows.live }
      : undefined;
  const part = (instance: number, size: number): [number, number] => [
    instance * shape.agents * size,
    (instance * shape.agents + acting) * size,
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

/** A single instance needs no separation. */
function isMerged({ play, range }: LocalParts): boolean {
  return play.together > 1 && range.count > 1;
}

/** Each instance takes memory twice: for its state now, and before its turn. */
function demandMemory(instances: number, bytes: number): void {
  const [needed, there] = [2 * instances * bytes, totalmem()];
  if (needed <= there) return;
  const gigabytes = (count: number) => (count / 2 ** 30).toFixed(1);
  throw new EdictError(
    'memory',
    `${instances} instances take about ${gigabytes(needed)} GB, and this machine has ${gigabytes(there)} in all; make fewer`,
  );
}

/** As few as can hold all instances, of nearly equal size. */
function openShards(parts: LocalParts, rows: Rows, starts: Starts): readonly Shard[] {
  const { source, environment, play, range, factories } = parts;
  const { world } = starts.at(0);
  demandMemory(range.count, factories.bytesOf(world));
  const most =
    source.hostRules === undefined && isMerged(parts) ? factories.mostTogether(environment, world) : range.count;
  const count = Math.ceil(range.count / (isMerged(parts) ? Math.min(play.together, most) : 1));
  return Array.from({ length: count }, (_, i) => {
    const { first, count: own } = rangeOf(i, count, range.count);
    const instances = factories.instances(source, {
      count: own,
      merged: isMerged(parts),
      start: world,
      executor: play.executor,
    });
    return createShard(instances, factories.seats(instances, play.executor), rows, first, range.first + first);
  });
}

export function publish(
  { rows, views, plan: { shape, acting }, observed, allowed }: LocalState,
  finals: boolean,
): void {
  if (acting === shape.agents) {
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
  if (finals && rows.finals.length > 0) views.finalObservations.set(rows.finals);
}

/** Adds the batch's number of the instance to errors. */
export function within(shard: Shard, act: (shard: Shard) => void): void {
  try {
    act(shard);
  } catch (error) {
    throw named(shard, error);
  }
}

/** A map: the first world of its episodes, and the first view of all agents, which does not depend on the seed. */
export interface Start extends Pick<Rows, 'observations' | 'masks' | 'standings' | 'live'> {
  readonly world: World;
}

/** Maps, made and tried once, so that an episode on one does not fail later. */
interface Starts {
  /** Throws the errors of the map at each call. */
  at(map: number): Start;
}

type Trial = Pick<Shard, 'instances' | 'seats'>;

function createStarts(
  source: BatchSource,
  environment: Environment,
  shape: EnvironmentShape,
  factories: Factories,
  { executor, merged }: Pick<Wanted, 'executor' | 'merged'>,
): Starts {
  let trial: Trial | undefined;
  const open = (map: number): Start => {
    const world = worldOf(source, map, factories.whyRefused);
    if (trial === undefined) {
      // The trial has the room of the instances that it stands for, so that it refuses a start that would not fit them.
      const instances = factories.instances(source, { count: 1, merged, start: world, executor });
      trial = { instances, seats: factories.seats(instances, executor) };
    }
    return tried(trial, world, environment, shape, source.hostRules !== undefined);
  };
  return { at: keptBy((map) => ofMap(map, () => open(map))) };
}

/** Names the map in errors. An error that already names a culprit keeps it. */
function ofMap(map: number, make: () => Start): Start {
  const who = `no episode can begin on map ${map}`;
  try {
    return blaming(who, `map ${map}`, make);
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    throw about(who, error);
  }
}

function worldOf(source: BatchSource, map: number, whyRefused: Factories['whyRefused']): World {
  const world: unknown = source.start(map);
  if (!isObject(world) || !('program' in world))
    throw new EdictError('bad-start', `start gave ${describe(world)}; let it give the world of the map`);
  if (world.program !== source.program)
    throw new EdictError('bad-start', 'start gave a world of other content; make it with the program of the source');
  const reason = whyRefused(world as World);
  if (reason !== undefined) throw new EdictError('bad-start', `start gave ${reason}`);
  return world as World;
}

function tried(
  { instances, seats }: Trial,
  world: World,
  environment: Environment,
  { agents, observationSize, maskSize }: EnvironmentShape,
  isHosted: boolean,
): Start {
  instances.put(0, world, 'trial');
  seats.seat(0);
  const start = {
    world,
    observations: new Float32Array(agents * observationSize),
    masks: new Uint8Array(agents * maskSize),
    standings: new Float64Array(agents),
    live: new Uint8Array(agents),
    isTerminal: new Uint8Array(1),
  };
  seats.look();
  askSeats(seats, start);
  if (!start.live.includes(1))
    throw new EdictError(
      'bad-start',
      `none of the ${agents} agents lives when an episode begins${isHosted ? ', by the rules of the host; let show say that somebody does' : '; let `lives` hold then'}`,
    );
  if (start.isTerminal[0] !== 0 && environment.terminated !== undefined)
    throw new EdictError(
      'bad-start',
      isHosted
        ? 'the episode is over when it begins, by the rules of the host; let show say so later'
        : 'the episode is over when it begins; let `terminated` not hold then',
    );
  return start;
}
