import type { EcsView } from '../state/ecs.js';
import type { BuiltInPhase, PhaseObserver } from '../systems/schedule.js';
import type { Limits } from '../kernel/limits.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { Executor } from '../meaning/executor.js';
import type { Program } from '../ir/rule.js';
import type { CellHistory } from '../systems/explain.js';
import type { CellValue, Handle, PlaceOption } from './host-values.js';
import type { Inquiring } from './inquiry-api.js';
import type { Solving } from './solving-api.js';
import type { Timing } from './timing-api.js';
import type { Triggering } from './trigger-api.js';

export type { CellValue, Handle, PlaceOption } from './host-values.js';

export type ExecutorName = 'compiled' | 'reference';

export interface WorldOptions {
  /** Equal content, seed and calls give equal hashes. Default `'1'`. */
  readonly seed?: string | number;
  /** Objects that the world has room for at first. Default 1,024. */
  readonly capacity?: number;
  /** Refuse to grow: a world that is full is an error. Default false. */
  readonly fixed?: boolean;
  /** Lanes, factions and random streams that there is room for. Defaults 4 a place, 31, 16. */
  readonly lanes?: number;
  readonly factions?: number;
  readonly streams?: number;
  /**
   * Cells of solved variables that there is room for at first. Default: somewhat more than each variable needs once.
   */
  readonly cells?: number;
  /**
   * Words of 32 bits for sets of words that there is room for at first: a set takes one for every 32 words of its
   * enumeration. Default: somewhat more than an object of each kind needs.
   */
  readonly words?: number;
  /** Entries of lists that there is room for at first. Default 256. */
  readonly links?: number;
  /** Frames of running actions, frames of delayed ones, and delays that there is room for at first. Default 64. */
  readonly frames?: number;
  /** Keep the state in shared memory. Default false. */
  readonly shared?: boolean;
  readonly limits?: Partial<Limits>;
  /**
   * Gives whole numbers from 0 to expressions that draw in sequence. Default: the world's random stream `expressions`,
   * which is part of its state. What a host gives is not: a turn that is undone has drawn, and `explain` draws again.
   */
  readonly sequence?: () => number;
  /**
   * What runs the rules: compiled over columns, or the reference interpreter, whose results are the same and take a
   * hundred times as long. Default: what the environment variable EDICT_EXECUTOR names, else `compiled`.
   */
  readonly executor?: ExecutorName;
}

export interface SpawnOptions {
  /** Name of a class; its kind follows. */
  readonly class?: string;
  /** Name of a kind, for objects of no class. */
  readonly kind?: string;
  readonly name?: string;
  readonly owner?: Handle | null;
  readonly place?: PlaceOption;
  /** False: its modifiers of variables are not in force until it is granted. Default true. */
  readonly granted?: boolean;
  /** First values of meters, properties and inputs. */
  readonly values?: Readonly<Record<string, CellValue>>;
  /** The words that it holds at first, by set. */
  readonly holdings?: Readonly<Record<string, readonly string[]>>;
  /** What it lists at first, by list. */
  readonly lists?: Readonly<Record<string, readonly Handle[]>>;
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

/** An object as `describe` gives it. */
export interface ObjectView {
  readonly handle: Handle;
  readonly id: number;
  readonly kind: string;
  readonly class: string | null;
  readonly name: string;
  readonly owners: readonly Handle[];
  readonly parent: Handle | null;
  readonly created: number;
  /** Not meant for players; rules see it like any other. */
  readonly invisible: boolean;
  readonly position: Position | null;
  readonly values: Readonly<Record<string, CellValue>>;
  /** The words that it holds, by set, in the order of their enumeration. */
  readonly holdings: Readonly<Record<string, readonly string[]>>;
  /** What it lists, by list. */
  readonly lists: Readonly<Record<string, readonly Handle[]>>;
}

export interface Query {
  readonly kind?: string;
  readonly class?: string;
  readonly owner?: Handle | null;
  /** A condition of the expression language over `self`. */
  readonly where?: string;
}

/** One condition of a rule, and what it says. */
export interface Clause {
  readonly part: 'activation' | 'include' | 'exclude';
  /** As it was written. */
  readonly text: string;
  /** `not found`: nobody on the way up has the property; in a scope that excludes the object. */
  readonly answer: 'true' | 'false' | 'does not apply' | 'not found';
}

export interface Verdict {
  readonly rule: string;
  readonly active: boolean;
  /** Undefined when no target was given. */
  readonly inScope: boolean | undefined;
  readonly clauses: readonly Clause[];
}

/**
 * Code of the host that runs in a phase of every turn. It keeps what it must remember in the world that it is given,
 * not beside it: a turn in which the world fills up is undone and run again, and explain runs the last turn on a copy.
 */
export interface HostSystem {
  /** Unique; its random stream has the same name. */
  readonly name: string;
  readonly phase: BuiltInPhase | (string & {});
  /** What it returns is ignored; a promise is refused, because nothing may happen after the turn. */
  run(world: World): unknown;
}

export interface World extends Solving, Inquiring, Triggering, Timing {
  readonly program: Program;
  /** What runs its rules: `compiled` or `reference`, and how often it took which way. */
  readonly executor: Pick<Executor, 'name' | 'paths' | 'activity'>;
  /** Turns completed. */
  readonly turn: number;
  /** Live objects. */
  readonly size: number;
  readonly capacity: number;
  /** Bytes of the arena. */
  readonly bytes: number;

