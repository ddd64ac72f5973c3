import { turnOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';
import { createFrame } from '../eval/interpreter.js';
import { asApplied, asNamedCondition, conjuncts, constantValue, disjuncts } from '../eval/node-shape.js';
import { printExpression } from '../eval/print-expression.js';
import type { Wording } from '../eval/printer.js';
import type { Frame, Node } from '../ir/node.js';
import type { Program } from '../ir/rule.js';
import { branchTaken, readsOf } from './past-reads.js';
import { clauseAnswer, longestText } from './rule-clauses.js';
import type { ClausePart, PastClause } from './past-api.js';
import { witnessOf } from './witness.js';

/** A condition, with its text if it is known as written. */
export interface Condition {
  readonly node: Node;
  readonly text?: string | undefined;
  /** The named conditions that it is a part of. */
  readonly within?: readonly string[];
}

/** Questions look at all objects one by one, which a turn need not do: its limits are not meant. */
export function unlimitedFrame(state: WorldState): Frame {
  const frame = createFrame(state, turnOf(state));
  frame.visits = frame.tests = frame.sorted = -Infinity;
  return frame;
}

/** Slot 0 is `self`, or `source` in rules; occurrences have named fields. */
export function wordingOf(
  { model, rules: { timing }, written }: Pick<Program, 'model' | 'rules' | 'written'>,
  first: Wording['first'],
): Wording {
  const fields: (string | undefined)[] = [];
  for (const type of timing.types) for (const [place, field] of type.fields.entries()) fields[place] ??= field?.name;
  return { model, first, longest: longestText, fields, written: written && ((node) => written.get(node)) };
}

/** The parts of a condition that are joined by `&&`, for the objects in the slots of a frame. */
export function clausesOf(
  part: ClausePart,
  node: Node | undefined,
  frame: Frame,
  wording: Wording,
): readonly PastClause[] {
  if (node === undefined) return [];
  return conditionsIn(node, frame, wording).map((each) => clauseOf(part, each, frame, wording));
}

/** Where absence counts as false, the parts may be absent. */
export function partsIn(node: Node): readonly Node[] {
  return conjuncts(asApplied(node) ?? node).flatMap((part) => (asApplied(part) === undefined ? part : partsIn(part)));
}

/** A condition with more parts is shown without those of its named conditions. */
const mostParts = 100;

/** Also the parts of named conditions, for the objects in the slots of a frame. */
export function conditionsIn(node: Node, frame: Frame, wording: Wording): readonly Condition[] {
  const parts = partsIn(node).map((each): Condition => ({ node: each, within: [] }));
  const all: Condition[] = [];
  const open = parts.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node: each, within = [] } = next;
    const named = namedParts(each, frame);
    if (named.length === 0) all.push(next);
    const inside = named.length === 0 ? within : [...within, printExpression(each, wording)];
    open.push(...named.map((part) => ({ node: part, within: inside })).toReversed());
    if (all.length + open.length > mostParts || inside.length > mostNested) return parts;
  }
  return all;
}

const mostNested = 16;

function namedParts(node: Node, frame: Frame): readonly Node[] {
  const named = asNamedCondition(node);
  const answer = named && branchTaken(named.answer, frame);
  return answer === undefined || constantValue(answer) !== undefined ? [] : partsIn(answer);
}

/** Also of conditions that are joined by `||`, as alternatives. */
export function alternativesOf(part: ClausePart, node: Node, frame: Frame, wording: Wording): readonly PastClause[] {
  return disjuncts(node).flatMap((each, alternative) =>
    conditionsIn(each, frame, wording).map((clause) => clauseOf(part, clause, frame, wording, alternative)),
  );
}

export function clauseOf(
  part: ClausePart,
  { node, text, within = [] }: Condition,
  frame: Frame,
  wording: Wording,
  alternative = 0,
): PastClause {
  return {
    part,
    text: text ?? printExpression(node, wording),
    within,
    alternative,
    answer: clauseAnswer(frame.evaluate(node)),
    reads: readsOf(node, frame, wording),
    witness: witnessOf(node, frame, wording),
  };
}

export function areTrue(clauses: readonly PastClause[]): boolean {
  return clauses.every(({ answer }) => answer === 'true');
}
