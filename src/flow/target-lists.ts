import type { Step } from '../model/connection.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { StrictTurnNeeded } from '../meaning/executor.js';
import type { FlowTargets } from '../ir/rule.js';
import type { Grouping, IdList } from '../indexes/indexes.js';
import { memo } from '../model/memo.js';
import { askObjects } from './ask-objects.js';
import { type FlowPlan, stampsOf, targetSteps } from './flow-plan.js';

/**
 * To whom a propagator leads from each object now: by id, `ids` from `from[id]` to `to[id]`. Propagators that find them
 * in the same way have one list.
 */
export interface TargetLists {
  from: Int32Array;
  to: Int32Array;
  ids: Int32Array;
  /** By id: how many were looked at to find them. */
  visits: Int32Array;
  /** Rises when they are others than before. */
  version: number;
}

export interface TargetFinder {
  readonly targets: TargetLists;
  /** Finds them as they are now. */
  find(): void;
}

/** The lists of objects of one kind before any target is left out, one for each row of steps. */
interface Found {
  readonly anchors: IdList;
  readonly lists: readonly Grouping[];
  /**
   * By place among the anchors: one before it that has the same list; 0: none. Undefined where lists are each object's
   * own.
   */
  readonly alike: Int32Array | undefined;
}

/**
 * `shares`: objects with equal lists share one, in which an object may stand among its own targets, for flows to which
 * that makes no difference. Otherwise a list holds just what the flow means.
 */
export function createTargetFinder(
  evaluator: Evaluator,
  plan: FlowPlan,
  form: FlowTargets,
  shares: boolean,
): TargetFinder {
  const { state, indexes } = evaluator;
  const nothing = new Int32Array(0);
  const targets: TargetLists = { from: nothing, to: nothing, ids: nothing, visits: nothing, version: 0 };
  const found = memo(state.stamps, stampsOf(targetSteps(form), [plan.target]), () => {
    const next = gathered();
    if (targets.version > 0 && parts.every((part) => equal(next[part], targets[part]))) return;
    Object.assign(targets, next, { version: targets.version + 1 });
  });
  return { targets, find: () => found.get() };

  function gathered(): Omit<TargetLists, 'version'> {
    const limit = state.identity.kind.length;
    const found = [...form.steps].map(([kind, steps]) => findFrom(indexes.ofKind(kind), kind, steps));
    const passes = passing(found, limit);
    const [from, to, visits] = [new Int32Array(limit), new Int32Array(limit), new Int32Array(limit)];
    let ids: Int32Array = new Int32Array(smallest);
    let length = 0;
    for (const { anchors, lists, alike } of found) {
      for (let place = 0; place < anchors.length; place++) {
        const id = anchors.ids[place];
        for (const list of lists) visits[id] += list.to[id] - list.from[id];
        const same = alike === undefined ? 0 : alike[place];
        from[id] = same === 0 ? length : from[same];
        if (same === 0) {
          ids = withRoom(ids, length, visits[id]);
          for (const list of lists)
            length = keep(list, id, form.itself || alike !== undefined ? 0 : id, passes, ids, length);
        }
        to[id] = same === 0 ? length : to[same];
      }
    }
    return { from, to, ids: ids.slice(0, length), visits };
  }

  function findFrom(anchors: IdList, kind: number, steps: readonly (readonly Step[])[]): Found {
    const shared = shares && steps.length === 1 ? indexes.connections.shared(steps[0], kind) : undefined;
    if (shared !== undefined) return { anchors, lists: [shared], alike: alikeIn(shared, anchors) };
    return { anchors, lists: steps.map((row) => listedFrom(row, kind)), alike: undefined };
  }

  function listedFrom(steps: readonly Step[], kind: number): Grouping {
    const lists = indexes.connections.lists(steps, kind);
    // The meaning of flows lists the targets of receivers alone.
    if (lists === undefined) throw new StrictTurnNeeded();
    return { from: lists.start, to: lists.start.subarray(1), ids: lists.ids };
  }

  /** By id: 1 for what has the cell, and of whom the condition is true. */
  function passing(found: readonly Found[], limit: number): Uint8Array {
    const passes = new Uint8Array(limit);
    const { kind } = state.identity;
    for (const { anchors, lists, alike } of found) {
      for (let place = 0; place < anchors.length; place++) {
        if (alike !== undefined && alike[place] !== 0) continue;
        const id = anchors.ids[place];
        for (const { from, to, ids } of lists)
          for (let i = from[id], end = to[id]; i < end; i++) passes[ids[i]] = plan.kinds[kind[ids[i]]];
      }
    }
    if (plan.target === undefined) return passes;
    const asked = Int32Array.from({ length: limit }, (_, id) => id).filter((id) => passes[id] === 1);
    const is = new Int32Array(asked.length);
    askObjects(evaluator, plan.rule, plan.target, asked, asked.length, 0, is);
    for (let i = 0; i < asked.length; i++) passes[asked[i]] = is[i] === 1 ? 1 : 0;
    return passes;
  }
}

const parts = ['from', 'to', 'ids', 'visits'] as const;
const smallest = 1_024;

function alikeIn({ from, to, ids }: Grouping, anchors: IdList): Int32Array {
  const first = new Int32Array(ids.length);
  const alike = new Int32Array(anchors.length);
  for (let place = 0; place < anchors.length; place++) {
    const id = anchors.ids[place];
    if (from[id] === to[id]) continue;
    alike[place] = first[from[id]];
    if (alike[place] === 0) first[from[id]] = id;
  }
  return alike;
}

/** Appends the list of an object without one of them and without those that do not pass; returns the new length. */
function keep(
  { from, to, ids }: Grouping,
  id: number,
  without: number,
  passes: Uint8Array,
  into: Int32Array,
  length: number,
): number {
  let end = length;
  for (let i = from[id], last = to[id]; i < last; i++) {
    const target = ids[i];
    into[end] = target;
    end += target === without ? 0 : passes[target];
  }
  return end;
}

/** The array, or a longer one with what it held. */
function withRoom(ids: Int32Array, length: number, more: number): Int32Array {
  // A place more than there can be: what does not pass is written before it is taken back.
  if (length + more < ids.length) return ids;
  const into = new Int32Array(2 * (length + more) + 1);
  into.set(ids.subarray(0, length));
  return into;
}

function equal(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
