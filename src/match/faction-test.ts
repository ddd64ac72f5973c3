import { affiliation } from '../eval/ops/factions.js';
import { visible } from '../eval/ops/bits.js';
import { dataOf, isOf, isSlot, withoutNot } from '../eval/shape.js';
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
  const { inner, negated } = withoutNot(term);
  const isInclusive = dataOf(inner, affiliation)?.mode === 'empire-inclusive';
  if (!isInclusive && !isOf(inner, visible)) return undefined;
  const [candidate, outer] = isInclusive ? inner.args : [inner.args[1], inner.args[0]];
  if (!isSlot(candidate, slot) || (outer.free & (1 << slot)) !== 0) return undefined;
  return { looksAt: isInclusive ? 'owners' : 'observers', outer, negated };
}
