import type { ColumnArray } from '../kernel/arena.js';
import type { AddedPhase, CellNames, CellOf, ContentShape, Some } from '../model/content-shape.js';
import type { Program } from '../ir/rule.js';
import type { Limits } from '../kernel/world-limits.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { Variable } from '../model/model.js';
import type { BuiltInPhase, PhaseObserver } from '../systems/schedule.js';
import type { ComponentFields, OwnComponent, WorldColumn } from './components-api.js';
import type { Commands, EcsView, QueryTerm } from './ecs-api.js';
import type { WorldEvents, WorldTriggers } from './events-api.js';
import type { TableGiven } from '../meaning/start/start-rows.js';
import type { CellValue, Handle, PlaceOption, Position } from './host-values.js';
import type { AskedFact, CellHistory, ExplainOptions, Explainable } from './histories-api.js';
import type { WorldQuestions } from './questions-api.js';
import type { WorldReports } from './reports-api.js';
import type { WorldRelations } from './relations-api.js';
import type { LoadReport } from './saves/load-report.js';
import type { Holdings, SpawnOptions } from './spawn-api.js';
import type { TypedValue, WorldVariables } from './variables-api.js';

export type { CellValue, Handle, PlaceOption, Position } from './host-values.js';
export type { AppliedModifier, CellHistory, CellStep } from './histories-api.js';

/** The compiled executor, or the reference interpreter. Both give the same results. */
export type ExecutorName = 'compiled' | 'reference';

/**
 * The initial capacity of a world, as counts. A world that needs more doubles the capacity, unless it is `fixed`. The
 * capacity for factions and streams never grows.
 */
export interface Reserve {
  /** Objects. Default 1,024; at most 16,777,215. */
  readonly objects?: number;
  /** Lanes between nodes. Default four for each object, at most 1,000,000. */
  readonly lanes?: number;
  /** Factions that live at once. Default 31; at most 255. */
  readonly factions?: number;
  /** Named random streams. Default 16. */
  readonly streams?: number;
  /** Cells of variables. Default: somewhat more than one for each variable of the content. */
  readonly cells?: number;
  /**
   * Storage for the sets of all objects, in units of 32 bits: a set takes one unit for every 32 words of its
   * enumeration. Default: somewhat more than one object of each kind needs.
   */
  readonly words?: number;
  /** Entries of all lists. Default 256. */
  readonly links?: number;
  /** Edges of all networks. Default 256. */
  readonly edges?: number;
  /** Frames of running actions. The same number applies to delayed frames and to delays. Default 64. */
  readonly frames?: number;
}

/** Options of `createWorld`, and of `loadWorld`, which has two more. */
export interface WorldOptions<Shape extends ContentShape = ContentShape> {
  /** Equal content, seed and calls give equal hashes. Default `'1'`. */
  readonly seed?: string | number;
  /**
   * Values of parameters of the content, for `createWorld`. Default: those of the content. A world keeps them for ever:
   * they are part of its state, so `loadWorld` takes those of the saved world and refuses others.
   */
  readonly parameters?: Partial<Shape['parameters']>;
  /** Initial capacity. */
  readonly reserve?: Reserve;
  /** Refuses to grow: a call that needs more room throws `world-full`. Default false. */
  readonly fixed?: boolean;
  /** Keeps the state in shared memory, for workers. Default false. */
  readonly shared?: boolean;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /**
   * A function that returns whole numbers from 0, for expressions that draw in sequence: each draw takes the next
   * number. Default: the random stream `expressions` of the world.
   *
   * The stream is part of the state. A function is not: Edict does not return the numbers that an undone turn took, and
   * `explain` calls the function again.
   */
  readonly sequence?: () => number;
  /**
   * The reference interpreter gives the same results and takes a hundred times as long. Default: the environment
   * variable EDICT_EXECUTOR, else `compiled`.
   */
  readonly executor?: ExecutorName;
  /**
   * `writes`: finds what host systems write to arrays and do not declare, and values that no call would accept; also
   * what is written between turns without `changed`. Takes time for each system and turn. Default: no check.
   */
  readonly check?: 'writes';
  /**
   * False: the world begins empty: grids make no cells, and the section `start` of its content is passed over. Default
   * true.
   */
  readonly start?: boolean;
  /**
   * The tables that `start` reads, by the paths that it names. Each is the text of a CSV file, a list of rows, or an
   * object with a list of values for each column. `readTables` of `edict/node` reads them from files.
   */
  readonly tables?: Readonly<Record<string, TableGiven>>;
}