  /**
   * Makes an object of a class or kind, with first values over those of its class. A world that is full grows, unless
   * it is fixed. Throws for unknown names, values that do not fit, places that the kind cannot be at, and stale
   * handles.
   */
  spawn(options: SpawnOptions): Handle;
  /**
   * Destroys an object; what is attached to it goes too or stays where it is, as its kind says. Like every call with a
   * handle it throws when that is stale.
   */
  destroy(object: Handle): void;
  /** Whether a handle still stands for an object. Never throws. */
  isLive(object: Handle): boolean;

  /** The value of a meter or property of the object itself; undefined when its kind lacks it. */
  get(object: Handle, column: string): CellValue | undefined;
  /** Throws when the kind lacks the column or the value does not fit its type. */
  set(object: Handle, column: string, value: CellValue): void;
  /** Throws when the kind has no owner of its own, or the owner is no faction. */
  setOwner(object: Handle, owner: Handle | null): void;
  /**
   * Puts an object somewhere else; a node takes what is at it and on its lanes along. Throws, with nothing changed,
   * when it cannot be there.
   */
  move(object: Handle, place: PlaceOption): void;
  /**
   * Joins two nodes by a lane without direction; nothing happens when they are joined. Throws when one is no node or
   * both are one.
   */
  connect(a: Handle, b: Handle): void;
  /** Takes the lane between two nodes away; nothing happens when there is none. */
  disconnect(a: Handle, b: Handle): void;
  /** Nodes one jump away, by ascending id. */
  neighbours(node: Handle): readonly Handle[];
  /** Whether a faction is told to see an object; what it owns it always sees. */
  setVisible(faction: Handle, object: Handle, visible: boolean): void;
  /**
   * Tells these factions to see an object, and no others: the same as `setVisible` for every faction there is, at once.
   * Throws, with nothing changed, when one of them is no faction.
   */
  setVisibleTo(object: Handle, factions: readonly Handle[]): void;
  isVisible(faction: Handle, object: Handle): boolean;
  /** Makes a class available to a faction, or not; at first none is. */
  setAvailable(faction: Handle, className: string, available: boolean): void;
  isAvailable(faction: Handle, className: string): boolean;
  /**
   * Makes a relation that content declares hold from one faction to another, or not; a symmetric one also back. At
   * first none holds. Throws for an unknown relation, for what is no faction, and for a faction and itself.
   */
  setRelated(relation: string, a: Handle, b: Handle, related: boolean): void;
  /**
   * Whether a relation holds from one faction to another. Throws for an unknown relation and for what is no faction.
   */
  isRelated(relation: string, a: Handle, b: Handle): boolean;
  /**
   * Puts a word into a set of words that the object holds, or takes it out. Throws for unknown names and when its kind
   * lacks the set.
   */
  setHeld(object: Handle, holding: string, word: string, held: boolean): void;
  /** Whether an object holds a word; false where its kind lacks the set. Throws for unknown names. */
  isHeld(object: Handle, holding: string, word: string): boolean;
  /** The words that an object holds, in the order of their enumeration; none where its kind lacks the set. */
  held(object: Handle, holding: string): readonly string[];
  /**
   * Gives an object another list of objects: its order and repeats are kept, and what is destroyed leaves it. A world
   * without room grows, unless it is fixed.
   * Throws, with nothing changed, for an unknown list, when its kind keeps none, and for objects of a kind that it does
   * not list.
   */
  setList(object: Handle, link: string, objects: readonly Handle[]): void;
  /** What an object lists, in order; nothing where its kind keeps no such list. */
  listed(object: Handle, link: string): readonly Handle[];
  /** Binds an object to a role that content declares, or unbinds it (null). */
  setRole(role: string, object: Handle | null): void;

