import { type Evaluator, varies } from '../columns/evaluator.js';
import type { Frame, Node, Value } from '../../ir/node.js';
import { type Operation, areOf, booleanType, isAbsent } from '../operation.js';
import { type Rows, codeVector, oneRow, rowsOver } from '../columns/rows.js';
import type { Term } from '../term.js';
import { binding, writeCall, writeMembers } from '../printer.js';
import { idsIn, rowByRow } from '../columns/absence.js';
import { present } from '../data.js';
import { slotCount } from '../../ir/node.js';
import { type DrawKey, endDraw, foldDraw } from '../../kernel/random.js';
import { beginAt, foldObject } from '../../ir/draw-key.js';
import { hasAnchor, type AmongData } from './range.js';
import { members, ofMembers } from './members.js';
import type { IdList } from '../../indexes/indexes.js';
import { firstPlaces } from '../columns/first-places.js';
import { whole, word } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

/**
 * True if an object is one of a number of members of which the filter is true. Arguments: the object, how many
 * (truncated), the filter, and for `least` and `greatest` a key. Chosen are those with the smallest or the largest keys
 * as 32-bit numbers, an absent key counting as 0; among equal keys `least` takes the lower ids first and `greatest` the
 * higher. `random` takes those with the smallest draws, one for each member. False where the object or the number is
 * absent.
 */
export const among: Operation<AmongData> = {
  name: 'among',
  type(args, { choose, range, slot, slots }) {
    const draws = choose === 'random';
    const keys = draws ? [] : (['number'] as const);
    const fits = areOf(args, 'entity', 'number', 'boolean', ...keys) && !hasAnchor(range) && (!draws || slots <= slot);
    return fits
      ? booleanType
      : 'takes an object, a number, a condition and, unless it draws, a key, over all objects or a class, with draws of slots before the member';
  },
  data: record<AmongData>({
    ...members,
    choose: word('random', 'least', 'greatest'),
    site: whole(),
    slots: whole(0, slotCount),
  }),
  text: ({ slot, range, choose, site, slots }) =>
    `${choose}${choose === 'random' ? ` ${site} ${slots}` : ''} ${range.over} ${range.kind} ${range.class} @${slot}`,
  document: {
    meaning: 'an object is one of a number of members: drawn, or with the smallest or largest keys',
    absent: 'never',
    families: 'Ect',
  },
  absence: present,
  print({ data, args: [object, count, filter, key] }, to) {
    const name = writeMembers(to, data, [], filter);
    to.add(`.${data.choose}(`);
    to.write(count, binding.loosest);
    if (key !== undefined) {
      to.add(`, ${name}, `);
      to.write(key, binding.loosest);
    }
    to.add(').');
    writeCall(to, 'includes', [object]);
  },
  apart: ({ choose }) => (choose === 'random' ? 'an expression chooses at random among objects' : undefined),
  facts: ({ choose }) => (choose === 'random' ? ['population', 'clock'] : ['population']),
  draws: ({ choose }) => choose === 'random',
  slots: drawnSlots,
  binds: (data) => 1 << data.slot,
  heavy: true,
  evaluate(node, frame) {
    const candidate = frame.evaluate(node.args[0]);
    const count = frame.evaluate(node.args[1]);
    if (isAbsent(candidate) || isAbsent(count) || candidate === 0) return 0;
    return chosenMembers(node, frame, Math.trunc(count)).includes(candidate) ? 1 : 0;
  },
  /** Members are ranked once for all rows that ask for the same ones. */
  columns(term, rows, evaluator) {
    const { scratch, state } = evaluator;
    const { length } = rows;
    const { range, slot } = term.data;
    const [object, many, filter, ...keys] = term.args;
    if (rows.running !== undefined && [filter, ...keys].some(({ runs }) => runs))
      return rowByRow(term, rows, evaluator);
    const into = scratch.codes(length);
    into.fill(0, 0, length);
    const mark = scratch.mark();
    const ids = idsIn(object, rows, evaluator);
    const counts = countsOf(many, rows, evaluator);
    // By id: least count with which it is among them; 0 for others.
    const ranks = scratch.codes(state.identity.kind.length);
    ranks.fill(0, 0, state.identity.kind.length);
    evaluator.searchMembers(
      { term, range, slot, filter, extra: keys, identities: drawnSlots(term.data) },
      rows,
      (members, numbers, count) => {
        const most = Math.min(mostOf(counts, numbers, count), members.length);
        if (most === 0) return;
        const chosen = firstOf(term.data, keys, members, most, evaluator);
        for (let i = 0; i < most; i++) ranks[chosen[i]] = i + 1;
        if (typeof counts === 'number') markChosen(ranks, ids, numbers, count, into);
        else markWithin(ranks, ids, counts, numbers, count, into);
        for (let i = 0; i < most; i++) ranks[chosen[i]] = 0;
      },
    );
    scratch.release(mark);
    return codeVector(into);
  },
};

