import type { EnvironmentShape } from '../ir/environment.js';
import type { Program } from '../ir/rule.js';
import type { HostSystem, World } from '../world/api.js';
import type { HostRules } from './host-rules.js';

/** The source of episodes. */
export interface BatchSource {
  /** Content with an `environment` section. */
  readonly program: Program;
  /** The world in which episodes on a map begin, with maps from 0. Equal numbers must give equal worlds. */
  readonly start: (map: number) => World;
  /** Systems of the host that run in each turn, on the world that holds all instances. */
  readonly systems?: readonly HostSystem[];
  /** Rules of the host, instead of rules of content. */
  readonly hostRules?: HostRules;
  /** Lets a worker make the same source; needed for `workers` only. */
  readonly module?: SourceModule;
}

/** A function of a module that returns a BatchSource, or a promise of one. Equal arguments must give equal sources. */
export interface SourceModule {
  /** URL of the module, as in `import.meta.url`. */
  readonly url: string;
  /** Name of the function. */
  readonly export: string;
  /** Its argument: plain data. */
  readonly argument: unknown;
}

export type Autoreset =
  /** The step after the last of an episode only resets: its action is ignored, and its reward is 0. */
  | 'next-step'
  /**
   * The last step of an episode also resets: `observations` then has the new episode, and `finalObservations` the old
   * one.
   */
  | 'same-step'
  /** A step throws if an episode is over: call `reset` with a mask first. */
  | 'disabled';

export interface BatchOptions {
  /** N. Default 1. */
  readonly instances?: number;
  /** Default `next-step`. */
  readonly autoreset?: Autoreset;
  /**
   * The agents that act through the batch: all, or only the first of each instance (A = 1), with `opponents` for the
   * others. Default `all`.
   */
  readonly seats?: 'all' | 'first';
  /**
   * The other agents: random among allowed choices, by `prefer` of the content, or a function (not with workers).
   * Default `random`.
   */
  readonly opponents?: 'random' | 'script' | Opponents;
  /** The effect of a masked action: error `masked-action`, or nothing. Default `refuse`. */
  readonly masked?: 'refuse' | 'ignore';
  /**
   * Number of threads for the instances, including this one; at most the number of instances. The source must have a
   * `module`. Default 0: this thread only.
   */
  readonly workers?: number;
  /**
   * Maximum number of instances in one world, which has places for 255 factions. Default: as many as are fast; large
   * instances have a world each.
   */
  readonly together?: number;
  /** Keeps resets and actions for `log`. Not with a function for opponents. */
  readonly record?: boolean;
  /** Memory for the views, at least `bytesOfViews` long; the batch fills it with 0 first. Default: its own memory. */
  readonly buffer?: ArrayBuffer | SharedArrayBuffer;
  readonly executor?: 'compiled' | 'reference';
}

/** All options of a batch, for callers that read only some. */
export const batchOptionNames: readonly (keyof BatchOptions)[] = [
  'instances',
  'autoreset',
  'seats',
  'opponents',
  'masked',
  'workers',
  'together',
  'record',
  'buffer',
  'executor',
];

/**
 * Fills in the actions of other agents: i32 [N, all agents, K], all 0 at the call. Row 0 of each instance belongs to
 * the batch. Masks u8 [.., M], observations f32 [.., D] and live u8 are also of all agents; do not write to them.
 */
export type Opponents = (seats: {
  readonly actions: Int32Array;
  readonly observations: Float32Array;
  readonly masks: Uint8Array;
  readonly live: Uint8Array;
}) => void;

/**
 * N instances of an environment. All arrays are views that stay valid for the life of the batch; `step` reads `actions`
 * and writes the others. A call that throws changes nothing, and the batch remains usable.
 */
export interface Batch {
  readonly shape: EnvironmentShape;
  readonly instances: number;
  /** A: number of agents that act through the batch. */
  readonly agents: number;
  /** i32 [N, A, K] */
  readonly actions: Int32Array;
  /** f32 [N, A, D] */
  readonly observations: Float32Array;
  /** u8 [N, A, M] */
  readonly actionMask: Uint8Array;
  /** f32 [N, A] */
  readonly reward: Float32Array;
  /** u8 [N] */
  readonly terminated: Uint8Array;
  /** u8 [N] */
  readonly truncated: Uint8Array;
  /** u8 [N, A] */
  readonly live: Uint8Array;
  /**
   * f32 [N, A, D]: the last observations of episodes that ended in this step, in same-step mode. Other rows keep their
   * values.
   */
  readonly finalObservations: Float32Array;
  /** i32 [N]: turns of the episode so far. */
  readonly turns: Int32Array;
  /**
   * Begins new episodes in all instances, or in those with byte 1 in the mask. A number seeds instance i with the
   * number plus i; a list has one seed for each instance. Without a seed, or for null in the list, an instance begins
   * the next episode of its seed (0 plus i at first).
   *
   * Seeds are whole numbers from 0 to 2^53 - 1. Throws `bad-option`, and `bad-start` for a map on which no episode can
   * begin.
   */
  reset(seed?: number | readonly (number | null)[], mask?: Uint8Array): void;
  /**
   * Runs one turn of all instances. Throws `not-reset`, `episode-over` (disabled mode), `bad-action`, `masked-action`,
   * and errors of the turn. The message names the instance.
   */
  step(): void;
  /** Copies everything except `actions`. With `into`, an older snapshot, the new one reuses its memory. */
  snapshot(into?: BatchSnapshot): BatchSnapshot;
  /** Restores a snapshot of this batch, which then continues exactly as it would have from there. */
  restore(snapshot: BatchSnapshot): void;
  /**
   * Everything except `actions` and data that systems and opponents of the host keep, as bytes for a file or another
   * process. Throws `not-reset` if an instance was never reset.
   */
  save(): Uint8Array;
  /**
   * Loads the bytes of `save`; the batch then continues exactly as the saved one would have. Options `workers` and
   * `together` may differ. Throws `foreign-file` for bytes that are not a saved batch, or are of other content, options
   * or start, and `damaged-file`.
   */
  load(saved: Uint8Array): void;
  /** Makes instances copies of one, including their views. */
  fork(from: number, to: readonly number[]): void;
  /** `World.hash` of the instance as a world of its own. It leaves out the numbers of host rules. */
  hash(instance: number): string;
  /** A copy of an instance as an ordinary world, for inspection. */
  world(instance: number): World;
  /**
   * Throws `not-recorded` without `record`. The log leaves out events undone by `restore`; after `load` it begins with
   * the log of the saved batch.
   */
  log(): BatchLog;
  /** Ends workers and frees memory. Afterwards, every call throws `batch-closed`; only the views remain readable. */
  close(): void;
}

/** Opaque to all but the batch that made it. */
export interface BatchSnapshot {
  readonly bytes: number;
}

/** All events of a batch since it was made, as plain data. `replayBatch` repeats them. */
export interface BatchLog {
  readonly format: 'edict-batch-log/1';
  readonly content: string;
  readonly options: Required<Pick<BatchOptions, 'instances' | 'autoreset' | 'seats' | 'masked'>> & {
    readonly opponents: 'random' | 'script';
  };
  readonly events: readonly BatchEvent[];
}

export type BatchEvent =
  /** For each instance: its new seed, the next episode, or no reset. */
  | { readonly reset: readonly (number | 'next' | null)[] }
  /** The actions of all agents that act through the batch. */
  | { readonly step: readonly number[] }
  | { readonly fork: number; readonly to: readonly number[] };
