import type { EnvironmentShape } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';
import { isObject, reading, refused, wholeGiven, wordGiven } from '../kernel/given.js';
import { optionsGiven } from '../world/host-arguments.js';
import { type Batch, type BatchOptions, batchOptionNames } from './api.js';
import type { EngineRange } from './engine.js';

/** The arrays of a batch that it shares with its host. */
export type Views = Pick<Batch, ViewName>;

export type ViewName =
  | 'actions'
  | 'observations'
  | 'actionMask'
  | 'reward'
  | 'terminated'
  | 'truncated'
  | 'live'
  | 'turns'
  | 'finalObservations';

export interface ViewPlace {
  /** In bytes, a multiple of `viewAlignment`. */
  readonly offset: number;
  /** Numbers in all, and of one instance. */
  readonly length: number;
  readonly each: number;
  readonly type: 'i32' | 'f32' | 'u8';
}

export interface ViewLayout {
  /** Of all views. */
  readonly bytes: number;
  /** By name, in memory order: actions (input), the outputs of every step, then outputs that most hosts do not need. */
  readonly places: Readonly<Record<ViewName, ViewPlace>>;
}

/** Every view begins at a multiple of so many bytes: a cache line. */
export const viewAlignment = 64;

const arrays = { i32: Int32Array, f32: Float32Array, u8: Uint8Array } as const;

const mostBytes = 2 ** 32;

/**
 * The layout of the views for a number of instances (default 1) and the acting seats; other options have no effect.
 * Throws `bad-option` for views larger than 4 GiB.
 */
export function layoutOfViews(shape: EnvironmentShape, given: BatchOptions = {}): ViewLayout {
  reading('the shape', () => {
    demandShape(shape);
  });
  const { instances = 1, seats = 'all' } = optionsGiven('the layout of views', given, batchOptionNames);
  wholeGiven('instances', instances, 1, mostBytes);
  wordGiven('seats', seats, ['all', 'first']);
  const agents = seats === 'first' ? 1 : shape.agents;
  let bytes = 0;
  const place = (type: ViewPlace['type'], each: number) => {
    const found = { offset: bytes, length: instances * each, each, type };
    bytes += Math.ceil((instances * each * arrays[type].BYTES_PER_ELEMENT) / viewAlignment) * viewAlignment;
    return found;
  };
  const places = {
    actions: place('i32', agents * shape.heads),
    observations: place('f32', agents * shape.observationSize),
    actionMask: place('u8', agents * shape.maskSize),
    reward: place('f32', agents),
    terminated: place('u8', 1),
    truncated: place('u8', 1),
    live: place('u8', agents),
    turns: place('i32', 1),
    finalObservations: place('f32', agents * shape.observationSize),
  };
  if (bytes > mostBytes)
    throw new EdictError(
      'bad-option',
      `the views of ${instances} instances take ${bytes} bytes, and there can be ${mostBytes}; take fewer instances`,
    );
  return { bytes, places };
}

function demandShape(shape: unknown): void {
  if (!isObject(shape))
    throw refused('the shape', shape, 'the shape of an environment, as a program or a batch has it');
  for (const key of ['agents', 'heads', 'observationSize', 'maskSize'] as const)
    wholeGiven(`${key} of the shape`, (shape as Partial<EnvironmentShape>)[key], 0, mostBytes);
}

/** Bytes that `buffer` must have for a number of instances and the acting seats. */
export function bytesOfViews(shape: EnvironmentShape, options: BatchOptions = {}): number {
  return layoutOfViews(shape, options).bytes;
}

export function viewsIn(layout: ViewLayout, buffer: ArrayBufferLike, { first, count }: EngineRange): Views {
  const views = Object.entries(layout.places).map(([name, { offset, each, type }]) => [
    name,
    new arrays[type](buffer as ArrayBuffer, offset + first * each * arrays[type].BYTES_PER_ELEMENT, count * each),
  ]);
  return Object.fromEntries(views) as Views;
}
