import { asApplied, asKnown, decidingValue, isSlot, sortOf } from '../eval/shape.js';
import type { Term } from '../eval/term.js';

/**
 * The kinds of which the object in a slot must be for a condition to be true, ascending; undefined where the condition
 * does not say.
 */
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
  return known !== undefined && sortOf(known.of) === 'kind' && isSlot(known.of.args[0], slot)
    ? [known.value]
    : undefined;
}

/** The kinds that all demands leave over which there are; undefined where there is none. */
export function commonKinds(demands: readonly (readonly number[] | undefined)[]): readonly number[] | undefined {
  const [first, ...others] = demands.filter((demand) => demand !== undefined);
  return others.reduce<readonly number[] | undefined>(
    (common, demand) => common?.filter((kind) => demand.includes(kind)),
    first,
  );
}