/** Options of `loadWorld`. */
export interface LoadWorldOptions<Shape extends ContentShape = ContentShape> extends WorldOptions<Shape> {
  /** Refuses a world that was saved with other content, with `foreign-file`. Default false: names carry it over. */
  readonly strict?: boolean;
  /**
   * Called once if the world was saved with other content: what of it was dropped, added, or stands at a default now.
   * Default: no report.
   */
  readonly changed?: (report: LoadReport) => void;
}

/** All data of an object. */
export interface ObjectView<Shape extends ContentShape = ContentShape> {
  readonly handle: Handle;
  /** The row of the object, from 1. New objects reuse the ids of destroyed objects. */
  readonly id: number;
  readonly kind: Shape['kind'];
  /** Null for an object without a class. */
  readonly class: Shape['class'] | null;
  /** Empty for an object without a name. */
  readonly name: string;
  /** Factions, by ascending id. */
  readonly owners: readonly Handle[];
  /** The object that it is attached to. */
  readonly parent: Handle | null;
  /** Turn in which it was made. */
  readonly created: number;
  /** True if content marks its class as hidden from players; rules treat it like any other object. */
  readonly invisible: boolean;
  /** Null for an object without a place. */
  readonly position: Position | null;
  /** Meters, properties and variables, by name. A variable that has failed is null. */
  readonly values: Some<{ [Name in CellNames<Shape>]: CellOf<Shape, Name> }>;
  /** Words by set, in the order of their enumeration. */
  readonly holdings: Holdings<Shape>;
  /** Entries by list, in order. */
  readonly lists: Some<Record<Shape['list'], readonly Handle[]>>;
}

/** A search for objects that meet all given conditions. */
export interface Query<Shape extends ContentShape = ContentShape> {
  readonly kind?: Shape['kind'];
  readonly class?: Shape['class'];
  /** Null selects objects without an owner. */
  readonly owner?: Shape['object'] | null;
  /** A condition in the expression language over `self`. */
  readonly where?: string;
}

/**
 * A function of the host that runs in a phase of every turn.
 *
 * It must keep its state in the world passed to `run`. Edict undoes and repeats a turn in which the world fills up, and
 * `explain` repeats the last turn on a copy.
 */
export interface HostSystem<Shape extends ContentShape = ContentShape> {
  /** A unique name, which its random stream shares. */
  readonly name: string;
  readonly phase: BuiltInPhase | Shape['phase'];
  /** A system with a query is a `QuerySystem`, whose `run` gets arrays instead of the world. */
  readonly query?: undefined;
  /** Edict ignores the result, but throws for a promise, because a system must finish within its phase. */
  run(world: World<Shape>): unknown;
}

/** A host system that works on arrays. Declared writes alone decide what Edict recomputes. */
export interface QuerySystem<Names extends string = string, Shape extends ContentShape = ContentShape> {
  /** A unique name, which its random stream shares. */
  readonly name: string;
  readonly phase: BuiltInPhase | Shape['phase'];
  /** Components that its objects have; an empty list selects all objects. */
  readonly query: readonly QueryTerm[];
  /** Columns and components that it reads, without those that it writes. */
  readonly reads?: readonly Names[];
  /** Meters, properties, host components, and `visibility`. Commands write all else. */
  readonly writes?: readonly Names[];
  /** Called every turn. The result is ignored, but a promise throws. */
  run(context: SystemContext<Names, Shape>): unknown;
}

