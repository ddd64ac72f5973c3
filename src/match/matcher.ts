import { kept } from '../kernel/maps.js';
import { enlarged } from '../kernel/enlarged.js';
import { fact, type Memo, columnStamp, memo } from '../model/stamps.js';
import { idLimit } from '../kernel/identity.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import type { ColumnArray } from '../kernel/arena.js';
import type { WorldState } from '../components/state.js';
import type { IdList } from '../indexes/indexes.js';
import { roomyCodes } from '../indexes/scratch.js';
import { asKnown, asRead, conjuncts, isSlot } from '../eval/node-shape.js';
import type { Term } from '../eval/term.js';
import { type OwnPlan, type Test, isTrue } from './selection-plan.js';
import { type OwnSets, keepWhere, listOf } from './sets/own-sets.js';
import { sortedPositions } from './sets/value-index.js';
import type { Candidates } from './select/candidates.js';

/**
 * Which objects fit a condition: of scopes, sources, aggregates, searches, observations and queries of the host. There
 * are two questions, each with a plan that is made once and asked often:
 *
 * - Objects by themselves: `planMatch(conditions, kind, slot)` names the access path (a list by kind, a value, a flag)
 *   and the tests that it leaves; `finder(plan)` lists the objects, ascending.
 * - Objects against others, for many rows at a time: `planSelection` (selection-plan.ts) splits a condition into gates,
 *   own tests, a generator (identity, equality, near, among) and keyed tests; `select` (select/selector.ts) answers all
 *   rows. Rows that agree in what the tests take from them share an answer.
 */

export interface MatchPlan {
  readonly slot: number;
  /** All objects of the kind and class. */
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

/** Plans conditions over the object in a slot, of a kind and a class or (0) any. */
export function planMatch(conditions: readonly Term[], kind: number, slot: number, of = 0): MatchPlan {
  const base = { kind, class: of, kinds: [], tests: [], stamps: [fact.population] };
  const all = conditions.flatMap(conjuncts);
  for (const term of all) {
    const path =
      valuePath(term, slot) ?? (kind === 0 && of === 0 && all.length === 1 ? flagPath(term, slot) : undefined);
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
  readonly finder: (plan: MatchPlan) => () => Readonly<Found>;
}

/** Objects by a code: those of code c from `start[c]` to `end[c]`, ascending. */
interface Lookup {
  readonly ids: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

export function createMatcher(evaluator: Evaluator, ownSets: OwnSets, candidates: Candidates): Matcher {
  const { state, scratch, indexes } = evaluator;
  const lookups = new Map<string, Memo<Lookup>>();
  const found: Found = { ids: none, from: 0, to: 0 };
  return {
    finder(plan) {
      const search = searchOf(plan);
      const { base, slot, tests } = plan;
      return tests.length === 0
        ? search
        : () => {
            search();
            return keepFitting(base.kind, slot, tests);
          };
    },
  };

  function searchOf(plan: MatchPlan): () => Found {
    const { path, base } = plan;
    if (path.by === 'kind') return () => put(listOf(indexes, base));
    if (path.by === 'value') {
      const lookup = lookupOf(plan, path.value);
      return () => putOfCode(lookup.get(), path.code);
    }
    const { column } = path;
    const flagged = memo(state.stamps, [fact.population, columnStamp(column)], (before: Flagged | undefined) =>
      listFlagged(state, column, before),
    );
    return () => put(flagged.get());
  }

  function put({ ids, length }: IdList): Found {
    found.ids = ids;
    found.from = 0;
    found.to = length;
    return found;
  }

  function putOfCode({ ids, start, end }: Lookup, code: number): Found {
    found.ids = ids;
    found.from = code < start.length ? start[code] : 0;
    found.to = code < start.length ? end[code] : 0;
    return found;
  }

  /** Shared by all plans that look for the same value of objects of a kind. */
  function lookupOf({ base, slot }: MatchPlan, value: Term): Memo<Lookup> {
    return kept(lookups, `${base.kind} ${base.class} ${slot} ${value.id}`, () =>
      memo<Lookup>(state.stamps, [fact.population, ...value.stamps], (before) => {
        const set = ownSets.of(base, slot);
        const { start, end, positions } = sortedPositions(candidates.byValue(value, set, slot));
        const ids = roomyCodes(before?.ids, set.length);
        for (let i = 0; i < set.length; i++) ids[i] = set.ids[positions[i]];
        return { ids, start, end };
      }),
    );
  }

  function keepFitting(kind: number, slot: number, tests: readonly Test[]): Found {
    const { ids, from, to } = found;
    const some = scratch.codes(to - from);
    for (let i = from; i < to; i++) some[i - from] = ids[i];
    let length = to - from;
    for (let i = 0; i < tests.length; i++) length = keepWhere(evaluator, tests[i], slot, some, length, kind);
    return put({ ids: some, length });
  }
}

/** Ids whose cell is 1. */
interface Flagged extends IdList {
  readonly cells: ColumnArray;
  /** The same cells, four to a word, since most are 0 and there may be hundreds of flags. */
  readonly words: Int32Array;
}

function listFlagged(state: WorldState, column: number, before: Flagged | undefined): Flagged {
  const cells = state.cells[column];
  const words = before?.cells === cells ? before.words : wordsOf(cells);
  const limit = idLimit(state.identity);
  const whole = Math.min(words.length, limit >>> 2);
  let ids = roomyCodes(before?.ids, 4);
  let length = 0;
  for (let word = 0; word < whole; word++) {
    if (words[word] === 0) continue;
    if (ids.length < length + 4) ids = enlarged(ids, 2 * ids.length);
    for (let id = 4 * word; id < 4 * word + 4; id++) if (cells[id] === 1) ids[length++] = id;
  }
  for (let id = 4 * whole; id < limit; id++) {
    if (ids.length === length) ids = enlarged(ids, 2 * ids.length);
    if (cells[id] === 1) ids[length++] = id;
  }
  return { cells, words, ids, length };
}

function wordsOf(cells: ColumnArray): Int32Array {
  return cells.byteOffset % 4 === 0 ? new Int32Array(cells.buffer, cells.byteOffset, cells.byteLength >>> 2) : none;
}

const none = new Int32Array(0);
