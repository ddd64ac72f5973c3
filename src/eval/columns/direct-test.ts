import type { Cells, CellTest, DirectTest, Evaluator, HasTest } from './evaluator.js';
import type { Model } from '../../model/model.js';
import type { Rows } from './rows.js';
import type { Term } from '../term.js';
import { masksFor } from './mask-columns.js';
import { comparisonOf, compiledOr, compiledWith, js } from '../emit/code.js';
import { byComparison, isEquality, testOf } from '../../kernel/comparison.js';
import { asComparison, asFollow, asNot, asPresence, asRead, slotOf, kindOrClass } from '../node-shape.js';

export function directTestOf(term: Term, model: Model): DirectTest | undefined {
  if (asRead(term) !== undefined && term.type.name === 'boolean') {
    const read = heldBy(term, model);
    return read && { by: 'cell', ...read, comparison: '==', right: undefined, negated: false };
  }
  const denied = asNot(term);
  if (denied !== undefined) {
    const inner = directTestOf(denied, model);
    return inner && { ...inner, negated: !inner.negated };
  }
  const asked = asPresence(term);
  if (asked !== undefined) return hasTestOf(asked);
  const compared = asComparison(term);
  if (compared === undefined || compared.right.runs || compared.right.draws) return undefined;
  const { comparison, left, right } = compared;
  const owned = asFollow(left)?.relation === 'owner' ? slotOfFirst(left) : undefined;
  if (owned !== undefined && isEquality(comparison))
    return ((right.free >>> owned) & 1) === 0
      ? { by: 'owner', slot: owned, right, negated: comparison === '!=' }
      : undefined;
  const held = heldBy(left, model);
  return held && ((right.free >>> held.slot) & 1) === 0
    ? { by: 'cell', ...held, comparison, right, negated: false }
    : undefined;
}

function hasTestOf(term: Term): HasTest | undefined {
  const read = asRead(term);
  const slot = slotOfFirst(term);
  if (read === undefined || slot === undefined) return undefined;
  const { column, climb, absent } = read;
  return climb || absent === 'zero' || absent === 'initial' ? undefined : { by: 'has', slot, column, negated: false };
}

function slotOfFirst({ args: [of] }: Term): number | undefined {
  return of && slotOf(of);
}

function heldBy(term: Term, model: Model): Pick<CellTest, 'slot' | 'cellsOf'> | undefined {
  const slot = slotOfFirst(term);
  if (slot === undefined) return undefined;
  const asked = kindOrClass(term);
  if (asked !== undefined) return { slot, cellsOf: (state) => (asked === 'kind' ? state.identity.kind : state.class) };
  const read = asRead(term);
  // References are handles in their cells.
  if (read === undefined || read.climb || read.absent !== 'zero' || model.columns[read.column].type.name === 'entity')
    return undefined;
  return { slot, cellsOf: (state) => state.cells[read.column] };
}

/** These loops meet cells of every storage; for many rows, loops over one storage are faster. */
const mostDirect = 256;

/**
 * With `wanted` 0 those of which it is false. Returns false, without effect, where the slot does not vary, rows are too
 * many, or the other side varies or is absent.
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

/** Marks objects with one owner (0: none); false where each object must be asked. */
function markOwned(evaluator: Evaluator, owner: number, ids: Int32Array, rows: Rows, into: Uint8Array): boolean {
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return false;
  const { faction } = evaluator.state;
  if (owner === 0) markUnowned(masks, ids, rows.length, into);
  else markMasked(masks, faction[owner] === 0 ? 0 : 1 << faction[owner], ids, rows.length, into);
  return true;
}

/** With no faction, or with several. */
function markUnowned(masks: Uint32Array, ids: Int32Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) {
    const mask = masks[ids[i]] | 0;
    into[i] = mask === 0 || (mask & (mask - 1)) !== 0 ? 1 : 0;
  }
}

/** Marks objects that belong to exactly the factions of a mask; an object that is no faction owns none. */
function markMasked(masks: Uint32Array, mask: number, ids: Int32Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = mask !== 0 && (masks[ids[i]] | 0) === mask ? 1 : 0;
}

type Loop = (cells: Cells, value: number, ids: Int32Array, length: number, into: Uint8Array) => void;

const loops = byComparison((comparison): Loop => {
  const code = js`return (cells, value, ids, length, into) => {
for (let i = 0; i < length; i++) into[i] = cells[ids[i]] ${comparisonOf(comparison)} value ? 1 : 0;
};`;
  return compiledOr(
    () => compiledWith([], code) as Loop,
    () => {
      const holds = testOf(comparison);
      return (cells, value, ids, length, into) => {
        for (let i = 0; i < length; i++) into[i] = holds(cells[ids[i]], value) ? 1 : 0;
      };
    },
  );
});
