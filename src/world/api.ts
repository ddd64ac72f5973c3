import type { Program } from '../ir/rule.js';
import type { Limits } from '../kernel/world-limits.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { Variable } from '../model/model.js';
import type { EcsView } from '../state/ecs.js';
import type { BuiltInPhase, PhaseObserver } from '../systems/schedule.js';
import type { WorldEvents } from './events-api.js';
import type { CellValue, Handle, PlaceOption, Position } from './host-values.js';
import type { WorldQuestions } from './questions-api.js';
import type { WorldRelations } from './relations-api.js';
import type { WorldTriggers } from './triggers-api.js';
import type { FailureCause, TypedValue, WorldVariables } from './variables-api.js';

export type { CellValue, Handle, PlaceOption, Position } from './host-values.js';

/** The compiled executor, or the reference interpreter. Both give the same results. */
export type ExecutorName = 'compiled' | 'reference';

/**
 * Room that a world has at first, as counts. A world that needs more doubles it, unless it is `fixed`. Factions and
 * streams never grow.
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
   * Words of 32 bits for the sets of all objects: a set takes one for every 32 words of its enumeration. Default:
   * somewhat more than one object of each kind needs.
   */
  readonly words?: number;
  /** Entries of all lists. Default 256. */
  readonly links?: number;
  /** Frames of running actions; as many delayed frames, and as many delays. Default 64. */
  readonly frames?: number;
}

/** Options of `createWorld` and `loadWorld`. */
export interface WorldOptions {
  /** Equal content, seed and calls give equal hashes. Default `'1'`. */
  readonly seed?: string | number;
  /** Room at first. */
  readonly reserve?: Reserve;
  /** Refuses to grow: a call that needs more room throws `world-full`. Default false. */
  readonly fixed?: boolean;
  /** Keeps the state in shared memory, for workers. Default false. */
  readonly shared?: boolean;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /**
   * The source of whole numbers from 0 for expressions that draw in sequence. Default: the random stream `expressions`
   * of the world.
   *
   * The stream is part of the state, a function is not: after a turn that is undone, its numbers are used up, and
   * `explain` draws again.
   */
  readonly sequence?: () => number;
  /**
   * The interpreter gives the same results and takes a hundred times as long. Default: the environment variable
   * EDICT_EXECUTOR, else `compiled`.
   */
  readonly executor?: ExecutorName;
}

/** A new object. */
export interface SpawnOptions {
  /** Name of its class; its kind follows. */
  readonly class?: string;
  /** Name of its kind, for an object without a class. */
  readonly kind?: string;
  /** At most 1,000 characters. Default: empty. */
  readonly name?: string;
  /** Faction that owns it. Default: none. */
  readonly owner?: Handle | null;
  /** Default: nowhere. */
  readonly place?: PlaceOption;
  /** False keeps its modifiers of variables out of force until it is granted. Default true. */
  readonly granted?: boolean;
  /** First values of meters, properties and inputs, by name. */
  readonly values?: Readonly<Record<string, CellValue | TypedValue>>;
  /** First words, by set. */
  readonly holdings?: Readonly<Record<string, readonly string[]>>;
  /** First entries, by list. */
  readonly lists?: Readonly<Record<string, readonly Handle[]>>;
}

/** All of an object at once. */
export interface ObjectView {
  readonly handle: Handle;
  /** The row of the object, from 1. Ids of destroyed objects are given out again. */
  readonly id: number;
  readonly kind: string;
  /** Null for an object without a class. */
  readonly class: string | null;
  /** Empty for an object without a name. */
  readonly name: string;
  /** Factions, by ascending id. */
  readonly owners: readonly Handle[];
  /** The object that it is attached to. */
  readonly parent: Handle | null;
  /** Turn in which it was made. */
  readonly created: number;
  /** Content marks its class as not meant for players; rules see it like any other. */
  readonly invisible: boolean;
  /** Null when it is nowhere. */
  readonly position: Position | null;
  /** Meters, properties and variables, by name. A variable that has failed is null. */
  readonly values: Readonly<Record<string, CellValue>>;
  /** Words by set, in the order of their enumeration. */
  readonly holdings: Readonly<Record<string, readonly string[]>>;
  /** Entries by list, in order. */
  readonly lists: Readonly<Record<string, readonly Handle[]>>;
}

/** Objects that meet all conditions given. */
export interface Query {
  readonly kind?: string;
  readonly class?: string;
  /** Null: objects without an owner. */
  readonly owner?: Handle | null;
  /** A condition in the expression language over `self`. */
  readonly where?: string;
}

/** One write of a cell. */
export interface CellStep {
  /** Name of the rule, modifier, phase or host system that wrote. */
  readonly rule: string;
  /** The object that carries the rule or modifier; 0 where there is none. */
  readonly source: Handle;
  /** The label of the effect; for a modifier, its amount as written. */
  readonly label: string;
  readonly before: CellValue | undefined;
  readonly after: CellValue | undefined;
  /** How a modifier was applied. Columns have none. */
  readonly modifier?: AppliedModifier | undefined;
}

/** One modifier of a variable, with the type and number tag of each value. */
export interface AppliedModifier {
  /** `add`, `multiply`, `set`, `minimum`, `maximum` and the like. */
  readonly modification: string;
  readonly priority: number;
  readonly amount: TypedValue;
  /** Why the amount has failed. */
  readonly cause?: FailureCause;
  readonly before: TypedValue;
  readonly after: TypedValue;
}

/**
 * The writes that led to the value of a cell, in order.
 *
 * Of a meter or property: the writes of the last turn, with `initial` null when the object was made in it. Of a
 * variable: its modifiers that are in force, and undefined for values that have failed.
 */
