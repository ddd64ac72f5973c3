import type { Range } from '../../../eval/ops/range.js';
import type { KindName } from '../model/game-model.js';
import type { Node } from '../../../ir/node.js';
import type { Kit } from './kit.js';

/** Sets of kinds of game objects, as bits: the possible kinds of a candidate. */
export type KindSet = number;

/** The bits, in the order of the game's own types. */
export const kindBits = { system: 1, planet: 2, building: 4, fleet: 8, ship: 16, field: 32 } as const;

export type GameKind = keyof typeof kindBits;

/** All objects of the game, without empires, designs, parts and orders. */
export const everyKind: KindSet = 63;

const names = Object.keys(kindBits) as readonly GameKind[];

/** The one kind of a set; undefined where there is none or several. */
export function onlyKind(set: KindSet): GameKind | undefined {
  return names.find((name) => kindBits[name] === set);
}

export function kindsIn(set: KindSet): readonly GameKind[] {
  return names.filter((name) => (set & kindBits[name]) !== 0);
}

export function isWithin(set: KindSet, other: KindSet): boolean {
  return (set & ~other) === 0;
}

/** The set of kinds by their names in the model, without those of other objects. */
export function kindSetOf(kinds: readonly KindName[]): KindSet {
  return names.filter((name) => kinds.includes(name)).reduce((set, name) => set | kindBits[name], 0);
}

/** An object in content: the node that leads to it, and its facts. */
export interface Subject {
  readonly node: Node;
  /** Game kinds that it may be of, if it exists. */
  readonly kinds: KindSet;
  /** It exists in every world. */
  readonly sure: boolean;
  /** Its species or its hull, where the rule's carrier determines it. */
  readonly species: string | undefined;
  readonly hull: string | undefined;
}

export function subject(node: Node, kinds: KindSet, sure: boolean, species?: string, hull?: string): Subject {
  return { node, kinds, sure, species, hull };
}

/** The same object where its existence is certain for another reason. */
export function surely({ node, kinds, species, hull }: Subject): Subject {
  return { node, kinds, sure: true, species, hull };
}

export function ofKinds({ node, sure, species, hull }: Subject, kinds: KindSet): Subject {
  return { node, kinds, sure, species, hull };
}

export function systemOf(kit: Kit, at: Subject): Subject {
  return ancestorOf(kit, at, 'system');
}

export function ancestorOf(kit: Kit, at: Subject, kind: GameKind): Subject {
  if (at.kinds === kindBits[kind]) return at;
  return subject(kit.ancestor(kind, at.node), kindBits[kind], false);
}

/** The holder of an object of one kind; none for all other objects, also for one that is itself of the other kind. */
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

/** True if two objects are one; none is nobody. */
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

/** All objects of a kind, or of all kinds for 0. */
export function objectsOf(kind: number): Range {
  return { over: 'objects', kind, class: 0 };
}

/** The object for a part of a ship, by the part's class; the members of the search take a slot. */
export function partOn(ship: Node, part: Node, kind: number, slot: number, kit: Kit): Node {
  const isIt = kit.equal(kit.classOf(kit.slot(slot)), part);
  return kit.fold('first', { over: 'attached', kind, class: 0 }, slot, ship, isIt);
}
