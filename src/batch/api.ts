import type { EnvironmentShape } from '../ir/environment.js';
import type { Program } from '../ir/rule.js';
import type { HostSystem, World } from '../world/api.js';
import type { HostRules } from './host-rules.js';

/** Where episodes begin. */
export interface BatchSource {
  /** Content with an `environment` section. */
  readonly program: Program;
  /** The world in which episodes on a map begin, maps counted from 0; equal numbers give equal worlds. */
  readonly start: (map: number) => World;
  /** Systems of the host that run in each turn, on the world that holds all instances. */
  readonly systems?: readonly HostSystem[];
  /** What instances go by instead of rules of content. */
  readonly hostRules?: HostRules;
  /** How a worker makes the same source again; needed with `workers` only. */
  readonly module?: SourceModule;
}

/** A function of a module that gives a BatchSource, or a promise of one: equal arguments give equal sources. */
export interface SourceModule {
  /** Of the module: one that `import` takes, as `import.meta.url` says it. */
  readonly url: string;
  /** Name of the function. */
  readonly export: string;
  /** What it is called with: plain data. */
  readonly argument: unknown;
}

export type Autoreset =
  /** The step after the last of an episode only resets: its action is ignored, its reward is 0. */
  | 'next-step'
  /**
   * The last step of an episode resets at once: its observation is that of the new episode, that of the old one is in
   * `finalObservations`.
   */
  | 'same-step'
  /** A step of an instance that is over throws: `reset` with a mask begins it again. */
  | 'disabled';

export interface BatchOptions {
  /** N. Default 1. */
  readonly instances?: number;
  /** Default: next-step. */
  readonly autoreset?: Autoreset;
  /**
   * Who acts through the batch: all agents, or only the first of each instance (A = 1), the others as `opponents` says.
   * Default: all.
   */
  readonly seats?: 'all' | 'first';
  /**
   * The others: at random among what is allowed, as the content's `prefer` says, or as a function fills in (not with
   * workers). Default: random.
   */
  readonly opponents?: 'random' | 'script' | Opponents;
  /** What an action that its mask forbids does: error `masked-action`, or nothing. Default: refuse. */
  readonly masked?: 'refuse' | 'ignore';
  /**
   * Threads that instances are spread over, this one among them, no more than there are instances; the source must say
   * its `module`. Default 0: this one.
   */
  readonly workers?: number;
  /**
   * Instances that lie in one world, at most: it has places for 255 factions. Default: as many as are quick; large ones
   * each have a world of their own.
   */
  readonly together?: number;
  /** Keeps resets and actions, for `log`; not with a function for opponents. */
  readonly record?: boolean;
  /** Memory for the views, at least `bytesOfViews` long, which is filled with 0 first; default: its own. */
  readonly buffer?: ArrayBuffer | SharedArrayBuffer;
  readonly executor?: 'compiled' | 'reference';
}

/** Every option of a batch, for what takes all of them though it reads a few. */
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
 * Fills in what other agents do: the actions i32 [N, all agents, K], all 0 when it is called; row 0 of each instance is
 * not theirs. Masks u8 [.., M], observations f32 [.., D] and live u8 are of all agents likewise, to be read only.
 */
export type Opponents = (seats: {
  readonly actions: Int32Array;
  readonly observations: Float32Array;
  readonly masks: Uint8Array;
  readonly live: Uint8Array;
}) => void;

/**
 * N instances of an environment. All arrays are views that stay the same for the life of the batch; `step` reads
 * `actions` and writes the others. Where a call throws, nothing has changed and the batch can be used on.
 */
export interface Batch {
  readonly shape: EnvironmentShape;
  readonly instances: number;
  /** A: agents that act through the batch. */
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
   * f32 [N, A, D]: in same-step mode, the last observation of episodes that ended in this step; rows of others are what
   * they were.
   */
  readonly finalObservations: Float32Array;
  /** i32 [N]: turns of the episode so far. */
  readonly turns: Int32Array;
  /**
   * Begins episodes again, in all instances or in those whose byte in the mask is 1. A number seeds instance i with it
   * plus i; a list gives each its own. Without, or where the list says null, each goes on to the next episode of its
   * seed (0 plus i, where it never had one). Seeds are whole numbers from 0 to 2^53 - 1. Throws `bad-option`, and
   * `bad-start` for a map that no episode can begin on.
   */
  reset(seed?: number | readonly (number | null)[], mask?: Uint8Array): void;
  /**
   * One turn of all instances. Throws `not-reset`, `episode-over` (disabled mode), `bad-action`, `masked-action`, and
   * what the turn throws; the message names the instance.
   */
  step(): void;
  /** All but `actions`, which is not the batch's own; give an older snapshot to use its memory again. */
  snapshot(into?: BatchSnapshot): BatchSnapshot;
  /** Puts back a snapshot of this batch: everything goes on exactly as it would have then. */
  restore(snapshot: BatchSnapshot): void;
  /**
   * All but `actions` and what a host's own systems and opponents remember, as bytes for a file or another process.
   * Throws `not-reset` where an instance was never reset.
   */
  save(): Uint8Array;
  /**
   * Puts all instances where those of a batch were that `save` gave: everything goes on exactly as it would have then.
   * It may have had other `workers` and another `together`. Throws `foreign-file` for what is no saved batch, or one of
   * other content, other settings or another start, and `damaged-file`.
   */
  load(saved: Uint8Array): void;
  /** Makes instances copies of one, views included. */
  fork(from: number, to: readonly number[]): void;
  /** What `World.hash` says of the instance as a world of its own; numbers of a host's rules are no part of it. */
  hash(instance: number): string;
  /** A copy of an instance as an ordinary world, to look at and to explain. */
  world(instance: number): World;
  /**
   * Throws `not-recorded` without `record`. What `restore` has taken back is no part of it; after `load` it begins as
   * that of the saved batch.
   */
  log(): BatchLog;
  /** Ends workers and lets go of memory; anything but looking at the views throws `batch-closed` from now on. */
  close(): void;
}

/** Opaque to all but the batch that it is of. */
export interface BatchSnapshot {
  readonly bytes: number;
}

/** What was done with a batch since it was made: `replayBatch` does it again. Plain data. */
export interface BatchLog {
  readonly format: 'edict-batch-log/1';
  readonly content: string;
  readonly options: Required<Pick<BatchOptions, 'instances' | 'autoreset' | 'seats' | 'masked'>> & {
    readonly opponents: 'random' | 'script';
  };
  readonly events: readonly BatchEvent[];
}

export type BatchEvent =
  /** By instance: its new seed, on to the next episode, or left alone. */
  | { readonly reset: readonly (number | 'next' | null)[] }
  /** The actions of all agents that act through the batch. */
  | { readonly step: readonly number[] }
  | { readonly fork: number; readonly to: readonly number[] };