  kindOf(object: Handle): string;
  /** Null for objects of no class. */
  classOf(object: Handle): string | null;
  nameOf(object: Handle): string;
  /** What the object is attached to. */
  parentOf(object: Handle): Handle | null;
  /** The factions that it belongs to, by ascending id; a faction belongs to itself. */
  ownersOf(object: Handle): readonly Handle[];
  /** Where it is in the plane; null when it is nowhere. */
  positionOf(object: Handle): Position | null;
  /** All of it at once. */
  describe(object: Handle): ObjectView;
  /**
   * The live object of an id or a name; of several of one name the one with the lowest id. Undefined when there is
   * none.
   */
  find(idOrName: number | string): Handle | undefined;
  /** Handles by ascending id. */
  query(query?: Query): readonly Handle[];
  /**
   * Evaluates an expression over `source`, `target` and `self` (the source), as a condition on the target would, or on
   * the source where no target is given. Undefined when it is absent.
   */
  evaluate(expression: string, objects?: { readonly source?: Handle; readonly target?: Handle }): CellValue | undefined;
  /** The next number in [0, 1) of a named random stream of the world. */
  random(stream: string): number;

  /** The world as a bitECS world, in step with it at the time of the call. */
  ecs(): EcsView;

  /** Adds a phase after another. */
  addPhase(name: string, after: BuiltInPhase | (string & {})): void;
  /** Adds code of the host to a phase, behind what is there. Throws for an unknown phase or a name that is taken. */
  addSystem(system: HostSystem): void;
  /** Runs one turn. If anything throws, the world is as it was before the call. */
  step(observer?: PhaseObserver): void;
  /** Runs turns. If anything throws, the world is as it was before the call. */
  run(turns: number, observer?: PhaseObserver): void;
  /**
   * What happened to a cell in the last turn, in order: the turn is run again on a copy. Throws before the first turn.
   */
  explain(object: Handle, column: string): CellHistory<CellValue>;

  /**
   * Whether a rule is active for a source and has a target in scope, as the world is now, clause by clause: which
   * condition stands in the way. Without a target only the activation is asked. Draws are those of the next turn.
   * Throws when the source's class does not carry the rule.
   */
  explainRule(rule: string, source: Handle, target?: Handle | null): Verdict;

  /** Copies the state; give an older snapshot to use its memory again. */
  snapshot(into?: Snapshot): Snapshot;
  /**
   * Puts a snapshot back, of this world or another of the same content; everything goes on exactly as it would have
   * then.
   */
  restore(snapshot: Snapshot): void;
  /** A second world with the same state, content, phases and systems. */
  fork(): World;
  /** 16 hexadecimal digits over the logical state. */
  hash(): string;
  /** The state as a file's bytes, for `loadWorld`. */
  save(): Uint8Array;
}
