import { checkReference, liveIds } from './live-objects.js';
import { chainsOf, currentChains, firstInOrder, followsChanges, keepUp, nextInOrder } from './child-chains.js';
import { EdictError, damaged } from '../kernel/errors.js';
import { type Arrays, component } from './component.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { kindAt } from '../model/model.js';
import { type Memo, byNumber, createFollower, fact, kindStamp, memo, touchKind } from '../model/stamps.js';
import type { Lists } from '../kernel/lists.js';
import type { WorldState } from './state.js';

/** The attachment tree: each object hangs on at most one other. */

const columns = { parent: { type: 'i32', refers: 'object', hash: 'number', stamp: ['population', 'place'] } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
  interface Derived {
    children?: Memo<Lists> | undefined;
    attachedCounts?: ((kind: number) => Memo<Counted>) | undefined;
  }
}

export const attachment = component({
  name: 'attachment',
  rows: 'entity',
  columns,
  facts: ['place'],
  has: ({ attachesTo }) => attachesTo.length > 0,
  checkOf(state, id): void {
    const parent = state.parent[id];
    checkReference(state, id, 'parent', parent);
    if (parent !== 0 && !kindAt(state.model, state.identity.kind[id]).attachesTo.includes(state.identity.kind[parent]))
      throw damaged(`object ${id} is attached to object ${parent}, which does not take its kind`);
  },
  check(state): void {
    for (const id of liveIds(state)) {
      let depth = 0;
      for (let at = id; at !== 0; at = state.parent[at]) {
        if (++depth > state.limits.attachmentDepth + 1)
          throw damaged(`object ${id} is attached in a circle or too deep`);
      }
    }
  },
});

/** Ascending. */
export function attachedTo(state: WorldState, id: number): readonly number[] {
  if (id === 0) return [];
  if (!followsChanges(state) && isScanCheaper(state)) return scanned(state, id);
  const chains = chainsOf(state);
  const found: number[] = [];
  for (let at = firstInOrder(chains, id); at !== 0; at = nextInOrder(chains, at)) found.push(at);
  return found;
}

/** So many scans of all rows take as long as the index. */
const fewScans = 16;

/** Where a world is often changed as a whole, the lists would be made each time: a few reads scan rows instead. */
function isScanCheaper({ identity, derived }: WorldState): boolean {
  const limit = idLimit(identity);
  const { stride = limit } = identity.division ?? {};
  const rows = (derived.scannedRows ?? 0) + Math.min(stride, limit);
  const isCheaper = rows <= fewScans * limit;
  derived.scannedRows = isCheaper ? rows : 0;
  return isCheaper;
}

/** In a divided world only the rows of its instance. */
function scanned({ identity, parent }: WorldState, id: number): readonly number[] {
  const limit = idLimit(identity);
  const { stride = limit } = identity.division ?? {};
  const start = id - (id % stride);
  const end = Math.min(limit, start + stride);
  const found: number[] = [];
  for (let row = start; row < end; row++) if (parent[row] === id) found.push(row);
  return found;
}

/** At any depth, ascending. */
export function contentsOf(state: WorldState, id: number): number[] {
  const found: number[] = [];
  const add = (children: readonly number[]) => {
    for (const child of children) found.push(child);
  };
  add(attachedTo(state, id));
  for (let i = 0; i < found.length; i++) add(attachedTo(state, found[i]));
  return found.sort((a, b) => a - b);
}

/** Itself or the nearest ancestor; 0: none. */
export function ancestorOfKind(state: WorldState, id: number, kind: number): number {
  let at = id;
  while (at !== 0 && state.identity.kind[at] !== kind) at = state.parent[at];
  return at;
}

/**
 * To nothing: 0. Throws for kinds that do not fit, circles and too many levels. A `fresh` object has no attachments.
 */
export function attach(state: WorldState, id: number, parent: number, fresh = false): void {
  if (parent !== 0) checkAttachment(state, id, parent, fresh);
  hang(state, id, parent, state.identity.kind[id]);
}

/** Without checks. */
export function hang(state: WorldState, id: number, parent: number, kind: number): void {
  const chains = currentChains(state);
  state.parent[id] = parent;
  touchKind(state.stamps, fact.place, id, kind);
  keepUp(state, chains, id);
}

