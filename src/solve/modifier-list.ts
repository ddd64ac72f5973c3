import type { CellContent } from '../model/model.js';
import { longer } from './cell-tables.js';
import { type ModifierBook, constancy } from './modifier-book.js';

/** `grant`: the number of the carrier's first grant. */
export interface Entry {
  readonly modifier: number;
  readonly carrier: number;
  readonly grant: number;
}

/**
 * Modifiers of one variable that reach the same objects, in the order of application: n objects modifying one another
 * need n entries, not n².
 */
export interface ModifierList {
  readonly index: number;
  readonly variable: number;
  readonly targets: ReadonlySet<number>;
  length: number;
  modifiers: Int32Array;
  carriers: Int32Array;
  grants: Int32Array;
  /** Sums over modifiers and carriers, pending entries included. */
  sum: number;
  otherSum: number;
  /** The same over modifiers and grants; identifies the order of entries. */
  grantSum: number;
  settled: Readonly<Pick<ModifierList, 'sum' | 'otherSum' | 'grantSum'>>;
  /** Pending entries since the list was settled, three numbers each. */
  readonly added: number[];
  readonly removed: number[];
  /** Distinct modifiers by rank, then definition, and their counts. */
  readonly distinct: number[];
  readonly counts: number[];
  /** Number of these whose amounts differ by cell. */
  varying: number;
  /** The value of cells without other modifiers, where no amount varies. */
  shared: CellContent | undefined;
}

export function createModifierList(index: number, variable: number, targets: ReadonlySet<number>): ModifierList {
  return {
    index,
    variable,
    targets,
    length: 0,
    modifiers: new Int32Array(4),
    carriers: new Int32Array(4),
    grants: new Int32Array(4),
    sum: 0,
    otherSum: 0,
    grantSum: 0,
    settled: { sum: 0, otherSum: 0, grantSum: 0 },
    added: [],
    removed: [],
    distinct: [],
    counts: [],
    varying: 0,
    shared: undefined,
  };
}

export function changeEntry(list: ModifierList, sign: 1 | -1, modifier: number, carrier: number, grant: number): void {
  (sign === 1 ? list.added : list.removed).push(modifier, carrier, grant);
  list.sum = (list.sum + sign * hashOf(modifier, carrier)) | 0;
  list.otherSum = (list.otherSum + sign * otherHashOf(modifier, carrier)) | 0;
  list.grantSum = (list.grantSum + sign * hashOf(modifier, grant)) | 0;
}

/** Returns the change: none (also of removed and added ones), carriers of the same amounts, or varying amounts. */
export function settleList(list: ModifierList, book: ModifierBook): 'none' | 'carriers' | 'amounts' {
  const [added, removed] = withoutPairs(sorted(list.added, book), sorted(list.removed, book), book);
  list.added.length = 0;
  list.removed.length = 0;
  list.settled = { sum: list.sum, otherSum: list.otherSum, grantSum: list.grantSum };
  if (added.length + removed.length === 0) return 'none';
  merge(list, added, removed, book);
  list.shared = undefined;
  let hasVaried = false;
  for (const { modifier } of added) hasVaried = count(list, modifier, 1, book) || hasVaried;
  for (const { modifier } of removed) hasVaried = count(list, modifier, -1, book) || hasVaried;
  return hasVaried ? 'amounts' : 'carriers';
}

/** By rank; then those of kinds by definition, those of classes by first grant of the carrier and by definition. */
export function compareEntries(
  { rank, isOfClass }: ModifierBook,
  modifier: number,
  grant: number,
  otherModifier: number,
  otherGrant: number,
): number {
  return (
    rank[modifier] - rank[otherModifier] ||
    (isOfClass[modifier] === 1 ? grant : 0) - (isOfClass[otherModifier] === 1 ? otherGrant : 0) ||
    modifier - otherModifier ||
    grant - otherGrant
  );
}

export function hashOf(modifier: number, carrier: number): number {
  const mixed = Math.imul(Math.imul(modifier + 0x9e3779b9, 0x85ebca6b) ^ carrier, 0xc2b2ae35);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
}

export function otherHashOf(modifier: number, carrier: number): number {
  const mixed = Math.imul(Math.imul(carrier + 0x7f4a7c15, 0xc2b2ae35) ^ modifier, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39);
}

/** Hashes of entries, and so sums of lists, count times this in a scope. */
export function scopeFactor(scope: number): number {
  return Math.imul(scope, 0x27d4eb2f) | 1;
}

