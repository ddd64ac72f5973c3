import type { Step } from '../model/connection.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { StrictTurnNeeded } from '../meaning/executor.js';
import { stretchesOfLists } from '../indexes/connection-lists.js';
import { memo } from '../model/stamps.js';
import { rowsOver } from '../eval/columns/rows.js';
import type { Term } from '../eval/term.js';
import { sourceSlot } from '../ir/node.js';
import { isTrue } from '../match/selection-plan.js';
import { markTest } from '../match/sets/marks.js';
import { type FlowPlan, askObjects, stampsOf, targetSteps } from './flow-plan.js';
import type { FlowTargets } from '../ir/rule.js';
import type { Grouping, IdList } from '../indexes/indexes.js';

/** The receivers of a flow; shared by flows that find them alike. */
export interface Receivers extends Omit<Found, 'times'> {
  /** How often each receives, over all carriers of its row; undefined: once. */
  times: Float64Array | undefined;
  visits: number;
  /** Pairs of carriers and what they lead to, receiving or not. */
  pairs: number;
  version: number;
  areDistinct: boolean;
  /** For profiles: objects that could carry the flow, those that do, whether they lead to any with the cells. */
  asked: number;
  carrying: number;
  hasReached: boolean;
  readonly find: () => void;
}

/** How often a row receives. */
export function timesAt(times: Receivers['times'], row: number): number {
  return times === undefined ? 1 : times[row];
}

interface Found {
  length: number;
  ids: Int32Array;
  times: Float64Array;
  /** Index of the carrier, where carriers have rows of their own. */
  carriers: Int32Array;
}

/** Most rows of separate carriers; the reference handles more, with less memory for each. */
const mostRows = 4_194_304;

