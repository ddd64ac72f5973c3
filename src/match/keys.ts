import { operationOf } from '../eval/make-node.js';
import type { Projection } from '../eval/operation.js';
import type { Term } from '../eval/term.js';
import {
  asApplied,
  asKnown,
  dataOf,
  decidingValue,
  isOf,
  isSlot,
  kindOrClass,
  withoutNot,
} from '../eval/node-shape.js';
import { affiliation } from '../eval/ops/affiliations.js';
import { visible } from '../eval/ops/bit-tests.js';

/**
 * What a test takes from outer objects: the value of a term, or only its place, or its factions; or the object in a
 * slot itself.
 */
export type Key =
  | { readonly text: string; readonly of: 'term'; readonly term: Term; readonly projection: Projection | undefined }
  | { readonly text: string; readonly of: 'slot'; readonly slot: number };

export function termKey(term: Term, projection?: Projection): Key {
  return { text: `term ${term.id} ${projection ?? ''}`, of: 'term', term, projection };
}

/** The objects in slots, given as bits. */
export function slotKeys(slots: number): readonly Key[] {
  const keys: Key[] = [];
  for (let slot = 0; slots >>> slot !== 0; slot++)
    if (((slots >>> slot) & 1) === 1) keys.push({ text: `slot ${slot}`, of: 'slot', slot });
  return keys;
}

export function distinct(keys: readonly Key[]): readonly Key[] {
  return [...new Map(keys.map((key) => [key.text, key])).values()];
}

/** The largest parts of a test that depend on outer objects alone. Objects that agree in them get the same answer. */
export function keysOf(term: Term, slot: number): readonly Key[] {
  const keys = new Map<string, Key>();
  collect(term, undefined, term.free & ~(1 << slot), keys, new Set());
  return [...keys.values()];
}

/** `known` holds visited parts: repeated expressions are one term. */
function collect(
  term: Term,
  projection: Projection | undefined,
  outer: number,
  keys: Map<string, Key>,
  known: Set<Term>,
): void {
  const taken = term.free & outer;
  if (taken === 0) return;
  if ((term.free & ~outer) === 0 && !term.draws) {
    const key = termKey(term, projection);
    keys.set(key.text, key);
    return;
  }
  // A part that is no key gives the same keys through every projection.
  if (known.has(term)) return;
  known.add(term);
  const operation = operationOf(term);
  // An operation that reads slots itself sees the objects.
  for (const key of slotKeys((operation.slots?.(term.data) ?? 0) & outer)) keys.set(key.text, key);
  term.args.forEach((arg, i) => {
    collect(arg, operation.projection?.(term.data, i), outer, keys, known);
  });
}

/** The kinds that a condition demands of the object in a slot, ascending; undefined: any. */
export function kindsDemanded(term: Term, slot: number): readonly number[] | undefined {
  const applied = asApplied(term);
  if (applied !== undefined) return kindsDemanded(applied, slot);
  const deciding = decidingValue(term);
  if (deciding !== undefined) {
    const parts = term.args.map((arg) => kindsDemanded(arg, slot));
    if (deciding === 0) return commonKinds(parts);
    return parts.includes(undefined)
      ? undefined
      : [...new Set(parts.flatMap((part) => part ?? []))].sort((a, b) => a - b);
  }
  const known = asKnown(term);
  return known !== undefined && kindOrClass(known.of) === 'kind' && isSlot(known.of.args[0], slot)
    ? [known.value]
    : undefined;
}

/** The kinds common to all demands; undefined where there is no demand. */
export function commonKinds(demands: readonly (readonly number[] | undefined)[]): readonly number[] | undefined {
  const [first, ...others] = demands.filter((demand) => demand !== undefined);
  return others.reduce<readonly number[] | undefined>(
    (common, demand) => common?.filter((kind) => demand.includes(kind)),
    first,
  );
}

/**
 * A test whether factions of the candidate (owners, or owners and observers) and of an outer object meet: answered for
 * all factions in one look at each candidate.
 */
export interface FactionTest {
  readonly looksAt: 'owners' | 'observers';
  readonly outer: Term;
  /** An odd number of negations precedes it. */
  readonly negated: boolean;
}

export function factionTestOf(term: Term, slot: number): FactionTest | undefined {
  const { inner, negated } = withoutNot(term);
  const isInclusive = dataOf(inner, affiliation)?.mode === 'empire-inclusive';
  if (!isInclusive && !isOf(inner, visible)) return undefined;
  const [candidate, outer] = isInclusive ? inner.args : [inner.args[1], inner.args[0]];
  if (!isSlot(candidate, slot) || (outer.free & (1 << slot)) !== 0) return undefined;
  return { looksAt: isInclusive ? 'owners' : 'observers', outer, negated };
}