export interface CellHistory {
  readonly initial: CellValue | undefined;
  readonly current: CellValue | undefined;
  readonly steps: readonly CellStep[];
}

/**
 * Code of the host that runs in a phase of every turn.
 *
 * It must keep its memory in the world that it is given: a turn in which the world fills up is undone and run again,
 * and `explain` runs the last turn on a copy.
 */
export interface HostSystem {
  /** Unique; its random stream has the same name. */
  readonly name: string;
  readonly phase: BuiltInPhase | (string & {});
  /** The result is ignored. A promise is refused, because nothing may happen after the turn. */
  run(world: World): unknown;
}

/**
 * A world: objects, turns and copies. Its parts have the rest.
 *
 * A call that throws an EdictError leaves the world as it was, unless it says otherwise. Each call with a handle throws
 * `no-object` when the handle is stale; each call with a name throws `unknown-name` and suggests the nearest one.
 */
export interface World {
  readonly program: Program;
  /** Turns completed. */
  readonly turn: number;
  /** Live objects. */
  readonly size: number;

  /** Expressions and what-if questions. */
  readonly questions: WorldQuestions;
  /** The clock, and triggers that time makes fire. */
  readonly triggers: WorldTriggers;
  /** Occurrences and decisions. */
  readonly events: WorldEvents;
  /** Modifiers and the variables that they make. */
  readonly variables: WorldVariables;
  /** Lanes, sight, availability, relations, sets, lists and roles. */
  readonly relations: WorldRelations;

  /**
   * Makes an object of a class or kind, with first values over those of its class. A full world grows, unless it is
   * fixed. Throws `bad-value` for values that do not fit, `place` for places that the kind cannot be at, and
   * `world-full`.
   */
  spawn(options: SpawnOptions): Handle;
  /** Destroys an object. Objects attached to it go too or stay where they are, as their kind says. */
  destroy(object: Handle): void;
  /** Whether a handle still stands for an object. Never throws. */
  isLive(object: Handle): boolean;

  /**
   * The value of a meter, property or variable, by name or from `program.model.variables`. Meters and properties are
   * those of the object itself, variables also those of the objects that it hangs on.
   *
   * Undefined when the kind lacks it, and for a variable that has failed. Pairs, dice and arrays come as their text;
   * `variables.typed` gives the type and number tag of a variable.
   */
  get(object: Handle, name: string | Variable): CellValue | undefined;
  /**
   * Writes a meter, property or input. An input takes a plain value, in which a whole number of 32 bits is an int, or a
   * typed one. Variables that depend on it are solved before the call returns.
   *
   * Throws `bad-value` when the kind lacks it, for a variable that is no input, and for a value of another type;
   * `loop` where variables would depend on themselves.
   */
  set(object: Handle, name: string | Variable, value: CellValue | TypedValue): void;
  /**
   * What made a cell what it is. For a meter or property the last turn is run again on a copy, and its writes are
   * listed; for a variable its modifiers are. Throws `no-turn` for a column before the first turn.
   */
  explain(object: Handle, name: string | Variable): CellHistory;

  /** Throws when the kind has no owner of its own, or the owner is no faction. */
  setOwner(object: Handle, owner: Handle | null): void;
  /** Puts an object elsewhere; a node takes the objects at it and on its lanes along. Throws `place`. */
  move(object: Handle, place: PlaceOption): void;

  /** Name of its kind. */
  kindOf(object: Handle): string;
  /** Name of its class; null for an object without one. */
  classOf(object: Handle): string | null;
  /** Empty for an object without a name. */
  nameOf(object: Handle): string;
  /** The object that it is attached to. */
  parentOf(object: Handle): Handle | null;
  /** The factions that it belongs to, by ascending id; a faction belongs to itself. */
  ownersOf(object: Handle): readonly Handle[];
  /** Its point in the plane; null when it is nowhere. */
  positionOf(object: Handle): Position | null;
  /** All of it at once. */
  describe(object: Handle): ObjectView;
  /** The live object with an id or name; of several with one name, that with the lowest id. Undefined without one. */
  find(idOrName: number | string): Handle | undefined;
  /** Handles by ascending id. A condition counts toward `limits.testsPerTurn`. */
  query(query?: Query): readonly Handle[];
  /** The next number in [0, 1) of a named random stream, which is part of the state. */
  random(stream: string): number;

  /** Adds a phase after another. */
  addPhase(name: string, after: BuiltInPhase | (string & {})): void;
  /** Adds code of the host to a phase, after the systems that are there. Throws for a name that is taken. */
  addSystem(system: HostSystem): void;
  /** Runs one turn. */
  step(observer?: PhaseObserver): void;
  /** Runs a number of turns: all of them, or none if one throws. */
  run(turns: number, observer?: PhaseObserver): void;

  /** Copies the state. An older snapshot that is passed gives its memory to the new one. */
  snapshot(into?: Snapshot): Snapshot;
  /**
   * Returns to a snapshot of this world or of another with the same content. Everything continues exactly as it would
   * have then.
   */
  restore(snapshot: Snapshot): void;
  /** A second world with the same state, content, phases and systems. */
  fork(): World;
  /** 16 hexadecimal digits over the logical state. */
  hash(): string;
  /** The state as the bytes of a file, for `loadWorld`. */
  save(): Uint8Array;
  /**
   * The world as a bitECS world, up to date at the time of the call. Cells may be written between turns and in host
   * systems.
   *
   * After the first call, nothing that depends on cells is kept from one turn to the next. A world that grows has new
   * arrays: call it again.
   */
  ecs(): EcsView;
}
