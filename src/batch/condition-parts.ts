import { sourceSlot, targetSlot } from '../ir/node.js';
import { isEquality } from '../kernel/comparison.js';
import { instance } from '../eval/ops/draws.js';
import { asEquality, asKeyed, conjuncts, dataOf, disjuncts, isSlot } from '../eval/shape.js';
import { type Test, byCost, isTrue } from '../match/selection-plan.js';
import type { Term } from '../eval/term.js';
import { type Nearness, nearnessOf } from './nearness.js';

export interface ConditionParts {
  /** On the outer object alone; on the candidate alone. */
  readonly gates: readonly Test[];
  readonly own: readonly Test[];
  /** Compared without making pairs. */
  readonly quick: readonly Quick[];
  readonly near: readonly Nearness[];
  /** By rising cost. */
  readonly rest: readonly Test[];
}

/** True where a test of the candidate is, or a comparison of it with the outer object. */
export interface Quick {
  readonly own: readonly Test[];
  readonly compared: readonly ComparedTerms[];
}

interface ComparedTerms {
  readonly key: Term;
  readonly value: Term;
  readonly isEqual: boolean;
}

/** `areNodes`: candidates are nodes of the outer object's instance, which has `stride` rows. */
export function partsOf(condition: Term | undefined, areNodes: boolean, stride: number): ConditionParts {
  const terms = condition === undefined ? [] : conjuncts(condition);
  const tests = terms
    .filter((each) => !isOfOneInstance(each, stride))
    .map(isTrue)
    .sort(byCost);
  const gates = tests.filter(({ term }) => isOf(term, 1 << sourceSlot));
  const own = tests.filter((test) => isOf(test.term, 1 << targetSlot) && !gates.includes(test));
  const both = tests
    .filter((test) => !gates.includes(test) && !own.includes(test))
    .map((test) => ({ test, quick: quickOf(test.term), near: areNodes ? nearnessOf(test.term) : undefined }));
  return {
    gates,
    own,
    quick: both.flatMap(({ quick }) => quick ?? []),
    near: both.flatMap(({ near }) => near ?? []),
    rest: both.filter(({ quick, near }) => quick === undefined && near === undefined).map(({ test }) => test),
  };
}

/** That both objects are of one instance is always so. */
function isOfOneInstance(term: Term, stride: number): boolean {
  return asEquality(term) !== undefined && term.args.every((arg) => isInstanceOf(arg, stride));
}

function isInstanceOf(term: Term, stride: number): boolean {
  return (
    dataOf(term, instance)?.stride === stride && [sourceSlot, targetSlot].some((slot) => isSlot(term.args[0], slot))
  );
}

function isOf({ free, draws }: Term, bits: number): boolean {
  return !draws && (free & ~bits) === 0;
}

function quickOf(term: Term): Quick | undefined {
  const alternatives = disjuncts(term);
  const own = alternatives.filter((each) => isOf(each, 1 << targetSlot));
  const others = alternatives.filter((each) => !own.includes(each));
  const compared = others.flatMap((each) => comparedOf(each) ?? []);
  return compared.length < others.length ? undefined : { own: own.map(isTrue), compared };
}

/** A comparison of candidate and outer object where equal codes are equal values. */
function comparedOf(term: Term): ComparedTerms | undefined {
  const keyed = term.draws ? undefined : asKeyed(term, targetSlot);
  return keyed !== undefined &&
    isEquality(keyed.comparison) &&
    keyed.key.free === 1 << sourceSlot &&
    codeTypes.includes(keyed.value.type.name)
    ? { key: keyed.key, value: keyed.value, isEqual: keyed.comparison === '==' }
    : undefined;
}

const codeTypes: readonly string[] = ['entity', 'boolean', 'kind', 'class', 'enumeration'];
