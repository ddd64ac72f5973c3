import type { Evaluator } from '../columns/evaluator.js';
import { rowsOver } from '../columns/rows.js';
import type { IdList } from '../indexes/indexes.js';
import { isAvailable } from '../../components/availability.js';
import { idLimit, resolve } from '../../kernel/identity.js';
import { sourceSlot } from '../node.js';
import { constantValue } from '../plan/simplify.js';
import type { Term } from '../plan/term.js';
import { keepWhere } from '../sets/own-sets.js';
import { type Source, seatsIn } from '../sources.js';
import type { CarrierPlan } from '../plan/pass-plan.js';

/** Sources of a carrier in the order in which they fire; `ranks` where they are not the ids. `kind`: of all, 0 where they differ. */
export interface Sources {
  readonly ids: Int32Array;
  readonly ranks: Int32Array;
  readonly length: number;
  readonly kind: number;
}

/** Live objects sorted by a code: ids of code c lie from `start[c]` to `start[c + 1]`, ascending. */
interface ByCode {
  readonly start: Int32Array;
  readonly ids: Int32Array;
  readonly limit: number;
}

const nobody: Sources = { ids: new Int32Array(0), ranks: new Int32Array(0), length: 0, kind: 0 };

/** Finds the sources of carriers, for those of one class or of one value all at once. */
export function sourcesOf(evaluator: Evaluator, carriers: readonly CarrierPlan[]): readonly Sources[] {
  const { state } = evaluator;
  let byClass: ByCode | undefined;
  const byValue = new Map<string, ByCode>();
  const seats = new Map<number, readonly Source[]>();
  const references = new Map<string, Int32Array>();
  return carriers.map(({ carrier, where, times }): Sources => {
    switch (carrier.by) {
      case 'class': {
        byClass ??= sortedBy(evaluator.indexes.ofKind(0), state.class);
        const ids = ofCode(byClass, carrier.class);
        return { ids, ranks: ids, length: ids.length, kind: state.model.classes[carrier.class - 1].kind };
      }
      case 'seat': {
        let all = seats.get(carrier.column);
        if (all === undefined) seats.set(carrier.column, all = seatsIn(state, carrier.column));
        const taken = all.filter(({ rank }) => isAvailable(state, rank, carrier.class) === true);
        return { ids: Int32Array.from(taken, ({ id }) => id), ranks: Int32Array.from(taken, ({ rank }) => rank), length: taken.length, kind: 0 };
      }
      case 'condition': return ofKinds(carrier.kinds.length === 0 ? [0] : carrier.kinds, where, times);
    }
  });

  function ofKinds(kinds: readonly number[], where: readonly Term[], times: Term | undefined): Sources {
    const lists = kinds.map((kind) => counted(kind, where, times) ?? repeated(fitting(kind, where), kind, times));
    if (lists.length === 1) return { ids: lists[0], ranks: lists[0], length: lists[0].length, kind: kinds[0] };
    const present = lists.map((list, i) => ({ list, kind: kinds[i] })).filter(({ list }) => list.length > 0);
    if (present.length === 0) return nobody;
    const ids = Int32Array.from(present.flatMap(({ list }) => [...list]));
    return { ids, ranks: ids, length: ids.length, kind: present.length === 1 ? present[0].kind : 0 };
  }

  /** Objects of a kind as often as what they refer to says; undefined where more than that is asked. */
  function counted(kind: number, where: readonly Term[], times: Term | undefined): Int32Array | undefined {
    const referred = times === undefined ? undefined : referredCount(times);
    if (times === undefined || referred === undefined || !where.every((term) => isPositive(term, times))) return undefined;
    const { ids, length } = evaluator.indexes.ofKind(kind);
    const referredTo = referencesOf(kind, referred.reference);
    const counts = state.cells[referred.count];
    const all: number[] = [];
    for (let i = 0; i < length; i++) for (let left = counts[referredTo[i]]; left >= 1; left--) all.push(ids[i]);
    return Int32Array.from(all);
  }

  /** What the objects of a kind refer to, by their place in its list; 0 for nothing. */
  function referencesOf(kind: number, column: number): Int32Array {
    const name = `${kind} ${column}`;
    let known = references.get(name);
    if (known === undefined) {
      const { ids, length } = evaluator.indexes.ofKind(kind);
      known = Int32Array.from({ length }, (_, i) => resolve(state.identity, state.cells[column][ids[i]]));
      references.set(name, known);
    }
    return known;
  }

  /** Objects of a kind of whom conditions are true, ascending. */
  function fitting(kind: number, where: readonly Term[]): Int32Array {
    const { scratch } = evaluator;
    const equal = where.find((term) => valueTest(term) !== undefined);
    const test = equal === undefined ? undefined : valueTest(equal);
    if (test !== undefined && where.length === 1) return withValue(kind, test.column, test.value);
    const flag = where.length === 1 && kind === 0 ? flagTest(where[0]) : undefined;
    if (flag !== undefined) return flagged(state.cells[flag] as Uint8Array, idLimit(state.identity));
    const mark = scratch.mark();
    const all = test === undefined ? evaluator.indexes.ofKind(kind) : listOf(withValue(kind, test.column, test.value));
    const some = scratch.codes(all.length);
    let length = 0;
    for (let i = 0; i < all.length; i++) some[length++] = all.ids[i];
    for (const term of where) if (term !== equal) length = keepWhere(evaluator, { term, wanted: 'true' }, sourceSlot, some, length, kind);
    const found = some.slice(0, length);
    scratch.release(mark);
    return found;
  }

  function withValue(kind: number, column: number, value: number): Int32Array {
    const name = `${kind} ${column}`;
    let sorted = byValue.get(name);
    if (sorted === undefined) {
      byValue.set(name, sorted = kind === 0 || state.model.columns[column].kinds[kind] === 1
        ? sortedBy(evaluator.indexes.ofKind(kind), state.cells[column] as Uint8Array)
        : { start: new Int32Array(1), ids: new Int32Array(0), limit: 0 });
    }
    return ofCode(sorted, value);
  }

  function repeated(ids: Int32Array, kind: number, times: Term | undefined): Int32Array {
    if (times === undefined || ids.length === 0) return ids;
    const { scratch } = evaluator;
    const mark = scratch.mark();
    const { numbers, absence } = evaluator.evaluate(times, rowsOver(sourceSlot, ids, ids.length, kind));
    const all: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const count = absence !== undefined && absence[i] !== 0 ? 0 : Math.trunc(numbers[i]);
      for (let copy = 0; copy < count; copy++) all.push(ids[i]);
    }
    scratch.release(mark);
    return Int32Array.from(all);
  }
}

