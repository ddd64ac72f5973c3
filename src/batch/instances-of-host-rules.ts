import { keptBy } from '../kernel/maps.js';
import { bound, type MethodsOf, type Forked, insideOf } from '../world/core.js';
import { type Environment, type EnvironmentShape, shapeOf } from '../ir/environment.js';
import { setSeed, setTimeOf, setTurn, timeOf, turnOf } from '../components/clock.js';
import { EdictError } from '../kernel/errors.js';
import { type DrawKey, beginDraw, endDraw, foldDraw, seedWords } from '../kernel/random.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { World } from '../world/api.js';
import type { HostRules, HostShown } from './host-rules.js';
import {
  type Instances,
  type InstancesSnapshot,
  InstanceError,
  type Seats,
  createReader,
  noSnapshot,
  noTurn,
} from './instances-and-seats.js';
import { type Heads, headsOf } from './heads.js';
import { bytesOf, cellsOf, joined } from './engine-rows.js';

/** Instances under host rules. Their worlds are the first worlds, made on demand. */
export interface HostRuleInstances extends Instances {
  readonly rules: HostRules;
  /** f64 [N, S] */
  readonly numbers: Float64Array;
  /** i32 [N, A, K] for the next turn; not kept. */
  order(actions: Int32Array): void;
}

/** By instance: numbers, turns of the episode, seed, and first world. */
type Columns = Readonly<ReturnType<typeof createColumns>>;

interface HostSnapshot extends InstancesSnapshot {
  readonly columns: Columns;
}

interface Hosted {
  readonly rules: HostRules;
  readonly columns: Columns;
  readonly before: Columns;
  hasBefore: boolean;
  readonly inner: Forked;
  /** Snapshots of first worlds. */
  readonly snapshotOf: (start: World) => Snapshot;
  readonly reader: (saved: Uint8Array) => World;
  actions: Int32Array;
  readonly key: DrawKey;
  drawn: number;
  readonly draw: () => number;
}

/** Separates draws of host rules from others. */
const purpose = 0x68_6f_73;

/** `start`: any first world of instances, for sizes. */
export function instancesOfHostRules(
  rules: HostRules,
  environment: Environment,
  start: World,
  count: number,
): HostRuleInstances {
  const { capacity } = environment;
  const hosted: Hosted = {
    rules,
    columns: createColumns(count, rules.size),
    before: createColumns(count, rules.size),
    hasBefore: false,
    inner: insideOf(start).copy({ capacity, fixed: true }),
    snapshotOf: keptBy((from) => from.snapshot()),
    reader: createReader(start.program, capacity),
    actions: new Int32Array(0),
    key: { low: 0, high: 0 },
    drawn: 0,
    draw: () => drawFor(hosted),
  };
  return {
    rules,
    count,
    stride: 1,
    environment,
    state: hosted.inner.core.state,
    numbers: hosted.columns.numbers,
    startsVary: true,
    ...bound<Hosted, Pick<HostRuleInstances, keyof typeof hostedMethods>>(hosted, hostedMethods),
  };
}

