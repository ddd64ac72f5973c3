import { isAvailable } from '../../components/availability.js';
import { idLimit, resolve } from '../../kernel/identity.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot } from '../../ir/node.js';
import { kindOfCarrier } from '../../ir/rule.js';
import type { CarrierPlan } from '../pass-plan.js';
import type { Term } from '../../eval/term.js';
import { keepWhere } from '../../match/sets/own-sets.js';
import { type Source, seatsIn } from '../../meaning/sources.js';
import type { Scratch } from '../../indexes/scratch.js';
import type { IdList } from '../../indexes/indexes.js';
import { copyCodes } from './amounts.js';
import { asComparison, asKnown, asRead, constantValue, isSlot } from '../../eval/shape.js';

/** Sources of carrier c are in `lists[c]` from `from[c]` to `to[c]`, in firing order. */
export interface Sources {
  readonly lists: Int32Array[];
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The kind of all; 0: several. */
  readonly kinds: Int32Array;
  /** Ranks by place in the list, where they are not the ids. */
  readonly ranks: (Int32Array | undefined)[];
}

/** Finds the present sources of all carriers, lent from scratch memory until the next call. */
export type CarrierLists = () => Sources;

type Finder = (carrier: number) => void;

const nobody = new Int32Array(0);

/**
 * Finds sources of carriers, for those of one class or value together. Conditions are analysed once, before any pass.
 */
export function createCarrierLists(evaluator: Evaluator, carriers: readonly CarrierPlan[]): CarrierLists {
  const { state, scratch, indexes } = evaluator;
  const sources: Sources = {
    lists: carriers.map(() => nobody),
    from: new Int32Array(carriers.length),
    to: new Int32Array(carriers.length),
    kinds: Int32Array.from(carriers, ({ carrier }) => kindOfCarrier(state.model, carrier)),
    ranks: carriers.map(() => undefined),
  };
  const site: Site = {
    evaluator,
    state,
    scratch,
    indexes,
    sources,
    tables: new Map(),
    references: new Map(),
    seats: new Map(),
  };
  const finders = carriers.map((carrier) => finderOf(site, carrier));
  return () => {
    for (const kept of [site.tables, site.references, site.seats]) for (const table of kept.values()) table.forget();
    for (let i = 0; i < finders.length; i++) finders[i](i);
    return sources;
  };
}

interface Site extends Pick<Evaluator, 'state' | 'scratch' | 'indexes'> {
  readonly evaluator: Evaluator;
  readonly sources: Sources;
  readonly tables: Map<string, Table<ByCode>>;
  readonly references: Map<string, Table<Int32Array>>;
  readonly seats: Map<number, Table<readonly Source[]>>;
}

function put(sources: Sources, carrier: number, list: Int32Array, from: number, to: number): void {
  sources.lists[carrier] = list;
  sources.from[carrier] = from;
  sources.to[carrier] = to;
}

function putOfCode(sources: Sources, carrier: number, { start, ids, limit }: ByCode, code: number): void {
  if (code < limit) put(sources, carrier, ids, start[code], start[code + 1]);
  else put(sources, carrier, nobody, 0, 0);
}

function finderOf(site: Site, { carrier, where, times }: CarrierPlan): Finder {
  switch (carrier.by) {
    case 'class': {
      const { state, scratch, indexes, tables, sources } = site;
      const byClass = keep(tables, 'class', () => sortedBy(indexes.ofKind(0), state.class, scratch));
      return (number) => {
        putOfCode(sources, number, byClass.get(), carrier.class);
      };
    }
    case 'seat':
      return seatFinder(site, carrier.class, carrier.column);
    case 'condition':
      return carrier.kinds.length > 1
        ? severalFinder(site, carrier.kinds, where, times)
        : conditionFinder(site, carrier.kinds[0] ?? 0, where, times);
  }
}

function seatFinder(site: Site, classIndex: number, column: number): Finder {
  const { state, scratch, sources, seats } = site;
  const seated = keep(seats, column, () => seatsIn(state, column));
  return (carrier) => {
    const all = seated.get();
    const ids = scratch.codes(all.length);
    const ranks = scratch.codes(all.length);
    let length = 0;
    for (const { id, rank } of all) {
      if (isAvailable(state, rank, classIndex) !== true) continue;
      ids[length] = id;
      ranks[length++] = rank;
    }
    put(sources, carrier, ids, 0, length);
    sources.ranks[carrier] = ranks;
  };
}

