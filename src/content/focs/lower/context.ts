import type { Node } from '../../../ir/node.js';
import type { EnumerationName, GameModelBuilder } from '../model/game-model.js';
import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { NameBudget } from '../../text/nearest-name.js';
import type { Condition, Effect, Item, ItemKind, Offset, Value } from '../syntax.js';
import { type KindSet, everyKind, type Subject } from './subjects.js';
import type { Kit } from './kit.js';

/** An item with an error gives no rules. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code:
    | 'unknown-name'
    | 'unknown-construct'
    | 'wrong-type'
    | 'missing-parameter'
    | 'unsupported'
    | 'too-deep'
    | 'too-large';
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly at: Offset;
}

/** Content by kind and name; of items of one kind and name the first. */
export interface Catalog {
  item(kind: ItemKind, name: string): Item | undefined;
  /** Items of a kind, by name in byte order. */
  items(kind: ItemKind): readonly Item[];
}

export interface GroupState {
  readonly item: Item;
  /** The number of each place that draws, by what stands there. */
  readonly sites: Map<object, number>;
  readonly budget: { left: number };
  /** For searches of the nearest name, which all items share. */
  readonly names: NameBudget;
  /** Notes that what is lowered depends on the item itself, not only on what its group says. */
  noteOwn(): void;
  /** `of`: the item in whose text the problem is, where it is another. */
  report(problem: Problem, of?: Item): void;
}

type Choice = 'all' | 'candidate' | 'holders';

export interface Surroundings {
  readonly builder: GameModelBuilder;
  readonly kit: Kit;
  readonly catalog: Catalog;
  readonly language: Language;
}

/**
 * What conditions and values are lowered in. Made by the functions below alone, each out of one by `contextOf`:
 * contexts of one shape are what keeps lowering fast.
 */
export interface Context extends Surroundings {
  readonly group: GroupState;
  readonly source: Subject;
  /** What effects land on; undefined outside of them. */
  readonly target: Subject | undefined;
  readonly isOnSource: boolean;
  /** What the innermost condition tests; undefined outside of conditions. */
  readonly candidate: Subject | undefined;
  /** What the outermost condition tests. */
  readonly root: Subject | undefined;
  readonly free: number;
  /** Slots from the first on of which each object draws for itself. */
  readonly drawing: number;
  /** Slots from the first on of which each object has members chosen for itself. */
  readonly choosing: number;
  /** Kinds of the objects that the outermost condition begins with; chosen are some of them. */
  readonly pool: KindSet;
  /**
   * Whether all objects of those kinds can be chosen, or only the candidate and what holds it: the game looks at no
   * others where it asks one object by itself.
   */
  readonly choice: Choice;
  /** Numbers are whole: what a division leaves over is lost. */
  readonly whole: boolean;
  /** Contents whose location is being asked, outermost first. */
  readonly locations: readonly Item[];
}

export interface Tested extends Context {
  readonly candidate: Subject;
  readonly root: Subject;
}

export interface Acting extends Context {
  readonly target: Subject;
}

export type EntitySort = 'object' | 'empire' | 'design';

/** Lowering of each sort of syntax. The tables of constructs reach one another through it. */
export interface Language {
  condition(condition: Condition, context: Tested): Node;
  /** All of some conditions. `open`: the candidate may be anything in the world. */
  conditions(conditions: readonly Condition[], context: Tested, open: boolean): Node;
  kinds(condition: Condition, context: Context): KindSet;
  readonly isFirm: (condition: Condition) => boolean;
  /** In whole numbers where the context says so. */
  number(value: Value, context: Context): Node;
  /** In doubles, whatever the context says. */
  real(value: Value, context: Context): Node;
  /** Worked out in whole numbers where all in it are whole, else truncated. */
  integer(value: Value, context: Context): Node;
  /** What has a number: objects, empires and designs are numbered each by themselves. */
  entity(value: Value, of: EntitySort, context: Context): Subject;
  word(value: Value, enumeration: EnumerationName, context: Context): Node;
  class(value: Value, kind: ItemKind, context: Context): Node;
  /** A text that is known at load; undefined for others. */
  text(value: Value, context: Context): string | undefined;
  /** Whether a property is a number, and no word. */
  isNumber(value: Value): boolean;
  effect(effect: Effect, context: Acting): readonly RuleEffect[];
  comparison(condition: NonNullable<Condition['comparison']>, at: Offset, context: Context): Node;
}

export function siteOf({ sites }: GroupState, place: Condition | Value | Effect): number {
  const known = sites.get(place);
  if (known !== undefined) return known;
  sites.set(place, sites.size);
  return sites.size - 1;
}

export function contextOf(
  { builder, kit, catalog, language }: Surroundings,
  group: GroupState,
  source: Subject,
): Context {
  return {
    builder,
    kit,
    catalog,
    language,
    group,
    source,
    target: undefined,
    isOnSource: false,
    candidate: undefined,
    root: undefined,
    free: 2,
    drawing: 1,
    choosing: 1,
    pool: everyKind,
    choice: 'all',
    whole: false,
    locations: [],
  };
}

/** With another candidate: also as root where there is none yet. */
export function testing(context: Context, candidate: Subject): Tested {
  return { ...context, candidate, root: context.root ?? candidate };
}

/** With more known of the candidate, or the candidate by another name. */
export function renamed(context: Tested, candidate: Subject): Tested {
  return { ...context, candidate, root: context.root.node === context.candidate.node ? candidate : context.root };
}

/** With a candidate that is bound to the next slot. */
export function binding(context: Context, member: Subject): Tested {
  const free = context.free + 1;
  return { ...testing(context, member), free, drawing: free, choice: 'all' };
}

/** Where others are sought: what is chosen is chosen among the kinds that their condition begins with. */
export function seeking<C extends Context>(context: C, pool: KindSet, choice: Choice = 'all'): C {
  return { ...context, pool, choice };
}

export function withSlotTaken<C extends Context>(context: C): C {
  return { ...context, free: context.free + 1 };
}

export function counting(context: Context, whole: boolean): Context {
  return context.whole === whole ? context : { ...context, whole };
}

/** What draws, draws once for all targets. */
export function drawingOnce(context: Context): Context {
  return { ...context, drawing: 1 };
}

/** An activation, which tests the source: each by itself, or all at once. */
export function activating(context: Context, free: number, isAlone: boolean): Tested {
  const { source } = context;
  return { ...context, candidate: source, root: source, free, choosing: 0, choice: isAlone ? 'candidate' : 'all' };
}

/** A scope, which tests candidates in the slot of the target. */
export function scoping(context: Context, candidate: Subject, pool: KindSet): Tested {
  return { ...context, candidate, root: candidate, drawing: 2, pool };
}

export function acting(context: Context, source: Subject, target: Subject, isOnSource: boolean): Acting {
  return { ...contextOf(context, context.group, source), target, isOnSource, drawing: 2, choosing: 2 };
}

export function locatedIn(context: Tested, item: Item, group: GroupState): Tested {
  return { ...context, group, locations: [...context.locations, item] };
}