function checkAttachment(state: WorldState, id: number, parent: number, fresh: boolean): void {
  const kind = kindAt(state.model, state.identity.kind[id]);
  const parentKind = kindAt(state.model, state.identity.kind[parent]);
  if (!kind.attachesTo.includes(parentKind.index)) {
    const allowed = kind.attachesTo.map((index) => kindAt(state.model, index).name);
    const advice = allowed.length > 0 ? `; attach it to a ${allowed.join(' or ')}` : ' or to anything else';
    throw new EdictError('attachment', `a ${kind.name} cannot be attached to a ${parentKind.name}${advice}`);
  }
  // Where kinds form no circle, objects cannot either.
  if (!state.nests) return;
  let depth = fresh ? 1 : levelsBelow(state, id);
  for (let at = parent; at !== 0; at = state.parent[at]) {
    if (at === id)
      throw new EdictError(
        'attachment-cycle',
        `attaching object ${id} to object ${parent} would close a circle; an object cannot hang on itself`,
      );
    depth++;
  }
  if (depth > state.limits.attachmentDepth) {
    throw new EdictError(
      'limit-attachment',
      `object ${id} would be attached ${depth} levels deep, the limit is ${state.limits.attachmentDepth}; attach it nearer to the root or raise limits.attachmentDepth`,
    );
  }
}

/** Itself counted. */
function levelsBelow(state: WorldState, id: number): number {
  let levels = 0;
  for (let level = [id]; level.length > 0; levels++) level = level.flatMap((at) => [...attachedTo(state, at)]);
  return levels;
}

/** Ascending. Valid until anything changes. */
export function childrenOf(state: WorldState): Lists {
  return (state.derived.children ??= memo(state.stamps, [fact.population, fact.place], () => indexed(state))).get();
}

function indexed(state: WorldState): Lists {
  const limit = idLimit(state.identity);
  const start = new Int32Array(limit + 2);
  for (let id = 1; id < limit; id++) if (isLive(state.identity, id)) start[state.parent[id] + 1]++;
  for (let id = 0; id <= limit; id++) start[id + 1] += start[id];
  const ids = new Int32Array(start[limit + 1]);
  const next = start.slice();
  for (let id = 1; id < limit; id++) if (isLive(state.identity, id)) ids[next[state.parent[id]]++] = id;
  return { start, ids };
}

interface Counted {
  /** By id: objects attached to it. That of 0 means nothing. */
  readonly counts: Int32Array;
  /** By id: the object under which it is counted. */
  readonly under: Int32Array;
}

/**
 * By id: how many objects of a kind (0: any) are attached to it; the entry of 0 means nothing. Where few objects move,
 * they alone are counted again. Valid until anything changes.
 */
export function attachedCounts(state: WorldState, kind: number): Int32Array {
  const all = (state.derived.attachedCounts ??= byNumber((each) => keptCounts(state, each)));
  return all(kind).get().counts;
}

/** With more changes than one in so many rows, all are counted. */
const mostPatched = 16;

function keptCounts(state: WorldState, kind: number): Memo<Counted> {
  const follower = createFollower(state.stamps, [fact.population, fact.place]);
  return memo<Counted>(state.stamps, [kindStamp(fact.population, kind), kindStamp(fact.place, kind)], (before) => {
    const rows = state.identity.kind.length;
    const changed = follower.changed(16 + Math.floor(rows / mostPatched));
    if (before === undefined || changed === undefined || before.counts.length < rows) return countAll(state, kind);
    const { counts, under } = before;
    for (const id of changed) {
      const parent = isOfKind(state, id, kind) ? state.parent[id] : 0;
      counts[under[id]]--;
      counts[parent]++;
      under[id] = parent;
    }
    return before;
  });
}

function countAll(state: WorldState, kind: number): Counted {
  const rows = state.identity.kind.length;
  const [counts, under] = [new Int32Array(rows), new Int32Array(rows)];
  for (let id = 1; id < idLimit(state.identity); id++) {
    if (!isOfKind(state, id, kind)) continue;
    under[id] = state.parent[id];
    counts[state.parent[id]]++;
  }
  return { counts, under };
}

function isOfKind({ identity }: WorldState, id: number, kind: number): boolean {
  return kind === 0 ? isLive(identity, id) : identity.kind[id] === kind;
}