/** `slot 0's column == value`, where the value is a word, and neither none nor what those have who lack the column. */
function valueTest({ node, args }: Term): { readonly column: number; readonly value: number } | undefined {
  if (node.op !== 'compare' || (node.data as { readonly comparison: string }).comparison !== '==') return undefined;
  const [read, constant] = args;
  const value = constantValue(constant.node);
  if (value === undefined || value === 0 || read.node.op !== 'read' || read.node.type.name !== 'enumeration' || read.args[0].node.op !== 'slot') return undefined;
  const { column, climb, absent } = read.node.data as { readonly column: number; readonly climb: boolean; readonly absent: string };
  return climb || absent === 'initial' ? undefined : { column, value };
}

/** A boolean column of slot 0 that is to be true; what lacks the column holds 0, so it must not be true of them. */
function flagTest({ node, args }: Term): number | undefined {
  if (node.op !== 'read' || node.type.name !== 'boolean' || args[0].node.op !== 'slot') return undefined;
  const { column, climb, absent } = node.data as { readonly column: number; readonly climb: boolean; readonly absent: string };
  return climb || absent === 'initial' ? undefined : column;
}

/** Ids below a limit whose cell is 1. */
function flagged(cells: Uint8Array, limit: number): Int32Array {
  const found: number[] = [];
  for (let id = cells.indexOf(1); id >= 0 && id < limit; id = cells.indexOf(1, id + 1)) found.push(id);
  return Int32Array.from(found);
}

/** `times > 0`, which those whom `times` leaves out fail anyway. */
function isPositive({ node, args }: Term, times: Term): boolean {
  return node.op === 'compare' && (node.data as { readonly comparison: string }).comparison === '>' && args[0] === times && constantValue(args[1].node) === 0;
}

/** A number of what a reference of slot 0 leads to: the columns of both; what lacks either counts as 0. */
function referredCount({ node, args }: Term): { readonly reference: number; readonly count: number } | undefined {
  const [of] = args;
  if (node.op !== 'read' || node.type.name !== 'number' || of.node.op !== 'read' || of.args[0].node.op !== 'slot') return undefined;
  const [count, reference] = [node.data, of.node.data] as { readonly column: number; readonly climb: boolean; readonly absent: string }[];
  return count.climb || reference.climb || count.absent !== 'zero' || reference.absent !== 'zero' ? undefined : { reference: reference.column, count: count.column };
}

function sortedBy({ ids, length }: IdList, codes: Int32Array | Uint8Array): ByCode {
  let limit = 0;
  for (let i = 0; i < length; i++) limit = codes[ids[i]] >= limit ? codes[ids[i]] + 1 : limit;
  const start = new Int32Array(limit + 2);
  for (let i = 0; i < length; i++) start[codes[ids[i]] + 2]++;
  for (let code = 0; code < limit; code++) start[code + 2] += start[code + 1];
  const sorted = new Int32Array(length);
  for (let i = 0; i < length; i++) sorted[start[codes[ids[i]] + 1]++] = ids[i];
  return { start, ids: sorted, limit };
}

function ofCode({ start, ids, limit }: ByCode, code: number): Int32Array {
  return code < limit ? ids.subarray(start[code], start[code + 1]) : nobody.ids;
}

function listOf(ids: Int32Array): IdList {
  return { ids, length: ids.length };
}
