import { type EnvironmentShape, type Environment, shapeOf } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';
import type { World } from '../world/api.js';
import type { Opponents } from './api.js';
import type { Settings } from './settings.js';

/** A seed, `next` for the next episode of the present seed, null to leave it alone. */
export type Beginning = number | 'next' | null;

/**
 * Runs a range of instances, numbered from 0 in calls and as in the batch in messages. Its caller checks that instances
 * exist and that those which are stepped, read or copied have begun. What throws has changed nothing, except `load`.
 */
export interface Engine {
  /** Makes the maps that episodes would begin on. */
  prove(beginnings: readonly Beginning[]): void;
  /** After `prove` of the same. */
  reset(beginnings: readonly Beginning[]): void;
  step(): void;
  /** Takes the last `step` back, where others failed. */
  takeBack(): void;
  snapshot(into?: EngineSnapshot): EngineSnapshot;
  restore(snapshot: EngineSnapshot): void;
  /** By instance: any engine of the same source and settings can load them. */
  save(): readonly Uint8Array[];
  /** Where it throws, some may be loaded: `restore` brings them back. */
  load(saved: readonly Uint8Array[]): void;
  /** The hash of the world of the first map. */
  start(): string;
  fork(from: number, to: readonly number[]): void;
  hash(instance: number): string;
  world(instance: number): World;
  close(): void;
}

/** Opaque to all but the engine that it is of. */
export interface EngineSnapshot {
  readonly bytes: number;
}

/** First instance in the batch, and how many. */
export interface EngineRange {
  readonly first: number;
  readonly count: number;
}

export type Play = Pick<Settings, 'autoreset' | 'seats' | 'masked' | 'together' | 'executor'> & {
  readonly opponents: 'random' | 'script' | Opponents;
};

/** A part of many, as equal as can be. */
export function rangeOf(index: number, parts: number, total: number): EngineRange {
  const first = Math.floor((total * index) / parts);
  return { first, count: Math.floor((total * (index + 1)) / parts) - first };
}

export function foreignSnapshot(): EdictError {
  return new EdictError(
    'foreign-snapshot',
    'this is not a snapshot of this batch; pass one that its own snapshot() returned',
  );
}

export interface Plan {
  readonly shape: EnvironmentShape;
  /** A: agents that act through the batch, of `shape.agents`. */
  readonly acting: number;
}

export function planOf(environment: Environment, seats: 'all' | 'first'): Plan {
  const shape = shapeOf(environment);
  return { shape, acting: seats === 'first' ? 1 : shape.agents };
}
