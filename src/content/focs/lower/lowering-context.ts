import type { Node } from '../../../ir/node.js';
import { kept } from '../../../kernel/maps.js';
import type { GameModelBuilder } from '../model/create-game-model.js';
import { type EnumerationName, fixedColumns, type GameColumn, type KindName } from '../model/game-model.js';
import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { NameBudget } from '../../text/nearest-name.js';
import type { Condition, Effect, Item, ItemKind, Offset, TextProblem, Value } from '../syntax.js';
import type { Kit } from './focs-nodes.js';
import type { Range } from '../../../eval/ops/range.js';

/** Kinds of game objects, as bits. */
export type KindSet = number;

/** The bits, in the order of the game's own types. */
export const kindBits = { system: 1, planet: 2, building: 4, fleet: 8, ship: 16, field: 32 } as const;

export type GameKind = keyof typeof kindBits;

/** Without empires, designs, parts and orders. */
export const everyKind: KindSet = 63;

const names = Object.keys(kindBits) as readonly GameKind[];

export function onlyKind(set: KindSet): GameKind | undefined {
  return names.find((name) => kindBits[name] === set);
}

export function kindsIn(set: KindSet): readonly GameKind[] {
  return names.filter((name) => (set & kindBits[name]) !== 0);
}

export function isWithin(set: KindSet, other: KindSet): boolean {
  return (set & ~other) === 0;
}

export function kindSetOf(kinds: readonly KindName[]): KindSet {
  return names.filter((name) => kinds.includes(name)).reduce((set, name) => set | kindBits[name], 0);
}

export function kindsWithColumn(name: GameColumn): KindSet {
  return kindSetOf(fixedColumns[name].kinds);
}

export interface Subject {
  readonly node: Node;
  readonly kinds: KindSet;
  readonly sure: boolean;
  /** Where the rule's carrier determines it. */
  readonly species: string | undefined;
  readonly hull: string | undefined;
}

export function subject(node: Node, kinds: KindSet, sure: boolean, species?: string, hull?: string): Subject {
  return { node, kinds, sure, species, hull };
}

export function surely(at: Subject): Subject {
  return { ...at, sure: true };
}

export function ofKinds(at: Subject, kinds: KindSet): Subject {
  return { ...at, kinds };
}

export function systemOf(kit: Kit, at: Subject): Subject {
  return ancestorOf(kit, at, 'system');
}

export function ancestorOf(kit: Kit, at: Subject, kind: GameKind): Subject {
  if (at.kinds === kindBits[kind]) return at;
  return subject(kit.ancestor(kind, at.node), kindBits[kind], false);
}

/** The holder of an object of one kind; none for objects of all other kinds. */
export function holderOf(kit: Kit, at: Subject, held: GameKind, holder: GameKind): Subject {
  const kinds = kindBits[holder];
  if ((at.kinds & kindBits[held]) === 0) return subject(kit.none, kinds, false);
  const above = kit.ancestor(holder, at.node);
  if ((at.kinds & kinds) === 0) return subject(above, kinds, false);
  return subject(kit.choose(kit.equal(kit.kindOf(at.node), kit.kind(held)), above, kit.none), kinds, false);
}

export function isThere(kit: Kit, { node, sure }: Subject): Node {
  return sure ? kit.yes : kit.isSome(node);
}

/** No object equals none, not even none itself. */
export function isSame(kit: Kit, one: Subject, other: Subject): Node {
  if (one.node === kit.none || other.node === kit.none) return kit.no;
  if (one.node === other.node) return isThere(kit, one);
  return kit.all([kit.equal(one.node, other.node), one.sure || other.sure ? kit.yes : isThere(kit, other)]);
}

export function isOfKind(kit: Kit, at: Subject, kind: GameKind): Node {
  if ((at.kinds & kindBits[kind]) === 0) return kit.no;
  if (at.kinds === kindBits[kind]) return isThere(kit, at);
  return kit.equal(kit.kindOf(at.node), kit.kind(kind));
}

export function nobody({ kit }: { readonly kit: Kit }): Subject {
  return subject(kit.none, 0, false);
}

/** All objects of a kind; of all kinds for 0. */
export function objectsOf(kind: number): Range {
  return { over: 'objects', kind, class: 0 };
}

/** Finds the part of a ship by the part's class. `slot` is for the members of the search. */
export function partOn(ship: Node, part: Node, kind: number, slot: number, kit: Kit): Node {
  const isIt = kit.equal(kit.classOf(kit.slot(slot)), part);
  return kit.fold('first', { over: 'attached', kind, class: 0 }, slot, ship, isIt);
}

/** An item with an error gives no rules. */
export interface Problem extends TextProblem {
  readonly severity: 'error' | 'warning';
  readonly code:
    | 'unknown-name'
    | 'unknown-construct'
    | 'wrong-type'
    | 'missing-parameter'
    | 'unsupported'
    | 'too-deep'
    | 'too-large';
}

export interface Catalog {
  item(kind: ItemKind, name: string): Item | undefined;
  /** By name in byte order. */
  items(kind: ItemKind): readonly Item[];
}

