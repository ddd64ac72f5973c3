import { classAt } from '../model/model.js';
import { fact, kindStamp } from '../model/stamps.js';
import { createFollower } from '../model/trail.js';
import type { WorldState } from '../components/state.js';
import { firstAtLeast } from '../kernel/first-at-least.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { IdList } from './indexes.js';
import { fewChanges, roomyCodes } from './room.js';
import { type Memo, memo } from '../model/memo.js';

/** Who is in a list of live objects, one by one and all at once. */
interface Membership {
  readonly isIn: (id: number) => boolean;
  /** Writes all whose ids are below a limit into an array, ascending; returns how many there are. */
  readonly fill: (ids: Int32Array, limit: number) => number;
}

/** Live objects, all (kind 0) or of a kind. */
export function listOfKind(state: WorldState, kind: number): Memo<IdList> {
  return keptList(
    state,
    kind,
    kind === 0
      ? { isIn: (id) => isLive(state.identity, id), fill: (ids, limit) => fillLive(state, ids, limit) }
      : {
          isIn: (id) => state.identity.kind[id] === kind,
          fill: (ids, limit) => fillEqual(state.identity.kind, kind, ids, limit),
        },
  );
}

/** Live objects of a class. */
export function listOfClass(state: WorldState, index: number): Memo<IdList> {
  return keptList(state, classAt(state.model, index).kind, {
    isIn: (id) => state.class[id] === index && isLive(state.identity, id),
    fill: (ids, limit) => fillOfClass(state, index, ids, limit),
  });
}

/** A list of objects of a kind, brought up to date by who came and went since. */
function keptList(state: WorldState, kind: number, membership: Membership): Memo<IdList> {
  const follower = createFollower(state.stamps, [fact.population]);
  return memo<IdList>(state.stamps, [kindStamp(fact.population, kind)], (before) => {
    const limit = idLimit(state.identity);
    const changed = follower.changed(fewChanges(limit));
    if (before !== undefined && changed !== undefined) return patched(before, changed, membership);
    const ids = roomyCodes(before?.ids, limit);
    return { ids, length: membership.fill(ids, limit) };
  });
}

function patched(before: IdList, changed: readonly number[], { isIn }: Membership): IdList {
  let { ids, length } = before;
  for (const id of changed) {
    const at = firstAtLeast(ids, id, 0, length);
    const isListed = at < length && ids[at] === id;
    if (isIn(id) === isListed) continue;
    if (isListed) {
      ids.copyWithin(at, at + 1, length--);
      continue;
    }
    if (length === ids.length) ids = longer(ids);
    ids.copyWithin(at + 1, at, length++);
    ids[at] = id;
  }
  return { ids, length };
}

function longer(ids: Int32Array): Int32Array {
  const room = roomyCodes(undefined, 2 * ids.length);
  room.set(ids);
  return room;
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
