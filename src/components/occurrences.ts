import { type ColumnArray, header } from '../kernel/arena.js';
import type { Hasher } from '../kernel/hash.js';
import type { Model } from '../model/model.js';
import { type Arrays, component } from './component.js';
import { hashAbilities } from './copies.js';
import { stepOf } from './step.js';
import { WorldFullError } from '../kernel/errors.js';
import { type UseIndex, createUseIndex } from './use-index.js';
import type { WorldState } from './state.js';

/**
 * What is happening: occurrences as rows of the arena, in a stack. Those of a batch lie next to one another; a batch
 * that is raised in the course of another lies above it and is gone before that goes on. So are what is remembered of
 * them and which abilities have been used for them.
 */

/** By row and field, as many a row as the type with the most fields has; objects are handles, NaN is absent. */
const values = {
  type: 'f64',
  width: ({ occurrences: types }: Model) => Math.max(1, ...types.map(({ fields }) => fields)),
} as const;

const occurrencesColumns = {
  type: 'i32',
  status: 'i32',
  /** Numbers of occurrences, from 1; of the one in whose course it was raised, or 0. */
  id: 'f64',
  parent: 'f64',
  /** Row of the first value that is remembered of it; 0: nothing is yet. */
  memo: 'i32',
  /** Of what an effect is about to do: its place among the effects that are listened to, from 1, and its source. */
  effect: 'i32',
  maker: 'f64',
  /** What its expressions see: by what rule draws are told apart, the occurrence that is answered (a row). */
  rule: 'i32',
  answered: 'i32',
  /** Who controls the ability that answers (a handle). */
  controller: 'f64',
  /** What its subject was just before it applied. */
  kind: 'i32',
  class: 'i32',
  values,
} as const;

const pastColumns = { type: 'i32', id: 'f64', values } as const;

const usesColumns = {
  occurrence: 'i32',
  /** Its number of copies, or its place. */
  ability: 'i32',
  /** Whose ability it is, and the number of one that was created, or 0. */
  source: 'f64',
  number: 'f64',
} as const;

declare module './state.js' {
  interface WorldState {
    occurrences: Readonly<Arrays<typeof occurrencesColumns>>;
    /** Values of a row. */
    fieldCount: number;
    past: Readonly<Arrays<typeof pastColumns>>;
    uses: Readonly<Arrays<typeof usesColumns>>;
  }
}

const hasOccurrences = ({ occurrences: types }: Model): boolean => types.length > 0;

/** Occurrences that are being resolved: a stack, those of a batch next to one another. */
export const occurrences = component({
  name: 'occurrences',
  rows: 'occurrence',
  group: 'occurrences',
  columns: occurrencesColumns,
  widths: { fieldCount: 'values' },
  when: hasOccurrences,
  facts: ['occurrence'],
  /** What occurs and which abilities there are; objects are told by handle, for what happened to those gone stays. */
  hash(state, hasher, standing): void {
    if (!hasOccurrences(state.model)) return;
    hasher.number(stepOf(state));
    hashAbilities(state, hasher);
    if (standing) hashTypesOfPast(state, hasher);
    else hashCourse(state, hasher);
  },
});

/** Occurrences of this turn that have applied and that something asks for later, oldest first. */
export const past = component({
  name: 'past occurrences',
  rows: 'past',
  group: 'past',
  columns: pastColumns,
  when: hasOccurrences,
  facts: ['occurrence'],
});

/** Which ability has been used for which occurrence: a stack, as occurrences are. */
export const uses = component({
  name: 'uses of abilities',
  rows: 'use',
  group: 'uses',
  columns: usesColumns,
  when: hasOccurrences,
  facts: ['occurrence'],
});

/** Of which types something has applied in this turn. */
function hashTypesOfPast({ model, arena, past: of }: WorldState, hasher: Hasher): void {
  const happened = new Uint8Array(model.occurrences.length);
  for (let row = 1; row <= arena.header[header.past]; row++) happened[of.type[row]] = 1;
  for (const bit of happened) hasher.number(bit);
}

/** Everything that is under way. */
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
  // Behind everything else, so that states in which no turn waits keep their hashes.
  if (words[header.turnPending] === 1) hasher.number(1);

  /** The fields of all rows up to the last; row 0 is none. */
  function hashFields(numbers: Float64Array, rows: number): void {
    for (let at = fieldCount; at < (rows + 1) * fieldCount; at++) hasher.number(numbers[at]);
  }
}

/** How many rows there are, and the values of each. */
function hashRows(hasher: Hasher, rows: number, columns: readonly ColumnArray[]): void {
  hasher.number(rows);
  for (let row = 1; row <= rows; row++) for (const column of columns) hasher.number(column[row]);
}

/** How an occurrence stands. */
export const status = {
  /** It is about to happen. */
  live: 1,
  /** It has happened. */
  applied: 2,
  /** It could not change anything from the start, or not any more. */
  failed: 3,
  fizzled: 4,
  /** Something negated or prevented it. */
  cancelled: 5,
  /** Its amount was brought to nothing. */
  zero: 6,
  /** A point of time at which nothing need happen. */
  point: 7,
} as const;