const hostedMethods = {
  order(hosted, given) {
    hosted.actions = given;
  },
  put(hosted, instance, from, seed) {
    const { columns, rules, key } = hosted;
    const { low, high } = seedWords(seed);
    columns.seedsLow[instance] = low;
    columns.seedsHigh[instance] = high;
    columns.starts[instance] = hosted.snapshotOf(from);
    columns.turns[instance] = 0;
    Object.assign(key, beginDraw(low, high));
    foldDraw(key, purpose);
    hosted.drawn = 0;
    const at = instance * rules.size;
    columns.numbers.fill(0, at, at + rules.size);
    rules.begin(columns.numbers, at, hosted.draw, from);
  },
  copy({ columns }, from, to) {
    for (const target of to) copyOne(columns, from, columns, target);
  },
  clear({ columns, rules }, instance) {
    copyOne(createColumns(1, rules.size), 0, columns, instance);
  },
  run(hosted) {
    const { columns, before } = hosted;
    copyAll(columns, before);
    try {
      hosted.rules.turn(columns.numbers, hosted.actions);
    } catch (error) {
      copyAll(before, columns);
      throw error;
    }
    const { turns } = columns;
    for (let i = 0; i < turns.length; i++) turns[i]++;
    hosted.hasBefore = true;
  },
  undo(hosted) {
    if (!hosted.hasBefore) throw noTurn();
    copyAll(hosted.before, hosted.columns);
    hosted.hasBefore = false;
  },
  turnOf: ({ columns }, instance) => columns.turns[instance],
  hash: (hosted, instance) => began(hosted, instance).hash(),
  world(hosted, instance) {
    const { rules, columns } = hosted;
    const found = began(hosted, instance).fork();
    rules.showIn?.(found, columns.numbers, instance * rules.size);
    return found;
  },
  snapshot({ columns, rules }, into) {
    const snapshot = snapshotFor(columns.turns.length, rules.size, into);
    copyAll(columns, snapshot.columns);
    return snapshot;
  },
  restore(hosted, snapshot) {
    hosted.hasBefore = false;
    copyAll(demand(snapshot).columns, hosted.columns);
  },
  take({ columns, rules }, instance, into) {
    const snapshot = snapshotFor(1, rules.size, into);
    copyOne(columns, instance, snapshot.columns, 0);
    return snapshot;
  },
  give({ columns }, instance, snapshot) {
    copyOne(demand(snapshot).columns, 0, columns, instance);
  },
  save(hosted, instance) {
    const { columns } = hosted;
    const { turns, numbers, seedsLow, seedsHigh } = columns;
    return joined([
      bytesOf(Int32Array.of(turns[instance], seedsLow[instance], seedsHigh[instance])),
      bytesOf(cellsOf(numbers, turns.length, instance)),
      beganIn(hosted, instance).save(),
    ]);
  },
  read({ rules: { size }, reader }, saved) {
    const snapshot = snapshotFor(1, size);
    const read = snapshot.columns;
    const bytes = saved.slice();
    const head = wordsOfHead * Int32Array.BYTES_PER_ELEMENT;
    const end = head + size * Float64Array.BYTES_PER_ELEMENT;
    if (bytes.length < end)
      throw new EdictError(
        'damaged-file',
        `the saved instance is cut off: it has ${bytes.length} bytes, and its numbers alone take ${end}; save it again`,
      );
    [read.turns[0], read.seedsLow[0], read.seedsHigh[0]] = new Int32Array(bytes.buffer, 0, wordsOfHead);
    read.numbers.set(new Float64Array(bytes.buffer.slice(head, end)));
    read.starts[0] = reader(bytes.subarray(end)).snapshot();
    return snapshot;
  },
} satisfies Partial<MethodsOf<Hosted, HostRuleInstances>>;

/** Turn and seed, before its numbers. */
const wordsOfHead = 3;

function drawFor(hosted: Hosted): number {
  const { key } = hosted;
  const { low, high } = key;
  foldDraw(key, hosted.drawn++);
  const number = endDraw(key);
  key.low = low;
  key.high = high;
  return number;
}

/** The first world of an instance, in its first state. */
function beganIn({ columns, inner: { world } }: Hosted, instance: number): World {
  const from = columns.starts[instance];
  if (from !== undefined) world.restore(from);
  return world;
}

/** The same with the instance's own seed and turn. */
function began(hosted: Hosted, instance: number): World {
  const world = beganIn(hosted, instance);
  const { state } = hosted.inner.core;
  const { turns, seedsLow, seedsHigh } = hosted.columns;
  setSeed(state, { low: seedsLow[instance], high: seedsHigh[instance] });
  setTurn(state, turnOf(state) + turns[instance]);
  setTimeOf(state, timeOf(state) + turns[instance]);
  return world;
}

function createColumns(count: number, size: number) {
  return {
    numbers: new Float64Array(count * size),
    turns: new Int32Array(count),
    seedsLow: new Int32Array(count),
    seedsHigh: new Int32Array(count),
    starts: new Array<Snapshot | undefined>(count).fill(undefined),
  };
}

const numeric = ['numbers', 'turns', 'seedsLow', 'seedsHigh'] as const;

function copyAll(from: Columns, into: Columns): void {
  for (const name of numeric) into[name].set(from[name]);
  for (let i = 0; i < from.starts.length; i++) into.starts[i] = from.starts[i];
}

function copyOne(from: Columns, instance: number, into: Columns, target: number): void {
  for (const name of numeric)
    cellsOf(into[name], into.turns.length, target).set(cellsOf(from[name], from.turns.length, instance));
  into.starts[target] = from.starts[instance];
}