function sorted(entries: readonly number[], book: ModifierBook): Entry[] {
  const found: Entry[] = [];
  for (let i = 0; i < entries.length; i += 3)
    found.push({ modifier: entries[i], carrier: entries[i + 1], grant: entries[i + 2] });
  return found.length < 2
    ? found
    : found.sort((a, b) => compareEntries(book, a.modifier, a.grant, b.modifier, b.grant));
}

function withoutPairs(
  added: readonly Entry[],
  removed: readonly Entry[],
  book: ModifierBook,
): readonly [readonly Entry[], readonly Entry[]] {
  if (added.length === 0 || removed.length === 0) return [added, removed];
  const [come, gone]: [Entry[], Entry[]] = [[], []];
  for (let [i, j] = [0, 0]; i < added.length || j < removed.length; ) {
    const order =
      i === added.length
        ? 1
        : j === removed.length
          ? -1
          : compareEntries(book, added[i].modifier, added[i].grant, removed[j].modifier, removed[j].grant);
    if (order < 0) come.push(added[i++]);
    else if (order > 0) gone.push(removed[j++]);
    else if (added[i].carrier === removed[j].carrier) [i, j] = [i + 1, j + 1];
    else {
      come.push(added[i++]);
      gone.push(removed[j++]);
    }
  }
  return [come, gone];
}

/** Entries before the first change stay in place. */
function merge(list: ModifierList, added: readonly Entry[], removed: readonly Entry[], book: ModifierBook): void {
  const first = Math.min(
    added.length === 0 ? list.length : placeOf(list, added[0], book),
    removed.length === 0 ? list.length : placeOf(list, removed[0], book),
  );
  const before = {
    modifiers: list.modifiers.slice(first, list.length),
    carriers: list.carriers.slice(first, list.length),
    grants: list.grants.slice(first, list.length),
  };
  const end = list.length - first;
  fit(list, list.length + added.length);
  let [at, next, gone] = [first, 0, 0];
  for (let i = 0; i < end || next < added.length; ) {
    if (
      next < added.length &&
      (i === end ||
        compareEntries(book, added[next].modifier, added[next].grant, before.modifiers[i], before.grants[i]) < 0)
    ) {
      put(list, at++, added[next].modifier, added[next].carrier, added[next].grant);
      next++;
      continue;
    }
    const isGone =
      gone < removed.length &&
      removed[gone].modifier === before.modifiers[i] &&
      removed[gone].grant === before.grants[i];
    if (isGone) gone++;
    else put(list, at++, before.modifiers[i], before.carriers[i], before.grants[i]);
    i++;
  }
  list.length = at;
}

function placeOf(list: ModifierList, entry: Entry, book: ModifierBook): number {
  const { modifiers, grants, length } = list;
  const last = length - 1;
  // New entries are mostly newer than all others.
  const isNewest = last >= 0 && compareEntries(book, modifiers[last], grants[last], entry.modifier, entry.grant) < 0;
  return isNewest ? length : firstNotBefore(book, list, entry, 0, length);
}

/** The first of those from `from` to before `to` that is not before another one. */
export function firstNotBefore(
  book: ModifierBook,
  { modifiers, grants }: ModifierList,
  { modifier, grant }: Omit<Entry, 'carrier'>,
  from: number,
  to: number,
): number {
  let [first, end] = [from, to];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (compareEntries(book, modifiers[middle], grants[middle], modifier, grant) < 0) first = middle + 1;
    else end = middle;
  }
  return first;
}

function put(list: ModifierList, at: number, modifier: number, carrier: number, grant: number): void {
  list.modifiers[at] = modifier;
  list.carriers[at] = carrier;
  list.grants[at] = grant;
}

function fit(list: ModifierList, length: number): void {
  if (length <= list.modifiers.length) return;
  for (const name of ['modifiers', 'carriers', 'grants'] as const) list[name] = longer(list[name], length);
}

/** Returns whether a varying amount was added or removed. */
function count(list: ModifierList, modifier: number, by: 1 | -1, { rank, constancyOf }: ModifierBook): boolean {
  const { distinct, counts } = list;
  let [first, end] = [0, distinct.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    const other = distinct[middle];
    if ((rank[other] - rank[modifier] || other - modifier) < 0) first = middle + 1;
    else end = middle;
  }
  const isKnown = distinct[first] === modifier;
  if (isKnown && counts[first] + by > 0) {
    counts[first] += by;
    return false;
  }
  if (isKnown) {
    distinct.splice(first, 1);
    counts.splice(first, 1);
  } else {
    distinct.splice(first, 0, modifier);
    counts.splice(first, 0, 1);
  }
  if (constancyOf[modifier] === constancy.constant) return false;
  list.varying += by;
  return true;
}