/** Bits of the slots that draw, except the member's. */
function drawnSlots({ choose, slots }: AmongData): number {
  return choose === 'random' ? (2 ** slots - 1) | 0 : 0;
}

interface Ranked {
  readonly id: number;
  readonly key: number;
}

/** Keys that are no numbers rank as zero. */
function chosenMembers(node: Node<AmongData>, frame: Frame, count: number): readonly number[] {
  const { slot, choose } = node.data;
  const fitting = ofMembers(node, frame, (members) =>
    members.flatMap((id): readonly Ranked[] => {
      frame.slots[slot] = id;
      return frame.evaluate(node.args[2]) === 1 ? [{ id, key: keyOf(node, frame, id) }] : [];
    }),
  );
  const turned = choose === 'greatest' ? -1 : 1;
  return fitting
    .toSorted((a, b) => turned * (a.key - b.key || a.id - b.id))
    .slice(0, Math.max(0, count))
    .map(({ id }) => id);
}

/** The member is in its slot. */
function keyOf(node: Node<AmongData>, frame: Frame, id: number): number {
  if (node.data.choose === 'random') return drawOf(node.data, frame, id);
  const key = Math.fround(frame.evaluate(node.args[3]) ?? 0);
  return Number.isNaN(key) ? 0 : key;
}

function drawOf(data: AmongData, frame: Frame, id: number): number {
  const key = keyBefore(data, frame);
  foldObject(key, id, frame.state.identity.generation);
  return endDraw(key);
}

/** Of the draws of all members, before one is folded in. */
function keyBefore({ site, slots }: AmongData, frame: Frame): DrawKey {
  const key = beginAt(frame.state, frame, site);
  for (let slot = 0; slot < slots; slot++) foldObject(key, frame.slots[slot], frame.state.identity.generation);
  return key;
}

function markChosen(ranks: Int32Array, ids: Int32Array, numbers: Int32Array, count: number, into: Int32Array): void {
  for (let i = 0; i < count; i++) into[numbers[i]] = ranks[ids[numbers[i]]] > 0 ? 1 : 0;
}

function markWithin(
  ranks: Int32Array,
  ids: Int32Array,
  counts: Int32Array,
  numbers: Int32Array,
  count: number,
  into: Int32Array,
): void {
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const rank = ranks[ids[row]];
    into[row] = (rank > 0 ? 1 : 0) & (rank <= counts[row] ? 1 : 0);
  }
}

/** Ids, ascending, for the objects in the frame's slots. */
export function chosenAmong(term: Term<AmongData>, evaluator: Evaluator): readonly number[] {
  const { scratch, state } = evaluator;
  const { range, slot } = term.data;
  const [, many, filter, ...keys] = term.args;
  const asked = evaluator.uniform(many, oneRow);
  const count = asked === varies ? 0 : wholeOf(asked, state.identity.kind.length);
  let found: readonly number[] = [];
  if (count === 0) return found;
  evaluator.searchMembers(
    { term, range, slot, filter, extra: keys, identities: drawnSlots(term.data) },
    oneRow,
    (members) => {
      const most = Math.min(count, members.length);
      if (most === 0) return;
      const mark = scratch.mark();
      const chosen = firstOf(term.data, keys, members, most, evaluator);
      found = Array.from(chosen.subarray(0, most)).sort((a, b) => a - b);
      scratch.release(mark);
    },
  );
  return found;
}

