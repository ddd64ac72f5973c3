import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot } from '../../ir/node.js';
import type { ActivationPlan, NarrowingPlan, PassPlan } from '../pass-plan.js';
import type { Test } from '../../match/selection-plan.js';
import { markTest } from '../../match/sets/marks.js';
import { type Scratch, copyRange } from '../../indexes/scratch.js';
import type { Sources } from './carrier-lists.js';
import { type Sieve, narrowed } from '../../meaning/rule-sources.js';

/** Sources of all actives: those of active a from `start[a]` to `end[a]`. */
export interface Actives {
  readonly ids: Int32Array;
  /** Undefined where all ranks are the ids. */
  readonly ranks: Int32Array | undefined;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** By active: the kind of all its sources, 0: several. */
  readonly kinds: Int32Array;
}

/** Evaluates each activation for all its carriers' sources at once. The result is lent from `room`. */
export function activeSources(
  evaluator: Evaluator,
  { activations, layout: { carrierOfActive } }: PassPlan,
  { lists, from, to, kinds, ranks }: Sources,
  room: Scratch,
): Actives {
  const count = carrierOfActive.length;
  let total = 0;
  for (let i = 0; i < count; i++) total += to[carrierOfActive[i]] - from[carrierOfActive[i]];
  const all: Actives = {
    ids: room.codes(total),
    ranks: ranks.some(isPresent) ? room.codes(total) : undefined,
    start: room.codes(count),
    end: room.codes(count),
    kinds: room.codes(count),
  };
  for (let i = 0; i < count; i++) {
    all.start[i] = all.end[i] = 0;
    all.kinds[i] = kinds[carrierOfActive[i]];
  }
  const members = room.codes(count);
  let used = 0;
  for (let number = 0; number < activations.length; number++) {
    const activation = activations[number];
    if (activation.isNever) continue;
    let asking = 0;
    for (let i = 0; i < activation.actives.length; i++) {
      const active = activation.actives[i];
      const carrier = carrierOfActive[active];
      const [first, end] = [from[carrier], to[carrier]];
      if (end === first) continue;
      members[asking++] = active;
      copyRange(lists[carrier], first, end, all.ids, used);
      if (all.ranks !== undefined) copyRange(ranks[carrier] ?? lists[carrier], first, end, all.ranks, used);
      all.start[active] = used;
      all.end[active] = used += end - first;
    }
    if (asking > 0) narrow(evaluator, activation, members, asking, all);
  }
  return all;
}

function isPresent(ranks: Int32Array | undefined): boolean {
  return ranks !== undefined;
}

function narrow(
  evaluator: Evaluator,
  { gates, narrowing, drawer }: ActivationPlan,
  members: Int32Array,
  asking: number,
  all: Actives,
): void {
  if (drawer !== undefined) evaluator.frame.rule = drawer.index;
  if (narrowing === undefined) for (const gate of gates) keepAsked(evaluator, gate, members, asking, all, keepInOrder);
  else if (narrowing.by !== 'all') narrowBy(evaluator, narrowing, members, asking, all);
  else for (const part of narrowing.parts) narrowBy(evaluator, part, members, asking, all);
}

function narrowBy(evaluator: Evaluator, part: NarrowingPlan, members: Int32Array, asking: number, all: Actives): void {
  if (part.by === 'test') keepAsked(evaluator, part.test, members, asking, all, keepWithHoles);
  else if (part.by === 'not' && part.part.by === 'test')
    keepAsked(evaluator, part.part.test, members, asking, all, dropWithHoles);
  else for (let i = 0; i < asking; i++) narrowOne(evaluator, part, members[i], all);
}

/** Keeps the marked sources of a list; returns its new end. Marks are by place, from `marksAt` on. */
type Keep = (all: Actives, marks: Uint8Array, marksAt: number, from: number, to: number) => number;

