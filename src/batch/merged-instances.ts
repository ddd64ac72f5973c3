import { confine } from '../compile/confine/confine.js';
import type { Program } from '../compile/program.js';
import { type Relocations, type Site, clearInstance, copyInstance, limitIn, localTurn, relocationsOf } from '../components/instances.js';
import type { WorldState } from '../components/world-state.js';
import { header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { type Limits, defaultLimits } from '../kernel/limits.js';
import { seedWords } from '../kernel/random.js';
import type { Snapshot } from '../kernel/snapshot.js';
import { type DividedWorld, createDividedWorld, openSnapshot } from '../world.js';
import type { HostSystem, World } from '../world/api.js';
import { insideOf } from '../world/core.js';
import type { Instances, InstancesSnapshot } from './instances.js';
import { noTurn } from './lone-instances.js';

export interface MergedOptions {
  readonly executor?: 'compiled' | 'reference' | undefined;
  readonly systems?: readonly HostSystem[] | undefined;
}

/** Several instances in one world: one call of a kernel serves them all. `start`: any world that instances begin in, for sizes. Only for content that `whyApart` has nothing to say of. */
export function mergedInstances(program: Program, count: number, start: World, options: MergedOptions = {}): Instances {
  const { environment } = program;
  if (environment === undefined) throw new EdictError('no-environment', 'the content has no section environment, so nobody can act in it; add one (docs/training.md)');
  const { systems = [] } = options;
  const chosen = options.executor === undefined ? {} : { executor: options.executor };
  const stride = strideFor(Math.max(environment.capacity, start.capacity));
  const first = start.snapshot();
  const lanes = first.sizes[1] - 1;
  const alone = openSnapshot(program, first, chosen);
  // Content that creates factions is not merged, so nobody needs more places than there are at the start.
  const factions = Math.max(environment.agents.count, factionsIn(alone.state));
  const confined = confine(program, stride);
  const all = createDividedWorld(confined, { instances: count, stride, factions, lanes }, { ...chosen, limits: limitsFor(count) });
  for (const system of systems) for (const { world } of [all, alone]) world.addSystem(system);
  const room: Room = { all, alone, stride, factions, relocations: relocationsOf(all.state, program.model), starts: new Map(), program };
  return {
    count, stride, state: all.state, environment: confined.environment ?? environment,
    put(instance, from, seed) { copyInstance(startOf(room, from, seed), siteOf(room, instance), room.relocations); },
    copy(from, to) {
      for (const target of to) if (target !== from) copyInstance(siteOf(room, from), siteOf(room, target), room.relocations);
    },
    clear(instance) { clearInstance(siteOf(room, instance)); },
    run() { all.world.step(); },
    undo() {
      const { beforeTurn } = insideOf(all.world).core;
      if (beforeTurn === undefined) throw noTurn();
      // The world forgets it then.
      all.world.restore(beforeTurn);
    },
    turnOf: (instance) => localTurn(siteOf(room, instance)),
    hash(instance) { return lone(room, instance).hash(); },
    world(instance) { return lone(room, instance).fork(); },
    snapshot: (into) => wrap(all.world.snapshot(unwrap(into))),
    restore(snapshot) { all.world.restore(demand(snapshot)); },
    take: (instance, into) => wrap(lone(room, instance).snapshot(unwrap(into))),
    give(instance, snapshot) {
      alone.world.restore(demand(snapshot));
      copyInstance(aloneSite(room, alone.state), siteOf(room, instance), room.relocations);
    },
  };
}

/** Places for factions that a world can have. */
const mostFactions = 255;

/** Instances of a content that one world has places for the factions of. */
export function mostTogether({ environment }: Program, start: World): number {
  const factions = Math.max(1, environment?.agents.count ?? 1, factionsIn(insideOf(start).core.state));
  return Math.max(1, Math.floor(mostFactions / factions));
}

/** A snapshot of a world, as instances give it out. */
interface Wrapped extends InstancesSnapshot {
  readonly snapshot: Snapshot;
}

interface Room {
  readonly program: Program;
  readonly all: DividedWorld;
  /** A world of its own, for one instance at a time. */
  readonly alone: DividedWorld;
  readonly stride: number;
  readonly factions: number;
  readonly relocations: Relocations;
  /** Worlds that instances begin in, as they were when they were first used. */
  readonly starts: Map<World, WorldState>;
}

/** Rows of an instance that has room for so many objects: row 0 is nobody, and sets of rows split on words. */
export function strideFor(capacity: number): number {
  return Math.ceil((capacity + 1) / 32) * 32;
}

/** The last place of a faction that is taken. */
function factionsIn({ factionEntity }: WorldState): number {
  return factionEntity.findLastIndex((entity) => entity !== 0);
}

function siteOf({ all, stride, factions }: Room, instance: number): Site {
  return { state: all.state, instance, rows: stride, factions };
}

function aloneSite({ factions }: Room, state: WorldState): Site {
  return { state, instance: 0, rows: state.arena.sizes[0], factions };
}

/** An instance as a world of its own; it is overwritten by the next. */
function lone(room: Room, instance: number): World {
  copyInstance(siteOf(room, instance), aloneSite(room, room.alone.state), room.relocations);
  return room.alone.world;
}

/** Where an instance begins, with another seed. Throws where that is too large. */
function startOf(room: Room, start: World, seed: string): Site {
  let state = room.starts.get(start);
  if (state === undefined) {
    state = openSnapshot(room.program, start.snapshot()).state;
    const site = aloneSite(room, state);
    if (limitIn(site) > room.stride) throw new EdictError('world-full', `an episode begins with ${limitIn(site) - 1} objects and an instance has room for ${room.stride - 1}; give the environment a larger capacity`);
    if (factionsIn(state) > room.factions) throw new EdictError('world-full', `an episode begins with ${factionsIn(state)} factions and the first map has ${room.factions}; let all maps have as many`);
    room.starts.set(start, state);
  }
  const { low, high } = seedWords(seed);
  state.arena.header[header.seedLow] = low;
  state.arena.header[header.seedHigh] = high;
  return aloneSite(room, state);
}

/** What is counted in a turn is counted for all instances together; scopes and aggregates look over all of them for each. */
function limitsFor(count: number): Limits {
  const times = (limit: number, factor: number): number => Math.min(Number.MAX_SAFE_INTEGER, limit * factor);
  return {
    ...defaultLimits, createdPerTurn: times(defaultLimits.createdPerTurn, count), effectsPerTurn: times(defaultLimits.effectsPerTurn, count),
    testsPerTurn: times(defaultLimits.testsPerTurn, count * count), visitsPerTurn: times(defaultLimits.visitsPerTurn, count * count),
  };
}

function wrap(snapshot: Snapshot): Wrapped {
  return { bytes: snapshot.used, snapshot };
}

function unwrap(wrapped: InstancesSnapshot | undefined): Snapshot | undefined {
  return wrapped === undefined ? undefined : demand(wrapped);
}

function demand(wrapped: InstancesSnapshot): Snapshot {
  if (!('snapshot' in wrapped)) throw new EdictError('foreign-snapshot', 'this is no snapshot of a batch; pass what snapshot returned');
  return (wrapped as Wrapped).snapshot;
}
