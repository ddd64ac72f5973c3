import { hangsOnOnly, keepsOwner } from '../../model/model.js';
import type { Term } from '../term.js';
import { copyBytes, idsOrNone } from './absence.js';
import { type Meaning, applyByRow } from './apply-by-row.js';
import type { Evaluator } from './evaluator.js';
import { knownKind } from './known-kind.js';
import { masksFor } from './masks.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector } from './vector.js';

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
