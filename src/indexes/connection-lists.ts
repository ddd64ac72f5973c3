import { neighbourLists } from '../components/edges.js';
import { type Step, stepsText } from '../model/connection.js';
import { mostConnected, stampsOfSteps, tooManyConnected } from '../state/connections.js';
import type { Model } from '../model/model.js';
import type { Lists } from '../kernel/lists.js';
import { kept, keptBy } from '../kernel/maps.js';
import type { WorldState } from '../components/state.js';
import { isLive } from '../kernel/identity.js';
import type { Connections, Indexes, SharedLists, SomeLists } from './indexes.js';
import { roomyCodes } from './scratch.js';
import { type Memo, memo } from '../model/stamps.js';
import { type Level, type Surroundings, followSteps, inTurn, marksFor } from './step-levels.js';

/** The head leads to one object at most, at which rows share the lists of the tail. */
interface Route {
  readonly head: readonly Step[];
  readonly tail: readonly Step[];
  /** It also leads from none to something. */
  readonly fromNone: boolean;
  /** It leads to the same from everywhere. */
  readonly isConstant: boolean;
}

function routeOf(steps: readonly Step[]): Route {
  const length = headLength(steps);
  // The tail must not depend on the start of the whole connection.
  const looksBack = steps.some(({ by }, place) => place >= length && by === 'others');
  const fromNone = steps.length > 0 && steps[0].by === 'objects';
  if (looksBack) return { head: [], tail: steps, fromNone, isConstant: false };
  return { head: steps.slice(0, length), tail: steps.slice(length), fromNone, isConstant: fromNone };
}

/** Initial steps that find one object at most. */
function headLength(steps: readonly Step[]): number {
  const length = steps.findIndex((step) => !single.has(step.by));
  return length < 0 ? steps.length : length;
}

const single: ReadonlySet<Step['by']> = new Set([
  'owner',
  'parent',
  'reference',
  'kind',
  'having',
  'others',
  'once',
  'sorted',
]);

/** Entries of all lists; beyond, all are dropped. */
const mostKept = 4 * mostConnected;

/** By place of the object, `from` to `to`. */
interface FoundLists {
  readonly ids: Int32Array;
  readonly from: (place: number) => number;
  readonly to: (place: number) => number;
}

/** In batches that fit; `act` gets the objects from `first` to `end`. Kind 0: any. */
export function stretchesOfLists(
  { connections }: Indexes,
  steps: readonly Step[],
  kind: number,
  anchors: Int32Array,
  act: (lists: FoundLists, first: number, end: number) => void,
): void {
  const shared = connections.shared(steps, kind);
  if (shared !== undefined) {
    act(
      { ids: shared.ids, from: (place) => shared.from[anchors[place]], to: (place) => shared.to[anchors[place]] },
      0,
      anchors.length,
    );
    return;
  }
  const [from, to] = [new Int32Array(anchors.length), new Int32Array(anchors.length)];
  for (let first = 0; first < anchors.length; ) {
    const left = anchors.subarray(first);
    const { ids, count } = connections.some(steps, left, left.length, from, to);
    const begin = first;
    act({ ids, from: (place) => from[place - begin], to: (place) => to[place - begin] }, first, first + count);
    first += count;
  }
}

interface Kept {
  /** Undefined lists would be too long. */
  readonly shared: Memo<{ readonly lists: () => SharedLists | undefined; readonly own?: PlacedLists | undefined }>;
  readonly lists: Memo<{ readonly found: Lists | undefined }>;
}

