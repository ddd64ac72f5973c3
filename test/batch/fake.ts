import type { Environment } from '../../src/ir/environment.js';
import type { WorldState } from '../../src/components/state.js';
import type { Program } from '../../src/ir/rule.js';
import { EdictError } from '../../src/kernel/errors.js';
import { beginDraw, endDraw, foldDraw, seedWords } from '../../src/kernel/random.js';
import type { World } from '../../src/world/api.js';
import type { BatchOptions, BatchSource, Batch } from '../../src/batch/api.js';
import {
  type Instances,
  InstanceError,
  type InstancesSnapshot,
  type Seats,
} from '../../src/batch/instances-and-seats.js';
import type { Factories } from '../../src/batch/factories.js';
import { openBatch } from '../../src/batch/batch.js';

/**
 * A game of a few numbers in place of worlds, so that a batch can be tested by itself, with faults wherever a test
 * wants them. Each of two agents has a value, which its order `change` moves by one and chance by less; who is at 0 or
 * below lives no more; the episode ends when a value reaches 8.
 */
export interface Faults {
  /** Thrown by the turn that a world runs as its so-many-th, counted from 1, where the map is this. */
  turn?: { readonly map: number; readonly turn: number };
  /** Thrown when what is seen of a world in this turn is asked. */
  observe?: { readonly map: number; readonly turn: number };
  /** Thrown when this map is made. */
  start?: number;
  /** Nobody lives on this map. */
  empty?: number;
  /** Nothing is saved of this instance, counted within its world. */
  save?: number;
}

const agents = 2;

/**
 * Choices: `change` up, down or by luck (allowed on even turns only), `double` an object choice that is allowed where
 * the value is below 4.
 */
const order = (name: string, names: readonly string[]) => ({
  name,
  slots: undefined,
  column: 0,
  choices: {
    by: 'value' as const,
    values: names.map((_, i) => i + 1),
    names,
    allowed: names.map(() => undefined),
    prefer: names.map(() => undefined),
  },
});

export function fakeEnvironment(maps = 4, change = false): Environment {
  const value = (name: string) => ({ name, node: undefined as never });
  return {
    name: 'fake',
    agents: { kind: 0, where: undefined, count: agents },
    turns: 12,
    capacity: 31,
    maps,
    blocks: [{ name: 'own', slots: undefined, values: [value('value'), value('other'), value('turn')] }],
    orders: [order('change', ['up', 'down', 'luck']), order('double', ['once'])],
    reward: { node: undefined as never, change },
    lives: undefined,
    terminated: undefined,
    origin: undefined as never,
  };
}

interface FakeState {
  readonly count: number;
  readonly values: Float64Array;
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly turns: Int32Array;
  readonly maps: Int32Array;
  /** 0 none, or what is ordered, by row and head. */
  readonly orders: Int32Array;
  /** Counts changes, so that seats know whether they have looked since. */
  changes: number;
}

const columns = ['values', 'low', 'high', 'turns', 'maps', 'orders'] as const;

interface FakeSnapshot extends InstancesSnapshot {
  readonly columns: readonly (Float64Array | Int32Array)[];
}

function emptyState(count: number): FakeState {
  return {
    count,
    values: new Float64Array(count * agents),
    low: new Int32Array(count),
    high: new Int32Array(count),
    turns: new Int32Array(count),
    maps: new Int32Array(count).fill(-1),
    orders: new Int32Array(count * agents * 2),
    changes: 0,
  };
}

const statesOf = new WeakMap<Instances, FakeState>();

function take(state: FakeState, first: number, count: number): FakeSnapshot {
  return {
    bytes: 8 * count,
    columns: columns.map((name) =>
      state[name].slice(
        (first * state[name].length) / state.count,
        ((first + count) * state[name].length) / state.count,
      ),
    ),
  };
}

function give(state: FakeState, first: number, snapshot: InstancesSnapshot): void {
  state.changes++;
  columns.forEach((name, i) => {
    state[name].set((snapshot as FakeSnapshot).columns[i], (first * state[name].length) / state.count);
  });
}

export function fakeInstances(count: number, faults: Faults, environment: Environment): Instances {
  const state = emptyState(count);
  let before: FakeSnapshot | undefined;
  const instances: Instances = {
    count,
    stride: 32,
    state: undefined as unknown as WorldState,
    environment,
    put(instance, start, seed) {
      const { low, high } = seedWords(seed);
      give(state, instance, take(emptyState(1), 0, 1));
      state.low[instance] = low;
      state.high[instance] = high;
      state.maps[instance] = start.size;
      for (let agent = 0; agent < agents; agent++)
        state.values[instance * agents + agent] = start.turn > 0 ? 0 : 2 + start.size / 4;
    },
    copy(from, to) {
      for (const instance of to) give(state, instance, take(state, from, 1));
    },
    clear(instance) {
      give(state, instance, take(emptyState(1), 0, 1));
    },
    run() {
      const start = take(state, 0, count);
      state.changes++;
      for (let i = 0; i < count; i++) {
        if (state.maps[i] < 0) continue;
        try {
          runOne(state, i, faults);
        } catch (error) {
          give(state, 0, start);
          throw error;
        }
      }
      before = start;
    },
    undo() {
      if (before === undefined) throw new Error('there is no turn to take back');
      give(state, 0, before);
      before = undefined;
    },
    turnOf: (instance) => state.turns[instance],
    hash: (instance) =>
      take(state, instance, 1)
        .columns.map((column) => column.join())
        .join('/'),
    world: (instance) => ({ turn: state.turns[instance] }) as World,
    snapshot: () => take(state, 0, count),
    restore(snapshot) {
      before = undefined;
      give(state, 0, snapshot);
    },
    take: (instance) => take(state, instance, 1),
    give(instance, snapshot) {
      give(state, instance, snapshot);
    },
    save: (instance) =>
      instance === faults.save
        ? new Uint8Array(0)
        : Buffer.from(JSON.stringify(take(state, instance, 1).columns.map((column) => Array.from(column)))),
    read(saved) {
      if (saved.length === 0) throw new EdictError('damaged-file', 'the world is damaged');
      const [values, ...whole] = JSON.parse(Buffer.from(saved).toString()) as number[][];
      const found: FakeSnapshot = {
        bytes: 8,
        columns: [Float64Array.from(values), ...whole.map((column) => Int32Array.from(column))],
      };
      return found;
    },
  };
  statesOf.set(instances, state);
  return instances;
}

