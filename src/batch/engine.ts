import { type EnvironmentShape, type Environment, shapeOf } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';
import type { World } from '../world/api.js';
import type { Opponents } from './api.js';
import type { Settings } from './settings.js';

/** A seed, `next` for the next episode of the current seed, or null for no reset. */
export type Beginning = number | 'next' | null;

/**
 * Runs a range of instances, numbered from 0 in calls and by the batch in messages. The caller checks that instances
 * exist, and that those to step, read or copy have begun. A call that throws changes nothing, except `load`.
 */
export interface Engine {
  /** Makes the maps of the episodes. */
  prove(beginnings: readonly Beginning[]): void;
  /** Call `prove` with the same argument first. */
  reset(beginnings: readonly Beginning[]): void;
  step(): void;
  /** Undoes the last `step` after another engine failed. */
  takeBack(): void;
  snapshot(into?: EngineSnapshot): EngineSnapshot;
  restore(snapshot: EngineSnapshot): void;
  /** By instance, for any engine of the same source and settings. */
  save(): readonly Uint8Array[];
  /** A failed call may have loaded some instances: `restore` undoes that. */
  load(saved: readonly Uint8Array[]): void;
  /** The hash of the world of the first map. */
  start(): string;
  fork(from: number, to: readonly number[]): void;
  hash(instance: number): string;
  world(instance: number): World;
  close(): void;
}

/** Opaque to all but the engine that made it. */
export interface EngineSnapshot {
  readonly bytes: number;
}

/** First instance in the batch, and number of instances. */
export interface EngineRange {
  readonly first: number;
  readonly count: number;
}

export type Play = Pick<Settings, 'autoreset' | 'seats' | 'masked' | 'together' | 'executor'> & {
  readonly opponents: 'random' | 'script' | Opponents;
};

/** One of several parts of nearly equal size. */
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
