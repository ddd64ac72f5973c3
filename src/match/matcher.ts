import { fact, type Memo, columnStamp, memo } from '../model/stamps.js';
import { idLimit } from '../kernel/identity.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import type { WorldState } from '../components/state.js';
import type { IdList } from '../indexes/indexes.js';
import { roomyCodes } from '../indexes/scratch.js';
import { asKnown, asRead, conjuncts, isSlot } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import { type OwnPlan, type Test, isTrue } from './selection-plan.js';
import { type OwnSets, keepWhere } from './sets/own-sets.js';
import { type ValueIndex, sortedPositions } from './sets/value-index.js';
import type { Candidates } from './select/candidates.js';

/**
 * Which objects fit a condition. There are two questions, each with a plan that is made once and asked often:
 *
 * - Objects by themselves: `planMatch(conditions, kind, slot)` names the access path (a list by kind, a value, a flag)
 *   and the tests that it leaves; `find(plan)` lists the objects, ascending.
 * - Objects against others, for many rows at a time: `planSelection` (selection-plan.ts) splits a condition into gates,
 *   own tests, a generator (identity, equality, near, among) and keyed tests; `select` (select/selector.ts) answers all
 *   rows. Rows that agree in what the tests take from them share an answer.
 */

export interface MatchPlan {
  readonly slot: number;
  /** All objects of the kind. */
  readonly base: OwnPlan;
  readonly path:
    | { readonly by: 'kind' }
    /** A value of the object is this code. */
    | { readonly by: 'value'; readonly value: Term; readonly code: number }
    /** A boolean column is 1. */
    | { readonly by: 'flag'; readonly column: number };
  /** Those left by the path. */
  readonly tests: readonly Test[];
}

/** Plans conditions over the object in a slot, of a kind or (0) any. */
export function planMatch(conditions: readonly Term[], kind: number, slot: number): MatchPlan {
  const base = { kind, class: 0, kinds: [], tests: [], stamps: [fact.population] };
  const all = conditions.flatMap(conjuncts);
  for (const term of all) {
    const path = valuePath(term, slot) ?? (kind === 0 && all.length === 1 ? flagPath(term, slot) : undefined);
    if (path !== undefined) return { slot, base, path, tests: all.filter((other) => other !== term).map(isTrue) };
  }
  return { slot, base, path: { by: 'kind' }, tests: all.map(isTrue) };
}

function valuePath(term: Term, slot: number): MatchPlan['path'] | undefined {
  const known = asKnown(term);
  if (known === undefined || term.draws || known.of.free !== 1 << slot || known.of.type.name === 'number')
    return undefined;
  return asRead(known.of) === undefined ? undefined : { by: 'value', value: known.of, code: known.value };
}

/** Objects without the column hold 0 and must not pass. */
function flagPath(term: Term, slot: number): MatchPlan['path'] | undefined {
  const read = term.type.name === 'boolean' ? asRead(term) : undefined;
  return read === undefined || read.climb || read.absent === 'initial' || !isSlot(term.args[0], slot)
    ? undefined
    : { by: 'flag', column: read.column };
}

/** Objects from `from` to before `to`; valid until the next search, the list until the caller's mark is released. */
export interface Found {
  ids: Int32Array;
  from: number;
  to: number;
}

export interface Matcher {
  find(plan: MatchPlan): Readonly<Found>;
}

/** The objects of a value index by code, made again with it. */
interface Lookup {
  index: ValueIndex | undefined;
  ids: Int32Array;
}

export function createMatcher(evaluator: Evaluator, ownSets: OwnSets, candidates: Candidates): Matcher {
  const { state, scratch, indexes } = evaluator;
  const lookups = new Map<OwnPlan['kind'], Map<Term, Lookup>>();
  const flags = new Map<number, Memo<IdList>>();
  const found: Found = { ids: new Int32Array(0), from: 0, to: 0 };
  return {
    find(plan) {
      const { path, base, tests, slot } = plan;
      if (path.by === 'value') findValue(base, slot, path.value, path.code);
      else put(path.by === 'flag' ? flagged(path.column) : indexes.ofKind(base.kind));
      if (tests.length > 0) keepFitting(base.kind, slot, tests);
      return found;
    },
  };

  function put({ ids, length }: IdList): void {
    found.ids = ids;
    found.from = 0;
    found.to = length;
  }

  function findValue(base: OwnPlan, slot: number, value: Term, code: number): void {
    const set = ownSets.of(base, slot);
    const index = candidates.byValue(value, set, slot);
    const { start, end, positions } = sortedPositions(index);
    const lookup = lookupOf(base.kind, value);
    if (lookup.index !== index) {
      lookup.ids = roomyCodes(lookup.ids, set.length);
      for (let i = 0; i < set.length; i++) lookup.ids[i] = set.ids[positions[i]];
      lookup.index = index;
    }
    found.ids = lookup.ids;
    found.from = code < start.length ? start[code] : 0;
    found.to = code < start.length ? end[code] : 0;
  }

  function lookupOf(kind: number, value: Term): Lookup {
    let ofKind = lookups.get(kind);
    if (ofKind === undefined) lookups.set(kind, (ofKind = new Map<Term, Lookup>()));
    let lookup = ofKind.get(value);
    if (lookup === undefined) ofKind.set(value, (lookup = { index: undefined, ids: new Int32Array(0) }));
    return lookup;
  }

  function flagged(column: number): IdList {
    let list = flags.get(column);
    if (list === undefined)
      flags.set(
        column,
        (list = memo(state.stamps, [fact.population, columnStamp(column)], () => listFlagged(state, column))),
      );
    return list.get();
  }

  function keepFitting(kind: number, slot: number, tests: readonly Test[]): void {
    const { ids, from, to } = found;
    const some = scratch.codes(to - from);
    for (let i = from; i < to; i++) some[i - from] = ids[i];
    let length = to - from;
    for (const test of tests) length = keepWhere(evaluator, test, slot, some, length, kind);
    put({ ids: some, length });
  }
}

/** Ids whose cell is 1: four cells at a time, since most are 0 and there may be hundreds of flags. */
function listFlagged(state: WorldState, column: number): IdList {
  const cells = state.cells[column];
  const found: number[] = [];
  const limit = idLimit(state.identity);
  const words = cells.byteOffset % 4 === 0 ? new Int32Array(cells.buffer, cells.byteOffset, cells.length >>> 2) : none;
  const whole = Math.min(words.length, limit >>> 2);
  for (let word = 0; word < whole; word++) {
    if (words[word] === 0) continue;
    for (let id = 4 * word; id < 4 * word + 4; id++) if (cells[id] === 1) found.push(id);
  }
  for (let id = 4 * whole; id < limit; id++) if (cells[id] === 1) found.push(id);
  return { ids: Int32Array.from(found), length: found.length };
}

const none = new Int32Array(0);
