import type { Batch, BatchOptions } from '../batch/api.js';
import type { EnvironmentShape } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';
import type { Offer } from './offer.js';

/** The environment that costs nothing: what a step through the bridge takes is the bridge. */
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

/** Where a view of so many bytes begins behind another: views lie at whole cache lines. */
function behind(offset: number, bytes: number): number {
  return Math.ceil((offset + bytes) / 64) * 64;
}

export function offerFill({ instances = 1 }: BatchOptions): Offer {
  const { heads, observationSize, maskSize } = shape;
  // What goes in, then what comes out of every step, then what comes out of few.
  const sizes = [
    instances * heads * 4,
    instances * observationSize * 4,
    instances * maskSize,
    instances * 4,
    instances,
    instances,
    instances,
    instances * 4,
    instances * observationSize * 4,
  ];
  const starts: number[] = [];
  let bytes = 0;
  for (const size of sizes) {
    starts.push(bytes);
    bytes = behind(bytes, size);
  }
  return { shape, bytes, create: (buffer) => createFill(instances, starts, buffer ?? new ArrayBuffer(bytes)) };
}

function createFill(instances: number, starts: readonly number[], buffer: ArrayBuffer | SharedArrayBuffer): Batch {
  const { heads, observationSize, maskSize } = shape;
  const actions = new Int32Array(buffer, starts[0], instances * heads);
  const observations = new Float32Array(buffer, starts[1], instances * observationSize);
  const actionMask = new Uint8Array(buffer, starts[2], instances * maskSize);
  const reward = new Float32Array(buffer, starts[3], instances);
  const terminated = new Uint8Array(buffer, starts[4], instances);
  const truncated = new Uint8Array(buffer, starts[5], instances);
  const live = new Uint8Array(buffer, starts[6], instances);
  const finalObservations = new Float32Array(buffer, starts[8], instances * observationSize);
  const turns = new Int32Array(buffer, starts[7], instances);
  const refuse = (): never => {
    throw new EdictError('only-steps', `${fillName} can only be reset and stepped: it is there to measure the bridge`);
  };
  return {
    shape,
    instances,
    agents: 1,
    actions,
    observations,
    actionMask,
    reward,
    terminated,
    truncated,
    live,
    finalObservations,
    turns,
    reset() {
      actionMask.fill(1);
      live.fill(1);
      turns.fill(0);
    },
    step() {
      // One number of each view that is looked at: enough to see that a step arrived.
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
