import { type ColumnArray, header } from '../kernel/arena.js';
import type { Hasher } from '../kernel/hash.js';
import type { Model } from '../model/model.js';
import { type Arrays, component } from './component.js';
import { hasOccurrences, hashAbilities, ofOccurrences } from './copies.js';
import { demandRows } from './frames.js';
import { stepOf } from './clock.js';
import type { WorldState } from './state.js';

/**
 * A stack of rows. Those of a batch are adjacent; a batch raised during another lies above it and ends first. Likewise
 * memories and uses of abilities.
 */

/** By row and field; objects are handles, NaN is absent. */
const values = {
  type: 'f64',
  width: ({ occurrences: types }: Model) => Math.max(1, ...types.map(({ fields }) => fields)),
} as const;

const occurrencesColumns = {
  type: 'i32',
  status: 'i32',
  /** Numbers of occurrences, from 1; the parent, in whose course it was raised, or 0. */
  id: 'f64',
  parent: 'f64',
  /** Row of its memories; 0: none yet. */
  memo: 'i32',
  /** Of an imminent effect: its place in the book of effects, from 1, and its source. */
  effect: 'i32',
  maker: 'f64',
  /** For expressions: the rule of draws, the row of the answered occurrence. */
  rule: 'i32',
  answered: 'i32',
  /** Controller of the answering ability: a handle. */
  controller: 'f64',
  /** Of its subject, just before it applied. */
  kind: 'i32',
  class: 'i32',
  values,
} as const;

const pastColumns = { type: 'i32', id: 'f64', values } as const;

const usesColumns = {
  occurrence: 'i32',
  /** Its number as a copy, or its place. */
  ability: 'i32',
  /** Its owner, and the number of a created one, or 0. */
  source: 'f64',
  number: 'f64',
} as const;

declare module './state.js' {
  interface WorldState {
    occurrences: Readonly<Arrays<typeof occurrencesColumns>>;
    fieldCount: number;
    past: Readonly<Arrays<typeof pastColumns>>;
    uses: Readonly<Arrays<typeof usesColumns>>;
  }
  interface Derived {
    uses?: UseIndex | undefined;
  }
}

export const occurrences = component({
  name: 'occurrences',
  rows: 'occurrence',
  group: 'occurrences',
  columns: occurrencesColumns,
  widths: { fieldCount: 'values' },
  ...ofOccurrences,
  /** By handle: the history of destroyed objects stays. */
  hash(state, hasher, standing): void {
    if (!hasOccurrences(state.model)) return;
    hasher.number(stepOf(state));
    hashAbilities(state, hasher);
    if (standing) hashTypesOfPast(state, hasher);
    else hashCourse(state, hasher);
  },
});

/** Applied occurrences that are needed later in the turn, oldest first. */
export const past = component({
  name: 'past occurrences',
  rows: 'past',
  group: 'past',
  columns: pastColumns,
  ...ofOccurrences,
});

export const uses = component({
  name: 'uses of abilities',
  rows: 'use',
  group: 'uses',
  columns: usesColumns,
  ...ofOccurrences,
});

function hashTypesOfPast({ model, arena, past: of }: WorldState, hasher: Hasher): void {
  const happened = new Uint8Array(model.occurrences.length);
  for (let row = 1; row <= arena.header[header.past]; row++) happened[of.type[row]] = 1;
  for (const bit of happened) hasher.number(bit);
}

function hashCourse(state: WorldState, hasher: Hasher): void {
  const { arena, answers, copies, memories, occurrences: of, past: before, uses: used, fieldCount } = state;
  const words = arena.header;
  for (let row = 1; row <= words[header.copies]; row++) hasher.number(copies.number[row]);
  const { values: fields, ...columns } = of;
  hashRows(hasher, words[header.occurrences], Object.values(columns));
  hashFields(fields, words[header.occurrences]);
  hashRows(hasher, words[header.memories], [memories]);
  hashRows(hasher, words[header.uses], Object.values(used));
  hashRows(hasher, words[header.past], [before.type, before.id]);
  hashFields(before.values, words[header.past]);
  for (const number of [occurred(state), words[header.copyNumber]]) hasher.number(number);
  hashRows(hasher, words[header.answers], [answers]);
  // Last: hashes of other states must not change.
  if (words[header.turnPending] === 1) hasher.number(1);

  /** Of rows from 1 to the last. */
  function hashFields(numbers: Float64Array, rows: number): void {
    for (let at = fieldCount; at < (rows + 1) * fieldCount; at++) hasher.number(numbers[at]);
  }
}