export interface SystemContext<Names extends string = string, Shape extends ContentShape = ContentShape> {
  /** The ids of the objects, ascending. The array is not overwritten later. */
  readonly ids: Uint32Array;
  /** The meters and properties declared: `columns.speed[id]`. Do not keep them. Others throw `undeclared-read`. */
  readonly columns: Readonly<Record<Names, ColumnArray>>;
  /** The components declared: `components.velocity.x[id]`. Do not keep them. Others throw `undeclared-read`. */
  readonly components: Readonly<Record<Names, Readonly<Record<string, ColumnArray>>>>;
  /** Changes of structure, made when `run` has returned. */
  readonly commands: Commands<Shape>;
  /** The next number in [0, 1) of a random stream; by default that of the system. */
  readonly random: (stream?: string) => number;
  /** The object of a reference, which is stored as a handle, in an array; 0 for none, and for one that is gone. */
  readonly idOf: (handle: number) => number;
  /** The handle of an object: what references store, and calls of the world take. */
  readonly handleOf: (id: number) => Handle;
  /** The number of the running turn. */
  readonly turn: number;
  readonly world: World<Shape>;
}

type ValueOf<Shape extends ContentShape, Name> = Name extends CellNames<Shape> ? CellOf<Shape, Name> : CellValue;
type Got<Shape extends ContentShape, Name> = ValueOf<Shape, Name> | (Name extends string ? Shape['absent'] : undefined);

/**
 * A world. Its own calls handle objects, turns and copies; its six parts have all other calls.
 *
 * A call that throws an EdictError leaves the world unchanged, unless its description says otherwise. Each call with a
 * handle throws `no-object` if the object was destroyed. Each call with an unknown name throws `unknown-name` and
 * suggests the nearest name.
 */
export interface World<Shape extends ContentShape = ContentShape> {
  readonly program: Program<Shape>;
  /** Number of completed turns. */
  readonly turn: number;
  /** Number of live objects. */
  readonly size: number;
  /** The values of the parameters of the content. They never change; make another world to set others. */
  readonly parameters: Readonly<Shape['parameters']>;

  /** The values of the reports of the content, turn by turn. */
  readonly reports: WorldReports<Shape>;
  /** Expressions and what-if questions. */
  readonly questions: WorldQuestions<Shape>;
  /** The clock, and triggers that fire as time passes. */
  readonly triggers: WorldTriggers<Shape>;
  /** Occurrences and decisions. */
  readonly events: WorldEvents<Shape>;
  /** Modifiers and the variables that they make. */
  readonly variables: WorldVariables<Shape>;
  /** Lanes, sight, availability, relations, sets, lists and roles. */
  readonly relations: WorldRelations<Shape>;

  /**
   * Makes an object of a class or kind. The given initial values replace those of the class. A full world grows, unless
   * it is fixed. Throws `bad-value` for values of a wrong type, `place` for a place that the kind does not allow, and
   * `world-full`.
   */
  spawn(options: SpawnOptions<Shape>): Handle;
  /**
   * Destroys an object. The kinds of the objects attached to it decide whether these are destroyed too or stay in their
   * place.
   */
  destroy(object: Shape['object']): void;
  /** Returns true if the object of the handle exists. Never throws. */
  isLive(object: Shape['object']): boolean;

  /**
   * The value of a meter, property or variable, by name or from `program.model.variables`. Meters and properties belong
   * to the object itself; variables may also belong to an object that it is attached to.
   *
   * Returns undefined if the kind has no such value, and for a variable that has failed. Pairs, dice and arrays are
   * returned as text; `variables.typed` returns the type and number tag of a variable.
   *
   * In a world of typed content, the type is that of the value, as if each kind had it: a number, a boolean, a word or
   * null, a handle or null.
   */
  get<Name extends CellNames<Shape> | Variable>(object: Shape['object'], name: Name): Got<Shape, Name>;
  /**
   * Writes a meter, property or input. An input takes a plain or a typed value; a plain 32-bit integer becomes
   * an int. Variables that depend on it are solved before the call returns.
   *
   * Throws `bad-value` if the kind has no such value, if the variable is not an input, or if the value has another
   * type. Throws `loop` if variables would depend on themselves.
   */
  set<Name extends CellNames<Shape> | Variable>(
    object: Shape['object'],
    name: Name,
    value: ValueOf<Shape, Name> | TypedValue,
  ): void;
  /**
   * Lists what led to a value of an object: the writes of a meter or property, what was added to and removed from a
   * set or list, or the changes of an `ObjectFact`. It runs the last turn again on a copy, or all turns since a
   * snapshot. For a variable without `since`, it lists the modifiers.
   *
   * An object that these turns have destroyed can be asked about, too. Throws `no-turn` before the first turn, and
   * `bad-value` if the kind of the object has no such value.
   */
  explain(object: Shape['object'], name: Explainable<Shape>, options?: ExplainOptions): CellHistory;
  /** The same for several values, in their order, with one run. At most 1,000. */
  explainAll(asked: readonly AskedFact<Shape>[], options?: ExplainOptions): readonly CellHistory[];

