import { type EnvironmentShape, type Environment, shapeOf } from '../ir/environment.js';
import type { World } from '../world/api.js';
import type { Opponents } from './api.js';
import type { Settings } from './settings.js';

/**
 * What begins an instance anew: its seed, `next` for the next episode of the seed that it has, null to leave it alone.
 */
export type Beginning = number | 'next' | null;

/**
 * Runs a range of instances, numbered from 0 in calls and as in the whole batch in messages. Its caller has seen to it
 * that instances exist and that those which are stepped, looked at or copied have begun.
 * What throws has changed nothing, but for `load`.
 */
export interface Engine {
  /** Makes the maps that episodes would begin on. */
  prove(beginnings: readonly Beginning[]): void;
  /** Behind `prove` of the same. */
  reset(beginnings: readonly Beginning[]): void;
  step(): void;
  /** Takes the last call, a `step`, back: where those of others failed. */
  takeBack(): void;
  snapshot(into?: EngineSnapshot): EngineSnapshot;
  restore(snapshot: EngineSnapshot): void;
  /**
   * All instances as bytes, each by itself: whoever runs instances of the same source and settings can load them,
   * however they lie there.
   */
  save(): readonly Uint8Array[];
  /** As many as there are. Where it throws, some may be as they were and some not: `restore` brings them back. */
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

/** What an engine is made for: its first instance in the batch, and how many. */
export interface EngineRange {
  readonly first: number;
  readonly count: number;
}

/** What of the settings says how instances are run. */
export type Play = Pick<Settings, 'autoreset' | 'seats' | 'masked' | 'together' | 'executor'> & {
  readonly opponents: 'random' | 'script' | Opponents;
};

/** What is known of an environment before there is any instance. */
export interface Plan {
  readonly shape: EnvironmentShape;
  /** Agents that act through the batch, A; all agents are `shape.agents`. */
  readonly seated: number;
}

export function planOf(environment: Environment, seats: 'all' | 'first'): Plan {
  const shape = shapeOf(environment);
  return { shape, seated: seats === 'first' ? 1 : shape.agents };
}
