import type { Evaluator } from '../columns/evaluator.js';
import type { FlowTargets } from '../flow.js';
import { connectionLists } from '../indexes/connection-lists.js';
import type { ListsInTurn } from '../indexes/indexes.js';
import { createGuard } from '../sets/stamp-guard.js';
import { askObjects } from './ask-objects.js';
import { type FlowPlan, stampsOf, targetSteps } from './flow-plan.js';

/** To whom a propagator leads from each object now, by id. Propagators that find them in the same way have one list. */
export interface TargetLists {
  start: Int32Array;
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

export function createTargetFinder(evaluator: Evaluator, plan: FlowPlan, form: FlowTargets): TargetFinder {
  const { state } = evaluator;
  const guard = createGuard(state.stamps, stampsOf(targetSteps(form), [plan.target]));
  const targets: TargetLists = { start: new Int32Array(1), ids: new Int32Array(0), visits: new Int32Array(0), version: 0 };
  return {
    targets,
    find() {
      if (guard.holds()) return;
      const next = gathered();
      if (plan.target?.draws === true) guard.drop();
      else guard.note();
      if (targets.version > 0 && equal(next.start, targets.start) && equal(next.ids, targets.ids) && equal(next.visits, targets.visits)) return;
      Object.assign(targets, next, { version: targets.version + 1 });
    },
  };

  function gathered(): Omit<TargetLists, 'version'> {
    const limit = state.identity.kind.length;
    const rows = [...form.steps].map(([kind, steps]) => ({ kind, lists: steps.map((row) => connectionLists(evaluator.indexes, row, kind)) }));
    const byKind = new Map(rows.map(({ kind, lists }) => [kind, lists]));
    const passes = passing(rows.flatMap(({ lists }) => lists), limit);
    const ids = new Int32Array(rows.reduce((sum, { lists }) => sum + lists.reduce((more, list) => more + list.start[limit], 0), 0));
    const start = new Int32Array(limit + 1);
    const visits = new Int32Array(limit);
    let length = 0;
    for (let id = 1; id < limit; id++) {
      for (const list of byKind.get(state.identity.kind[id]) ?? none) {
        const end = list.start[id + 1];
        visits[id] += end - list.start[id];
        const without = form.itself ? 0 : id;
        for (let i = list.start[id]; i < end; i++) {
          const target = list.ids[i];
          ids[length] = target;
          length += target === without ? 0 : passes[target];
        }
      }
      start[id + 1] = length;
    }
    return { start, ids: ids.slice(0, length), visits };
  }

  /** By id: 1 for what has the cell, and of whom the condition is true. */
  function passing(lists: readonly ListsInTurn[], limit: number): Uint8Array {
    const passes = new Uint8Array(limit);
    const { kind } = state.identity;
    for (const { start, ids } of lists) for (let i = 0; i < start[limit]; i++) passes[ids[i]] = plan.kinds[kind[ids[i]]];
    if (plan.target === undefined) return passes;
    const asked = Int32Array.from({ length: limit }, (_, id) => id).filter((id) => passes[id] === 1);
    const is = new Int32Array(asked.length);
    askObjects(evaluator, plan.rule, plan.target, asked, asked.length, 0, is);
    for (let i = 0; i < asked.length; i++) passes[asked[i]] = is[i] === 1 ? 1 : 0;
    return passes;
  }
}

const none: readonly ListsInTurn[] = [];

function equal(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
