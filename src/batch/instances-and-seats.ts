import type { Environment } from '../ir/environment.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { World } from '../world/api.js';
import type { Program } from '../ir/rule.js';
import { loadWorld, reloadWorld } from '../world.js';

/**
 * Instances of one content that run together. In one world, instance i has the rows from `i * stride` on: object x of a
 * world of its own is `i * stride + x` here. No rule reaches across instances.
 */
export interface Instances {
  readonly count: number;
  /** A multiple of 32. */
  readonly stride: number;
  readonly state: WorldState;
  /** Its expressions see only the instance of the objects in their slots. */
  readonly environment: Environment;
  /**
   * Gives an instance the state of a world, turn included, with its own seed. `start`: of the same content, no larger.
   */
  put(instance: number, start: World, seed: string): void;
  /** The copies continue exactly as the original. Copies ranges of columns. */
  copy(from: number, to: readonly number[]): void;
  /** Stops the instance. */
  clear(instance: number): void;
  /** Solves variables after outside writes to cells; undefined without variables. */
  settle?(): void;
  /** One turn of all instances, or none. Throws InstanceError if the faulty instance is known. */
  run(): void;
  /** Undoes the last `run` and all later changes, orders included; once, and not after `restore`. */
  undo(): void;
  /** The first observation depends on the seed, not on the map alone. */
  readonly startsVary?: boolean;
  turnOf(instance: number): number;
  /** Equals `World.hash` of a world of its own with the same seed and past. */
  hash(instance: number): string;
  /** A copy, as an ordinary world. */
  world(instance: number): World;
  /** Reuses memory. */
  snapshot(into?: InstancesSnapshot): InstancesSnapshot;
  restore(snapshot: InstancesSnapshot): void;
  /** For `give` to any instance of the same content. */
  take(instance: number, into?: InstancesSnapshot): InstancesSnapshot;
  give(instance: number, snapshot: InstancesSnapshot): void;
  /** Equals `World.save` of a world of its own. */
  save(instance: number): Uint8Array;
  /** For `give`. Throws EdictError for other bytes. */
  read(saved: Uint8Array): InstancesSnapshot;
}

/**
 * Opaque to all but the instances that made it; from `take`: plain data for others of the same content, in any thread.
 */
export interface InstancesSnapshot {
  readonly bytes: number;
}

/**
 * Observations and actions of agents. Arrays are of all agents of all instances: row `instance * agents + agent`. Only
 * the first call of each method allocates.
 */
export interface Seats {
  /** Call after `put`. Throws for another number of agents than the environment declares. */
  seat(instance: number): void;
  /** Call after `copy`: agents are at the same places. */
  seatAs(from: number, to: readonly number[]): void;
  /**
   * Handles of agents relative to their instance, by row; 0: not seated yet. The whole state of seats, and so part of a
   * snapshot. May be written, before `look`.
   */
  readonly agents: Float64Array;
  /** Finds the objects in slots: after any change of instances, before the calls below. */
  look(): void;
  /** f32 [N, A, D]; 0 for agents that do not live. */
  observe(into: Float32Array): void;
  /** u8 [N, A, M]: allowed choices; nothing (0) always is. */
  masks(into: Uint8Array): void;
  /** f64 [N, A]: the current value of the reward expression, before any difference; 0 if absent. */
  rewards(into: Float64Array): void;
  /** u8 [N, A]. */
  live(into: Uint8Array): void;
  /** u8 [N]. */
  terminated(into: Uint8Array): void;
  /** f32 [N, A, M]: preferences of scripted opponents in marked rows; 0 if not stated or not allowed. */
  preferences(rows: Uint8Array, into: Float32Array): void;
  /**
   * i32 [N, A, K], all in range and allowed. Of two orders for one property the later agent's, then the later head's.
   */
  order(actions: Int32Array): void;
  /** Clears written orders, after the turn. */
  withdraw(): void;
  /** Restores the values before orders: after a failed turn, or `Instances.undo`. */
  takeBack(): void;
}

/** An error of one of several instances. The caller that knows its number in the batch adds it to the message. */
export class InstanceError extends EdictError {
  readonly instance: number;

  constructor(instance: number, code: string, message: string, culprit?: string) {
    super(code, message, culprit);
    this.name = 'InstanceError';
    this.instance = instance;
  }
}

export interface WorldSnapshot extends InstancesSnapshot {
  bytes: number;
  snapshot: Snapshot;
}

/** The current state; `into`: an older snapshot, which is overwritten. */
export function takenFrom(world: World, into: InstancesSnapshot | undefined): WorldSnapshot {
  const snapshot = world.snapshot(into && snapshotOf(into));
  return Object.assign(into ?? {}, { bytes: snapshot.used, snapshot });
}

export function snapshotOf(given: InstancesSnapshot): Snapshot {
  if (!('snapshot' in given)) throw noSnapshot();
  return (given as WorldSnapshot).snapshot;
}

export function noSnapshot(): EdictError {
  return new EdictError('foreign-snapshot', 'the argument is not a snapshot of a batch; pass what snapshot returned');
}

export function noTurn(): EdictError {
  return new EdictError(
    'no-turn',
    'there is no turn to undo: none has run since the last one was undone; run one first',
  );
}

/** Reads saved worlds into one reused world, which is faster than a new one. Throws the errors of `loadWorld`. */
export function createReader(program: Program, capacity: number): (saved: Uint8Array) => World {
  let world: World | undefined;
  return (saved) => {
    if (world === undefined) world = loadWorld(program, saved, { strict: true, reserve: { objects: capacity } });
    else reloadWorld(world, saved);
    return world;
  };
}
