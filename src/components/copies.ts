import type { Hasher } from '../kernel/hash.js';
import type { Model } from '../model/model.js';
import { type Arrays, component } from './component.js';
import { header } from '../kernel/arena.js';
import { firstAtLeast } from '../kernel/first-at-least.js';
import { demandRows } from './frames.js';
import type { WorldState } from './state.js';

const abilitiesColumns = { gone: { type: 'u8', stored: 'ability.gone' } } as const;

const copiesColumns = {
  ability: 'i32',
  source: 'f64',
  controller: 'f64',
  /** Rises with each copy in the world. */
  number: 'f64',
} as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof abilitiesColumns> {
    copies: Readonly<Arrays<typeof copiesColumns>>;
  }
}

export const hasOccurrences = ({ occurrences }: Model): boolean => occurrences.length > 0;

export const ofOccurrences = { when: hasOccurrences, facts: ['occurrence'] } as const;

/** Abilities of which the world has one; 1: destroyed. */
export const abilities = component({
  name: 'abilities',
  rows: 'ability',
  columns: abilitiesColumns,
  ...ofOccurrences,
});

/** Created abilities, oldest first. */
export const copies = component({
  name: 'copies of abilities',
  rows: 'copy',
  group: 'copies',
  columns: copiesColumns,
  ...ofOccurrences,
});

export function hashAbilities(state: WorldState, hasher: Hasher): void {
  for (const bit of state.gone) hasher.number(bit);
  hasher.number(copyCount(state));
  for (let row = 1; row <= copyCount(state); row++)
    for (const column of [state.copies.ability, state.copies.source, state.copies.controller])
      hasher.number(column[row]);
}

/** Rows of copies, from 1. */
export function copyCount({ arena }: WorldState): number {
  return arena.header[header.copies];
}

export function lastCopyNumber({ arena }: WorldState): number {
  return arena.header[header.copyNumber];
}

/** `ability`: from 0. */
export function isGone({ gone }: WorldState, ability: number): boolean {
  return gone[ability + 1] === 1;
}

export function setGone({ gone }: WorldState, ability: number): void {
  gone[ability + 1] = 1;
}

/** By handles. Throws WorldFullError, with nothing changed. */
export function pushCopy(
  { arena: { header: words }, copies }: WorldState,
  ability: number,
  source: number,
  controller: number,
): number {
  demandRows(copies.ability, words[header.copies] + 1);
  const row = ++words[header.copies];
  copies.ability[row] = ability;
  copies.source[row] = source;
  copies.controller[row] = controller;
  copies.number[row] = ++words[header.copyNumber];
  return row;
}

/** The row of the copy with a number, or 0. */
export function copyRow(state: WorldState, number: number): number {
  const { copies } = state;
  const last = copyCount(state);
  const row = firstAtLeast(copies.number, number, 1, last + 1);
  return row <= last && copies.number[row] === number ? row : 0;
}

/** The others keep their order. */
export function dropCopies(
  { arena: { header: words }, copies }: WorldState,
  isDropped: (row: number) => boolean,
): void {
  const last = words[header.copies];
  const columns = Object.values(copies);
  let kept = 0;
  for (let row = 1; row <= last; row++) {
    if (isDropped(row)) continue;
    kept++;
    if (kept === row) continue;
    for (const column of columns) column[kept] = column[row];
  }
  for (const column of columns) column.fill(0, kept + 1, last + 1);
  words[header.copies] = kept;
}
