import type { World as EcsWorld } from 'bitecs';
import type { ColumnArray, ElementType } from '../kernel/arena.js';
import type { CellNames, CellOf, ContentShape, Some } from '../model/content-shape.js';
import type { EcsColumn, EcsComponent, EcsLanes, EcsTag, EcsWords } from '../state/ecs/terms.js';
import type { BuiltInPhase } from '../systems/schedule.js';
import type { SpawnOptions, World } from './api.js';
import type { CellValue, Handle, PlaceOption } from './host-values.js';

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
  /** `owner`, `attachment`, `location`, `faction`, `visibility`, and the components of the host. */
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

/** Fields of a component of the host, by name: the type of the array, or the name of a meter or property. */
export type ComponentFields = Readonly<Record<string, ElementType | (string & {})>>;

/** A component that the host has declared: an array for each field, `velocity.x[id]`, and these calls. */
export type OwnComponent<Fields extends ComponentFields = ComponentFields> = ComponentCalls<Fields> & {
  readonly [Field in keyof Fields]: ColumnArray;
};

export interface ComponentCalls<Fields extends ComponentFields = ComponentFields> {
  readonly name: string;
  /** Gives the component to an object, or sets its fields; fields left out are 0, or stay. */
  add(object: number, values?: ComponentValues<Fields>): void;
  /** Takes it from an object. Does nothing if the object does not have it. */
  remove(object: number): void;
  has(object: number): boolean;
  /** Undefined if the object does not have it. */
  get(object: number): Readonly<Record<keyof Fields, number>> | undefined;
  /** Throws `bad-value` if the object does not have it. */
  set(object: number, values: ComponentValues<Fields>): void;
}

export type ComponentValues<Fields extends ComponentFields = ComponentFields> = Readonly<
  Partial<Record<keyof Fields, number>>
>;

/** A meter or property, resolved once. */
export interface WorldColumn<Value = CellValue, Given = number> {
  readonly name: string;
  /** By id, in the world itself; the array of now. Say what you write: see `EcsView.changed`. */
  readonly values: ColumnArray;
  /** The value of an object; undefined if its kind does not have it. */
  get(object: Given): Value | undefined;
  /** As `set` of the world. */
  set(object: Given, value: Value): void;
  has(object: Given): boolean;
}

/** A host system that works on arrays. Declared reads and writes alone decide what Edict computes again. */
export interface QuerySystem<Names extends string = string, Shape extends ContentShape = ContentShape> {
  /** A unique name, which its random stream shares. */
  readonly name: string;
  readonly phase: BuiltInPhase | Shape['phase'];
  /** Components that its objects have; an empty list selects all objects. */
  readonly query: readonly QueryTerm[];
  /** Columns and components that it reads, besides those that it writes. */
  readonly reads?: readonly Names[];
  /** Meters, properties, components of the host, and `visibility`. Commands write all else. */
  readonly writes?: readonly Names[];
  /** Called every turn. The result is ignored, but a promise throws. */
  run(context: SystemContext<Names, Shape>): unknown;
}

export interface SystemContext<Names extends string = string, Shape extends ContentShape = ContentShape> {
  /** Of the objects, ascending. The array is not overwritten later. */
  readonly ids: Uint32Array;
  /** The meters and properties asked for: `columns.speed[id]`. Do not keep them. */
  readonly columns: Readonly<Record<Names, ColumnArray>>;
  /** The components asked for: `components.velocity.x[id]`. Do not keep them. */
  readonly components: Readonly<Record<Names, Readonly<Record<string, ColumnArray>>>>;
  /** Changes of structure, made when `run` has returned. */
  readonly commands: Commands<Shape>;
  /** The next number in [0, 1) of a random stream; by default that of the system. */
  random(stream?: string): number;
  /** The object of a reference, which is stored as a handle, in an array; 0 for none, and for one that is gone. */
  idOf(handle: number): number;
  /** The handle of an object: what references store, and calls of the world take. */
  handleOf(id: number): Handle;
  /** The number of the running turn. */
  readonly turn: number;
  readonly world: World<Shape>;
}

/**
 * Changes that are made together at the end of a system, in this order: spawn, destroy, move, give, hold, connect and
 * disconnect; equal commands in the order of the calls. Objects are given by id or handle and must be there; an object
 * may be destroyed twice. If a command fails, so does the turn.
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
  /** Components of the host with their fields. */
  readonly components?: Readonly<Record<string, Readonly<Record<string, number | ArrayLike<number>>>>>;
}