function runOne({ values, orders, low, high, turns, maps }: FakeState, instance: number, { turn }: Faults): void {
  turns[instance]++;
  for (let agent = 0; agent < agents; agent++) {
    const row = instance * agents + agent;
    const key = beginDraw(low[instance], high[instance]);
    foldDraw(key, turns[instance]);
    foldDraw(key, agent);
    const luck = endDraw(key) - 0.5;
    if (values[row] <= 0) continue;
    values[row] += luck + [0, 1, -1, 2 * luck][orders[row * 2]];
    if (orders[row * 2 + 1] === 1) values[row] *= 2;
  }
  if (turn?.map === maps[instance] && turn.turn === turns[instance])
    throw new InstanceError(instance, 'broken-turn', 'the turn is broken');
}

export function fakeSeats(instances: Instances, faults: Faults): Seats {
  const state = statesOf.get(instances) ?? emptyState(0);
  const rows = state.count * agents;
  const handles = new Float64Array(rows);
  let looked = -1;
  let written: readonly number[] = [];
  const demandLook = (): void => {
    if (looked !== state.changes) throw new Error('nobody has looked');
  };
  const isThere = (row: number): boolean => handles[row] !== 0 && state.values[row] > 0;
  const allowed = (row: number): readonly number[] =>
    isThere(row)
      ? [1, 1, 1, state.turns[Math.floor(row / agents)] % 2 === 0 ? 1 : 0, 1, state.values[row] < 4 ? 1 : 0]
      : [1, 0, 0, 0, 1, 0];
  return {
    agents: handles,
    seat(instance) {
      for (let agent = 0; agent < agents; agent++) handles[instance * agents + agent] = agent + 1;
    },
    seatAs(from, to) {
      for (const instance of to) handles.copyWithin(instance * agents, from * agents, (from + 1) * agents);
    },
    look() {
      looked = state.changes;
    },
    observe(into) {
      demandLook();
      for (let row = 0; row < rows; row++) {
        const instance = Math.floor(row / agents);
        if (faults.observe?.map === state.maps[instance] && faults.observe.turn === state.turns[instance])
          throw new EdictError('not-finite', 'a value is not finite');
        const other = instance * agents + (1 - (row % agents));
        into.set(isThere(row) ? [state.values[row], state.values[other], state.turns[instance]] : [0, 0, 0], row * 3);
      }
    },
    masks(into) {
      demandLook();
      for (let row = 0; row < rows; row++) into.set(allowed(row), row * 6);
    },
    rewards(into) {
      for (let row = 0; row < rows; row++) into[row] = isThere(row) ? state.values[row] : 0;
    },
    live(into) {
      for (let row = 0; row < rows; row++) into[row] = isThere(row) ? 1 : 0;
    },
    terminated(into) {
      for (let i = 0; i < state.count; i++)
        into[i] = Math.max(state.values[i * agents], state.values[i * agents + 1]) >= 8 ? 1 : 0;
    },
    preferences(asked, into) {
      demandLook();
      for (let row = 0; row < rows; row++) {
        const may = allowed(row);
        into.set(
          asked[row] === 0
            ? [9, 9, 9, 9, 9, 9]
            : [0, state.values[row] < 3 ? 2 : 0, 1, 2, 0, 0].map((preference, i) => preference * may[i]),
          row * 6,
        );
      }
    },
    order(actions) {
      if (looked < 0) throw new Error('nobody has looked');
      written = Array.from(actions, (_, i) => i).filter((i) => actions[i] !== 0);
      for (const i of written) {
        if (state.orders[i] !== 0) throw new Error('an order of before is still there');
        state.orders[i] = actions[i];
      }
    },
    withdraw() {
      for (const i of written) state.orders[i] = 0;
    },
    takeBack() {
      for (const i of written) state.orders[i] = 0;
    },
  };
}

export const fakeProgram = (environment: Environment): Program =>
  ({ model: {}, rules: {}, fingerprint: 'fake', environment }) as unknown as Program;

export function fakeSource(program: Program, faults: Faults = {}): BatchSource {
  return {
    program,
    start(map) {
      if (map === faults.start) throw new EdictError('broken-map', 'the map is broken');
      return {
        program,
        size: map,
        turn: map === faults.empty ? 1 : 0,
        hash: () => `map ${map}`,
      } as unknown as World;
    },
  };
}

export function fakeFactories(environment: Environment, faults: Faults = {}): Factories {
  return {
    whyApart: () => undefined,
    whyRefused: () => undefined,
    mostTogether: () => Infinity,
    bytesOf: () => 1_000,
    instances: (_, { count }) => fakeInstances(count, faults, environment),
    seats: (instances) => fakeSeats(instances, faults),
  };
}

/** A batch of the fake game. */
export function fakeBatch(
  options: BatchOptions = {},
  faults: Faults = {},
  environment: Environment = fakeEnvironment(),
): Batch {
  return openBatch(fakeFactories(environment, faults), fakeSource(fakeProgram(environment), faults), options);
}