export interface GroupState {
  readonly item: Item;
  /** The number of each place that draws. */
  readonly sites: Map<object, number>;
  readonly budget: { left: number };
  readonly names: NameBudget;
  /** Notes a dependency on the item itself. */
  noteOwn(): void;
  /** `of`: another item with the problem in its text. */
  report(problem: Problem, of?: Item): void;
}

type Choice = 'all' | 'candidate' | 'holders';

export interface Surroundings {
  readonly builder: GameModelBuilder;
  readonly kit: Kit;
  readonly catalog: Catalog;
  readonly language: Language;
}

/** Made below alone, from `contextOf`: one hidden class keeps lowering fast. */
export interface Context extends Surroundings {
  readonly group: GroupState;
  readonly source: Subject;
  /** Of effects. */
  readonly target: Subject | undefined;
  readonly isOnSource: boolean;
  /** The object that the innermost condition tests. */
  readonly candidate: Subject | undefined;
  /** The object that the outermost condition tests. */
  readonly root: Subject | undefined;
  readonly free: number;
  /** Number of leading slots whose objects draw for themselves. */
  readonly drawing: number;
  /** Number of leading slots whose objects have members chosen for them. */
  readonly choosing: number;
  /** Kinds of objects among which the outermost condition chooses. */
  readonly pool: KindSet;
  /** Among all of those kinds; or the candidate and its holders alone, as in the game for single objects. */
  readonly choice: Choice;
  /** True for whole numbers: divisions truncate. */
  readonly whole: boolean;
  /** Items whose locations are being lowered. */
  readonly locations: readonly Item[];
}

export interface Tested extends Context {
  readonly candidate: Subject;
  readonly root: Subject;
}

export interface Acting extends Context {
  readonly target: Subject;
}

export type EntityKind = 'object' | 'empire' | 'design';

/** The tables of constructs use one another through it. */
export interface Language {
  condition(condition: Condition, context: Tested): Node;
  /** `open`: the candidate may be no game object. */
  conditions(conditions: readonly Condition[], context: Tested, open: boolean): Node;
  kinds(condition: Condition, context: Context): KindSet;
  readonly isFirm: (condition: Condition) => boolean;
  /** In whole numbers where the context says so. */
  number(value: Value, context: Context): Node;
  /** In doubles in any context. */
  real(value: Value, context: Context): Node;
  /** In whole numbers where all its parts are, else truncated. */
  integer(value: Value, context: Context): Node;
  /** Objects, empires and designs have separate numbers. */
  entity(value: Value, of: EntityKind, context: Context): Subject;
  word(value: Value, enumeration: EnumerationName, context: Context): Node;
  class(value: Value, kind: ItemKind, context: Context): Node;
  /** Undefined where the text depends on the world. */
  text(value: Value, context: Context): string | undefined;
  /** False for a word. */
  isNumber(value: Value): boolean;
  effect(effect: Effect, context: Acting): readonly RuleEffect[];
  comparison(condition: NonNullable<Condition['comparison']>, at: Offset, context: Context): Node;
}

export function siteOf({ sites }: GroupState, place: Condition | Value | Effect): number {
  return kept(sites, place, () => sites.size);
}

export function oneOf(place: Value, values: readonly Node[], context: Context): Node {
  const { kit } = context;
  const drawn = kit.draw(siteOf(context.group, place), context.drawing);
  const last = values.length - 1;
  return values
    .slice(0, last)
    .reduceRight(
      (rest, value, i) => kit.choose(kit.compare('<', drawn, kit.number((i + 1) / values.length)), value, rest),
      values[last],
    );
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

export function testing(context: Context, candidate: Subject): Tested {
  return { ...context, candidate, root: context.root ?? candidate };
}

export function renamed(context: Tested, candidate: Subject): Tested {
  return { ...context, candidate, root: context.root.node === context.candidate.node ? candidate : context.root };
}

export function binding(context: Context, member: Subject): Tested {
  const free = context.free + 1;
  return { ...testing(context, member), free, drawing: free, choice: 'all' };
}

export function seeking<C extends Context>(context: C, pool: KindSet, choice: Choice = 'all'): C {
  return { ...context, pool, choice };
}

export function withSlotTaken<C extends Context>(context: C): C {
  return { ...context, free: context.free + 1 };
}

export function counting(context: Context, whole: boolean): Context {
  return context.whole === whole ? context : { ...context, whole };
}

export function drawingOnce(context: Context): Context {
  return { ...context, drawing: 1 };
}

export function activating(context: Context, free: number, isAlone: boolean): Tested {
  const { source } = context;
  return { ...context, candidate: source, root: source, free, choosing: 0, choice: isAlone ? 'candidate' : 'all' };
}

export function scoping(context: Context, candidate: Subject, pool: KindSet): Tested {
  return { ...context, candidate, root: candidate, drawing: 2, pool };
}

export function acting(context: Context, source: Subject, target: Subject, isOnSource: boolean): Acting {
  return { ...contextOf(context, context.group, source), target, isOnSource, drawing: 2, choosing: 2 };
}

export function locatedIn(context: Tested, item: Item, group: GroupState): Tested {
  return { ...context, group, locations: [...context.locations, item] };
}