function hashRows(hasher: Hasher, rows: number, columns: readonly ColumnArray[]): void {
  hasher.number(rows);
  for (let row = 1; row <= rows; row++) for (const column of columns) hasher.number(column[row]);
}

export const status = {
  /** About to happen. */
  live: 1,
  applied: 2,
  /** Nothing could change, from the start or any more. */
  failed: 3,
  fizzled: 4,
  /** Negated or prevented. */
  cancelled: 5,
  /** Its amount became nothing. */
  zero: 6,
  /** A point of time without an event. */
  point: 7,
} as const;

/** And the row of the last. */
export function occurrenceCount({ arena }: WorldState): number {
  return arena.header[header.occurrences];
}

/** With a new number and absent values. Throws WorldFullError, with nothing changed. */
export function pushOccurrence(state: WorldState, type: number, parent: number, is: number = status.live): number {
  const {
    arena: { header: words },
    occurrences,
    fieldCount,
  } = state;
  demandRows(occurrences.type, words[header.occurrences] + 1);
  const row = ++words[header.occurrences];
  occurrences.type[row] = type;
  occurrences.status[row] = is;
  occurrences.id[row] = numberOccurrence(state);
  occurrences.parent[row] = parent;
  occurrences.memo[row] =
    occurrences.effect[row] =
    occurrences.maker[row] =
    occurrences.kind[row] =
    occurrences.class[row] =
      0;
  occurrences.rule[row] = occurrences.answered[row] = occurrences.controller[row] = 0;
  // Few values: a loop beats a call.
  for (let at = row * fieldCount; at < (row + 1) * fieldCount; at++) occurrences.values[at] = NaN;
  return row;
}

export function popOccurrences({ arena: { header: words }, occurrences, fieldCount }: WorldState, down: number): void {
  for (let row = words[header.occurrences]; row > down; row--) {
    occurrences.type[row] =
      occurrences.status[row] =
      occurrences.memo[row] =
      occurrences.effect[row] =
      occurrences.kind[row] =
      occurrences.class[row] =
        0;
    occurrences.id[row] = occurrences.parent[row] = occurrences.maker[row] = 0;
    occurrences.rule[row] = occurrences.answered[row] = occurrences.controller[row] = 0;
    for (let at = row * fieldCount; at < (row + 1) * fieldCount; at++) occurrences.values[at] = 0;
  }
  words[header.occurrences] = down;
}

/** From 1. */
export function numberOccurrence(state: WorldState): number {
  const { header: words } = state.arena;
  words[header.occurredLow]++;
  // Carry.
  if (words[header.occurredLow] === 0) words[header.occurredHigh]++;
  return occurred(state);
}

export function occurred({ arena: { header: words } }: WorldState): number {
  return words[header.occurredHigh] * 2 ** 32 + words[header.occurredLow];
}

/** As stored: objects are handles, NaN is absent. */
export function fieldOf({ occurrences, fieldCount }: WorldState, row: number, field: number): number {
  return field < 0 ? NaN : occurrences.values[row * fieldCount + field];
}

export function setField(state: WorldState, row: number, field: number, value: number): void {
  state.occurrences.values[row * state.fieldCount + field] = value;
  state.occurrenceChanges++;
}

/** Returns the first row. Throws WorldFullError, with nothing changed. */
export function pushMemories(state: WorldState, count: number): number {
  const { header: words } = state.arena;
  demandRows(state.occurrences.type, words[header.memories] + count);
  const first = words[header.memories] + 1;
  words[header.memories] += count;
  return first;
}

export function popMemories({ arena: { header: words }, memories }: WorldState, down: number): void {
  if (words[header.memories] > down) memories.fill(0, down + 1, words[header.memories] + 1);
  words[header.memories] = down;
}

/** Throws WorldFullError, with nothing changed. */
export function noteUse(state: WorldState, occurrence: number, ability: number, source: number, number: number): void {
  const {
    arena: { header: words },
    uses,
  } = state;
  demandRows(state.occurrences.type, words[header.uses] + 1);
  const row = ++words[header.uses];
  uses.occurrence[row] = occurrence;
  uses.ability[row] = ability;
  uses.source[row] = source;
  uses.number[row] = number;
  state.derived.uses?.add(row);
}

