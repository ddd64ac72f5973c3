import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { MemberSearch, SearchMembers, TakeMembers } from '../../eval/columns/member-groups.js';
import type { Rows } from '../../eval/columns/rows.js';
import { type Key, keysOf } from '../keys.js';
import type { Term } from '../../eval/term.js';
import { type Groups, createKeyGroups } from '../select/key-groups.js';
import { createMemberFinder } from './find-members.js';

/** Searches for members: once for all rows, or once for each group of rows that take the same from outer objects. */
export function createMemberSearch(evaluator: Evaluator): SearchMembers {
  const { scratch } = evaluator;
  const find = createMemberFinder(evaluator);
  const keys = new Map<Term, readonly Key[]>();
  const keyGroups = createKeyGroups(evaluator);
  let ascending = new Int32Array(0);

  return (search, rows, take) => {
    if (rows.length === 0) return;
    const mark = scratch.mark();
    const outer = outerSlots(search) & rows.varying;
    if (outer === 0 || rows.length === 1) searchFor(search, rows, outer, numbersTo(rows.length), rows.length, take);
    else searchGroups(search, rows, outer, take);
    scratch.release(mark);
  };

  /** 0, 1, 2, …: kept, and only ever made longer. */
  function numbersTo(length: number): Int32Array {
    if (ascending.length < length) ascending = Int32Array.from({ length: 2 * length }, (_, i) => i);
    return ascending;
  }

  function searchGroups(search: MemberSearch, rows: Rows, outer: number, take: TakeMembers): void {
    let taken = keys.get(search.term);
    if (taken === undefined) keys.set(search.term, (taken = keysTaken(search)));
    const groups = keyGroups().by(taken, rows);
    const start = scratch.codes(groups.count + 1);
    const numbers = scratch.codes(rows.length);
    sortRows(groups, rows.length, start, numbers);
    for (let group = 0; group < groups.count; group++) {
      const mark = scratch.mark();
      searchFor(
        search,
        rows,
        outer,
        numbers.subarray(start[group], start[group + 1]),
        start[group + 1] - start[group],
        take,
      );
      scratch.release(mark);
    }
  }

  /** Searches with the objects of the first row in the frame's slots. */
  function searchFor(
    search: MemberSearch,
    rows: Rows,
    outer: number,
    numbers: Int32Array,
    count: number,
    take: TakeMembers,
  ): void {
    if (outer === 0) {
      take(find(search), numbers, count);
      return;
    }
    const { slots } = evaluator.frame;
    const before = slots.slice();
    try {
      for (let slot = 0; outer >>> slot !== 0; slot++) {
        const ids = rows.slots[slot];
        if (ids !== undefined && ((outer >>> slot) & 1) === 1) slots[slot] = ids[numbers[0]];
      }
      take(find(search), numbers, count);
    } finally {
      for (let slot = 0; slot < before.length; slot++) slots[slot] = before[slot];
    }
  }
}

function outerSlots({ filter, beside, slot, told }: MemberSearch): number {
  return (beside.reduce((bits, term) => bits | term.free, filter.free) & ~(1 << slot)) | told;
}

function keysTaken({ filter, beside, slot, told }: MemberSearch): readonly Key[] {
  const keys = [filter, ...beside].flatMap((term) => keysOf(term, slot));
  for (let other = 0; told >>> other !== 0; other++)
    if (((told >>> other) & 1) === 1) keys.push({ text: `slot ${other}`, of: 'slot', slot: other });
  return [...new Map(keys.map((key) => [key.text, key])).values()];
}

/** Numbers of the rows, those of a group together and in their order. */
function sortRows({ of, count }: Groups, rows: number, start: Int32Array, numbers: Int32Array): void {
  start.fill(0, 0, count + 1);
  for (let row = 0; row < rows; row++) start[of[row] + 1]++;
  for (let group = 0; group < count; group++) start[group + 1] += start[group];
  for (let row = 0; row < rows; row++) numbers[start[of[row]]++] = row;
  for (let group = count; group > 0; group--) start[group] = start[group - 1];
  start[0] = 0;
}
