import { isLive } from '../../kernel/identity.js';
import { chosenAmong } from '../columns/among.js';
import type { Evaluator } from '../columns/evaluator.js';
import { type Rows, bindRow, takeRows } from '../columns/rows.js';
import type { AmongData } from '../operations/search.js';
import type { ConjunctionPlan } from '../plan/selection-plan.js';
import type { Term } from '../plan/term.js';
import { markTest } from '../sets/mark-test.js';
import { listMarked } from '../sets/marks.js';
import { type Answers, addAnswer, reserveIds } from './answers.js';
import type { Groups } from './key-groups.js';
import { rowValues } from './row-values.js';

/** The one candidate that each group of rows names: all of them are tested together, none but them is looked at. */
export function identified(evaluator: Evaluator, plan: ConjunctionPlan, key: Term, rows: Rows, groups: Groups): Named {
  const { scratch, state: { identity, class: classes } } = evaluator;
  const keys = rowValues(evaluator, key, rows);
  const chosen = scratch.codes(groups.count);
  const ids = scratch.codes(groups.count);
  const places = scratch.codes(groups.count);
  let length = 0;
  for (let group = 0; group < groups.count; group++) {
    const row = groups.representatives[group];
    const id = keys.at(row);
    if (!(id > 0) || !isLive(identity, id) || (plan.own.kind !== 0 && identity.kind[id] !== plan.own.kind) || (plan.own.class !== 0 && classes[id] !== plan.own.class)) continue;
    chosen[length] = row;
    ids[length] = id;
    places[length++] = group;
  }
  return { chosen, ids, places, length };
}

/** The candidates that an `among` chooses for each group of rows. */
export function chosen(evaluator: Evaluator, plan: ConjunctionPlan, chooser: Term<AmongData>, rows: Rows, groups: Groups): Named {
  const { scratch, frame, state: { identity, class: classes } } = evaluator;
  const [choosing, ids, places]: number[][] = [[], [], []];
  const saved = frame.slots.slice();
  for (let group = 0; group < groups.count; group++) {
    const row = groups.representatives[group];
    bindRow(frame.slots, rows, row);
    for (const id of chosenAmong(chooser, evaluator)) {
      if ((plan.own.kind !== 0 && identity.kind[id] !== plan.own.kind) || (plan.own.class !== 0 && classes[id] !== plan.own.class)) continue;
      choosing.push(row);
      ids.push(id);
      places.push(group);
    }
  }
  for (let i = 0; i < saved.length; i++) frame.slots[i] = saved[i];
  const lent = (list: readonly number[]): Int32Array => {
    const codes = scratch.codes(list.length);
    codes.set(list);
    return codes;
  };
  return { chosen: lent(choosing), ids: lent(ids), places: lent(places), length: ids.length };
}

/** Tests candidates that are named, together, and makes answers of those that are left. Those of a group lie side by side, ascending. */
export function answerNamed(evaluator: Evaluator, plan: ConjunctionPlan, slot: number, rows: Rows, groups: Groups, named: Named, into: Answers): void {
  const { scratch } = evaluator;
  const { ids, places } = named;
  const length = keepNamed(evaluator, plan, slot, rows, named);
  const first = into.groups;
  const used = first === 0 ? 0 : into.end[first - 1];
  reserveIds(into, used, length);
  // By group: which answer it has.
  const answers = scratch.codes(groups.count);
  answers.fill(-1, 0, groups.count);
  for (let from = 0; from < length;) {
    let to = from;
    for (; to < length && places[to] === places[from]; to++) into.ids[used + to] = ids[to];
    answers[places[from]] = addAnswer(into, used + from, used + to);
    from = to;
  }
  for (let row = 0; row < rows.length; row++) into.groupOf[row] = answers[groups.of[row]];
}

/** Rows that each name a candidate, and the groups that they are of. Lent from the scratch memory. */
export interface Named {
  readonly chosen: Int32Array;
  readonly ids: Int32Array;
  readonly places: Int32Array;
  readonly length: number;
}

/** Keeps those whose candidate passes all tests, in place; returns how many. */
function keepNamed(evaluator: Evaluator, { own, tests }: ConjunctionPlan, slot: number, rows: Rows, { chosen, ids, places, length }: Named): number {
  const { scratch } = evaluator;
  let count = length;
  for (const test of [...own.tests, ...tests.flatMap((each) => each.tests)]) {
    if (count === 0) return 0;
    const mark = scratch.mark();
    const marks = scratch.bytes(count);
    const taken = takeRows(rows, chosen, count, scratch);
    const slots = taken.slots.slice();
    const kinds = taken.kinds.slice();
    slots[slot] = ids;
    kinds[slot] = own.kind;
    markTest(evaluator, test, { ...taken, slots, kinds, varying: taken.varying | 1 << slot }, marks);
    listMarked(marks, chosen, count, chosen);
    listMarked(marks, places, count, places);
    count = listMarked(marks, ids, count, ids);
    scratch.release(mark);
  }
  return count;
}
