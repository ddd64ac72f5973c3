import type { Batch, BatchOptions, BatchSnapshot } from '../../src/batch/api.js';
import type { EnvironmentShape } from '../../src/ir/environment.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { Offer } from '../../src/bridge/offer.js';

/**
 * A world of one number an instance, which actions are added to: small enough to tell what a bridge must give, with
 * everything that a batch can do and some that it must not.
 */
export const countingShape: EnvironmentShape = {
  name: 'counting',
  agents: 2,
  heads: 3,
  choices: [2, 3, 4],
  maskSize: 9,
  observationSize: 5,
  turns: 4,
  blocks: [{ name: 'self', offset: 0, slots: 0, values: ['seed', 'episode', 'turn', 'sum', 'agent'] }],
  orders: [{ name: 'add', head: 0, slots: 3, choices: [] }],
};

/** First actions that do what no environment should. */
export const faults = { fail: 100, crash: 101, exit: 102, sleep: 103, hoard: 104 };

interface Snapshot extends BatchSnapshot {
  state: Int32Array;
  seen: Uint8Array;
}

/** Numbers kept by instance: seed, episode, turn, sum, over. */
const kept = 5;

export function offerCounting(options: BatchOptions): Offer {
  const instances = options.instances ?? 1;
  const agents = options.seats === 'first' ? 1 : countingShape.agents;
  return {
    shape: countingShape,
    bytes: 64 * 9 + instances * agents * 80,
    create: (buffer) => createCounting(instances, agents, options, buffer),
  };
}

function createCounting(
  instances: number,
  agents: number,
  options: BatchOptions,
  given: ArrayBuffer | SharedArrayBuffer | undefined,
): Batch {
  const { heads, observationSize, maskSize } = countingShape;
  const buffer = given ?? new SharedArrayBuffer(64 * 9 + instances * agents * 80);
  let end = 0;
  const next = (bytes: number): number => {
    const start = end;
    end = Math.ceil((end + bytes) / 64) * 64;
    return start;
  };
  const rows = instances * agents;
  const actions = new Int32Array(buffer, next(rows * heads * 4), rows * heads);
  const observations = new Float32Array(buffer, next(rows * observationSize * 4), rows * observationSize);
  const actionMask = new Uint8Array(buffer, next(rows * maskSize), rows * maskSize);
  const reward = new Float32Array(buffer, next(rows * 4), rows);
  const terminated = new Uint8Array(buffer, next(instances), instances);
  const truncated = new Uint8Array(buffer, next(instances), instances);
  const live = new Uint8Array(buffer, next(rows), rows);
  const turns = new Int32Array(buffer, next(instances * 4), instances);
  const finalObservations = new Float32Array(buffer, next(rows * observationSize * 4), rows * observationSize);
  const outputs = new Uint8Array(buffer, observations.byteOffset, end - observations.byteOffset);
  let state = new Int32Array(instances * kept).fill(-1);
  let closed = false;
  const log: unknown[] = [];

  const look = (instance: number): void => {
    const [seed, episode, turn, sum] = state.subarray(instance * kept);
    turns[instance] = turn;
    for (let agent = 0; agent < agents; agent++) {
      const row = instance * agents + agent;
      observations.set([seed, episode, turn, sum, agent], row * observationSize);
      actionMask.fill(1, row * maskSize, (row + 1) * maskSize);
      actionMask[row * maskSize + 1] = turn % 2;
      live[row] = 1;
    }
  };
  const begin = (instance: number, seed: number | undefined): void => {
    const at = instance * kept;
    const episode = seed === undefined ? state[at + 1] + 1 : 0;
    state.set([seed ?? Math.max(0, state[at]), episode, 0, 0, 0], at);
    look(instance);
  };
  const check = (): void => {
    if (closed) throw new EdictError('batch-closed', 'the batch is closed');
    if (state.includes(-1)) throw new EdictError('not-reset', 'instance 0 was never reset; call reset first');
    const fault = actions[0];
    if (fault === faults.fail)
      throw new EdictError('bad-action', 'agent 0 of instance 0 does 100, expected a choice from 0 to 1', 'add');
    if (fault === faults.crash) throw new TypeError('no such thing');
    if (fault === faults.exit) {
      process.stderr.write('the world ends\n');
      process.exit(3);
    }
    const hoard: number[][] = [];
    while (fault === faults.hoard) hoard.push(new Array<number>(1_000).fill(hoard.length + 0.5));
    if (fault === faults.sleep) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
  };
  const stepOne = (instance: number): void => {
    const at = instance * kept;
    terminated[instance] = 0;
    truncated[instance] = 0;
    reward.fill(0, instance * agents, (instance + 1) * agents);
    if (state[at + 4] === 1) {
      begin(instance, undefined);
      return;
    }
    for (let agent = 0; agent < agents; agent++) {
      const row = instance * agents + agent;
      for (let head = 0; head < heads; head++) state[at + 3] += actions[row * heads + head];
      reward[row] = actions[row * heads];
    }
    state[at + 2]++;
    // Odd seeds end early, so that not all instances end together.
    const over = state[at + 2] === countingShape.turns - (state[at] % 2);
    truncated[instance] = over ? 1 : 0;
    look(instance);
    if (!over) return;
    if (options.autoreset === 'same-step') {
      const [start, stop] = [instance, instance + 1].map((each) => each * agents * observationSize);
      finalObservations.set(observations.subarray(start, stop), start);
      begin(instance, undefined);
    } else {
      state[at + 4] = 1;
    }
  };
  return {
    shape: countingShape,
    instances,
    agents,
    actions,
    observations,
    actionMask,
    reward,
    terminated,
    truncated,
    live,
    finalObservations,
    turns,
    reset(seed, mask) {
      log.push({ reset: seed ?? null, mask: mask === undefined ? null : [...mask] });
      for (let instance = 0; instance < instances; instance++) {
        if (mask?.[instance] !== 0)
          begin(instance, typeof seed === 'number' ? seed + instance : (seed?.[instance] ?? undefined));
      }
    },
    step() {
      check();
      if (options.record === true) log.push({ step: [...actions] });
      for (let instance = 0; instance < instances; instance++) stepOne(instance);
    },
    snapshot: (into) =>
      Object.assign((into as Snapshot | undefined) ?? {}, {
        bytes: state.byteLength,
        state: state.slice(),
        seen: outputs.slice(),
      }),
    restore(snapshot) {
      state = (snapshot as Snapshot).state.slice();
      outputs.set((snapshot as Snapshot).seen);
    },
    save: () => Uint8Array.from([...new Uint8Array(state.buffer), ...outputs]),
    load(saved) {
      if (saved.length !== state.byteLength + outputs.length)
        throw new EdictError(
          'damaged-file',
          `the saved batch has ${saved.length} bytes, expected ${state.byteLength + outputs.length}`,
        );
      state = new Int32Array(saved.slice(0, state.byteLength).buffer);
      outputs.set(saved.subarray(state.byteLength));
    },
    fork(from, to) {
      for (const target of to) {
        state.copyWithin(target * kept, from * kept, (from + 1) * kept);
        look(target);
      }
    },
    hash: (instance) => state.slice(instance * kept, (instance + 1) * kept).join(':'),
    world() {
      throw new EdictError('no-world', 'a counting batch has no world');
    },
    log() {
      if (options.record !== true) throw new EdictError('not-recorded', 'this batch was made without record');
      return {
        format: 'edict-batch-log/1',
        content: 'counting',
        options: { instances, autoreset: 'next-step', seats: 'all', opponents: 'random', masked: 'refuse' },
        events: log as [],
      };
    },
    close() {
      closed = true;
    },
  };
}
