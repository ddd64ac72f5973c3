import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import { absentWhereNone, copyBytes, filled, idsOrNone } from './absence.js';
import { type Rows } from './rows.js';
import { knownKind } from './subset.js';
import { type Vector, codeVector, isMissing } from './vector.js';
import { hangsOnOnly, keepsOwner } from '../../model/model.js';
import { type Meaning, applyByRow } from './by-row.js';
import { masksFor } from './masks.js';

/** The ids of the rows themselves, not copied: no kernel writes into what its arguments gave. */
export function slotColumns(term: Term<{ readonly slot: number }>, rows: Rows, { frame, scratch }: Evaluator): Vector {
  const { slot } = term.data;
  const ids = rows.slots[slot];
  return ids === undefined ? filled(term, frame.slots[slot], rows.length, scratch) : codeVector(ids);
}

export function kindColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const kind = knownKind(term.args[0], rows);
  if (kind !== 0) return filled(term, kind, length, scratch);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  gatherKinds(state.identity.kind, ids, into, length);
  const told = absentWhereNone(ids, isMissing, absence, length);
  scratch.release(mark);
  return codeVector(into, told);
}

export function classColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  gatherClasses(state.class, ids, into, length);
  const told = knownKind(term.args[0], rows) === 0 ? absentWhereNone(ids, isMissing, absence, length) : undefined;
  scratch.release(mark);
  return codeVector(into, told);
}

function gatherKinds(kinds: Uint8Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = kinds[ids[row]];
}

function gatherClasses(classes: Int32Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = classes[ids[row]];
}

interface FollowTo {
  readonly relation: 'owner' | 'parent' | 'ancestor';
  readonly kind: number;
}

/**
 * Absent where the object is; none where it leads nowhere. `meaning` is asked object by object where there are no
 * masks.
 */
export function followColumns(term: Term<FollowTo>, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const { relation, kind } = term.data;
  const known = knownKind(term.args[0], rows);
  if (relation === 'ancestor' && known === kind) return evaluator.evaluate(term.args[0], rows);
  const isPlain = relation === 'owner' && (state.flat || keepsOwner(state.model, known));
  const masks = relation === 'owner' && !isPlain ? masksFor(rows, evaluator) : undefined;
  if (relation === 'owner' && !isPlain && masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const from = evaluator.evaluate(term.args[0], rows);
  const ids = idsOrNone(from, length, scratch);
  if (isPlain) toStoredOwner(ids, state.faction, state.owner, into, length);
  else if (masks !== undefined) toOwner(ids, masks, state.factionEntity, into, length);
  else if (relation === 'parent' || hangsOnOnly(state.model, known, kind)) toParent(ids, state.parent, into, length);
  else toAncestor(ids, kind, state.identity.kind, state.parent, into, length);
  if (from.absence !== undefined) copyBytes(from.absence, absence, length);
  scratch.release(mark);
  return codeVector(into, from.absence === undefined ? undefined : absence);
}

/** The one faction of a mask; none where there are several. Slot 0 is the slot of none. */
function toOwner(
  ids: Int32Array,
  masks: Uint32Array,
  factionEntity: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    const mask = masks[ids[row]] | 0;
    const slot = (mask & (mask - 1)) === 0 ? 31 - Math.clz32(mask | 1) : 0;
    into[row] = factionEntity[slot];
  }
}

/** A faction belongs to itself. */
function toStoredOwner(
  ids: Int32Array,
  faction: Uint8Array,
  owner: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) into[row] = faction[ids[row]] === 0 ? owner[ids[row]] : ids[row];
}

function toParent(ids: Int32Array, parent: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = parent[ids[row]];
}

function toAncestor(
  ids: Int32Array,
  kind: number,
  kinds: Uint8Array,
  parent: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    let at = ids[row];
    while (at !== 0 && kinds[at] !== kind) at = parent[at];
    into[row] = at;
  }
}