/** `apart`: a row for each carrier. Otherwise each receiver has one: changes add up, modulo 2^32. */
export function createReceivers(evaluator: Evaluator, plan: FlowPlan, apart: boolean): Receivers {
  const { state } = evaluator;
  const { flow, where, times, active } = plan;
  const receivers: Receivers = {
    length: 0,
    ids: new Int32Array(0),
    times: undefined,
    carriers: new Int32Array(0),
    visits: 0,
    pairs: 0,
    version: 0,
    areDistinct: true,
    asked: 0,
    carrying: 0,
    hasReached: false,
    find: () => found.get(),
  };
  const rows = [flow.carrier.objects, flow.receivers ?? []];
  const reached = memo(state.stamps, stampsOf(rows, [where, times]), findAll);
  const found = memo(state.stamps, stampsOf(rows, [where, times, active]), () => {
    const all = reached.get();
    receivers.hasReached = all.length > 0;
    const next = whereTrue(evaluator, plan, all);
    if (!isSame(next, receivers)) take(next);
  });
  return receivers;

  /** All that are reached and have the cells, active or not. */
  function findAll(): Found {
    const {
      carrier: { objects, kind: carrierKind },
      receivers: steps,
    } = flow;
    const { kind: kinds } = state.identity;
    const carriers = carriersOf(evaluator, objects).filter((id) => carrierKind === 0 || kinds[id] === carrierKind);
    const counts = countsOf(evaluator, plan, carriers, carrierKind);
    receivers.visits = receivers.pairs = 0;
    receivers.asked = counts.length;
    receivers.carrying = positive(counts);
    if (steps === undefined) return themselves(carriers, counts);
    if (steps.length === 0) return roomFor(0);
    const into = apart ? separate() : together(state.identity.kind.length);
    stretchesOfLists(evaluator.indexes, steps, carrierKind, carriers, ({ ids, from, to }, first, end) => {
      for (let place = first; place < end; place++) {
        if (counts[place] <= 0) continue;
        look(to(place) - from(place), counts[place]);
        for (let i = from(place), last = to(place); i < last; i++)
          if (takesPart(ids[i])) into.add(ids[i], counts[place], place);
      }
    });
    return into.found();
  }

  function look(length: number, times: number): void {
    receivers.visits += length * times;
    receivers.pairs += length;
    if (receivers.visits > state.limits.visitsPerTurn || receivers.pairs > state.limits.flowPairs)
      throw new StrictTurnNeeded();
  }

  function takesPart(id: number): boolean {
    const { kind } = state.identity;
    return (flow.kind === 0 || kind[id] === flow.kind) && plan.kinds[kind[id]] === 1;
  }

  function themselves(carriers: Int32Array, counts: Int32Array): Found {
    const into = roomFor(carriers.length);
    for (let place = 0; place < carriers.length; place++) {
      if (counts[place] <= 0) continue;
      look(1, counts[place]);
      if (takesPart(carriers[place])) addRow(into, carriers[place], counts[place], place);
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

function positive(counts: Int32Array): number {
  let found = 0;
  for (const count of counts) if (count > 0) found++;
  return found;
}

const nobody = new Int32Array(1);

interface Gathering {
  add(id: number, times: number, place: number): void;
  found(): Found;
}

function separate(): Gathering {
  let into = roomFor(64);
  return {
    add(id, times, place) {
      if (into.length === mostRows) throw new StrictTurnNeeded();
      if (into.length === into.ids.length) into = doubled(into);
      addRow(into, id, times, place);
    },
    found: () => into,
  };
}

function together(limit: number): Gathering {
  const times = new Float64Array(limit);
  const into = roomFor(times.length);
  return {
    add(id, more) {
      if (times[id] === 0) into.ids[into.length++] = id;
      times[id] += more;
    },
    found() {
      for (let row = 0; row < into.length; row++) into.times[row] = times[into.ids[row]];
      return into;
    },
  };
}

function roomFor(length: number): Found {
  return { length: 0, ids: new Int32Array(length), times: new Float64Array(length), carriers: new Int32Array(length) };
}

function doubled({ length, ids, times, carriers }: Found): Found {
  const into = roomFor(2 * ids.length);
  into.ids.set(ids);
  into.times.set(times);
  into.carriers.set(carriers);
  return Object.assign(into, { length });
}

function addRow(into: Found, id: number, times: number, place: number): void {
  into.ids[into.length] = id;
  into.times[into.length] = times;
  into.carriers[into.length++] = place;
}

function carriersOf({ indexes }: Evaluator, objects: readonly Step[]): Int32Array {
  const from = new Int32Array(1);
  const to = new Int32Array(1);
  return indexes.connections.some(objects, nobody, 1, from, to).ids.subarray(from[0], to[0]);
}

/** Marks the objects for which a condition of a flow is true; lent from scratch memory. */
function marksOf(
  evaluator: Evaluator,
  rule: number,
  condition: Term,
  ids: Int32Array,
  length: number,
  kind: number,
): Uint8Array {
  const marks = evaluator.scratch.bytes(length);
  evaluator.frame.rule = rule;
  markTest(evaluator, isTrue(condition), rowsOver(sourceSlot, ids, length, kind), marks);
  return marks;
}

function countsOf(
  evaluator: Evaluator,
  { rule, where, times }: FlowPlan,
  carriers: Int32Array,
  kind: number,
): Int32Array {
  const { scratch } = evaluator;
  const counts = new Int32Array(carriers.length).fill(1);
  if (times !== undefined) askObjects(evaluator, rule, times, carriers, carriers.length, kind, counts);
  if (where === undefined) return counts;
  const mark = scratch.mark();
  const marks = marksOf(evaluator, rule, where, carriers, carriers.length, kind);
  for (let i = 0; i < counts.length; i++) counts[i] *= marks[i];
  scratch.release(mark);
  return counts;
}

function whereTrue(evaluator: Evaluator, { rule, flow, active }: FlowPlan, all: Found): Found {
  if (active === undefined) return all;
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const marks = marksOf(evaluator, rule, active, all.ids, all.length, flow.kind);
  const [ids, times, carriers] = [scratch.codes(all.length), scratch.numbers(all.length), scratch.codes(all.length)];
  const into: Found = { length: 0, ids, times, carriers };
  for (let i = 0; i < all.length; i++) if (marks[i] === 1) addRow(into, all.ids[i], all.times[i], all.carriers[i]);
  // The lent memory is read before it is reused.
  scratch.release(mark);
  return into;
}

function isSame(next: Found, { version, length, ids, times, carriers }: Receivers): boolean {
  if (version === 0 || next.length !== length) return false;
  for (let i = 0; i < length; i++)
    if (
      next.ids[i] !== ids[i] ||
      next.carriers[i] !== carriers[i] ||
      next.times[i] !== (times === undefined ? 1 : times[i])
    )
      return false;
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

/** Targets of a propagator by id: `ids` from `from[id]` to `to[id]`. Shared by propagators that find them alike. */
export interface TargetLists {
  from: Int32Array;
  to: Int32Array;
  ids: Int32Array;
  /** By id: objects visited. */
  visits: Int32Array;
  version: number;
  readonly find: () => void;
}

/** Unfiltered lists for one kind, one a row of steps. */
interface Listed {
  readonly anchors: IdList;
  readonly lists: readonly Grouping[];
  /** By anchor: an earlier one with the same list; 0: none. Undefined where all differ. */
  readonly alike: Int32Array | undefined;
}

/**
 * `shares`: equal lists are shared, and may contain the object itself, for flows that do not mind. Otherwise lists are
 * exact.
 */
export function createTargets(evaluator: Evaluator, plan: FlowPlan, form: FlowTargets, shares: boolean): TargetLists {
  const { state, indexes } = evaluator;
  const nothing = new Int32Array(0);
  const targets: TargetLists = {
    from: nothing,
    to: nothing,
    ids: nothing,
    visits: nothing,
    version: 0,
    find: () => found.get(),
  };
  const found = memo(state.stamps, stampsOf(targetSteps(form), [plan.target]), () => {
    const next = gathered();
    if (targets.version > 0 && parts.every((part) => equal(next[part], targets[part]))) return;
    Object.assign(targets, next, { version: targets.version + 1 });
  });
  return targets;

  function gathered(): Pick<TargetLists, (typeof parts)[number]> {
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

  function findFrom(anchors: IdList, kind: number, steps: readonly (readonly Step[])[]): Listed {
    const shared = shares && steps.length === 1 ? indexes.connections.shared(steps[0], kind) : undefined;
    if (shared !== undefined) return { anchors, lists: [shared], alike: alikeIn(shared, anchors) };
    return { anchors, lists: steps.map((row) => listedFrom(row, kind)), alike: undefined };
  }

  function listedFrom(steps: readonly Step[], kind: number): Grouping {
    const lists = indexes.connections.lists(steps, kind);
    // The reference lists targets of receivers only.
    if (lists === undefined) throw new StrictTurnNeeded();
    return { from: lists.start, to: lists.start.subarray(1), ids: lists.ids };
  }

  /** By id: 1 where it has the cell and the condition is true. */
  function passing(found: readonly Listed[], limit: number): Uint8Array {
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
    const { scratch } = evaluator;
    const mark = scratch.mark();
    const marks = marksOf(evaluator, plan.rule, plan.target, asked, asked.length, 0);
    for (let i = 0; i < asked.length; i++) passes[asked[i]] = marks[i];
    scratch.release(mark);
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

/** Appends a list without one object and those that do not pass; returns the new length. */
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

function withRoom(ids: Int32Array, length: number, more: number): Int32Array {
  // One extra place, for rejected targets before they are taken back.
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
