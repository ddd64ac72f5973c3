import { type Environment, type EnvironmentShape, shapeOf } from '../ir/environment.js';
import { setTimeOf, setTurn, timeOf, turnOf } from '../components/clock.js';
import { setSeed } from '../components/seed.js';
import { EdictError } from '../kernel/errors.js';
import { type DrawKey, beginDraw, endDraw, foldDraw, seedWords } from '../kernel/random.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { World } from '../world/api.js';
import { insideOf } from '../world/core.js';
import type { HostRules, HostShown } from './host-rules.js';
import { type Instances, type InstancesSnapshot, InstanceError, type Seats, createReader } from './instances.js';
import { noTurn } from './lone-instances.js';
import { type Heads, headsOf } from './actions.js';

/**
 * Instances that go by rules of a host. Their worlds are what they began in, and made only where somebody asks for one.
 */
export interface HostedInstances extends Instances {
  readonly rules: HostRules;
  /** f64 [N, S] */
  readonly numbers: Float64Array;
  /** What the next turn is given: i32 [N, A, K], not kept. */
  order(actions: Int32Array): void;
}

/** By instance: its numbers, the turns of its episode, its seed, and the world that it began in. */
interface Columns {
  readonly numbers: Float64Array;
  readonly turns: Int32Array;
  readonly seedsLow: Int32Array;
  readonly seedsHigh: Int32Array;
  readonly starts: (Snapshot | undefined)[];
}

interface HostedSnapshot extends InstancesSnapshot {
  readonly columns: Columns;
}

/** What draws of the host's rules are told apart from others by. */
const purpose = 0x68_6f_73;

/** `start`: any world that instances begin in, for sizes. */
export function hostedInstances(
  rules: HostRules,
  environment: Environment,
  start: World,
  count: number,
): HostedInstances {
  const { size } = rules;
  const columns = createColumns(count, size);
  const before = createColumns(count, size);
  const { world, core } = insideOf(start).fixedCopy({ capacity: environment.capacity });
  const known = new Map<World, Snapshot>();
  const reader = createReader(start.program, environment.capacity);
  let actions: Int32Array = new Int32Array(0);
  let hasBefore = false;
  const key: DrawKey = { low: 0, high: 0 };
  let drawn = 0;
  const draw = (): number => {
    const { low, high } = key;
    foldDraw(key, drawn++);
    const number = endDraw(key);
    key.low = low;
    key.high = high;
    return number;
  };

  function startOf(given: World): Snapshot {
    let snapshot = known.get(given);
    if (snapshot === undefined) known.set(given, (snapshot = given.snapshot()));
    return snapshot;
  }

  /** The world that an instance began in, as it was then. */
  function beganIn(instance: number): World {
    const from = columns.starts[instance];
    if (from !== undefined) world.restore(from);
    return world;
  }

  /** The same with the instance's own seed and turn. */
  function began(instance: number): World {
    beganIn(instance);
    const { state } = core;
    setSeed(state, { low: columns.seedsLow[instance], high: columns.seedsHigh[instance] });
    setTurn(state, turnOf(state) + columns.turns[instance]);
    setTimeOf(state, timeOf(state) + columns.turns[instance]);
    return world;
  }

  return {
    rules,
    count,
    stride: 1,
    environment,
    state: core.state,
    numbers: columns.numbers,
    startsVary: true,
    order(given) {
      actions = given;
    },
    put(instance, from, seed) {
      const { low, high } = seedWords(seed);
      columns.seedsLow[instance] = low;
      columns.seedsHigh[instance] = high;
      columns.starts[instance] = startOf(from);
      columns.turns[instance] = 0;
      Object.assign(key, beginDraw(low, high));
      foldDraw(key, purpose);
      drawn = 0;
      columns.numbers.fill(0, instance * size, (instance + 1) * size);
      rules.begin(columns.numbers, instance * size, draw, from);
    },
    copy(from, to) {
      for (const target of to) copyOne(columns, from, columns, target, size);
    },
    clear(instance) {
      copyOne(createColumns(1, size), 0, columns, instance, size);
    },
    run() {
      copyAll(columns, before);
      try {
        rules.turn(columns.numbers, actions);
      } catch (error) {
        copyAll(before, columns);
        throw error;
      }
      const { turns } = columns;
      for (let i = 0; i < turns.length; i++) turns[i]++;
      hasBefore = true;
    },
    undo() {
      if (!hasBefore) throw noTurn();
      copyAll(before, columns);
      hasBefore = false;
    },
    turnOf: (instance) => columns.turns[instance],
    hash: (instance) => began(instance).hash(),
    world(instance) {
      const found = began(instance).fork();
      rules.showIn?.(found, columns.numbers, instance * size);
      return found;
    },
    snapshot(into) {
      const snapshot = into === undefined ? wrap(createColumns(count, size)) : demand(into);
      copyAll(columns, snapshot.columns);
      return snapshot;
    },
    restore(snapshot) {
      hasBefore = false;
      copyAll(demand(snapshot).columns, columns);
    },
    take(instance, into) {
      const snapshot = into === undefined ? wrap(createColumns(1, size)) : demand(into);
      copyOne(columns, instance, snapshot.columns, 0, size);
      return snapshot;
    },
    give(instance, snapshot) {
      copyOne(demand(snapshot).columns, 0, columns, instance, size);
    },
    save(instance) {
      const { turns, numbers, seedsLow, seedsHigh } = columns;
      const own = numbers.slice(instance * size, (instance + 1) * size);
      return Uint8Array.from(
        Buffer.concat([
          bytesOf(Int32Array.of(turns[instance], seedsLow[instance], seedsHigh[instance])),
          bytesOf(own),
          beganIn(instance).save(),
        ]),
      );
    },
    read(saved) {
      const read = createColumns(1, size);
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
      return wrap(read);
    },
  };
}