export function createConnections(state: WorldState, indexes: Indexes): Connections {
  const around: Surroundings = { state, indexes, marks: { rows: new Int32Array(0), next: 1 } };
  let bySteps = new WeakMap<readonly Step[], (Kept | undefined)[]>();
  const byText = new Map<string, Kept>();
  const routed = keptBy(routeOf, new WeakMap<readonly Step[], Route>());
  let entries = 0;

  return {
    shared: (steps, kind) => keptOf(steps, kind).shared.get().lists(),
    isReady: (steps, kind) => bySteps.get(steps)?.[kind]?.shared.isFresh() === true,
    some: (steps, anchors, count, from, to) => someLists(around, routed(steps), anchors, count, from, to),
    lists: (steps, kind) => keptOf(steps, kind).lists.get().found,
  };

  function keptOf(steps: readonly Step[], kind: number): Kept {
    let byKind = bySteps.get(steps);
    if (byKind === undefined) bySteps.set(steps, (byKind = []));
    return (byKind[kind] ??= equalOrNew(steps, kind));
  }

  /** Equal steps share lists. */
  function equalOrNew(steps: readonly Step[], kind: number): Kept {
    return kept(byText, `${kind} ${stepsText(steps)}`, () => newKept(steps, kind));
  }

  function newKept(steps: readonly Step[], kind: number): Kept {
    const stamps = stampsOfSteps(state.model, steps, kind);
    const grouped = groupedStep(state.model, steps, kind);
    return {
      shared: memo(state.stamps, stamps, (before) => {
        if (grouped?.by === 'linked') {
          const lists = inTurn(neighbourLists(state, grouped.graph));
          return { lists: () => lists };
        }
        if (grouped !== undefined && indexes.ofKind(grouped.kind).length <= mostConnected) {
          // The index may be recomputed in the same memory.
          return {
            lists: () => (grouped.by === 'owned' ? indexes.storedOwned(grouped.kind) : indexes.attached(grouped.kind)),
          };
        }
        const own = sharedLists(around, routed(steps), kind, before?.own);
        count(before?.own, own);
        return { lists: () => own, own };
      }),
      lists: memo(state.stamps, stamps, (before) => {
        const found = allLists(around, steps, kind);
        count(before?.found, found);
        return { found };
      }),
    };
  }

  /** Lists in use stay valid. */
  function count(
    before: { readonly ids: Int32Array } | undefined,
    now: { readonly ids: Int32Array } | undefined,
  ): void {
    const more = now?.ids.length ?? 0;
    entries += more - (before?.ids.length ?? 0);
    if (entries <= mostKept) return;
    bySteps = new WeakMap();
    byText.clear();
    entries = 0;
  }
}

/** With the objects that have some. */
interface PlacedLists extends SharedLists {
  readonly anchors: Int32Array;
}

/** The only step, where an index has exactly its lists. */
function groupedStep(
  { kinds }: Model,
  steps: readonly Step[],
  kind: number,
): Extract<Step, { readonly by: 'owned' | 'attached' | 'linked' }> | undefined {
  // A filter by the same kind does nothing.
  const [step, ...further] = steps.filter(
    (each, place) => place > 0 || each.by !== 'kind' || (each.kind !== 0 && each.kind !== kind),
  );
  if (step?.by === 'linked' && further.length === 0) return step;
  if (step === undefined || further.length > 0 || (step.by !== 'owned' && step.by !== 'attached') || step.kind === 0)
    return undefined;
  const anchors =
    step.by === 'owned'
      ? kinds.filter(({ faction }) => faction).map(({ index }) => index)
      : kinds[step.kind - 1].attachesTo;
  return kind === 0 || anchors.every((anchor) => anchor === kind) ? step : undefined;
}

