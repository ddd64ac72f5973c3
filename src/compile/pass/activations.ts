import type { Evaluator } from '../columns/evaluator.js';
import { rowsOver } from '../columns/rows.js';
import { sourceSlot } from '../node.js';
import type { Test } from '../plan/selection-plan.js';
import { markTest } from '../sets/mark-test.js';
import type { Sources } from './carrier-lists.js';
import { narrowedPlaces, siftMarked } from './narrowing.js';
import type { ActivationPlan, NarrowingPlan, PassPlan } from '../plan/pass-plan.js';

/** Active sources, of all actives side by side: those of active a from `start[a]` to `end[a]`. */
export interface Actives {
  readonly ids: Int32Array;
  readonly ranks: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly kinds: readonly number[];
}

/** Asks each activation of all its carriers' sources at once. */
export function activeSources(evaluator: Evaluator, { activations, actives }: PassPlan, sources: readonly Sources[]): Actives {
  const start = new Int32Array(actives.length);
  const end = new Int32Array(actives.length);
  let total = 0;
  for (let i = 0; i < actives.length; i++) total += sources[actives[i].carrier].length;
  const all: Actives = { ids: new Int32Array(total), ranks: new Int32Array(total), start, end, kinds: actives.map(({ carrier }) => sources[carrier].kind) };
  let used = 0;
  for (let number = 0; number < activations.length; number++) {
    const activation = activations[number];
    if (activation.isNever) continue;
    const members: number[] = [];
    for (let i = 0; i < activation.actives.length; i++) {
      const active = activation.actives[i];
      const { ids, ranks, length } = sources[actives[active].carrier];
      if (length === 0) continue;
      members.push(active);
      for (let k = 0; k < length; k++) {
        all.ids[used + k] = ids[k];
        all.ranks[used + k] = ranks[k];
      }
      start[active] = used;
      used = end[active] = used + length;
    }
    if (members.length > 0) narrow(evaluator, activation, members, all);
  }
  return all;
}

function narrow(evaluator: Evaluator, { gates, narrowing, drawer }: ActivationPlan, members: readonly number[], all: Actives): void {
  if (drawer !== undefined) evaluator.frame.rule = drawer.index;
  if (narrowing === undefined) for (const gate of gates) keepAsked(evaluator, gate, members, all, keepInOrder);
  else for (const part of narrowing.by === 'all' ? narrowing.parts : [narrowing]) narrowBy(evaluator, part, members, all);
}

function narrowBy(evaluator: Evaluator, part: NarrowingPlan, members: readonly number[], all: Actives): void {
  if (part.by === 'test') keepAsked(evaluator, part.test, members, all, keepWithHoles);
  else if (part.by === 'not' && part.part.by === 'test') keepAsked(evaluator, part.part.test, members, all, dropWithHoles);
  else for (const active of members) narrowOne(evaluator, part, active, all);
}

/** Keeps of a list those who are marked; returns where it ends. Marks are by place, from `from` on. */
type Keep = (all: Actives, marks: Uint8Array, marksAt: number, from: number, to: number) => number;

/** Asks one test of all that are left, and narrows each list by it. */
function keepAsked(evaluator: Evaluator, test: Test, members: readonly number[], all: Actives, keep: Keep): void {
  const { scratch } = evaluator;
  const mark = scratch.mark();
  let left = 0;
  for (let i = 0; i < members.length; i++) left += all.end[members[i]] - all.start[members[i]];
  if (left > 0) {
    const ids = scratch.codes(left);
    let length = 0;
    let kind = -1;
    for (const active of members) {
      const [from, to] = [all.start[active], all.end[active]];
      for (let i = from; i < to; i++) ids[length++] = all.ids[i];
      if (to > from) kind = kind === -1 || kind === all.kinds[active] ? all.kinds[active] : 0;
    }
    const marks = scratch.bytes(left);
    markTest(evaluator, test, rowsOver(sourceSlot, ids, left, kind), marks);
    let at = 0;
    for (const active of members) {
      const [from, to] = [all.start[active], all.end[active]];
      if (to > from) all.end[active] = keep(all, marks, at, from, to);
      at += to - from;
    }
  }
  scratch.release(mark);
}

const keepInOrder: Keep = ({ ids, ranks }, marks, marksAt, from, to) => {
  let kept = from;
  for (let i = from; i < to; i++) {
    ids[kept] = ids[i];
    ranks[kept] = ranks[i];
    kept += marks[marksAt + i - from];
  }
  return kept;
};

const keepWithHoles: Keep = (all, marks, marksAt, from, to) => siftMarked(all.ids, all.ranks, marks, marksAt, from, to, 1);
const dropWithHoles: Keep = (all, marks, marksAt, from, to) => siftMarked(all.ids, all.ranks, marks, marksAt, from, to, 0);

/** A part that is itself of several parts: asked of one list, by places in it. */
function narrowOne(evaluator: Evaluator, part: NarrowingPlan, active: number, all: Actives): void {
  const [from, to] = [all.start[active], all.end[active]];
  if (to === from) return;
  const kept = narrowedPlaces(part, to - from, (test) => verdictsOf(evaluator, test, all.ids.subarray(from, to), all.kinds[active]));
  const [ids, ranks] = [all.ids.slice(from, to), all.ranks.slice(from, to)];
  kept.forEach((place, i) => {
    all.ids[from + i] = ids[place];
    all.ranks[from + i] = ranks[place];
  });
  all.end[active] = from + kept.length;
}

function verdictsOf(evaluator: Evaluator, test: Test, ids: Int32Array, kind: number): Uint8Array {
  const marks = new Uint8Array(ids.length);
  markTest(evaluator, test, rowsOver(sourceSlot, ids, ids.length, kind), marks);
  return marks;
}
