import { type ModifierList, createModifierList } from './modifier-list.js';

/** Objects of one kind below one root that are granted, and the carriers of modifiers that reach some of them. */
export interface Reach {
  readonly carriers: Set<number>;
  /** By number, see `ModifierBook.audience`. */
  readonly audiences: Map<number, Audience>;
}

/** The objects of a reach that the same modifiers reach, and what these are, by variable. */
export interface Audience {
  /** A class that they are like; 0: they have none. */
  readonly class: number;
  readonly targets: Set<number>;
  readonly lists: Map<number, ModifierList>;
}

/** Who is granted below each root, as far as modifiers of others are concerned. */
export interface Audiences {
  readonly reaches: Map<number, Reach>;
  /** By index; the indices of lists that are gone are given out again. */
  readonly lists: (ModifierList | undefined)[];
  readonly free: number[];
  /** Entries of all lists, with those that are to be added. */
  entries: number;
}

export function createAudiences(): Audiences {
  return { reaches: new Map(), lists: [], free: [], entries: 0 };
}

export function reachOf({ reaches }: Audiences, root: number, kind: number): Reach {
  const key = keyOf(root, kind);
  const known = reaches.get(key);
  if (known !== undefined) return known;
  const reach: Reach = { carriers: new Set(), audiences: new Map() };
  reaches.set(key, reach);
  return reach;
}

export function dropIfEmpty({ reaches }: Audiences, root: number, kind: number): void {
  const key = keyOf(root, kind);
  const reach = reaches.get(key);
  if (reach?.carriers.size === 0 && reach.audiences.size === 0) reaches.delete(key);
}

export function addList({ lists, free }: Audiences, audience: Audience, variable: number): ModifierList {
  const index = free.pop() ?? lists.length;
  const list = createModifierList(index, variable, audience.targets);
  lists[index] = list;
  audience.lists.set(variable, list);
  return list;
}

export function dropLists(audiences: Audiences, { lists }: Audience): void {
  for (const list of lists.values()) {
    audiences.entries -= list.length + (list.added.length - list.removed.length) / 3;
    audiences.lists[list.index] = undefined;
    audiences.free.push(list.index);
  }
}

const kinds = 256;

function keyOf(root: number, kind: number): number {
  return root * kinds + kind;
}