/** Words of a saved instance before its numbers: turn, seed. */
const wordsOfHead = 3;

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function createColumns(count: number, size: number): Columns {
  return {
    numbers: new Float64Array(count * size),
    turns: new Int32Array(count),
    seedsLow: new Int32Array(count),
    seedsHigh: new Int32Array(count),
    starts: new Array<Snapshot | undefined>(count).fill(undefined),
  };
}

function copyAll(from: Columns, into: Columns): void {
  into.numbers.set(from.numbers);
  into.turns.set(from.turns);
  into.seedsLow.set(from.seedsLow);
  into.seedsHigh.set(from.seedsHigh);
  for (let i = 0; i < from.starts.length; i++) into.starts[i] = from.starts[i];
}

function copyOne(from: Columns, instance: number, into: Columns, target: number, size: number): void {
  for (let i = 0; i < size; i++) into.numbers[target * size + i] = from.numbers[instance * size + i];
  into.turns[target] = from.turns[instance];
  into.seedsLow[target] = from.seedsLow[instance];
  into.seedsHigh[target] = from.seedsHigh[instance];
  into.starts[target] = from.starts[instance];
}

function wrap(columns: Columns): HostedSnapshot {
  const { numbers, turns, seedsLow, seedsHigh } = columns;
  return { bytes: numbers.byteLength + turns.byteLength + seedsLow.byteLength + seedsHigh.byteLength, columns };
}

function demand(snapshot: InstancesSnapshot): HostedSnapshot {
  if ('columns' in snapshot) return snapshot as HostedSnapshot;
  throw new EdictError('foreign-snapshot', 'this is no snapshot of a batch; pass what snapshot returned');
}

/** What agents see and do in instances that go by rules of a host. */
export function hostedSeats(instances: HostedInstances): Seats {
  const { count, environment, numbers, rules } = instances;
  const shape = shapeOf(environment);
  const heads = headsOf(shape);
  const rows = count * shape.agents;
  const shown = createShown(count, shape);
  const { observations, masks, rewards, live, terminated } = shown;
  return {
    // Agents are known by their places.
    agents: new Float64Array(rows),
    seat: () => undefined,
    seatAs: () => undefined,
    look() {
      rules.show(numbers, shown);
    },
    observe(into) {
      let rest = 0;
      // What is finite leaves 0 of itself, all else NaN for good.
      for (let i = 0; i < observations.length; i++) rest += observations[i] - observations[i];
      if (rest !== 0) {
        const error = notFinite(shape, environment.name, observations);
        // What `show` does not say again has to be as before, or nothing could be taken back.
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

/** Of what is preferred, what can be done by those who are asked. */
function keepAllowed(
  { maskSize }: Heads,
  row: number,
  isAsked: boolean,
  masks: Uint8Array,
  preferences: Float32Array,
): void {
  for (let i = row * maskSize; i < (row + 1) * maskSize; i++) if (!isAsked || masks[i] === 0) preferences[i] = 0;
}

/** The error of the first number that agents cannot be given. */
function notFinite(shape: EnvironmentShape, name: string, observations: Float32Array): InstanceError {
  const at = observations.findIndex((value) => !Number.isFinite(value));
  const row = Math.floor(at / shape.observationSize);
  const what = nameOfNumber(shape, at % shape.observationSize);
  const message = `in environment ${name} ${what} is ${observations[at]} for agent ${row % shape.agents}, by the rules of the host; what agents are given is finite and less than 3.4e38, so let show keep it in bounds`;
  return new InstanceError(Math.floor(row / shape.agents), 'not-finite', message, what);
}

/** A number that is observed, for people: its name in its block, and its slot. */
function nameOfNumber({ blocks }: EnvironmentShape, place: number): string {
  const block = blocks.findLast(({ offset }) => offset <= place);
  if (block === undefined) return `number ${place}`;
  const { name, offset, slots, values } = block;
  if (slots === 0) return `${values[place - offset]} of block ${name}`;
  const width = values.length + 1;
  return `${['presence', ...values][(place - offset) % width]} of block ${name}, slot ${Math.floor((place - offset) / width)}`;
}
