import { confine } from '../confine/confine.js';
import type { Environment } from '../ir/environment.js';
import type { Program } from '../ir/rule.js';
import {
  type Relocations,
  type Site,
  clearInstance,
  copyInstance,
  limitIn,
  localTurn,
  relocationsOf,
} from '../state/copy-instance.js';
import { copyParameters, haveSameParameters } from '../components/parameters.js';
import { laneCount } from '../components/lanes.js';
import { setSeed } from '../components/clock.js';
import { maxFactions } from '../state/world-state.js';
import type { WorldState } from '../components/state.js';
import { header } from '../kernel/arena.js';
import { EdictError, messageOf } from '../kernel/errors.js';
import { maxCapacity } from '../kernel/identity.js';
import type { Limits } from '../kernel/world-limits.js';
import { seedWords } from '../kernel/random.js';
import type { Snapshot } from '../kernel/snapshot.js';
import { type DividedWorld, createDividedWorld, openSnapshot } from '../world.js';
import type { World, WorldOptions } from '../world/api.js';
import { insideOf } from '../world/core.js';
import type { BatchSource } from './api.js';
import {
  InstanceError,
  type Instances,
  type WorldSnapshot,
  createReader,
  noTurn,
  snapshotOf,
  takenFrom,
} from './instances-and-seats.js';
import { reloadStreams, streamWidth } from '../kernel/streams.js';
import { intern, textOf } from '../kernel/strings.js';

type MergedOptions = Pick<WorldOptions, 'executor'> & Pick<BatchSource, 'systems'>;

/**
 * Several instances in one world: one call of a kernel serves all. `start`: any first world of instances, for sizes.
 * Only for content without a reason in `whyApart`.
 */
export function instancesInOneWorld(
  program: Program,
  count: number,
  start: World,
  options: MergedOptions = {},
): Instances {
  const { environment } = program;
  if (environment === undefined)
    throw new EdictError(
      'no-environment',
      'the content has no section environment, so no agent can act in it; add one (docs/training.md)',
    );
  const { systems = [], executor } = options;
  const chosen = executor && { executor };
  const { limits } = insideOf(start).core.state;
  const first = start.snapshot();
  const capacity = roomFor(environment, first);
  const stride = strideFor(capacity);
  const lanes = lanesIn(first);
  const alone = openSnapshot(program, first, { ...chosen, limits, objects: capacity });
  const factions = factionsFor(environment, alone.state);
  const confined = withBudget(confine(program, stride), program, count);
  const all = createDividedWorld(
    confined,
    { instances: count, stride, room: capacity, factions, lanes },
    { ...chosen, limits: limitsFor(limits, count) },
  );
  copyParameters(alone.state, all.state);
  for (const system of systems) for (const { world } of [all, alone]) world.addSystem(system);
  const room: Room = {
    count,
    all,
    alone,
    stride,
    capacity,
    factions,
    lanes,
    relocations: relocationsOf(all.state),
    starts: new Map(),
    drawn: new Array<DrawnStreams | undefined>(count).fill(undefined),
    program,
  };
  /** Streams before the last turn. */
  let before: readonly (DrawnStreams | undefined)[] = [];
  const reader = createReader(program, capacity);
  return {
    count,
    stride,
    state: all.state,
    environment: confined.environment ?? environment,
    put(instance, from, seed) {
      const site = startOf(room, from, seed);
      copyInstance(site, siteOf(room, instance), room.relocations);
      room.drawn[instance] = streamsOf(site.state);
    },
    copy(from, to) {
      for (const target of to) {
        if (target === from) continue;
        copyInstance(siteOf(room, from), siteOf(room, target), room.relocations);
        room.drawn[target] = room.drawn[from];
      }
    },
    clear(instance) {
      clearInstance(siteOf(room, instance));
    },
    run() {
      try {
        all.world.step();
        before = streamsNow(room);
      } catch (error) {
        // Host systems may have effects that must not be repeated.
        throw systems.length > 0 ? error : faultIn(room, error);
      }
    },
    undo() {
      const { beforeTurn } = insideOf(all.world).core;
      if (beforeTurn === undefined) throw noTurn();
      // `restore` clears `beforeTurn`.
      all.world.restore(beforeTurn);
      giveStreams(room, before);
    },
    turnOf: (instance) => localTurn(siteOf(room, instance)),
    hash: (instance) => lone(room, instance).hash(),
    world: (instance) => lone(room, instance).fork(),
    snapshot: (into): DrawnSnapshot => ({ ...takenFrom(all.world, into), drawn: streamsNow(room) }),
    restore(snapshot) {
      all.world.restore(snapshotOf(snapshot));
      giveStreams(room, (snapshot as DrawnSnapshot).drawn);
    },
    take: (instance, into) => takenFrom(lone(room, instance), into),
    give(instance, snapshot) {
      alone.world.restore(snapshotOf(snapshot));
      demandParameters(room, alone.state, 'the instance that is restored was made');
      copyInstance(aloneSite(room, alone.state), siteOf(room, instance), room.relocations);
      room.drawn[instance] = streamsOf(alone.state);
    },
    save: (instance) => lone(room, instance).save(),
    read: (saved) => takenFrom(reader(saved), undefined),
  };
}

