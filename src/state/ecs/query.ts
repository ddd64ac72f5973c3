import { EdictError } from '../../kernel/errors.js';
import { firstAtLeast } from '../../kernel/first-at-least.js';
import { describe, isList, isObject, reading, refused } from '../../kernel/given.js';
import { idLimit } from '../../kernel/identity.js';
import type { OwnComponent } from '../../components/own.js';
import type { WorldState } from '../../components/state.js';
import { type Follower, createFollower, fact } from '../../model/stamps.js';
import { type Term, stampsOf } from './terms.js';

/** Which objects have some components, by ascending id. Answers are kept until the population changes. */

export interface Asked {
  readonly all: readonly Term[];
  readonly any: readonly Term[];
  readonly none: readonly Term[];
}

export interface Selection {
  /** Ascending. Never overwritten: a changed answer is another array. */
  ids(): Uint32Array;
}

/** bitECS marks the terms of its operators by these. */
const opType = Symbol.for('bitecs-opType');
const opTerms = Symbol.for('bitecs-opTerms');
const hierarchyType = Symbol.for('bitecs-hierarchyType');

interface Operator {
  readonly [opType]: string;
  readonly [opTerms]: readonly unknown[];
}

function isOperator(term: unknown): term is Operator {
  return isObject(term) && opType in term && opTerms in term;
}

/**
 * Reads terms with the operators of bitECS. `termOf` finds a component, and throws for what is none. Refuses what
 * bitECS answers wrongly: operators within operators, and more than one `Or`.
 */
export function readTerms(given: unknown, termOf: (term: unknown) => Term): Asked {
  return reading('the terms of a query', () => readAll(given, termOf));
}

function readAll(given: unknown, termOf: (term: unknown) => Term): Asked {
  if (!isList(given)) throw refused('the terms of a query', given, 'a list of components, such as [ship, owner]');
  const asked = { all: [] as Term[], any: [] as Term[], none: [] as Term[] };
  let alternatives = 0;
  for (const term of given) {
    if (!isOperator(term)) {
      if (isObject(term) && hierarchyType in term) throw unanswerable('Hierarchy or Cascade', 'sort the ids yourself');
      asked.all.push(termOf(term));
      continue;
    }
    const into = { And: asked.all, Or: asked.any, Not: asked.none }[term[opType]];
    if (into === undefined)
      throw unanswerable(`the operator ${describe(term[opType])}`, 'use Or, And, Not or their other names');
    if (into === asked.any && ++alternatives > 1)
      throw unanswerable('two Or, which bitECS treats as one', 'run two queries and combine the results');
    for (const inner of term[opTerms]) {
      if (isOperator(inner))
        throw unanswerable(
          `${inner[opType]} within ${term[opType]}, for which bitECS gives wrong results`,
          'write the operators side by side, or run two queries and combine the results',
        );
      into.push(termOf(inner));
    }
  }
  if (alternatives > 0 && asked.any.length === 0) throw unanswerable('an empty Or', 'name components in it');
  return asked;
}

function unanswerable(what: string, remedy: string): EdictError {
  return new EdictError('bad-query', `a query has ${what}; ${remedy}`);
}

/** Equal questions have equal keys. */
export function keyOf({ all, any, none }: Asked, numberOf: (term: Term) => number): string {
  const part = (terms: readonly Term[]) => [...new Set(terms.map(numberOf))].sort((a, b) => a - b).join();
  return `${part(all)}|${any.length === 0 ? '-' : part(any)}|${part(none)}`;
}

/** Answers of `matches`. */
const no = 0;
const yes = 1;
/** If it has one of the components that objects have one by one. */
const perhaps = 2;

/**
 * Whether objects match, by code: the kind of an object without a class, and beyond the kinds, the class. What objects
 * have one by one comes on top.
 */
interface Matcher {
  readonly matches: Uint8Array;
  /** By kind: 1 where objects may match. Undefined: that depends on the class, too. */
  readonly ofKinds: Uint8Array | undefined;
  readonly kinds: number;
  readonly all: readonly OwnComponent[];
  readonly any: readonly OwnComponent[];
  readonly none: readonly OwnComponent[];
}

function matcherFor({ model }: WorldState, { all, any, none }: Asked): Matcher {
  const kinds = model.kinds.length;
  const matches = new Uint8Array(kinds + model.classes.length + 1);
  const ownOf = (terms: readonly Term[]) => terms.flatMap(({ own }) => own ?? []);
  const own = { all: ownOf(all), any: ownOf(any), none: ownOf(none) };
  for (let code = 1; code < matches.length; code++) {
    const kind = code <= kinds ? code : model.classes[code - kinds - 1].kind;
    const has = (term: Term) => term.kinds?.[kind] === 1 || (term.class > 0 && term.class === code - kinds);
    const fixed = all.every((term) => term.own !== undefined || has(term)) && !none.some(has);
    const isSure = any.length === 0 || any.some(has);
    matches[code] = !fixed ? no : isSure ? yes : own.any.length > 0 ? perhaps : no;
  }
  const isByKind = model.classes.every(({ kind }, i) => matches[kinds + 1 + i] === matches[kind]);
  return { matches, ofKinds: isByKind ? kindsIn(matches.subarray(0, kinds + 1)) : undefined, kinds, ...own };
}