/** `from`: the row after which its batch has noted uses. */
export function isUsed(
  state: WorldState,
  from: number,
  occurrence: number,
  ability: number,
  source: number,
  number: number,
): boolean {
  const {
    arena: { header: words },
    uses,
  } = state;
  if (words[header.uses] - from > fewUses) return indexed(state).has(from, occurrence, ability, source, number);
  for (let row = words[header.uses]; row > from; row--) {
    if (isUse(uses, row, occurrence, ability, source, number)) return true;
  }
  return false;
}

/** Above so many, an index finds them. */
const fewUses = 24;

function indexed(state: WorldState): UseIndex {
  if (state.derived.uses !== undefined) return state.derived.uses;
  const { header: words } = state.arena;
  const index = createUseIndex(() => state.uses);
  for (let row = 1; row <= words[header.uses]; row++) index.add(row);
  return (state.derived.uses = index);
}

export function popUses({ arena: { header: words }, uses, derived }: WorldState, down: number): void {
  derived.uses?.drop(down);
  for (let row = words[header.uses]; row > down; row--)
    uses.occurrence[row] = uses.ability[row] = uses.source[row] = uses.number[row] = 0;
  words[header.uses] = down;
}

export function pastCount({ arena: { header: words } }: WorldState): number {
  return words[header.past];
}

/** Until the turn ends. Throws WorldFullError, with nothing changed. */
export function keepPast(state: WorldState, occurrence: number): void {
  const {
    arena: { header: words },
    past,
    occurrences,
    fieldCount,
  } = state;
  demandRows(occurrences.type, words[header.past] + 1);
  const row = ++words[header.past];
  past.type[row] = occurrences.type[occurrence];
  past.id[row] = occurrences.id[occurrence];
  for (let field = 0; field < fieldCount; field++)
    past.values[row * fieldCount + field] = occurrences.values[occurrence * fieldCount + field];
}

export function forgetPast({ arena: { header: words }, past, fieldCount }: WorldState): void {
  past.type.fill(0, 0, words[header.past] + 1);
  past.id.fill(0, 0, words[header.past] + 1);
  past.values.fill(0, 0, (words[header.past] + 1) * fieldCount);
  words[header.past] = 0;
}

/** After an error: all but the past. */
export function clearOccurrences(state: WorldState): void {
  popOccurrences(state, 0);
  popMemories(state, 0);
  popUses(state, 0);
}

interface UseIndex {
  add(row: number): void;
  /** Forgets the rows after one. */
  drop(down: number): void;
  /** True if a row after `from` has these values. */
  has(from: number, occurrence: number, ability: number, source: number, number: number): boolean;
}

type UseRows = Readonly<Record<keyof typeof usesColumns, ArrayLike<number>>>;

function isUse(
  uses: UseRows,
  row: number,
  occurrence: number,
  ability: number,
  source: number,
  number: number,
): boolean {
  return (
    uses.occurrence[row] === occurrence &&
    uses.ability[row] === ability &&
    uses.source[row] === source &&
    uses.number[row] === number
  );
}

/** `rows` returns the current columns: they move when the world grows. */
export function createUseIndex(rows: () => UseRows): UseIndex {
  /** Ascending; rows of one hash may differ. */
  const byHash = new Map<number, number[]>();
  const hashes: number[] = [0];
  return {
    add(row) {
      const { occurrence, ability, source, number } = rows();
      const hash = hashOf(occurrence[row], ability[row], source[row], number[row]);
      hashes[row] = hash;
      const known = byHash.get(hash);
      if (known === undefined) byHash.set(hash, [row]);
      else known.push(row);
    },
    drop(down) {
      while (hashes.length > down + 1) {
        const hash = hashes.pop() ?? 0;
        const known = byHash.get(hash);
        if (known === undefined || known.length <= 1) byHash.delete(hash);
        else known.pop();
      }
    },
    has(from, occurrence, ability, source, number) {
      const known = byHash.get(hashOf(occurrence, ability, source, number));
      if (known === undefined) return false;
      const said = rows();
      for (let i = known.length - 1; i >= 0 && known[i] > from; i--) {
        if (isUse(said, known[i], occurrence, ability, source, number)) return true;
      }
      return false;
    },
  };
}

function hashOf(occurrence: number, ability: number, source: number, number: number): number {
  return (
    Math.imul(occurrence, 0x9e3779b1) ^
    Math.imul(ability, 0x85ebca6b) ^
    Math.imul(source | 0, 0x27d4eb2f) ^
    Math.imul(number | 0, 0xc2b2ae35)
  );
}
