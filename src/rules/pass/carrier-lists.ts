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
import { asComparison, asKnown, asRead, constantValue, isSlot } from '../../eval/shape.js';

/**
 * Sources of carriers, by carrier: those of carrier c lie in `lists[c]` from `from[c]` to `to[c]`, in the order in
 * which they fire.
 */
export interface Sources {
  readonly lists: Int32Array[];
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** One kind of all, 0 where they differ. */
  readonly kinds: Int32Array;
  /** Ranks of sources at their places in the list, where they are not the ids. */
  readonly ranks: (Int32Array | undefined)[];
}

export interface CarrierLists {
  /** The sources of all carriers at this moment. They are lent from the scratch memory and hold until the next call. */
  find(): Sources;
}

/** Notes the sources of one carrier. */
type Finder = (carrier: number) => void;

const nobody = new Int32Array(0);

/**
 * Finds sources of carriers, for those of one class or of one value all at once. What a carrier asks is looked at once,
 * before any pass.
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
  return {
    find() {
      for (const kept of [site.tables, site.references, site.seats]) for (const table of kept.values()) table.forget();
      for (let i = 0; i < finders.length; i++) finders[i](i);
      return sources;
    },
  };
}

/** What the finders of all carriers share. */
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

/** Kind after kind. */
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

/** Objects of a kind as often as what they refer to says. */
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

/** Objects of a kind of whom conditions are true, ascending. */
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

/** Objects of a kind by a word that they hold; undefined where none of them holds it. */
function valueTable(site: Site, kind: number, column: number): Table<ByCode> | undefined {
  const { state, scratch, indexes, tables } = site;
  if (kind !== 0 && state.model.columns[column].kinds[kind] !== 1) return undefined;
  return keep(tables, `${kind} ${column}`, () =>
    sortedBy(indexes.ofKind(kind), state.cells[column] as Uint8Array, scratch),
  );
}

/** Leaves a carrier those of whom conditions are true. */
function keepFitting(site: Site, carrier: number, kind: number, where: readonly Term[]): void {
  const { evaluator, scratch, sources } = site;
  const [from, to] = [sources.from[carrier], sources.to[carrier]];
  const some = scratch.codes(to - from);
  copyIds(sources.lists[carrier], from, to, some, 0);
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

/** Each source of a carrier as often as a term says. */
function repeat(site: Site, carrier: number, kind: number, times: Term): void {
  const { evaluator, scratch, sources } = site;
  const [from, to] = [sources.from[carrier], sources.to[carrier]];
  if (to === from) return;
  const some = scratch.codes(to - from);
  copyIds(sources.lists[carrier], from, to, some, 0);
  const { numbers, absence } = evaluator.evaluate(times, rowsOver(sourceSlot, some, to - from, kind));
  const all: number[] = [];
  for (let i = 0; i < to - from; i++) {
    const count = absence !== undefined && absence[i] !== 0 ? 0 : Math.trunc(numbers[i]);
    for (let copy = 0; copy < count; copy++) all.push(some[i]);
  }
  put(sources, carrier, Int32Array.from(all), 0, all.length);
}

/** What several carriers use, made when the first of them asks for it. */
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
 * Ids below a limit whose cell is 1. `words`: the same cells, four to a word; most of them are 0, and hundreds of flags
 * are looked through in a turn.
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

/** Copies part of a list to `into`, from `at` on. */
export function copyIds(list: Int32Array, first: number, end: number, into: Int32Array, at: number): void {
  for (let i = first; i < end; i++) into[at + i - first] = list[i];
}

/**
 * Objects sorted by a code: those of code c lie from `start[c]` to `start[c + 1]`, ascending. Lent from scratch memory.
 */
interface ByCode {
  readonly start: Int32Array;
  readonly ids: Int32Array;
  readonly limit: number;
}

/** Sorts a list of ids by a code of each. Counting sort: linear in the list and the largest code. */
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

/** What can be seen of a carrier's conditions before any object is looked at. */

/** `slot 0's column == value`, where the value is a word, and neither none nor what those have who lack the column. */
function valueTest(term: Term): { readonly column: number; readonly value: number } | undefined {
  const known = asKnown(term);
  if (known === undefined || known.value === 0 || known.of.type.name !== 'enumeration') return undefined;
  const column = columnOfOwn(known.of);
  return column === undefined ? undefined : { column, value: known.value };
}

/** A boolean column of slot 0 that is to be true; what lacks the column holds 0, so it must not be true of them. */
function flagTest(term: Term): number | undefined {
  return term.type.name === 'boolean' ? columnOfOwn(term) : undefined;
}

/** The column that is read of slot 0, where what lacks it is not taken for what it is initially. */
function columnOfOwn(term: Term): number | undefined {
  const read = asRead(term);
  return read === undefined || read.climb || read.absent === 'initial' || !isSlot(term.args[0])
    ? undefined
    : read.column;
}

/** `times > 0`, which those whom `times` leaves out fail anyway. */
function isPositive(term: Term, times: Term): boolean {
  const compared = asComparison(term);
  return compared?.comparison === '>' && compared.left === times && constantValue(compared.right) === 0;
}

/** A number of what a reference of slot 0 leads to: the columns of both; what lacks either counts as 0. */
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
