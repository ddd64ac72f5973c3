import { sourceSlot, targetSlot } from '../../ir/node.js';
import { isEquality } from '../../kernel/comparison.js';
import { instance } from '../../eval/ops/draws.js';
import { asEquality, asKeyed, asNearness, conjuncts, constantValue, dataOf, isSlot } from '../../eval/node-shape.js';
import type { Term } from '../../eval/term.js';
import { type OwnPlan, type Test, byCost, isTrue, splitTests } from '../selection-plan.js';

/** How the candidates that fit each of many outer objects are found: by all access paths that need no pairs at once. */
export interface PairPlan {
  readonly gates: readonly Test[];
  readonly own: OwnPlan;
  readonly compared: readonly ComparedTerms[];
  readonly near: NearTerm | undefined;
  /** Asked of pairs, by rising cost. */
  readonly rest: readonly Test[];
}

/** Codes of the outer object and of the candidate that are equal, or differ. */
interface ComparedTerms {
  readonly key: Term;
  readonly value: Term;
  readonly isEqual: boolean;
}

/** A node is at most so many jumps from what the outer object leads to. */
interface NearTerm {
  readonly key: Term;
  readonly most: number;
}

/**
 * Plans a condition on candidates of a kind, which lie in the outer object's own instance. `areNodes`: all are;
 * `stride`: rows of an instance.
 */
export function planPairs(condition: Term | undefined, kind: number, areNodes: boolean, stride: number): PairPlan {
  const terms = condition === undefined ? [] : conjuncts(condition);
  const tests = terms.filter((term) => !isOfOneInstance(term, stride)).map(isTrue);
  const { gates, own, both } = splitTests(tests, targetSlot, kind);
  const compared: ComparedTerms[] = [];
  const rest: Test[] = [];
  let near: NearTerm | undefined;
  for (const test of both) {
    const [comparison, nearness] = [comparedOf(test.term), areNodes ? nearnessOf(test.term) : undefined];
    if (comparison !== undefined) compared.push(comparison);
    else if (nearness !== undefined && near === undefined) near = nearness;
    else rest.push(test);
  }
  return { gates, own, compared, near, rest: rest.sort(byCost) };
}

/** That both objects are of one instance is always so. */
function isOfOneInstance(term: Term, stride: number): boolean {
  return (
    asEquality(term) !== undefined &&
    term.args.every((of) => dataOf(of, instance)?.stride === stride && isSlot(of.args[0]))
  );
}

/** A comparison of candidate and outer object where equal codes are equal values. */
function comparedOf(term: Term): ComparedTerms | undefined {
  const keyed = term.draws ? undefined : asKeyed(term, targetSlot);
  if (keyed === undefined || !isEquality(keyed.comparison) || !codeTypes.includes(keyed.value.type.name))
    return undefined;
  const { key, value, comparison } = keyed;
  return { key, value, isEqual: comparison === '==' };
}

const codeTypes: readonly string[] = ['entity', 'boolean', 'kind', 'class', 'enumeration'];

function nearnessOf(term: Term): NearTerm | undefined {
  const near = term.draws ? undefined : asNearness(term, targetSlot);
  const bound = near && constantValue(near.bound);
  if (near?.by !== 'jumps' || bound === undefined || !Number.isFinite(bound) || near.key.free !== 1 << sourceSlot)
    return undefined;
  return { key: near.key, most: near.below ? Math.ceil(bound) - 1 : bound };
}