function snapshotFor(count: number, size: number, into?: InstancesSnapshot): HostSnapshot {
  if (into !== undefined) return demand(into);
  const columns = createColumns(count, size);
  return { bytes: numeric.reduce((sum, name) => sum + columns[name].byteLength, 0), columns };
}

function demand(snapshot: InstancesSnapshot): HostSnapshot {
  if ('columns' in snapshot) return snapshot as HostSnapshot;
  throw noSnapshot();
}

export function seatsOfHostRules(instances: HostRuleInstances): Seats {
  const { count, environment, numbers, rules } = instances;
  const shape = shapeOf(environment);
  const heads = headsOf(shape);
  const rows = count * shape.agents;
  const shown = createShown(count, shape);
  const { observations, masks, rewards, live, terminated } = shown;
  return {
    // Agents are identified by place.
    agents: new Float64Array(rows),
    seat: () => undefined,
    seatAs: () => undefined,
    look() {
      rules.show(numbers, shown);
    },
    observe(into) {
      let rest = 0;
      // `x - x` is 0 if x is finite, else NaN, which the sum keeps.
      for (let i = 0; i < observations.length; i++) rest += observations[i] - observations[i];
      if (rest !== 0) {
        const error = notFinite(shape, environment.name, observations);
        // Arrays that `show` leaves alone must be as before, or a step could not be undone.
        observations.set(into);
        throw error;
      }
      into.set(observations);
      for (let row = 0; row < rows; row++)
        if (live[row] !== 1) into.fill(0, row * shape.observationSize, (row + 1) * shape.observationSize);
    },
    masks(into) {
      into.set(masks);
      for (let row = 0; row < rows; row++) {
        if (live[row] !== 1) into.fill(0, row * shape.maskSize, (row + 1) * shape.maskSize);
        for (let head = 0; head < heads.count; head++) into[row * shape.maskSize + heads.offsets[head]] = 1;
      }
    },
    rewards(into) {
      into.set(rewards);
    },
    live(into) {
      into.set(live);
    },
    terminated(into) {
      into.set(terminated);
    },
    preferences(asked, into) {
      into.fill(0);
      rules.prefer?.(numbers, into);
      for (let row = 0; row < rows; row++) keepAllowed(heads, row, asked[row] === 1 && live[row] === 1, masks, into);
    },
    order(actions) {
      instances.order(actions);
    },
    withdraw: () => undefined,
    takeBack: () => undefined,
  };
}

function createShown(count: number, { agents, observationSize, maskSize }: EnvironmentShape): HostShown {
  const rows = count * agents;
  return {
    observations: new Float32Array(rows * observationSize),
    masks: new Uint8Array(rows * maskSize).fill(1),
    rewards: new Float64Array(rows),
    live: new Uint8Array(rows).fill(1),
    terminated: new Uint8Array(count),
  };
}

function keepAllowed(
  { maskSize }: Heads,
  row: number,
  isAsked: boolean,
  masks: Uint8Array,
  preferences: Float32Array,
): void {
  for (let i = row * maskSize; i < (row + 1) * maskSize; i++) if (!isAsked || masks[i] === 0) preferences[i] = 0;
}

function notFinite(shape: EnvironmentShape, name: string, observations: Float32Array): InstanceError {
  const at = observations.findIndex((value) => !Number.isFinite(value));
  const row = Math.floor(at / shape.observationSize);
  const what = nameOfNumber(shape, at % shape.observationSize);
  const message = `in environment ${name} ${what} is ${observations[at]} for agent ${row % shape.agents}, by the rules of the host; what agents are given is finite and less than 3.4e38, so let show keep it in bounds`;
  return new InstanceError(Math.floor(row / shape.agents), 'not-finite', message, what);
}

/** For messages: its name in its block, and its slot. */
function nameOfNumber({ blocks }: EnvironmentShape, place: number): string {
  const block = blocks.findLast(({ offset }) => offset <= place);
  if (block === undefined) return `number ${place}`;
  const { name, offset, slots, values } = block;
  if (slots === 0) return `${values[place - offset]} of block ${name}`;
  const width = values.length + 1;
  return `${['presence', ...values][(place - offset) % width]} of block ${name}, slot ${Math.floor((place - offset) / width)}`;
}