/** The counts that rows ask for, all or each: whole, 0 where absent, at most the number of objects. */
function countsOf(term: Term, rows: Rows, evaluator: Evaluator): number | Int32Array {
  const { scratch, state } = evaluator;
  const limit = state.identity.kind.length;
  const one = evaluator.uniform(term, rows);
  if (one !== varies) return wholeOf(one, limit);
  const { numbers, absence } = evaluator.evaluate(term, rows);
  const into = scratch.codes(rows.length);
  for (let row = 0; row < rows.length; row++)
    into[row] = absence !== undefined && absence[row] !== 0 ? 0 : wholeOf(numbers[row], limit);
  return into;
}

function wholeOf(count: Value, limit: number): number {
  return !isAbsent(count) && count > 0 ? Math.min(Math.trunc(count), limit) : 0;
}

function mostOf(counts: number | Int32Array, numbers: Int32Array, count: number): number {
  if (typeof counts === 'number') return counts;
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, counts[numbers[i]]);
  return most;
}

/** In scratch memory that has room for all. */
function firstOf(
  data: AmongData,
  keys: readonly Term[],
  members: IdList,
  most: number,
  evaluator: Evaluator,
): Int32Array {
  const chosen = evaluator.scratch.codes(members.length);
  chooseFirst(members, keysFor(data, keys, members, evaluator), most, data.choose === 'greatest', chosen);
  return chosen;
}

function keysFor(data: AmongData, keys: readonly Term[], members: IdList, evaluator: Evaluator): Float64Array {
  const { scratch } = evaluator;
  const { length } = members;
  const into = scratch.numbers(length);
  if (keys.length === 0) {
    drawEach(data, members, evaluator, into);
    return into;
  }
  const mark = scratch.mark();
  const { numbers, absence } = evaluator.evaluate(keys[0], rowsOver(data.slot, members.ids, length, data.range.kind));
  for (let i = 0; i < length; i++) {
    const key = Math.fround(numbers[i]);
    into[i] = Number.isNaN(key) || (absence !== undefined && absence[i] !== 0) ? 0 : key;
  }
  scratch.release(mark);
  return into;
}

function drawEach(data: AmongData, { ids, length }: IdList, { state, frame }: Evaluator, into: Float64Array): void {
  const { generation } = state.identity;
  const key = keyBefore(data, frame);
  const { low, high } = key;
  for (let i = 0; i < length; i++) {
    key.low = low;
    key.high = high;
    foldDraw(key, ids[i]);
    foldDraw(key, generation[ids[i]]);
    into[i] = endDraw(key);
  }
}

/**
 * Writes the ids of the first `most` members to `into`, which has room for all: by rising keys and ids, or (`turned`)
 * falling ones. No key is NaN, and keys are overwritten. A heap avoids a full sort for few.
 */
export function chooseFirst(
  { ids, length }: IdList,
  keys: Float64Array,
  most: number,
  turned: boolean,
  into: Int32Array,
): void {
  // Smaller keys come first, and of equal ones the earlier in the list.
  if (turned) for (let i = 0; i < length; i++) keys[i] = -keys[i];
  const isAfter = turned
    ? (a: number, b: number) => keys[a] > keys[b] || (keys[a] === keys[b] && a < b)
    : (a: number, b: number) => keys[a] > keys[b] || (keys[a] === keys[b] && a > b);
  firstPlaces(length, most, into, isAfter);
  for (let i = 0; i < most; i++) into[i] = ids[into[i]];
}
