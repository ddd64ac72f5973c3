import type { Batch, BatchOptions, BatchLog, BatchSource } from '../batch/api.js';
import { type EnvironmentShape, shapeOf } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';
import { createBatch } from '../batch/batch.js';
import { replayWith } from '../batch/batch-log.js';
import { bytesOfViews } from '../batch/view-layout.js';

/** The shape of an environment, known before memory is allocated. */
export interface Offer {
  readonly shape: EnvironmentShape;
  /** Bytes of its views. */
  readonly bytes: number;
  /** Called once. Replays a log, which has these options. */
  create(buffer: ArrayBuffer | SharedArrayBuffer | undefined, log?: BatchLog): Batch;
}

export interface Offers {
  /** Names of environments that need no file. */
  names(): readonly string[];
  /** Throws EdictError for unknown environments and invalid options. */
  open(environment: string, options: BatchOptions): Offer;
}

export function offerOf(source: BatchSource, options: BatchOptions): Offer {
  const { environment } = source.program;
  if (environment === undefined)
    throw new EdictError('no-environment', 'the content declares no environment; give it a section environment');
  const shape = shapeOf(environment);
  return {
    shape,
    bytes: bytesOfViews(shape, options),
    create(buffer, log) {
      const given = buffer === undefined ? options : { ...options, buffer };
      if (log === undefined) return createBatch(source, given);
      const batch = replayWith((of, logged) => createBatch(of, { ...given, ...logged }), source, log);
      batch.actions.fill(0);
      return batch;
    },
  };
}

/** Measures the bridge alone. */
export const fillName = 'bench:fill';

const shape: EnvironmentShape = {
  name: fillName,
  agents: 1,
  heads: 8,
  choices: new Array<number>(8).fill(4),
  maskSize: 32,
  observationSize: 512,
  turns: 0,
  blocks: [{ name: 'filled', offset: 0, slots: 0, values: Array.from({ length: 512 }, (_, index) => `value${index}`) }],
  orders: [{ name: 'head', head: 0, slots: 8, choices: ['one', 'two', 'three'] }],
};

/** Views begin at cache lines. */
const cacheLine = 64;

export function offerFill({ instances = 1 }: BatchOptions): Offer {
  const { heads, observationSize, maskSize } = shape;
  // Inputs, outputs of every step, outputs of few.
  const sizes = [heads * 4, observationSize * 4, maskSize, 4, 1, 1, 1, 4, observationSize * 4];
  const starts: number[] = [];
  let bytes = 0;
  for (const size of sizes) {
    starts.push(bytes);
    bytes = Math.ceil((bytes + instances * size) / cacheLine) * cacheLine;
  }
  return { shape, bytes, create: (buffer = new ArrayBuffer(bytes)) => createFill(instances, starts, buffer) };
}

function createFill(instances: number, starts: readonly number[], buffer: ArrayBuffer | SharedArrayBuffer): Batch {
  const { heads, observationSize, maskSize } = shape;
  const flags = (start: number) => new Uint8Array(buffer, start, instances);
  const views = {
    actions: new Int32Array(buffer, starts[0], instances * heads),
    observations: new Float32Array(buffer, starts[1], instances * observationSize),
    actionMask: new Uint8Array(buffer, starts[2], instances * maskSize),
    reward: new Float32Array(buffer, starts[3], instances),
    terminated: flags(starts[4]),
    truncated: flags(starts[5]),
    live: flags(starts[6]),
    turns: new Int32Array(buffer, starts[7], instances),
    finalObservations: new Float32Array(buffer, starts[8], instances * observationSize),
  };
  const { actions, observations, actionMask, reward, live, turns } = views;
  const refuse = (): never => {
    throw new EdictError('only-steps', `${fillName} can only be reset and stepped: it is there to measure the bridge`);
  };
  return {
    shape,
    instances,
    agents: 1,
    ...views,
    reset() {
      actionMask.fill(1);
      live.fill(1);
      turns.fill(0);
    },
    step() {
      turns[0]++;
      reward[0] = actions[0];
      observations[0] = turns[0];
    },
    snapshot: refuse,
    restore: refuse,
    save: refuse,
    load: refuse,
    fork: refuse,
    hash: refuse,
    world: refuse,
    log: refuse,
    close() {},
  };
}