/** Also for rows that are free or worn out. */
function kindsIn(matches: Uint8Array): Uint8Array {
  const found = new Uint8Array(256);
  matches.forEach((match, kind) => (found[kind] = match === no ? 0 : 1));
  return found;
}

function isMatch({ identity, class: classes }: WorldState, matcher: Matcher, id: number): boolean {
  const code = classes[id] === 0 ? identity.kind[id] : matcher.kinds + classes[id];
  // The kind of a retired row is no kind.
  const match = matcher.matches[code];
  if (match !== yes && match !== perhaps) return false;
  const { all, any, none } = matcher;
  for (let i = 0; i < all.length; i++) if (all[i].present[id] === 0) return false;
  for (let i = 0; i < none.length; i++) if (none[i].present[id] === 1) return false;
  return match === yes || any.some(({ present }) => present[id] === 1);
}

export function createSelection(state: WorldState, asked: Asked): Selection {
  const matcher = matcherFor(state, asked);
  const follower = createFollower(state.stamps, [fact.population]);
  const stamps = [
    fact.population,
    ...new Set([...asked.all, ...asked.any, ...asked.none].flatMap((term) => stampsOf(state, term))),
  ];
  const seen = new Float64Array(stamps.length).fill(NaN);
  let ids = new Uint32Array(0);
  return {
    ids() {
      const { values } = state.stamps;
      if (stamps.every((stamp, i) => values[stamp] === seen[i])) return ids;
      const isPopulationAlone = stamps.every((stamp, i) => i === 0 || values[stamp] === seen[i]);
      const changed = changedSince(state, follower, isPopulationAlone);
      const found = changed === undefined ? scanned(state, matcher) : patched(state, matcher, ids, changed);
      if (!isEqual(found, ids)) ids = found;
      stamps.forEach((stamp, i) => (seen[i] = values[stamp]));
      return ids;
    },
  };
}

/** Undefined: a look at all rows is quicker, or it is not known. */
function changedSince({ identity }: WorldState, follower: Follower, isKnown: boolean): readonly number[] | undefined {
  const changed = follower.changed(idLimit(identity) >>> 4);
  return isKnown ? changed : undefined;
}

function scanned(state: WorldState, matcher: Matcher): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(idLimit(state.identity));
  const { all, any, none } = matcher;
  const [first, ...others] = all;
  let length = first === undefined ? matching(state, matcher, found) : matchingOf(state, matcher, first.present, found);
  for (const { present } of others) length = narrowed(found, length, present, 1);
  for (const { present } of none) length = narrowed(found, length, present, 0);
  if (any.length === 0) return found.subarray(0, length);
  return found.subarray(0, length).filter((id) => isMatch(state, matcher, id));
}

/** Those of a code that may match. Returns how many these are. */
function matching({ identity: { kind }, class: classes }: WorldState, matcher: Matcher, found: Uint32Array): number {
  const { matches, ofKinds, kinds } = matcher;
  let length = 0;
  if (ofKinds !== undefined) {
    for (let id = 1; id < found.length; id++) {
      found[length] = id;
      length += ofKinds[kind[id]];
    }
    return length;
  }
  for (let id = 1; id < found.length; id++) {
    // Writing always, and counting if it counts, needs no branch.
    found[length] = id;
    length += (matches[classes[id] === 0 ? kind[id] : kinds + classes[id]] + 1) >> 1;
  }
  return length;
}

/** The same for those that have a host component. */
function matchingOf(
  { identity: { kind }, class: classes }: WorldState,
  matcher: Matcher,
  present: Uint8Array,
  found: Uint32Array,
): number {
  const { matches, ofKinds, kinds } = matcher;
  let length = 0;
  if (ofKinds !== undefined) {
    for (let id = 1; id < found.length; id++) {
      found[length] = id;
      length += ofKinds[kind[id]] & present[id];
    }
    return length;
  }
  for (let id = 1; id < found.length; id++) {
    found[length] = id;
    length += ((matches[classes[id] === 0 ? kind[id] : kinds + classes[id]] + 1) >> 1) & present[id];
  }
  return length;
}

function isEqual(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Keeps the ids with a value, in place. Returns how many these are. */
function narrowed(ids: Uint32Array, count: number, values: Uint8Array, wanted: number): number {
  let length = 0;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    ids[length] = id;
    length += values[id] === wanted ? 1 : 0;
  }
  return length;
}

/** `changed`: in any order, with repeats. */
function patched(
  state: WorldState,
  matcher: Matcher,
  before: Uint32Array<ArrayBuffer>,
  changed: readonly number[],
): Uint32Array<ArrayBuffer> {
  const ids = Uint32Array.from(changed).sort();
  const after = new Uint32Array(before.length + ids.length);
  let [from, length] = [0, 0];
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (i > 0 && ids[i - 1] === id) continue;
    const at = firstAtLeast(before, id, from, before.length);
    after.set(before.subarray(from, at), length);
    length += at - from;
    const was = before[at] === id;
    if (isMatch(state, matcher, id)) after[length++] = id;
    from = was ? at + 1 : at;
  }
  after.set(before.subarray(from), length);
  return after.subarray(0, length + before.length - from);
}
