import type { World as EcsWorld } from 'bitecs';
import type { CellNames, CellOf, ContentShape, Some } from '../model/content-shape.js';
import type { EcsColumn, EcsComponent, EcsLanes, EcsTag, EcsWords } from '../state/ecs/terms.js';
import type { PlaceOption } from './host-values.js';
import type { SpawnOptions } from './spawn-api.js';

export type { EcsColumn, EcsComponent, EcsLanes, EcsTag, EcsWords } from '../state/ecs/terms.js';

/**
 * The world as components and entities. Entities are the objects, by id; components are typed arrays of the world
 * itself, indexed by id. Reading them costs nothing later. Tell Edict what you write between turns: see `changed`.
 *
 * The arrays are those of now: a world that grows gets new ones, and the old ones hold NaN or -1.
 */
export interface EcsView {
  /**
   * A bitECS world with the same entities and components, in step whenever it is read. The order of its queries is its
   * own. Components that you add to it with bitECS itself are not part of the state. Calls that would add or remove
   * entities, or the components of Edict, throw `bad-view`.
   */
  readonly world: EcsWorld;
  readonly kinds: ReadonlyMap<string, EcsTag>;
  readonly classes: ReadonlyMap<string, EcsTag>;
  /** Meters and properties. */
  readonly columns: ReadonlyMap<string, EcsColumn>;
  /** Sets of words. */
  readonly sets: ReadonlyMap<string, EcsWords>;
  /** `owner`, `attachment`, `location`, `faction`, `visibility`, and the host components. */
  readonly components: ReadonlyMap<string, EcsComponent>;
  /** Lanes join nodes and are no entities. */
  readonly lanes: EcsLanes;
  /** A component by name. Throws `unknown-name`, and `ambiguous-name` if several have the name. */
  of(name: string): object;
  /**
   * Says which columns and components you have written to, past all calls, outside of a system that declares it. What
   * reads them is computed again; without this call Edict may keep answers from before. Throws `read-only` for
   * components that calls of the world write.
   */
  changed(...components: readonly (string | object)[]): void;
}

/** A component, its name, or an operator of bitECS over these: `Or`, `And`, `Not`, `Any`, `All`, `None`. */
export type QueryTerm = string | object;

/**
 * Changes that are made together at the end of a system, in this order: spawn, destroy, move, give, hold, connect and
 * disconnect; equal commands in the order of the calls. An object may be destroyed twice. If a command fails, so does
 * the turn.
 *
 * Objects, owners and nodes are given by id or handle and must be there; places and options of `spawn` take handles.
 * The first handle of an id equals the id, so a command takes it for the object that has the id now. Pass a handle that
 * you keep through `idOf`, which gives 0 for one that is gone: commands refuse that.
 *
 * Arguments are checked and copied at once, so that arrays and objects may be used again. After `run`, commands throw
 * `bad-system`.
 */
export interface Commands<Shape extends ContentShape = ContentShape> {
  spawn(options: SpawnOptions<Shape>): void;
  /** Makes several objects at once; much faster than one by one. */
  spawnMany(options: SpawnManyOptions<Shape>): void;
  destroy(object: number): void;
  destroyMany(objects: ArrayLike<number>): void;
  move(object: number, place: PlaceOption<Shape>): void;
  /** To points: object i to `x[i]`, `y[i]`. */
  moveMany(objects: ArrayLike<number>, x: ArrayLike<number>, y: ArrayLike<number>): void;
  /** Changes the owner; null removes it. */
  give(object: number, owner: number | null): void;
  giveMany(objects: ArrayLike<number>, owner: number | null): void;
  /** Puts a word into a set of the object, or takes it out. */
  hold<Name extends keyof Shape['sets'] & string>(
    object: number,
    set: Name,
    word: Shape['sets'][Name],
    held?: boolean,
  ): void;
  holdMany<Name extends keyof Shape['sets'] & string>(
    objects: ArrayLike<number>,
    set: Name,
    word: Shape['sets'][Name],
    held?: boolean,
  ): void;
  connect(a: number, b: number): void;
  connectMany(a: ArrayLike<number>, b: ArrayLike<number>): void;
  disconnect(a: number, b: number): void;
}

/** Objects that differ in numbers only. A list has a number for each object; a number is for all. */
export interface SpawnManyOptions<Shape extends ContentShape = ContentShape>
  extends Pick<SpawnOptions<Shape>, 'class' | 'kind' | 'owner' | 'granted'> {
  readonly count: number;
  /** A place for all, or lists of the coordinates. */
  readonly place?: PlaceOption<Shape> | { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> };
  /** Meters and properties. */
  readonly values?: Some<{ [Name in CellNames<Shape>]: CellOf<Shape, Name> | ArrayLike<number> }>;
  /** Host components with their fields. */
  readonly components?: Readonly<Record<string, Readonly<Record<string, number | ArrayLike<number>>>>>;
}
