import type { Node } from '../../../compile/node.js';
import type { GameEnumerations, GameModelBuilder } from '../model/game-model.js';
import type { Condition, Effect, Item, ItemKind, Offset, Value } from '../syntax.js';
import type { KindSet } from './kind-set.js';
import type { Kit } from './kit.js';

/** An object that content speaks of: the node that leads to it, and what is known of it. */
export interface Subject {
  readonly node: Node;
  /** Kinds of game objects that it may be of, if it is there. */
  readonly kinds: KindSet;
  /** It is there, whatever the world is like. */
  readonly sure: boolean;
  /** Its species or its hull, where the rule's carrier says so. */
  readonly species?: string;
  readonly hull?: string;
}

/** Something wrong with content: at a place in the text of an item, with what was expected. */
export interface Problem {
  readonly code: 'unknown-name' | 'unknown-construct' | 'wrong-type' | 'missing-parameter' | 'unsupported' | 'too-deep';
  readonly message: string;
  readonly suggestion?: string;
  readonly at: Offset;
}

/** Content by kind and name; of items of one kind and name the first. */
export interface Catalog {
  item(kind: ItemKind, name: string): Item | undefined;
  /** Items of a kind, by name in byte order. */
  items(kind: ItemKind): readonly Item[];
}

/** One group of effects under way. */
export interface GroupState {
  readonly item: Item;
  /** The number of each place that draws, by what stands there. */
  readonly sites: Map<object, number>;
  /** `of`: the item in whose text the problem is, where it is another. */
  report(problem: Problem, of?: Item): void;
}

/** What conditions and values are lowered in. */
export interface Context {
  readonly builder: GameModelBuilder;
  readonly kit: Kit;
  readonly catalog: Catalog;
  readonly language: Language;
  readonly group: GroupState;
  readonly source: Subject;
  /** What effects land on; undefined outside of them. */
  readonly target: Subject | undefined;
  /** What the innermost condition tests; undefined outside of conditions. */
  readonly candidate: Subject | undefined;
  /** What the outermost condition tests. */
  readonly root: Subject | undefined;
  /** The next slot that is free. */
  readonly free: number;
  /** Slots from the first on of which each object draws for itself. */
  readonly drawing: number;
  /** Slots from the first on of which each object has members chosen for itself. */
  readonly choosing: number;
  /** Kinds of the objects that the outermost condition begins with; chosen are some of them. */
  readonly pool: KindSet;
  /** Numbers are whole: what a division leaves over is lost. */
  readonly whole: boolean;
  /** Contents whose location is being asked, outermost first. */
  readonly locations: readonly Item[];
}

/** A context in which a candidate is tested. */
export interface Tested extends Context {
  readonly candidate: Subject;
  readonly root: Subject;
}

/** Lowering of each sort of syntax. The tables of constructs reach one another through it. */
export interface Language {
  /** May be absent, which means false. */
  condition(condition: Condition, context: Tested): Node;
  /** All of some conditions. `open`: the candidate may be anything in the world. */
  conditions(conditions: readonly Condition[], context: Tested, open: boolean): Node;
  /** Kinds of objects of which a condition may be true. */
  kinds(condition: Condition, context: Context): KindSet;
  /** Whether a condition is false of everything that is no game object, and of none, whatever its candidate is taken for. */
  isFirm(condition: Condition): boolean;
  /** In whole numbers where the context says so. */
  number(value: Value, context: Context): Node;
  /** In doubles, whatever the context says. */
  real(value: Value, context: Context): Node;
  /** Truncated where it is not whole. */
  integer(value: Value, context: Context): Node;
  /** What has a number: objects, empires and designs are numbered each by themselves. */
  entity(value: Value, of: 'object' | 'empire' | 'design', context: Context): Subject;
  /** A word of an enumeration, a species, a focus or a name of a design. */
  word(value: Value, enumeration: keyof GameEnumerations, context: Context): Node;
  /** A class of an item: a type of building, a hull, a part, a tech. */
  class(value: Value, kind: ItemKind, context: Context): Node;
  /** A text that is known at load; undefined for others. */
  text(value: Value, context: Context): string | undefined;
  comparison(condition: NonNullable<Condition['comparison']>, at: Offset, context: Context): Node;
}

/** The number of a place that draws. */
export function siteOf({ sites }: GroupState, place: Condition | Value | Effect): number {
  const known = sites.get(place);
  if (known !== undefined) return known;
  sites.set(place, sites.size);
  return sites.size - 1;
}

/** With another candidate: also as root where there is none yet. */
export function testing(context: Context, candidate: Subject): Tested {
  return { ...context, candidate, root: context.root ?? candidate };
}
