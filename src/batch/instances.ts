import type { Environment } from '../ir/environment.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import type { World } from '../world/api.js';
import type { Program } from '../ir/program.js';
import { loadWorld, reloadWorld } from '../world.js';

/**
 * Instances of one content that run together. Those of one world lie side by side in it: instance i has the rows from
 * `i * stride` on, of which the first is never anybody, so that an object with the id x in a world of its own has the
 * id `i * stride + x` here. No rule sees across.
 */
export interface Instances {
  readonly count: number;
  /** A multiple of 32. */
  readonly stride: number;
  /** The state that all of them lie in. */
  readonly state: WorldState;
  /** The environment, with expressions that see no other instance than that of the objects in their slots. */
  readonly environment: Environment;
  /**
   * Puts an instance where a world stands, with its own seed; the turn is that of the world. `start` is of the same
   * content and no larger.
   */
  put(instance: number, start: World, seed: string): void;
  /** Makes instances exact copies of one: they go on exactly as it would. Copies ranges of columns. */
  copy(from: number, to: readonly number[]): void;
  /** Takes everything out of an instance, so that nothing happens in it. */
  clear(instance: number): void;
  /**
   * Brings what is solved in step with cells that were written from outside; undefined where content has nothing of
   * that sort.
   */
  settle?(): void;
  /**
   * Runs one turn of all instances, wholly or not at all. Throws EdictError, InstanceError where it is known which
   * instance is at fault, and everything is as before.
   */
  run(): void;
  /**
   * Takes the last `run` back, and all that was done to the instances since: they are as they were just before it,
   * orders written included. Only once, and not behind `restore`.
   * What fails elsewhere must not leave some of the instances a turn ahead, and `run` keeps what it takes for itself.
   */
  undo(): void;
  /** What is seen when an episode begins follows from its seed, not from its map alone. */
  readonly startsVary?: boolean;
  /** Turns that an instance has run. */
  turnOf(instance: number): number;
  /** What `World.hash` says of a world of its own with the same seed and the same past. */
  hash(instance: number): string;
  /** The instance as an ordinary world: a copy of it. */
  world(instance: number): World;
  /** All of them as they are, in memory that can be used again. */
  snapshot(into?: InstancesSnapshot): InstancesSnapshot;
  restore(snapshot: InstancesSnapshot): void;
  /** One of them as it is, which may be put into any place of instances of the same content. */
  take(instance: number, into?: InstancesSnapshot): InstancesSnapshot;
  give(instance: number, snapshot: InstancesSnapshot): void;
  /** One of them as bytes: those of a world of its own, as `World.save` gives them. */
  save(instance: number): Uint8Array;
  /** What `save` gave, for `give`. Throws EdictError for other bytes. */
  read(saved: Uint8Array): InstancesSnapshot;
}

/**
 * Opaque to all but the instances that made it (`take`: also to others of the same content, in another thread, too: it
 * is plain data).
 */
export interface InstancesSnapshot {
  /** Bytes in use. */
  readonly bytes: number;
}

/**
 * What agents see and do in instances. All arrays are of all agents of all instances: row `instance * agents + agent`.
 * Nothing is allocated by any call but the first.
 */
export interface Seats {
  /**
   * Notes who the agents of an instance are; to be called behind `put`. Throws where there are not as many as the
   * environment says.
   */
  seat(instance: number): void;
  /** Agents of one instance are those of another at the same places: behind `copy`. */
  seatAs(from: number, to: readonly number[]): void;
  /**
   * Handles of agents relative to their instance, by row: what they would be in a world of its own; 0 where nobody was
   * seated yet. Part of what a snapshot must hold, and all that seats remember: may be written, with `look` behind it.
   */
  readonly agents: Float64Array;
  /** Finds who is in which slot now: to be called whenever instances have changed, before what is below. */
  look(): void;
  /** f32 [N, A, D]. Of agents that do not live all is 0. */
  observe(into: Float32Array): void;
  /** u8 [N, A, M]: which choices are allowed; nothing (0) always is. */
  masks(into: Uint8Array): void;
  /** f64 [N, A]: the environment's reward expression as it stands, before any difference; 0 where it is absent. */
  rewards(into: Float64Array): void;
  /** u8 [N, A]. */
  live(into: Uint8Array): void;
  /** u8 [N]. */
  terminated(into: Uint8Array): void;
  /**
   * f32 [N, A, M]: what scripted opponents prefer; 0 where nothing is said or it is not allowed. `rows`: 1 for each row
   * that is asked about.
   */
  preferences(rows: Uint8Array, into: Float32Array): void;
  /**
   * Writes orders: i32 [N, A, K], of which all are in range and allowed. Two orders for one property of one object: the
   * later agent's, then the later head's.
   */
  order(actions: Int32Array): void;
  /** Sets what was written to none again: behind the turn. */
  withdraw(): void;
  /** Puts back what was there before orders were written: behind a turn that has failed, or behind `Instances.undo`. */
  takeBack(): void;
}

/**
 * Thrown where something is wrong with one of several instances. The message does not say with which: who knows its
 * number in the batch puts that before it.
 */
export class InstanceError extends EdictError {
  readonly instance: number;

  constructor(instance: number, code: string, message: string, culprit?: string) {
    super(code, message, culprit);
    this.name = 'InstanceError';
    this.instance = instance;
  }
}

/**
 * Reads saved worlds of a content into one and the same, which the next of them overwrites: to make a world takes
 * longer than to read one. Throws what `loadWorld` throws.
 */
export function createReader(program: Program, capacity: number): (saved: Uint8Array) => World {
  let world: World | undefined;
  return (saved) => {
    if (world === undefined) world = loadWorld(program, saved, { capacity });
    else reloadWorld(world, saved);
    return world;
  };
}
