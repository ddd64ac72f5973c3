import { available } from '../eval/ops/available.js';
import { holds } from '../eval/ops/holds.js';
import { supposed } from '../eval/ops/supposed.js';
import { asSolved, constantValue, dataOf, isOf, partsIn } from '../eval/shape.js';
import { operationOf } from '../eval/make-node.js';
import type { Node } from '../ir/node.js';

/** A fact of some object that expressions read, as a text: equal texts are the same fact. */
export type FactKey = string;

export const factKey = {
  question: (question: number, word: number): FactKey => `question ${question} ${word}`,
  holding: (holding: number, word: number): FactKey => `holding ${holding} ${word}`,
  column: (column: number): FactKey => `column ${column}`,
  available: (classIndex: number): FactKey => `available ${classIndex}`,
  owner: 'owner',
  place: 'place',
  variable: (variable: number): FactKey => `variable ${variable}`,
  /** Any solved variable: who is attached where decides which modifiers there are. */
  variables: 'variables',
} as const;

/** The facts that an expression reads, at any depth. */
export function factsIn(node: Node): ReadonlySet<FactKey> {
  return new Set([...partsIn(node)].flatMap(keysOf));
}

/** What a node itself reads. */
function keysOf(node: Node): readonly FactKey[] {
  const operation = operationOf(node);
  const keys: FactKey[] = (operation.reads?.(node.data) ?? []).map(factKey.column);
  const question = dataOf(node, supposed);
  if (question !== undefined) keys.push(factKey.question(question.question, question.word));
  const held = dataOf(node, holds);
  if (held !== undefined) keys.push(factKey.holding(held.holding, held.word));
  const variable = asSolved(node)?.variable;
  if (variable !== undefined) keys.push(factKey.variable(variable), factKey.variables);
  // A class that is only known when it is asked may be any: availability of all is read then, which has the number 0.
  if (isOf(node, available)) keys.push(factKey.available(constantValue(node.args[1]) ?? 0));
  const facts = operation.facts?.(node.data) ?? [];
  if (facts.includes('owner')) keys.push(factKey.owner);
  if (facts.includes('place')) keys.push(factKey.place);
  return keys;
}