/** `before`: reused memory. */
function sharedLists(around: Surroundings, route: Route, kind: number, before?: PlacedLists): PlacedLists | undefined {
  const capacity = around.state.identity.kind.length;
  const from = roomyCodes(before?.from, capacity);
  const to = roomyCodes(before?.to, capacity);
  if (route.isConstant) {
    const level = followSteps(around, route.tail, nobody, 1, mostConnected);
    if (level === undefined) return undefined;
    to.fill(level.start[1]);
    return { from, to, ids: level.ids, anchors: nobody };
  }
  // Each list would have nearly all of a kind: computed by row.
  if (route.fromNone) return undefined;
  const { ids: anchors, length } = around.indexes.ofKind(kind);
  const starts = startsOf(around, route.head, anchors, length);
  const groups = groupsOf(around, starts, length, false);
  const level = followSteps(around, route.tail, groups.ids, groups.count, mostConnected);
  if (level === undefined) return undefined;
  for (const anchor of before?.anchors ?? nobody) from[anchor] = to[anchor] = 0;
  for (let i = 0; i < length; i++) {
    const row = groups.of[i];
    if (row < 0) continue;
    from[anchors[i]] = level.start[row];
    to[anchors[i]] = level.start[row + 1];
  }
  return { from, to, ids: level.ids, anchors: anchors.slice(0, length) };
}

function someLists(
  around: Surroundings,
  route: Route,
  anchors: Int32Array,
  count: number,
  from: Int32Array,
  to: Int32Array,
): SomeLists {
  if (route.isConstant) {
    const level = followSteps(around, route.tail, nobody, 1, mostConnected) ?? tooManyConnected(anchors[0]);
    from.fill(0, 0, count);
    to.fill(level.start[1], 0, count);
    return { ids: level.ids, count };
  }
  const starts = startsOf(around, route.head, anchors, count);
  for (let rows = count; ; rows = (rows + 1) >> 1) {
    const groups = groupsOf(around, starts, rows, route.fromNone);
    const level = followSteps(around, route.tail, groups.ids, groups.count, mostConnected);
    if (level !== undefined) {
      placeLists(level, groups.of, rows, from, to);
      return { ids: level.ids, count: rows };
    }
    if (rows === 1) return tooManyConnected(anchors[0]);
  }
}

function placeLists({ start }: Level, rowOf: Int32Array, count: number, from: Int32Array, to: Int32Array): void {
  for (let i = 0; i < count; i++) {
    const row = rowOf[i];
    from[i] = row < 0 ? 0 : start[row];
    to[i] = row < 0 ? 0 : start[row + 1];
  }
}

/** 0: nowhere. */
function startsOf(around: Surroundings, head: readonly Step[], anchors: Int32Array, count: number): Int32Array {
  if (head.length === 0) return anchors;
  const starts = new Int32Array(count);
  const level = followSteps(around, head, anchors, count, count);
  if (level !== undefined)
    for (let i = 0; i < count; i++) starts[i] = level.start[i + 1] > level.start[i] ? level.ids[level.start[i]] : 0;
  return starts;
}

/** `noneToo`: none and destroyed objects count too. */
function groupsOf(around: Surroundings, starts: Int32Array, count: number, noneToo: boolean) {
  const { marks, first } = marksFor(around, count);
  const ids = new Int32Array(count);
  const of = new Int32Array(count);
  let groups = 0;
  for (let i = 0; i < count; i++) {
    const id = starts[i];
    if (!noneToo && !isLive(around.state.identity, id)) {
      of[i] = -1;
      continue;
    }
    if (marks[id] < first) {
      marks[id] = first + groups;
      ids[groups++] = id;
    }
    of[i] = marks[id] - first;
  }
  // Distinct objects, and by start its place among them; -1: none.
  return { ids, of, count: groups };
}

function allLists(around: Surroundings, steps: readonly Step[], kind: number): Lists | undefined {
  const { ids: anchors, length } = around.indexes.ofKind(kind);
  const level = followSteps(around, steps, anchors, length, around.state.limits.flowPairs);
  if (level === undefined) return undefined;
  const start = new Int32Array(around.state.identity.kind.length + 1);
  for (let i = 0; i < length; i++) start[anchors[i] + 1] = level.start[i + 1];
  for (let id = 1; id < start.length; id++) if (start[id] < start[id - 1]) start[id] = start[id - 1];
  return { start, ids: level.ids };
}

const nobody = new Int32Array(1);
