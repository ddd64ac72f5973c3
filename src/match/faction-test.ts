import type { Term } from '../eval/term.js';

/**
 * A test that only asks whether the factions of the candidate (those that own it, or those that own or see it) and
 * those of an outer object meet. Such tests are answered for all factions in one look at each candidate.
 */
export interface FactionTest {
  readonly looksAt: 'owners' | 'observers';
  /** The outer object whose factions are meant. */
  readonly outer: Term;
  /** An odd number of negations stands before it. */
  readonly negated: boolean;
}

/** Reads a term as such a test; undefined where it is another. */
export function factionTestOf(term: Term, slot: number): FactionTest | undefined {
  let [at, negated] = [term, false];
  while (at.node.op === 'not') [at, negated] = [at.args[0], !negated];
  const isInclusive =
    at.node.op === 'affiliation' && (at.node.data as { readonly mode: string }).mode === 'empire-inclusive';
  if (!isInclusive && at.node.op !== 'visible') return undefined;
  const [candidate, outer] = isInclusive ? at.args : [at.args[1], at.args[0]];
  const bit = 1 << slot;
  if (candidate.node.op !== 'slot' || candidate.free !== bit || (outer.free & bit) !== 0) return undefined;
  return { looksAt: isInclusive ? 'owners' : 'observers', outer, negated };
}