/** Evaluates one test for all remaining sources, and narrows each list. */
function keepAsked(
  evaluator: Evaluator,
  test: Test,
  members: Int32Array,
  asking: number,
  all: Actives,
  keep: Keep,
): void {
  const { scratch } = evaluator;
  const { ids, start, end, kinds } = all;
  let left = 0;
  let kind = -1;
  for (let i = 0; i < asking; i++) {
    const active = members[i];
    if (end[active] === start[active]) continue;
    left += end[active] - start[active];
    kind = kind === -1 || kind === kinds[active] ? kinds[active] : 0;
  }
  if (left === 0) return;
  const mark = scratch.mark();
  const asked = scratch.codes(left);
  let at = 0;
  for (let i = 0; i < asking; i++) {
    for (let k = start[members[i]]; k < end[members[i]]; k++) asked[at++] = ids[k];
  }
  const marks = scratch.bytes(left);
  markTest(evaluator, test, rowsOver(sourceSlot, asked, left, kind), marks);
  at = 0;
  for (let i = 0; i < asking; i++) {
    const active = members[i];
    const [from, to] = [start[active], end[active]];
    if (to > from) end[active] = keep(all, marks, at, from, to);
    at += to - from;
  }
  scratch.release(mark);
}

const keepInOrder: Keep = ({ ids, ranks }, marks, marksAt, from, to) => {
  let kept = from;
  for (let i = from; i < to; i++) {
    ids[kept] = ids[i];
    if (ranks !== undefined) ranks[kept] = ranks[i];
    kept += marks[marksAt + i - from];
  }
  return kept;
};

const keepWithHoles: Keep = (all, marks, marksAt, from, to) =>
  siftMarked(all.ids, all.ranks, marks, marksAt, from, to, 1);
const dropWithHoles: Keep = (all, marks, marksAt, from, to) =>
  siftMarked(all.ids, all.ranks, marks, marksAt, from, to, 0);

/** A compound part, evaluated for one list by places in it. */
function narrowOne(evaluator: Evaluator, part: NarrowingPlan, active: number, all: Actives): void {
  const [from, to] = [all.start[active], all.end[active]];
  if (to === from) return;
  const kept = narrowedPlaces(part, to - from, (test) =>
    verdictsOf(evaluator, test, all.ids.subarray(from, to), all.kinds[active]),
  );
  const [ids, ranks] = [all.ids.slice(from, to), all.ranks?.slice(from, to)];
  kept.forEach((place, i) => {
    all.ids[from + i] = ids[place];
    if (all.ranks !== undefined && ranks !== undefined) all.ranks[from + i] = ranks[place];
  });
  all.end[active] = from + kept.length;
}

function verdictsOf(evaluator: Evaluator, test: Test, ids: Int32Array, kind: number): Uint8Array {
  const marks = new Uint8Array(ids.length);
  markTest(evaluator, test, rowsOver(sourceSlot, ids, ids.length, kind), marks);
  return marks;
}

/** Narrows a stretch of parallel arrays by the verdicts of a test, given by place; returns its new end. */
export function siftMarked(
  ids: Int32Array,
  ranks: Int32Array | undefined,
  marks: Uint8Array,
  marksAt: number,
  from: number,
  to: number,
  kept: number,
): number {
  let end = to;
  for (let i = from; i < end; ) {
    const at = marksAt + i - from;
    if (marks[at] === kept) {
      i++;
      continue;
    }
    end--;
    ids[i] = ids[end];
    if (ranks !== undefined) ranks[i] = ranks[end];
    marks[at] = marks[marksAt + end - from];
  }
  return end;
}

/** Places that pass, in the order in which narrowing leaves them; each test is evaluated for the whole list at once. */
export function narrowedPlaces<Test>(
  narrowing: Sieve<Test>,
  length: number,
  verdicts: (test: Test) => Uint8Array,
): readonly number[] {
  const known = new Map<Test, Uint8Array>();
  return narrowed(
    narrowing,
    Array.from({ length }, (_, i) => i),
    (test, place) => {
      let marks = known.get(test);
      if (marks === undefined) known.set(test, (marks = verdicts(test)));
      return marks[place] === 1;
    },
  );
}