interface DrawnSnapshot extends WorldSnapshot {
  /** By instance; empty if none has any. */
  readonly drawn: readonly (DrawnStreams | undefined)[];
}

interface Room {
  readonly count: number;
  readonly program: Program;
  readonly all: DividedWorld;
  /** A world of its own, for one instance at a time. */
  readonly alone: DividedWorld;
  readonly stride: number;
  /** Room of an instance: objects, factions, lanes. */
  readonly capacity: number;
  readonly factions: number;
  readonly lanes: number;
  readonly relocations: Relocations;
  /** By first world: its state at first use. */
  readonly starts: Map<World, WorldState>;
  /** By instance, its first streams. */
  readonly drawn: (DrawnStreams | undefined)[];
}

function streamsNow({ drawn }: Room): DrawnSnapshot['drawn'] {
  return drawn.some((streams) => streams !== undefined) ? drawn.slice() : [];
}

function giveStreams({ drawn }: Room, given: DrawnSnapshot['drawn']): void {
  for (let instance = 0; instance < drawn.length; instance++) drawn[instance] = given.at(instance);
}

/** Room for objects of an instance, alone or with others. */
export function roomFor(environment: Environment | undefined, { sizes }: Snapshot): number {
  return Math.max(environment?.capacity ?? 0, sizes[0] - 1);
}

/** At least 1. A world has limited places for factions, objects and lanes. */
export function mostTogether(environment: Environment, start: World): number {
  const first = start.snapshot();
  const factions = factionsFor(environment, openSnapshot(start.program, first).state);
  return Math.max(
    1,
    Math.floor(
      Math.min(
        maxFactions / factions,
        maxCapacity / strideFor(roomFor(environment, first)),
        maxCapacity / Math.max(1, lanesIn(first)),
      ),
    ),
  );
}

function lanesIn({ sizes }: Snapshot): number {
  return sizes[1] - 1;
}

/** Content that creates factions is not merged, so there are no others. */
function factionsFor({ agents }: Environment, start: WorldState): number {
  return Math.max(agents.count, factionsIn(start));
}

/** Row 0 is nobody, and sets of rows split on words. */
function strideFor(capacity: number): number {
  return Math.ceil((capacity + 1) / 32) * 32;
}

function factionsIn({ factionEntity }: WorldState): number {
  return factionEntity.findLastIndex((entity) => entity !== 0);
}

function siteOf({ all, stride, factions }: Room, instance: number): Site {
  return { state: all.state, instance, rows: stride, factions };
}

function aloneSite({ factions }: Room, state: WorldState): Site {
  return { state, instance: 0, rows: state.arena.sizes[0], factions };
}

/** As a world of its own, which the next call overwrites. */
function lone(room: Room, instance: number): World {
  copyInstance(siteOf(room, instance), aloneSite(room, room.alone.state), room.relocations);
  putStreams(room.alone.state, room.drawn[instance]);
  return room.alone.world;
}

