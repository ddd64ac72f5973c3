import type { EnvironmentShape } from '../compile/environment.js';
import type { Program } from '../compile/program.js';
import type { HostSystem, World } from '../world/api.js';

/** Where episodes begin. */
export interface BatchSource {
  /** Content with an `environment` section. */
  readonly program: Program;
  /** The world in which episodes on a map begin, maps counted from 0; equal numbers give equal worlds. */
  readonly start: (map: number) => World;
  /** Systems of the host that run in each turn, on the world that holds all instances. */
  readonly systems?: readonly HostSystem[];
}

export type Autoreset =
  /** The step behind the last of an episode only resets: its action is ignored, its reward is 0. */
  | 'next-step'
  /** The last step of an episode resets at once: its observation is that of the new episode, that of the old one is in `finalObservations`. */
  | 'same-step'
  /** Whoever steps an instance that is over gets an error: `reset` with a mask begins it anew. */
  | 'disabled';

export interface BatchOptions {
  /** N. Default 1. */
  readonly instances?: number;
  /** Default: next-step. */
  readonly autoreset?: Autoreset;
  /** Who acts through the batch: all agents, or only the first of each instance (A = 1), the others as `opponents` says. Default: all. */
  readonly seats?: 'all' | 'first';
  /** The others: at random among what is allowed, as the content's `prefer` says, or as a function fills in (not with workers). Default: random. */
  readonly opponents?: 'random' | 'script' | Opponents;
  /** What an action that its mask forbids does: error `masked-action`, or nothing. Default: refuse. */
  readonly masked?: 'refuse' | 'ignore';
  /** Threads that instances are spread over. Default 0: this one. */
  readonly workers?: number;
  /** Instances that lie in one world. Default: as many as are quick. */
  readonly together?: number;
  /** Keeps resets and actions, for `log`. */
  readonly record?: boolean;
  /** Memory for the views, at least `bytesOfViews` long; default: its own. */
  readonly buffer?: ArrayBuffer | SharedArrayBuffer;
  readonly executor?: 'compiled' | 'reference';
}

/** Fills in what other agents do: the actions i32 [N, all agents, K]; row 0 of each instance is not theirs. Masks u8 and observations f32 are of all agents likewise. */
export type Opponents = (seats: { readonly actions: Int32Array; readonly observations: Float32Array; readonly masks: Uint8Array; readonly live: Uint8Array }) => void;

/**
 * N instances of an environment. All arrays are views that stay the same for the life of the batch; `step` reads `actions` and writes the others. Where a call throws, nothing has changed and the batch can be used on.
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
  /** f32 [N, A, D]: in same-step mode, the last observation of episodes that ended in this step. */
  readonly finalObservations: Float32Array;
  /** i32 [N]: turns of the episode so far. */
  readonly turns: Int32Array;
  /**
   * Begins episodes anew, in all instances or in those whose byte in the mask is 1. A number seeds instance i with it plus i; a list gives each its own. Without, each goes on to the next episode of its seed (0 plus i, where it never had one).
   */
  reset(seed?: number | readonly number[], mask?: Uint8Array): void;
  step(): void;
  snapshot(into?: BatchSnapshot): BatchSnapshot;
  restore(snapshot: BatchSnapshot): void;
  /** Makes instances copies of one, views included. */
  fork(from: number, to: readonly number[]): void;
  /** What `World.hash` says of the instance as a world of its own. */
  hash(instance: number): string;
  /** A copy of an instance as an ordinary world, to look at and to explain. */
  world(instance: number): World;
  log(): BatchLog;
  close(): void;
}

export interface BatchSnapshot {
  readonly bytes: number;
}

/** What was done with a batch since it was made: `replayBatch` does it again. Plain data. */
export interface BatchLog {
  readonly format: 'edict-batch-log/1';
  readonly content: string;
  readonly options: { readonly instances: number; readonly autoreset: Autoreset; readonly seats: 'all' | 'first'; readonly opponents: 'random' | 'script'; readonly masked: 'refuse' | 'ignore' };
  readonly events: readonly BatchEvent[];
}

export type BatchEvent =
  | { readonly reset: readonly (number | null)[] }
  | { readonly step: readonly number[] }
  | { readonly fork: number; readonly to: readonly number[] };
