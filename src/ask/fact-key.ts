import type { HoldsData } from '../eval/ops/holds.js';
import type { ReadData } from '../eval/ops/read.js';
import type { SolvedData } from '../eval/ops/solved.js';
import type { SupposedData } from '../eval/ops/supposed.js';
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
  const found = new Set<FactKey>();
  const seen = new Set<Node>();
  const left = [node];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const key of keysOf(at)) found.add(key);
    for (const arg of at.args) left.push(arg);
  }
  return found;
}

/** What a node itself reads. */
function keysOf(node: Node): readonly FactKey[] {
  const operation = operationOf(node);
  const keys: FactKey[] = [];
  switch (node.op) {
    case 'supposed': {
      const { question, word } = node.data as SupposedData;
      keys.push(factKey.question(question, word));
      break;
    }
    case 'holds': {
      const { holding, word } = node.data as HoldsData;
      keys.push(factKey.holding(holding, word));
      break;
    }
    case 'solved':
      keys.push(factKey.variable((node.data as SolvedData).variable), factKey.variables);
      break;
    case 'available':
      keys.push(...classesAsked(node.args[1]));
      break;
    case 'read':
      keys.push(factKey.column((node.data as ReadData).column));
      break;
    default:
      for (const column of operation.reads?.(node.data) ?? []) keys.push(factKey.column(column));
  }
  const facts = operation.facts?.(node.data) ?? [];
  if (facts.includes('owner')) keys.push(factKey.owner);
  if (facts.includes('place')) keys.push(factKey.place);
  return keys;
}

/** A class that is only known when it is asked may be any: availability of all is read then, which has the number 0. */
function classesAsked(node: Node): readonly FactKey[] {
  return [factKey.available(node.op === 'constant' ? (node.data as { readonly value: number }).value : 0)];
}