function severalFinder(site: Site, kinds: readonly number[], where: readonly Term[], times: Term | undefined): Finder {
  const { scratch, sources } = site;
  const parts = kinds.map((kind) => conditionFinder(site, kind, where, times));
  return (carrier) => {
    const found = kinds
      .map((kind, i) => {
        parts[i](carrier);
        return { kind, ids: sources.lists[carrier].subarray(sources.from[carrier], sources.to[carrier]) };
      })
      .filter(({ ids }) => ids.length > 0);
    const all = scratch.codes(found.reduce((sum, { ids }) => sum + ids.length, 0));
    let length = 0;
    for (const { ids } of found) {
      all.set(ids, length);
      length += ids.length;
    }
    put(sources, carrier, all, 0, length);
    sources.kinds[carrier] = found.length === 1 ? found[0].kind : 0;
  };
}

function conditionFinder(site: Site, kind: number, where: readonly Term[], times: Term | undefined): Finder {
  const referred = times === undefined ? undefined : referredCount(times);
  if (times !== undefined && referred !== undefined && where.every((term) => isPositive(term, times)))
    return countFinder(site, kind, referred.reference, referred.count);
  const fitting = fittingFinder(site, kind, where);
  return times === undefined
    ? fitting
    : (carrier) => {
        fitting(carrier);
        repeat(site, carrier, kind, times);
      };
}

/** Objects of a kind, each as often as a column of the object that they refer to says. */
function countFinder(site: Site, kind: number, reference: number, count: number): Finder {
  const { state, scratch, indexes, sources, references } = site;
  const referredTo = keep(references, `${kind} ${reference}`, () => {
    const { ids, length } = indexes.ofKind(kind);
    const found = scratch.codes(length);
    for (let i = 0; i < length; i++) found[i] = resolve(state.identity, state.cells[reference][ids[i]]);
    return found;
  });
  return (carrier) => {
    const { ids, length } = indexes.ofKind(kind);
    const to = referredTo.get();
    const counts = state.cells[count];
    let most = 0;
    for (let i = 0; i < length; i++) most += Math.max(0, Math.trunc(counts[to[i]]));
    const all = scratch.codes(most);
    let used = 0;
    for (let i = 0; i < length; i++) for (let left = counts[to[i]]; left >= 1; left--) all[used++] = ids[i];
    put(sources, carrier, all, 0, used);
  };
}

/** Ascending. */
function fittingFinder(site: Site, kind: number, where: readonly Term[]): Finder {
  const { indexes, sources } = site;
  const equal = where.find((term) => valueTest(term) !== undefined);
  const test = equal === undefined ? undefined : valueTest(equal);
  const rest = where.filter((term) => term !== equal);
  if (test !== undefined) {
    const table = valueTable(site, kind, test.column);
    if (table === undefined)
      return (carrier) => {
        put(sources, carrier, nobody, 0, 0);
      };
    const ofValue: Finder = (carrier) => {
      putOfCode(sources, carrier, table.get(), test.value);
    };
    return rest.length === 0
      ? ofValue
      : (carrier) => {
          ofValue(carrier);
          keepFitting(site, carrier, kind, rest);
        };
  }
  const flag = where.length === 1 && kind === 0 ? flagTest(where[0]) : undefined;
  if (flag !== undefined) return flagFinder(site, flag);
  return (carrier) => {
    const { ids, length } = indexes.ofKind(kind);
    put(sources, carrier, ids, 0, length);
    if (rest.length > 0) keepFitting(site, carrier, kind, rest);
  };
}

/** Objects of a kind by a word; undefined where none has the column. */
function valueTable(site: Site, kind: number, column: number): Table<ByCode> | undefined {
  const { state, scratch, indexes, tables } = site;
  if (kind !== 0 && state.model.columns[column].kinds[kind] !== 1) return undefined;
  return keep(tables, `${kind} ${column}`, () =>
    sortedBy(indexes.ofKind(kind), state.cells[column] as Uint8Array, scratch),
  );
}

function keepFitting(site: Site, carrier: number, kind: number, where: readonly Term[]): void {
  const { evaluator, scratch, sources } = site;
  const [from, to] = [sources.from[carrier], sources.to[carrier]];
  const some = scratch.codes(to - from);
  copyCodes(sources.lists[carrier], from, to, some, 0);
  let length = to - from;
  for (const term of where) length = keepWhere(evaluator, { term, wanted: 'true' }, sourceSlot, some, length, kind);
  put(sources, carrier, some, 0, length);
}

/** Ids whose cell is 1. */
function flagFinder(site: Site, column: number): Finder {
  const { state, scratch, sources } = site;
  let cells: Uint8Array = new Uint8Array(0);
  let words: Int32Array = new Int32Array(0);
  return (carrier) => {
    if (cells !== state.cells[column]) {
      cells = state.cells[column] as Uint8Array;
      words =
        cells.byteOffset % 4 === 0
          ? new Int32Array(cells.buffer, cells.byteOffset, cells.length >>> 2)
          : new Int32Array(0);
    }
    const found = listFlagged(cells, words, idLimit(state.identity));
    const list = scratch.codes(found.length);
    for (let i = 0; i < found.length; i++) list[i] = found[i];
    put(sources, carrier, list, 0, found.length);
  };
}