/** The error of the first instance whose turn also fails alone; else the given one. */
function faultIn(room: Room, error: unknown): unknown {
  if (!(error instanceof EdictError)) return error;
  for (let instance = 0; instance < room.count; instance++) {
    try {
      lone(room, instance).step();
    } catch (own) {
      if (own instanceof EdictError) return new InstanceError(instance, own.code, messageOf(own), own.culprit);
    }
  }
  return error;
}

/** First state of an instance. Throws if it is too large. */
function startOf(room: Room, start: World, seed: string): Site {
  let state = room.starts.get(start);
  if (state === undefined) {
    state = openSnapshot(room.program, start.snapshot()).state;
    demandParameters(room, state, 'a map is made');
    const site = aloneSite(room, state);
    const map = 'the world of the first map has room for';
    const { capacity, factions, lanes } = room;
    demandRoom(
      limitIn(site) - 1,
      'objects',
      'an instance has room for',
      capacity,
      'give the environment a larger capacity',
    );
    demandRoom(factionsIn(state), 'factions', 'the first map has', factions, 'let all maps have as many');
    demandRoom(laneCount(state), 'lanes', map, lanes, 'make all maps with the same `lanes`');
    const [streams, streamRoom] = [state.arena.header[header.streams], room.alone.state.streams.names.length - 1];
    demandRoom(streams, 'random streams', map, streamRoom, 'make all maps with the same `streams`');
    room.starts.set(start, state);
  }
  setSeed(state, seedWords(seed));
  return aloneSite(room, state);
}

/** Instances that share a world share its parameters. */
function demandParameters({ all }: Room, state: WorldState, what: string): void {
  if (!haveSameParameters(state, all.state))
    throw new EdictError(
      'bad-option',
      `${what} with other parameters than the first map, and instances that share a world share them; give all the same, or pass together: 1`,
    );
}

function demandRoom(count: number, what: string, where: string, room: number, advice: string): void {
  if (count > room)
    throw new EdictError('world-full', `an episode begins with ${count} ${what} and ${where} ${room}; ${advice}`);
}

/** A turn counts the work of all instances together, and the scopes and aggregates of each look at all objects. */
function limitsFor(limits: Limits, count: number): Limits {
  const times = (limit: number, factor: number) => Math.min(Number.MAX_SAFE_INTEGER, limit * factor);
  return {
    ...limits,
    createdPerTurn: times(limits.createdPerTurn, count),
    effectsPerTurn: times(limits.effectsPerTurn, count),
    waiting: times(limits.waiting, count),
    testsPerTurn: times(limits.testsPerTurn, count * count),
    visitsPerTurn: times(limits.visitsPerTurn, count * count),
    flowPairs: times(limits.flowPairs, count),
  };
}

/** As `limitsFor`: each instance has the budget of the content. */
function withBudget(confined: Program, { budget }: Program, count: number): Program {
  if (budget === undefined) return confined;
  const { tests = Infinity, effects = Infinity, created = Infinity } = budget.turn;
  const turn = { tests: tests * count * count, effects: effects * count, created: created * count };
  return { ...confined, budget: { ...budget, turn } };
}

/** The first random streams of an instance. A start may draw from them; rules of merged content do not. */
interface DrawnStreams {
  readonly names: readonly string[];
  /** f64 [streams, streamWidth] */
  readonly states: Float64Array;
}

function streamsOf({ streams, strings, arena: { header: words } }: WorldState): DrawnStreams | undefined {
  const count = words[header.streams];
  if (count === 0) return undefined;
  return {
    names: Array.from(streams.names.subarray(1, count + 1), (name) => textOf(strings, name)),
    states: streams.states.slice(streamWidth, (count + 1) * streamWidth),
  };
}

function putStreams({ streams, strings, arena: { header: words } }: WorldState, drawn: DrawnStreams | undefined): void {
  const count = drawn?.names.length ?? 0;
  if (count === 0 && words[header.streams] === 0) return;
  reloadStreams(streams);
  streams.names.fill(0);
  streams.states.fill(0);
  words[header.streams] = count;
  drawn?.names.forEach((name, i) => {
    streams.names[i + 1] = intern(strings, name);
  });
  if (drawn !== undefined) streams.states.set(drawn.states, streamWidth);
}
