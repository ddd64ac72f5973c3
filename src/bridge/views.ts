import type { Batch } from '../batch/api.js';
import { EdictError } from '../kernel/errors.js';

/** The views of a batch by the names that the other side gives them. */
const viewNames = {
  actions: 'actions',
  observations: 'observations',
  actionMask: 'action_mask',
  reward: 'reward',
  terminated: 'terminated',
  truncated: 'truncated',
  live: 'live',
  finalObservations: 'final_observations',
  turns: 'turns',
} as const;

export interface ViewPlace {
  readonly name: string;
  readonly type: 'i32' | 'f32' | 'u8';
  /** Bytes from the start of the memory. */
  readonly offset: number;
  readonly length: number;
}

/** A stretch of memory in bytes. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Where the views of a batch lie in the memory that all of them share. */
export interface ViewLayout {
  readonly memory: ArrayBuffer | SharedArrayBuffer;
  readonly places: readonly ViewPlace[];
  readonly actions: Stretch;
  /** From the first view that every step writes to the end of the last. */
  readonly outputs: Stretch;
  /** Final observations, which few steps write. */
  readonly finals: Stretch;
  readonly all: Stretch;
}

type View = Int32Array | Float32Array | Uint8Array;

export function layoutOf(batch: Batch): ViewLayout {
  const memory = batch.actions.buffer;
  const places: ViewPlace[] = [];
  let outputs: Stretch | undefined;
  for (const [key, name] of Object.entries(viewNames)) {
    const view = batch[key as keyof typeof viewNames];
    if (view.buffer !== memory)
      throw new EdictError(
        'scattered-views',
        `a bridge needs all views of a batch in one buffer, but ${name} lies in another than actions`,
        name,
      );
    places.push({ name, type: typeOf(view), offset: view.byteOffset, length: view.length });
    if (view !== batch.actions && view !== batch.finalObservations) outputs = joined(outputs, stretchOf(view));
  }
  const actions = stretchOf(batch.actions);
  const finals = stretchOf(batch.finalObservations);
  return {
    memory,
    places,
    actions,
    outputs: outputs ?? actions,
    finals,
    all: joined(joined(outputs, actions), finals),
  };
}

function typeOf(view: View): ViewPlace['type'] {
  return view instanceof Int32Array ? 'i32' : view instanceof Float32Array ? 'f32' : 'u8';
}

function stretchOf(view: View): Stretch {
  return { start: view.byteOffset, end: view.byteOffset + view.byteLength };
}

function joined(one: Stretch | undefined, other: Stretch): Stretch {
  return one === undefined ? other : { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
