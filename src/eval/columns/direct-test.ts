import type { Column, Model } from '../../components/model.js';
import type { Term } from '../term.js';
import type { CellTest, Cells, DirectTest, HasTest } from './direct.js';
import type { Evaluator } from './evaluator.js';
import { masksFor } from './masks.js';
import type { Rows } from './rows.js';

/** Reads a term as a direct test; undefined for others. */
export function directTestOf(term: Term, model: Model): DirectTest | undefined {
  const { node, args } = term;
  if (node.op === 'read' && node.type.name === 'boolean') {
    const read = heldBy(term, model);
    return read && { by: 'cell', ...read, comparison: '==', right: undefined, negated: false };
  }
  if (node.op === 'not') {
    const inner = directTestOf(args[0], model);
    return inner && { ...inner, negated: !inner.negated };
  }
  if (node.op === 'present') return hasTestOf(args[0]);
  if (node.op !== 'compare' || args[1].runs || args[1].draws) return undefined;
  const [left, right] = args;
  const { comparison } = node.data as { readonly comparison: CellTest['comparison'] };
  const owned = ownedSlot(left);
  if (owned !== undefined && (comparison === '==' || comparison === '!='))
    return ((right.free >>> owned) & 1) === 0
      ? { by: 'owner', slot: owned, right, negated: comparison === '!=' }
      : undefined;
  const held = heldBy(left, model);
  return held && ((right.free >>> held.slot) & 1) === 0
    ? { by: 'cell', ...held, comparison, right, negated: false }
    : undefined;
}

/** `present(column of slot)`. */
function hasTestOf({ node, args }: Term): HasTest | undefined {
  if (node.op !== 'read' || args[0].node.op !== 'slot') return undefined;
  const { column, climb, absent } = node.data as {
    readonly column: number;
    readonly climb: boolean;
    readonly absent: string;
  };
  if (climb || absent === 'zero' || absent === 'initial') return undefined;
  return { by: 'has', slot: (args[0].node.data as { readonly slot: number }).slot, column, negated: false };
}

/** The slot of `owner(slot)`. */
function ownedSlot({ node, args }: Term): number | undefined {
  if (
    node.op !== 'follow' ||
    (node.data as { readonly relation: string }).relation !== 'owner' ||
    args[0].node.op !== 'slot'
  )
    return undefined;
  return (args[0].node.data as { readonly slot: number }).slot;
}

function heldBy({ node, args }: Term, model: Model): Pick<CellTest, 'slot' | 'cellsOf'> | undefined {
  const [of] = args;
  if (of?.node.op !== 'slot') return undefined;
  const { slot } = of.node.data as { readonly slot: number };
  if (node.op === 'kindOf') return { slot, cellsOf: (state) => state.identity.kind };
  if (node.op === 'classOf') return { slot, cellsOf: (state) => state.class };
  if (node.op !== 'read') return undefined;
  const { column, climb, absent } = node.data as {
    readonly column: number;
    readonly climb: boolean;
    readonly absent: string;
  };
  if (climb || absent !== 'zero' || !isPlain(model.columns[column])) return undefined;
  return { slot, cellsOf: (state) => state.cells[column] };
}

/** References are handles in their cells. */
function isPlain({ type }: Column): boolean {
  return type.name !== 'entity';
}

/**
 * Cells of every storage meet in these loops, which makes them slow for each object: from so many rows on, the loops
 * over one storage are quicker.
 */
const mostDirect = 256;

/**
 * Marks the rows of which a direct test is true, or with `wanted` 0 false. Returns false, with nothing done, where the
 * rows have no objects in its slot or are too many for cells, or the other side differs from row to row or is absent.
 */
export function markDirect(
  evaluator: Evaluator,
  test: DirectTest,
  wanted: 0 | 1,
  rows: Rows,
  into: Uint8Array,
): boolean {
  const ids = rows.slots[test.slot];
  if (ids === undefined || !markTrue(evaluator, test, ids, rows, into)) return false;
  if (test.negated === (wanted === 1)) for (let i = 0; i < rows.length; i++) into[i] ^= 1;
  return true;
}

/** Marks the rows of which a test is true before it is negated. */
function markTrue(evaluator: Evaluator, test: DirectTest, ids: Int32Array, rows: Rows, into: Uint8Array): boolean {
  const { state } = evaluator;
  if (test.by === 'has') {
    markHolders(state.model.columns[test.column].kinds, state.identity.kind, ids, rows.length, into);
    return true;
  }
  if (test.by === 'cell' && rows.length > mostDirect) return false;
  const value = test.right === undefined ? 1 : evaluator.uniform(test.right, rows);
  if (typeof value !== 'number') return false;
  if (test.by === 'owner') return markOwned(evaluator, value, ids, rows, into);
  loops[test.comparison](test.cellsOf(state), value, ids, rows.length, into);
  return true;
}

function markHolders(has: Uint8Array, kind: Uint8Array, ids: Int32Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = has[kind[ids[i]]] === 1 ? 1 : 0;
}

/**
 * Marks the objects whose one owner is a faction, or with `owner` 0 those that have none; returns false where that must
 * be asked of each object.
 */
function markOwned(evaluator: Evaluator, owner: number, ids: Int32Array, rows: Rows, into: Uint8Array): boolean {
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return false;
  const { faction } = evaluator.state;
  if (owner === 0) markUnowned(masks, ids, rows.length, into);
  else markMasked(masks, faction[owner] === 0 ? 0 : 1 << faction[owner], ids, rows.length, into);
  return true;
}

/** Who belongs to no faction, or to several. */
function markUnowned(masks: Uint32Array, ids: Int32Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) {
    const mask = masks[ids[i]] | 0;
    into[i] = mask === 0 || (mask & (mask - 1)) !== 0 ? 1 : 0;
  }
}

/** Who belongs to just the factions of a mask; what is no faction owns nobody. */
function markMasked(masks: Uint32Array, mask: number, ids: Int32Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = mask !== 0 && (masks[ids[i]] | 0) === mask ? 1 : 0;
}

type Loop = (cells: Cells, value: number, ids: Int32Array, length: number, into: Uint8Array) => void;

const loops: Readonly<Record<CellTest['comparison'], Loop>> = {
  '==': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] === value ? 1 : 0;
  },
  '!=': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] !== value ? 1 : 0;
  },
  '<': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] < value ? 1 : 0;
  },
  '<=': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] <= value ? 1 : 0;
  },
  '>': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] > value ? 1 : 0;
  },
  '>=': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] >= value ? 1 : 0;
  },
};