function repeat(site: Site, carrier: number, kind: number, times: Term): void {
  const { evaluator, scratch, sources } = site;
  const [from, to] = [sources.from[carrier], sources.to[carrier]];
  if (to === from) return;
  const some = scratch.codes(to - from);
  copyCodes(sources.lists[carrier], from, to, some, 0);
  const { numbers, absence } = evaluator.evaluate(times, rowsOver(sourceSlot, some, to - from, kind));
  const all: number[] = [];
  for (let i = 0; i < to - from; i++) {
    const count = absence !== undefined && absence[i] !== 0 ? 0 : Math.trunc(numbers[i]);
    for (let copy = 0; copy < count; copy++) all.push(some[i]);
  }
  put(sources, carrier, Int32Array.from(all), 0, all.length);
}

/** Shared by several carriers, made on first use. */
interface Table<T> {
  get(): T;
  forget(): void;
}

function keep<Name, T>(tables: Map<Name, Table<T>>, name: Name, make: () => T): Table<T> {
  const known = tables.get(name);
  if (known !== undefined) return known;
  let made: T | undefined;
  const table: Table<T> = {
    get: () => (made ??= make()),
    forget: () => {
      made = undefined;
    },
  };
  tables.set(name, table);
  return table;
}

/**
 * Ids below a limit whose cell is 1. `words`: the same cells, four to a word, since most are 0 and hundreds of flags
 * are scanned in a turn.
 */
function listFlagged(cells: Uint8Array, words: Int32Array, limit: number): readonly number[] {
  const found: number[] = [];
  const whole = Math.min(words.length, limit >>> 2);
  for (let word = 0; word < whole; word++) {
    if (words[word] === 0) continue;
    for (let id = 4 * word; id < 4 * word + 4; id++) if (cells[id] === 1) found.push(id);
  }
  for (let id = 4 * whole; id < limit; id++) if (cells[id] === 1) found.push(id);
  return found;
}

/** Objects of code c from `start[c]` to `start[c + 1]`, ascending. Lent from scratch memory. */
interface ByCode {
  readonly start: Int32Array;
  readonly ids: Int32Array;
  readonly limit: number;
}

/** Sorts ids by code. Counting sort: linear in the list and the largest code. */
function sortedBy({ ids, length }: IdList, codes: Int32Array | Uint8Array, scratch: Scratch): ByCode {
  let limit = 0;
  for (let i = 0; i < length; i++) limit = codes[ids[i]] >= limit ? codes[ids[i]] + 1 : limit;
  const start = scratch.codes(limit + 2);
  start.fill(0, 0, limit + 2);
  for (let i = 0; i < length; i++) start[codes[ids[i]] + 2]++;
  for (let code = 0; code < limit; code++) start[code + 2] += start[code + 1];
  const sorted = scratch.codes(length);
  for (let i = 0; i < length; i++) sorted[start[codes[ids[i]] + 1]++] = ids[i];
  return { start, ids: sorted, limit };
}

/** Analysis of a carrier's conditions without any object. */

/** `slot 0's column == value`, for a word that is neither none nor the default of objects without the column. */
function valueTest(term: Term): { readonly column: number; readonly value: number } | undefined {
  const known = asKnown(term);
  if (known === undefined || known.value === 0 || known.of.type.name !== 'enumeration') return undefined;
  const column = columnOfOwn(known.of);
  return column === undefined ? undefined : { column, value: known.value };
}

/** A boolean column of slot 0; objects without it hold 0 and must not pass. */
function flagTest(term: Term): number | undefined {
  return term.type.name === 'boolean' ? columnOfOwn(term) : undefined;
}

/** The column read of slot 0, unless objects without it count as its initial value. */
function columnOfOwn(term: Term): number | undefined {
  const read = asRead(term);
  return read === undefined || read.climb || read.absent === 'initial' || !isSlot(term.args[0])
    ? undefined
    : read.column;
}

/** `times > 0`, which objects left out by `times` fail anyway. */
function isPositive(term: Term, times: Term): boolean {
  const compared = asComparison(term);
  return compared?.comparison === '>' && compared.left === times && constantValue(compared.right) === 0;
}

/** A number read through a reference of slot 0: both columns; a missing one counts as 0. */
function referredCount(term: Term): { readonly reference: number; readonly count: number } | undefined {
  const [of] = term.args;
  const count = asRead(term);
  const reference = count && asRead(of);
  if (count === undefined || reference === undefined || term.type.name !== 'number' || !isSlot(of.args[0]))
    return undefined;
  return count.climb || reference.climb || count.absent !== 'zero' || reference.absent !== 'zero'
    ? undefined
    : { reference: reference.column, count: count.column };
}