  /** Changes the owner; null removes it. Throws if the kind does not store an owner, or the owner is not a faction. */
  setOwner(object: Shape['object'], owner: Shape['object'] | null): void;
  /** Moves an object to another place. A node takes the objects at it and on its lanes along. Throws `place`. */
  move(object: Shape['object'], place: PlaceOption<Shape>): void;

  /** Name of its kind. */
  kindOf(object: Shape['object']): Shape['kind'];
  /** Name of its class; null for an object without one. */
  classOf(object: Shape['object']): Shape['class'] | null;
  /** Empty for an object without a name. */
  nameOf(object: Shape['object']): string;
  /** The object that it is attached to. */
  parentOf(object: Shape['object']): Handle | null;
  /** The factions that it belongs to, by ascending id; a faction belongs to itself. */
  ownersOf(object: Shape['object']): readonly Handle[];
  /** Its point in the plane; null when it is nowhere. */
  positionOf(object: Shape['object']): Position | null;
  /** All data of an object. */
  describe(object: Shape['object']): ObjectView<Shape>;
  /**
   * Finds a live object by id or name. If several have the name, returns the one with the lowest id; if none has,
   * undefined.
   */
  find(idOrName: number | string): Handle | undefined;
  /**
   * Returns the handles of matching objects, by ascending id. The condition `where` counts toward
   * `limits.testsPerTurn`.
   */
  query(query?: Query<Shape>): readonly Handle[];
  /** The next number in [0, 1) of a named random stream, which is part of the state. */
  random(stream: string): number;

  /** Adds a phase after the phase `after`. Returns its name: in a world of typed content the `phase` of systems. */
  addPhase(name: string, after: BuiltInPhase | Shape['phase']): AddedPhase;
  /**
   * Adds a host system to a phase, after the existing systems. One with a `query` works on arrays. Throws if the name
   * is taken.
   */
  addSystem<const Names extends string = never>(system: QuerySystem<Names, Shape>): void;
  addSystem(system: HostSystem<Shape>): void;
  /** Runs one turn. */
  step(observer?: PhaseObserver): void;
  /** Runs a number of turns: all of them, or none if one throws. */
  run(turns: number, observer?: PhaseObserver): void;

  /** Copies the state. With `into`, an older snapshot, the new snapshot reuses its memory. */
  snapshot(into?: Snapshot): Snapshot;
  /**
   * Returns to a snapshot of this world, or of another world with the same content. The world then continues exactly as
   * it would have from the time of the snapshot.
   */
  restore(snapshot: Snapshot): void;
  /** A second world with the same state, content, phases and systems. */
  fork(): World<Shape>;
  /** A hash of the logical state, as 16 hexadecimal digits. */
  hash(): string;
  /** The state as the bytes of a file, for `loadWorld`. */
  save(): Uint8Array;
  /**
   * The world as components and entities, also for bitECS: see `EcsView`. Always the same object.
   */
  ecs(): EcsView;
  /** A meter or property, resolved once: quicker than `get` and `set` by name. */
  column<Name extends CellNames<Shape>>(name: Name): WorldColumn<CellOf<Shape, Name>, Shape['object']>;
  /**
   * Declares a host component: arrays in the world itself, which snapshots, copies, saves and the hash contain.
   * A field is a type of array, or the name of a meter or property, which rules read too; then its objects are those of
   * the kinds that have these.
   *
   * Snapshots from before cannot be restored. In a copy and in a loaded world the component is there already, and may
   * be declared again once, with the same fields. Throws `component-exists` if it is declared twice or otherwise.
   */
  component<const Fields extends ComponentFields>(name: string, fields: Fields): OwnComponent<Fields>;
  /** A component that has been declared. Throws `unknown-name`. */
  component(name: string): OwnComponent;
}
