import type { Environment } from '../ir/environment.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { World } from '../world/api.js';
import type { Program } from '../ir/rule.js';
import { loadWorld, reloadWorld } from '../world.js';

/**
 * Instances of one content that run together. In one world, instance i has the rows from `i * stride` on: the object x
 * of a world of its own is `i * stride + x` here. No rule sees across.
 */
export interface Instances {
  readonly count: number;
  /** A multiple of 32. */
  readonly stride: number;
  readonly state: WorldState;
  /** Its expressions see only the instance of the objects in their slots. */
  readonly environment: Environment;
  /**
   * Puts an instance where a world stands, turn included, with its own seed. `start`: of the same content, no larger.
   */
  put(instance: number, start: World, seed: string): void;
  /** They go on exactly as it would. Copies ranges of columns. */
  copy(from: number, to: readonly number[]): void;
  /** Nothing happens in it then. */
  clear(instance: number): void;
  /** Brings variables in step with cells written from outside; undefined without variables. */
  settle?(): void;
  /** One turn of all instances, wholly or not at all. Throws InstanceError where it is known which is at fault. */
  run(): void;
  /** Takes back the last `run` and all since, orders included; once, and not after `restore`. */
  undo(): void;
  /** The first observation follows from the seed, not from the map alone. */
  readonly startsVary?: boolean;
  turnOf(instance: number): number;
  /** As `World.hash` of a world of its own with the same seed and past. */
  hash(instance: number): string;
  /** A copy, as an ordinary world. */
  world(instance: number): World;
  /** In memory that can be reused. */
  snapshot(into?: InstancesSnapshot): InstancesSnapshot;
  restore(snapshot: InstancesSnapshot): void;
  /** For `give` into any place of instances of the same content. */
  take(instance: number, into?: InstancesSnapshot): InstancesSnapshot;
  give(instance: number, snapshot: InstancesSnapshot): void;
  /** As `World.save` of a world of its own. */
  save(instance: number): Uint8Array;
  /** For `give`. Throws EdictError for other bytes. */
  read(saved: Uint8Array): InstancesSnapshot;
}

/** Opaque to all but the instances that made it; `take`: plain data for others of the same content, in any thread. */
export interface InstancesSnapshot {
  readonly bytes: number;
}

/**
 * What agents see and do in instances. Arrays are of all agents of all instances: row `instance * agents + agent`. Only
 * the first call of each allocates.
 */
export interface Seats {
  /** After `put`. Throws where there are not as many agents as the environment says. */
  seat(instance: number): void;
  /** After `copy`: agents are those at the same places. */
  seatAs(from: number, to: readonly number[]): void;
  /**
   * Handles of agents relative to their instance, by row; 0: nobody was seated yet. All that seats remember, so part of
   * a snapshot: may be written, before `look`.
   */
  readonly agents: Float64Array;
  /** Finds who is in which slot: after any change of instances, before what is below. */
  look(): void;
  /** f32 [N, A, D]. Of agents that do not live all is 0. */
  observe(into: Float32Array): void;
  /** u8 [N, A, M]: which choices are allowed; nothing (0) always is. */
  masks(into: Uint8Array): void;
  /** f64 [N, A]: the reward expression as it stands, before any difference; 0 where absent. */
  rewards(into: Float64Array): void;
  /** u8 [N, A]. */
  live(into: Uint8Array): void;
  /** u8 [N]. */
  terminated(into: Uint8Array): void;
  /** f32 [N, A, M]: what scripted opponents prefer, of marked rows; 0 where nothing is said or it is not allowed. */
  preferences(rows: Uint8Array, into: Float32Array): void;
  /**
   * i32 [N, A, K], all in range and allowed. Of two orders for one property the later agent's, then the later head's.
   */
  order(actions: Int32Array): void;
  /** Sets what was written to none again: after the turn. */
  withdraw(): void;
  /** Puts back what was there before orders: after a failed turn, or `Instances.undo`. */
  takeBack(): void;
}

/** Something is wrong with one of several instances; who knows its number in the batch puts that before the message. */
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

/** Of a world as it is; `into`: an older one, which is overwritten. */
export function takenFrom(world: World, into: InstancesSnapshot | undefined): WorldSnapshot {
  const snapshot = world.snapshot(into && snapshotOf(into));
  return Object.assign(into ?? {}, { bytes: snapshot.used, snapshot });
}

export function snapshotOf(given: InstancesSnapshot): Snapshot {
  if (!('snapshot' in given)) throw noSnapshot();
  return (given as WorldSnapshot).snapshot;
}

export function noSnapshot(): EdictError {
  return new EdictError('foreign-snapshot', 'this is no snapshot of a batch; pass what snapshot returned');
}

export function noTurn(): EdictError {
  return new EdictError(
    'no-turn',
    'there is no turn to take back: none has run since the last one was taken back; run one first',
  );
}

/**
 * Reads saved worlds into one that the next overwrites: quicker than to make another. Throws what `loadWorld` throws.
 */
export function createReader(program: Program, capacity: number): (saved: Uint8Array) => World {
  let world: World | undefined;
  return (saved) => {
    if (world === undefined) world = loadWorld(program, saved, { reserve: { objects: capacity } });
    else reloadWorld(world, saved);
    return world;
  };
}