/** Occurrences that are being resolved; the last is the row of that number. */
export function occurrenceCount({ arena }: WorldState): number {
  return arena.header[header.occurrences];
}

/**
 * Puts an occurrence on top and gives it a number; its values are absent. Throws WorldFullError, with nothing changed.
 */
export function pushOccurrence(state: WorldState, type: number, parent: number, is: number = status.live): number {
  const {
    arena: { header: words },
    occurrences,
    fieldCount,
  } = state;
  demandRoom(state, words[header.occurrences], 1);
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
  // Few at a time: a loop is quicker than a call.
  for (let at = row * fieldCount; at < (row + 1) * fieldCount; at++) occurrences.values[at] = NaN;
  return row;
}

/** Takes all occurrences above a row off, and zeroes what they held. */
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

/** The number of the next occurrence, from 1. */
export function numberOccurrence({ arena: { header: words } }: WorldState): number {
  words[header.occurredLow]++;
  // A word that has come to its end begins again.
  if (words[header.occurredLow] === 0) words[header.occurredHigh]++;
  return words[header.occurredHigh] * 2 ** 32 + words[header.occurredLow];
}

/** Occurrences there have been. */
export function occurred({ arena: { header: words } }: WorldState): number {
  return words[header.occurredHigh] * 2 ** 32 + words[header.occurredLow];
}

/** A value of an occurrence as it is stored: objects are handles, NaN is absent. */
export function fieldOf({ occurrences, fieldCount }: WorldState, row: number, field: number): number {
  return field < 0 ? NaN : occurrences.values[row * fieldCount + field];
}

export function setField(state: WorldState, row: number, field: number, value: number): void {
  state.occurrences.values[row * state.fieldCount + field] = value;
  state.occurrenceChanges++;
}

/**
 * Makes room for values that are to be remembered, behind those that are; gives the row of the first. Throws
 * WorldFullError, with nothing changed.
 */
export function pushMemories(state: WorldState, count: number): number {
  const {
    arena: { header: words },
  } = state;
  demandRoom(state, words[header.memories], count);
  const first = words[header.memories] + 1;
  words[header.memories] += count;
  return first;
}

export function popMemories({ arena: { header: words }, memories }: WorldState, down: number): void {
  if (words[header.memories] > down) memories.fill(0, down + 1, words[header.memories] + 1);
  words[header.memories] = down;
}

/** Notes that an ability is used for an occurrence. Throws WorldFullError, with nothing changed. */
export function noteUse(state: WorldState, occurrence: number, ability: number, source: number, number: number): void {
  const {
    arena: { header: words },
    uses,
  } = state;
  demandRoom(state, words[header.uses], 1);
  const row = ++words[header.uses];
  uses.occurrence[row] = occurrence;
  uses.ability[row] = ability;
  uses.source[row] = source;
  uses.number[row] = number;
  state.derived.uses?.add(row, occurrence, ability, source, number);
}

/** Whether an ability has been used for an occurrence. `from`: the row behind which its batch has noted uses. */
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
    if (
      uses.occurrence[row] === occurrence &&
      uses.ability[row] === ability &&
      uses.source[row] === source &&
      uses.number[row] === number
    )
      return true;
  }
  return false;
}

/** Above so many, they are looked up by an index. */
const fewUses = 24;

function indexed(state: WorldState): UseIndex {
  const known = state.derived.uses;
  if (known !== undefined) return known;
  const {
    arena: { header: words },
    uses,
  } = state;
  const index = createUseIndex(() => state.uses);
  for (let row = 1; row <= words[header.uses]; row++)
    index.add(row, uses.occurrence[row], uses.ability[row], uses.source[row], uses.number[row]);
  state.derived.uses = index;
  return index;
}

export function popUses({ arena: { header: words }, uses, derived }: WorldState, down: number): void {
  derived.uses?.drop(down);
  for (let row = words[header.uses]; row > down; row--)
    uses.occurrence[row] = uses.ability[row] = uses.source[row] = uses.number[row] = 0;
  words[header.uses] = down;
}

/** Occurrences of the turn that are kept. */
export function pastCount({ arena: { header: words } }: WorldState): number {
  return words[header.past];
}

/** Keeps an occurrence until its turn ends. Throws WorldFullError, with nothing changed. */
export function keepPast(state: WorldState, occurrence: number): void {
  const {
    arena: { header: words },
    past,
    occurrences,
    fieldCount,
  } = state;
  demandRoom(state, words[header.past], 1);
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

/** Everything but what is past is over: after an error. */
export function clearOccurrences(state: WorldState): void {
  popOccurrences(state, 0);
  popMemories(state, 0);
  popUses(state, 0);
}

function demandRoom({ occurrences }: WorldState, used: number, more: number): void {
  const room = occurrences.type.length - 1;
  if (used + more > room) throw new WorldFullError(room, undefined, 'frames');
}
