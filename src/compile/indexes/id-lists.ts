import type { WorldState } from '../../components/world-state.js';
import { idLimit, isLive } from '../../kernel/identity.js';
import type { IdList } from './indexes.js';
import { roomyCodes } from './kept-index.js';

/** Live objects, all (kind 0) or of a kind. */
export function listOfKind(state: WorldState, kind: number, before?: IdList): IdList {
  const limit = idLimit(state.identity);
  const ids = roomyCodes(before?.ids, limit);
  return { ids, length: kind === 0 ? fillLive(state, ids, limit) : fillEqual(state.identity.kind, kind, ids, limit) };
}

/** Live objects of a class. */
export function listOfClass(state: WorldState, index: number, before?: IdList): IdList {
  const limit = idLimit(state.identity);
  const ids = roomyCodes(before?.ids, limit);
  return { ids, length: fillOfClass(state, index, ids, limit) };
}

function fillLive({ identity }: WorldState, ids: Int32Array, limit: number): number {
  let length = 0;
  for (let id = 1; id < limit; id++) if (isLive(identity, id)) ids[length++] = id;
  return length;
}

function fillEqual(kinds: Uint8Array, kind: number, ids: Int32Array, limit: number): number {
  let length = 0;
  for (let id = 1; id < limit; id++) if (kinds[id] === kind) ids[length++] = id;
  return length;
}

function fillOfClass(state: WorldState, index: number, ids: Int32Array, limit: number): number {
  const { class: classes, identity } = state;
  let length = 0;
  for (let id = 1; id < limit; id++) if (classes[id] === index && isLive(identity, id)) ids[length++] = id;
  return length;
}
