import type { Step } from '../../components/connection.js';
import type { Evaluator } from '../columns/evaluator.js';
import { connectionLists } from '../indexes/connection-lists.js';
import { type StampGuard, createGuard } from '../sets/stamp-guard.js';
import { askObjects } from './ask-objects.js';
import { type FlowPlan, stampsOf } from './flow-plan.js';

/** Whom a flow is for now. Flows that find them in the same way have one list. */
export interface Receivers {
  length: number;
  ids: Int32Array;
  /** How often it is for each; undefined where once for all. */
  times: Int32Array | undefined;
  /** The place of the carrier among all that are asked. */
  carriers: Int32Array;
  /** Objects that were looked at to find them. */
  visits: number;
  /** Rises when they are others than before. */
  version: number;
  /** No object is twice among them. */
  areDistinct: boolean;
}

export interface ReceiverFinder {
  readonly receivers: Receivers;
  /** Finds them as they are now. */
  find(): void;
}

interface Found {
  length: number;
  ids: Int32Array;
  times: Int32Array;
  carriers: Int32Array;
}

export function createReceiverFinder(evaluator: Evaluator, plan: FlowPlan): ReceiverFinder {
  const { state } = evaluator;
  const { flow, where, times, active } = plan;
  const finding = createGuard(state.stamps, stampsOf([flow.carrier.objects, flow.receivers ?? []], [where, times]));
  const asking = createGuard(state.stamps, active?.stamps ?? []);
  const receivers: Receivers = { length: 0, ids: new Int32Array(0), times: undefined, carriers: new Int32Array(0), visits: 0, version: 0, areDistinct: true };
  let found: Found = { length: 0, ids: new Int32Array(0), times: new Int32Array(0), carriers: new Int32Array(0) };
  return {
    receivers,
    find() {
      const isFound = finding.holds();
      if (!isFound) {
        found = findAll();
        keep(finding, where?.draws === true || times?.draws === true);
      }
      if (isFound && asking.holds()) return;
      const next = active === undefined ? found : whereTrue(evaluator, plan, found);
      keep(asking, active?.draws === true);
      if (!isSame(next, receivers)) take(next);
    },
  };

  /** All that are reached and have the cells, whether the flow is active for them or not. */
  function findAll(): Found {
    const { carrier: { objects, kind: carrierKind }, receivers: steps, kind } = flow;
    const { kind: kinds } = state.identity;
    const carriers = carriersOf(evaluator, objects).filter((id) => carrierKind === 0 || kinds[id] === carrierKind);
    const counts = countsOf(evaluator, plan, carriers, carrierKind);
    const lists = steps === undefined ? undefined : connectionLists(evaluator.indexes, steps, carrierKind);
    const length = steps === undefined ? carriers.length : steps.length === 0 ? 0 : lengthOfLists(carriers, counts, lists?.start ?? nobody);
    const into: Found = { length: 0, ids: new Int32Array(length), times: new Int32Array(length), carriers: new Int32Array(length) };
    receivers.visits = 0;
    for (let place = 0; place < carriers.length; place++) {
      if (counts[place] <= 0 || steps?.length === 0) continue;
      const first = lists === undefined ? place : lists.start[carriers[place]];
      const last = lists === undefined ? place + 1 : lists.start[carriers[place] + 1];
      const ids = lists === undefined ? carriers : lists.ids;
      receivers.visits += (last - first) * counts[place];
      for (let i = first; i < last; i++) {
        if ((kind !== 0 && kinds[ids[i]] !== kind) || plan.kinds[kinds[ids[i]]] === 0) continue;
        into.ids[into.length] = ids[i];
        into.times[into.length] = counts[place];
        into.carriers[into.length++] = place;
      }
    }
    return into;
  }

  function take({ length, ids, times: counts, carriers }: Found): void {
    receivers.length = length;
    receivers.ids = ids.slice(0, length);
    receivers.carriers = carriers.slice(0, length);
    receivers.times = counts.subarray(0, length).every((count) => count === 1) ? undefined : counts.slice(0, length);
    receivers.areDistinct = areDistinct(receivers.ids, state.identity.kind.length);
    receivers.version++;
  }
}

const nobody = new Int32Array(1);

/** What is drawn holds for no other turn. */
function keep(guard: StampGuard, draws: boolean): void {
  if (draws) guard.drop();
  else guard.note();
}

/** All objects that are asked, in order. */
function carriersOf({ indexes }: Evaluator, objects: readonly Step[]): Int32Array {
  const from = new Int32Array(1);
  const to = new Int32Array(1);
  return indexes.connections.some(objects, nobody, 1, from, to).ids.subarray(from[0], to[0]);
}

/** How many of the flow each carrier has. */
function countsOf(evaluator: Evaluator, { rule, where, times }: FlowPlan, carriers: Int32Array, kind: number): Int32Array {
  const counts = new Int32Array(carriers.length).fill(1);
  if (times !== undefined) askObjects(evaluator, rule, times, carriers, carriers.length, kind, counts);
  if (where === undefined) return counts;
  const is = new Int32Array(carriers.length);
  askObjects(evaluator, rule, where, carriers, carriers.length, kind, is);
  for (let i = 0; i < counts.length; i++) counts[i] = is[i] === 1 ? counts[i] : 0;
  return counts;
}

function lengthOfLists(carriers: Int32Array, counts: Int32Array, start: Int32Array): number {
  let length = 0;
  for (let i = 0; i < carriers.length; i++) length += counts[i] <= 0 ? 0 : start[carriers[i] + 1] - start[carriers[i]];
  return length;
}

function whereTrue(evaluator: Evaluator, { rule, flow, active }: FlowPlan, all: Found): Found {
  if (active === undefined) return all;
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const is = scratch.codes(all.length);
  const into: Found = { length: 0, ids: scratch.codes(all.length), times: scratch.codes(all.length), carriers: scratch.codes(all.length) };
  askObjects(evaluator, rule, active, all.ids, all.length, flow.kind, is);
  for (let i = 0; i < all.length; i++) {
    if (is[i] !== 1) continue;
    into.ids[into.length] = all.ids[i];
    into.times[into.length] = all.times[i];
    into.carriers[into.length++] = all.carriers[i];
  }
  // Lent memory is read before anything else is asked.
  scratch.release(mark);
  return into;
}

function isSame(next: Found, { version, length, ids, times, carriers }: Receivers): boolean {
  if (version === 0 || next.length !== length) return false;
  for (let i = 0; i < length; i++) if (next.ids[i] !== ids[i] || next.carriers[i] !== carriers[i] || next.times[i] !== (times === undefined ? 1 : times[i])) return false;
  return true;
}

function areDistinct(ids: Int32Array, limit: number): boolean {
  const seen = new Uint8Array(limit);
  for (const id of ids) {
    if (seen[id] === 1) return false;
    seen[id] = 1;
  }
  return true;
}
