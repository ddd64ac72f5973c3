import type { Comparison } from '../kernel/comparison.js';
import { constantValue } from '../eval/simplify.js';
import type { Term } from '../eval/term.js';

/**
 * The kinds of which the object in a slot must be for a condition to be true, ascending; undefined where the condition
 * does not say.
 */
export function kindsDemanded({ node, args }: Term, slot: number): readonly number[] | undefined {
  switch (node.op) {
    case 'applies':
      return kindsDemanded(args[0], slot);
    case 'and':
      return commonKinds(args.map((arg) => kindsDemanded(arg, slot)));
    case 'or': {
      const parts = args.map((arg) => kindsDemanded(arg, slot));
      return parts.includes(undefined)
        ? undefined
        : [...new Set(parts.flatMap((part) => part ?? []))].sort((a, b) => a - b);
    }
    case 'compare': {
      const [
        {
          node: subject,
          args: [of],
        },
        constant,
      ] = args;
      const kind = constantValue(constant.node);
      const isOfSlot = subject.op === 'kindOf' && of.node.op === 'slot' && of.free === 1 << slot;
      return isOfSlot && kind !== undefined && (node.data as { readonly comparison: Comparison }).comparison === '=='
        ? [kind]
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The kinds that all demands leave over which there are; undefined where there is none. */
export function commonKinds(demands: readonly (readonly number[] | undefined)[]): readonly number[] | undefined {
  const [first, ...others] = demands.filter((demand) => demand !== undefined);
  return others.reduce<readonly number[] | undefined>(
    (common, demand) => common?.filter((kind) => demand.includes(kind)),
    first,
  );
}
